package io.mvcbridge.jakarta;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

import io.mvcbridge.jakarta.security.LoginConfig;
import io.mvcbridge.jakarta.security.SecurityConstraint;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.HttpConstraintElement;
import jakarta.servlet.HttpMethodConstraintElement;
import jakarta.servlet.ServletSecurityElement;
import jakarta.servlet.annotation.HttpConstraint;
import jakarta.servlet.annotation.HttpMethodConstraint;
import jakarta.servlet.annotation.ServletSecurity;
import jakarta.servlet.annotation.ServletSecurity.EmptyRoleSemantic;
import jakarta.servlet.annotation.ServletSecurity.TransportGuarantee;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static io.mvcbridge.jakarta.LoginFixture.basic;
import static org.assertj.core.api.Assertions.assertThat;

/** What constraints do to requests, over the wire (Servlet 6.1 §13.2, §13.4, §13.8). */
class SecurityConformanceTests {

	private static final LoginConfig BASIC = LoginConfig.basic("shop");

	@RegisterExtension
	final ServletFixture server = new ServletFixture();

	private void deploy(SecurityConstraint... constraints) throws Exception {
		this.server.deploy((builder) -> {
			for (SecurityConstraint constraint : constraints) {
				builder.securityConstraint(constraint);
			}
			return builder.identityStore(LoginFixture.USERS)
				.loginConfig(BASIC)
				.securityRole("ADMIN", "STAFF")
				.servlet("who", LoginFixture.who(), "/");
		});
	}

	private void deploy(ServletSecurityElement constraint) throws Exception {
		this.server.deploy((builder) -> builder.initializer((context) -> {
			var registration = context.addServlet("inside", new Inside());
			registration.setServletSecurity(constraint);
			registration.addMapping("/inside");
		}));
	}

	private int status(String method, String target, String... headers) throws IOException {
		return this.server.exchange(method, target, headers, "").status();
	}

	// ---- without a login

	@Test
	void whatIsForARoleIsForNobodyWhereNobodyCanLogIn() throws Exception {
		deploy(new ServletSecurityElement(new HttpConstraintElement(TransportGuarantee.NONE, "ADMIN")));
		assertThat(this.server.get("/inside").status()).isEqualTo(403);
	}

	@Test
	void whatIsDeniedToAllIsForNobody() throws Exception {
		deploy(new ServletSecurityElement(new HttpConstraintElement(EmptyRoleSemantic.DENY)));
		assertThat(this.server.get("/inside").status()).isEqualTo(403);
	}

	@Test
	void constraintOfAMethodCountsForThatMethodOnly() throws Exception {
		deploy(new ServletSecurityElement(
				List.of(new HttpMethodConstraintElement("PUT", new HttpConstraintElement(EmptyRoleSemantic.DENY)))));
		assertThat(this.server.get("/inside").text()).isEqualTo("inside");
		assertThat(status("PUT", "/inside")).isEqualTo(403);
	}

	@Test
	void annotationOfTheClassCounts() throws Exception {
		this.server.deploy((builder) -> builder
			.initializer((context) -> context.addServlet("inside", Annotated.class).addMapping("/inside")));
		assertThat(this.server.get("/inside").status()).isEqualTo(403);
	}

	@Test
	void annotationIsInherited() throws Exception {
		this.server.deploy((builder) -> builder
			.initializer((context) -> context.addServlet("inside", Inheriting.class).addMapping("/inside")));
		assertThat(this.server.get("/inside").status()).isEqualTo(403);
	}

	@Test
	void annotationDoesNotCountWhereADescriptorSaysAll() throws Exception {
		this.server.deploy((builder) -> builder.metadataComplete(true)
			.initializer((context) -> context.addServlet("inside", Annotated.class).addMapping("/inside")));
		assertThat(this.server.get("/inside").text()).isEqualTo("inside");
	}

	@Test
	void programStandsAboveTheAnnotation() throws Exception {
		this.server.deploy((builder) -> builder.initializer((context) -> {
			var registration = context.addServlet("inside", Annotated.class);
			registration.setServletSecurity(new ServletSecurityElement());
			registration.addMapping("/inside");
		}));
		assertThat(this.server.get("/inside").text()).isEqualTo("inside");
	}

	@Test
	void constraintOfTheApplicationStandsAboveAnnotationAndProgramForItsPatternAlone() throws Exception {
		this.server
			.deploy((builder) -> builder.securityConstraint(SecurityConstraint.on("/open")).initializer((context) -> {
				var registration = context.addServlet("inside", Annotated.class);
				registration.addMapping("/open", "/inside");
				assertThat(registration
					.setServletSecurity(new ServletSecurityElement(new HttpConstraintElement(EmptyRoleSemantic.DENY))))
					.isEqualTo(Set.of("/open"));
			}));
		assertThat(this.server.get("/open").text()).isEqualTo("inside");
		assertThat(this.server.get("/inside").status()).isEqualTo(403);
	}

	@Test
	void defaultsBesideAMethodConstraintConstrainNothingElse() throws Exception {
		this.server.deploy((builder) -> builder
			.initializer((context) -> context.addServlet("inside", OnlyPut.class).addMapping("/inside")));
		assertThat(status("GET", "/inside")).isEqualTo(200);
		assertThat(status("PUT", "/inside")).isEqualTo(403);
	}

	@Test
	void defaultsBesideAMethodConstraintAreUncovered() throws Exception {
		this.server.deploy((builder) -> builder.denyUncoveredMethods(true)
			.initializer((context) -> context.addServlet("inside", OnlyPut.class).addMapping("/inside")));
		assertThat(status("GET", "/inside")).isEqualTo(403);
	}

	// ---- with a login

	@Test
	void whoIsNotLoggedInIsAskedTo() throws Exception {
		deploy(SecurityConstraint.on("/admin/*").allowing("ADMIN"));
		RawResponse response = this.server.get("/admin/x");
		assertThat(response.status()).isEqualTo(401);
		assertThat(response.headers("WWW-Authenticate")).containsExactly("Basic realm=\"shop\", charset=\"UTF-8\"");
	}

	@Test
	void whoIsInTheRoleMay() throws Exception {
		deploy(SecurityConstraint.on("/admin/*").allowing("ADMIN"));
		assertThat(this.server.get("/admin/x", basic("ada", "secret")).text()).isEqualTo("ada ada BASIC true");
	}

	@Test
	void whoIsInNoneOfTheRolesMayNot() throws Exception {
		deploy(SecurityConstraint.on("/admin/*").allowing("ADMIN"));
		RawResponse response = this.server.get("/admin/x", basic("bob", "hunter2"));
		assertThat(response.status()).isEqualTo(403);
		assertThat(response.header("WWW-Authenticate")).isNull();
	}

	@Test
	void whatIsNotConstrainedIsServedToAnybody() throws Exception {
		deploy(SecurityConstraint.on("/admin/*").allowing("ADMIN"));
		assertThat(this.server.get("/other").text()).isEqualTo("null null null false");
	}

	@Test
	void everyoneWhoIsLoggedInMayWhereTwoStarsStand() throws Exception {
		deploy(SecurityConstraint.on("/x").allowing("**"));
		assertThat(status("GET", "/x")).isEqualTo(401);
		assertThat(status("GET", "/x", basic("bob", "hunter2"))).isEqualTo(200);
	}

	@Test
	void oneStarMeansTheDeclaredRoles() throws Exception {
		this.server.deploy((builder) -> LoginFixture.administration(builder, BASIC)
			.securityConstraint(SecurityConstraint.on("/x").allowing("*")));
		assertThat(status("GET", "/x")).isEqualTo(401);
		assertThat(status("GET", "/x", basic("bob", "hunter2"))).isEqualTo(200);
	}

	@Test
	void oneStarMeansNobodyWhereNoRoleIsDeclared() throws Exception {
		this.server.deploy((builder) -> builder.identityStore(LoginFixture.USERS)
			.loginConfig(BASIC)
			.securityConstraint(SecurityConstraint.on("/x").allowing("*"))
			.servlet("who", LoginFixture.who(), "/"));
		assertThat(status("GET", "/x", basic("ada", "secret"))).isEqualTo(403);
	}

	@Test
	void oneStarIncludesRolesThatAProgramDeclares() throws Exception {
		this.server.deploy((builder) -> builder.identityStore(LoginFixture.USERS)
			.loginConfig(BASIC)
			.securityConstraint(SecurityConstraint.on("/x").allowing("*"))
			.initializer((context) -> context.declareRoles("STAFF"))
			.servlet("who", LoginFixture.who(), "/"));
		assertThat(status("GET", "/x", basic("bob", "hunter2"))).isEqualTo(200);
	}

	@Test
	void methodThatNoConstraintNamesIsOpenUnlessUncoveredOnesAreDenied() throws Exception {
		deploy(SecurityConstraint.on("/x").forMethods("GET").allowing("ADMIN"));
		assertThat(status("GET", "/x")).isEqualTo(401);
		assertThat(status("HEAD", "/x")).isEqualTo(200);
		assertThat(status("DELETE", "/x")).isEqualTo(200);
	}

	@Test
	void uncoveredMethodsAreDeniedWhereThatIsAskedFor() throws Exception {
		this.server.deploy((builder) -> builder.denyUncoveredMethods(true)
			.identityStore(LoginFixture.USERS)
			.loginConfig(BASIC)
			.securityConstraint(SecurityConstraint.on("/x").forMethods("GET").allowing("**"))
			.securityConstraint(SecurityConstraint.on("/y").exceptMethods("GET").denied())
			.servlet("who", LoginFixture.who(), "/"));
		String ada = basic("ada", "secret");
		assertThat(status("GET", "/x", ada)).isEqualTo(200);
		assertThat(status("PUT", "/x", ada)).isEqualTo(403);
		assertThat(status("GET", "/y", ada)).isEqualTo(403);
		assertThat(status("PUT", "/y", ada)).isEqualTo(403);
		assertThat(status("PUT", "/z")).isEqualTo(200);
	}

	@Test
	void onlyTheBestPatternCounts() throws Exception {
		deploy(SecurityConstraint.on("/*").allowing("ADMIN"), SecurityConstraint.on("/public/*"),
				SecurityConstraint.on("/public/keys").denied());
		assertThat(status("GET", "/x")).isEqualTo(401);
		assertThat(status("GET", "/public/x")).isEqualTo(200);
		assertThat(status("GET", "/public/keys")).isEqualTo(403);
	}

	@ParameterizedTest
	@ValueSource(strings = { "/admin", "/admin/", "//admin/x", "/./admin/x", "/y/../admin/x", "/%61dmin/x",
			"/admin;a=b/x", "/admin//x", "http://other.example/admin/x", "/admin/x?/y", "/admin/%78" })
	void noWayOfWritingAPathLeadsAroundItsConstraint(String target) throws Exception {
		deploy(SecurityConstraint.on("/admin/*").allowing("ADMIN"));
		assertThat(status("GET", target)).isEqualTo(401);
	}

	@ParameterizedTest
	@ValueSource(strings = { "/Admin/x", "/administration", "/x/admin" })
	void anotherPathIsAnotherPath(String target) throws Exception {
		deploy(SecurityConstraint.on("/admin/*").allowing("ADMIN"));
		assertThat(status("GET", target)).isEqualTo(200);
	}

	@Test
	void pathThatNothingIsMappedToIsConstrainedToo() throws Exception {
		this.server.deploy((builder) -> builder.identityStore(LoginFixture.USERS)
			.loginConfig(BASIC)
			.securityConstraint(SecurityConstraint.on("/*").allowing("**")));
		assertThat(status("GET", "/none")).isEqualTo(401);
		assertThat(status("GET", "/none", basic("ada", "secret"))).isEqualTo(404);
	}

	@Test
	void staticFilesAreConstrained(@TempDir Path root) throws Exception {
		Files.writeString(root.resolve("plan.txt"), "the plan");
		this.server.deploy((builder) -> builder.documentRoot(root)
			.registerDefaultServlet(true)
			.identityStore(LoginFixture.USERS)
			.loginConfig(BASIC)
			.securityConstraint(SecurityConstraint.on("*.txt").allowing("ADMIN")));
		assertThat(status("GET", "/plan.txt")).isEqualTo(401);
		assertThat(this.server.get("/plan.txt", basic("ada", "secret")).text()).isEqualTo("the plan");
	}

	@Test
	void noFilterSeesWhatIsRefused() throws Exception {
		EventLog log = new EventLog();
		this.server.deploy((builder) -> LoginFixture.administration(builder, BASIC)
			.filter("log", (request, response, chain) -> log.add("filter"), "/*"));
		assertThat(status("GET", "/admin/x")).isEqualTo(401);
		assertThat(log.list()).isEmpty();
	}

	@Test
	void forwardAndIncludeOfTheApplicationAreNotConstrained() throws Exception {
		this.server.deploy((builder) -> LoginFixture.administration(builder, BASIC).initializer((context) -> {
			context
				.addServlet("forward", ServletFixture.servlet(
						(request, response) -> request.getRequestDispatcher("/admin/x").forward(request, response)))
				.addMapping("/forward");
			context
				.addServlet("include", ServletFixture.servlet(
						(request, response) -> request.getRequestDispatcher("/admin/x").include(request, response)))
				.addMapping("/include");
		}));
		assertThat(this.server.get("/forward").text()).isEqualTo("null null null false");
		assertThat(this.server.get("/include").text()).isEqualTo("null null null false");
	}

	@Test
	void refusalGetsTheErrorPageOfTheApplication() throws Exception {
		this.server
			.deploy((builder) -> LoginFixture.administration(builder, BASIC)
				.errorPage(401, null, "/admin/error")
				.servlet("error",
						ServletFixture.servlet((request, response) -> response.getWriter()
							.print(request.getDispatcherType() + " " + LoginFixture.describe(request))),
						"/admin/error"));
		RawResponse response = this.server.get("/admin/x");
		assertThat(response.status()).isEqualTo(401);
		assertThat(response.header("WWW-Authenticate")).isEqualTo("Basic realm=\"shop\", charset=\"UTF-8\"");
		assertThat(response.text()).isEqualTo("ERROR null null null false");
	}

	@Test
	void senderStaysTheSameInAsynchronousAndErrorDispatches() throws Exception {
		this.server.deploy((builder) -> LoginFixture.administration(builder, BASIC)
			.errorPage(500, null, "/error")
			.servlet("async", ServletFixture.servlet((request, response) -> {
				if (request.getDispatcherType() == DispatcherType.REQUEST) {
					request.startAsync().dispatch();
				}
				else {
					response.setHeader("X-Async", LoginFixture.describe(request));
					response.sendError(500);
				}
			}), "/admin/async")
			.servlet("error", LoginFixture.who(), "/error"));
		RawResponse response = this.server.get("/admin/async", basic("ada", "secret"));
		assertThat(response.header("X-Async")).isEqualTo("ada ada BASIC true");
		assertThat(response.text()).isEqualTo("ada ada BASIC true");
	}

	// ---- transport

	@Test
	void whatNeedsAnEncryptedConnectionIsRefusedWhereNoneIsKnown() throws Exception {
		deploy(SecurityConstraint.on("/x").confidential());
		assertThat(status("GET", "/x")).isEqualTo(403);
	}

	@ParameterizedTest
	@CsvSource({ "443,https://shop.example/x%20y?a=b", "8443,https://shop.example:8443/x%20y?a=b" })
	void whatNeedsAnEncryptedConnectionIsRedirectedToOne(int port, String location) throws Exception {
		this.server.deploy((builder) -> builder.securePort(port)
			.securityConstraint(SecurityConstraint.on("/*").confidential())
			.servlet("who", LoginFixture.who(), "/"));
		RawResponse response = this.server.get("/x%20y?a=b", "Host: shop.example:8080");
		assertThat(response.status()).isEqualTo(302);
		assertThat(response.header("Location")).isEqualTo(location);
	}

	@Test
	void connectionIsCheckedBeforeAnybodyIsAskedForAPassword() throws Exception {
		this.server.deploy((builder) -> LoginFixture.administration(builder, BASIC)
			.securePort(8443)
			.securityConstraint(SecurityConstraint.on("/x").allowing("ADMIN").confidential()));
		RawResponse response = this.server.get("/x");
		assertThat(response.status()).isEqualTo(302);
		assertThat(response.header("WWW-Authenticate")).isNull();
	}

	@Test
	void whatIsForNobodyIsRedirectedNowhere() throws Exception {
		this.server.deploy((builder) -> builder.securePort(8443)
			.securityConstraint(SecurityConstraint.on("/x").denied().confidential())
			.servlet("who", LoginFixture.who(), "/"));
		assertThat(status("GET", "/x")).isEqualTo(403);
	}

	// ---- roles

	@Test
	void nameOfARoleIsThatOfTheServletThatAsks() throws Exception {
		this.server.deploy((builder) -> LoginFixture.administration(builder, BASIC)
			.roleLink("one", "BOSS", "ADMIN")
			.roleLink("two", "BOSS", "STAFF")
			.servlet("one", boss(), "/admin/one")
			.servlet("two", boss(), "/staff/two")
			.securityConstraint(SecurityConstraint.on("/staff/*").allowing("STAFF"))
			.securityConstraint(SecurityConstraint.on("/admin/one").allowing("STAFF")));
		assertThat(this.server.get("/admin/one", basic("ada", "secret")).text()).isEqualTo("true true");
		assertThat(this.server.get("/admin/one", basic("bob", "hunter2")).text()).isEqualTo("false true");
		assertThat(this.server.get("/staff/two", basic("bob", "hunter2")).text()).isEqualTo("true true");
	}

	private static HttpServlet boss() {
		return ServletFixture.servlet((request, response) -> response.getWriter()
			.print(request.isUserInRole("BOSS") + " " + request.isUserInRole("STAFF")));
	}

	@Test
	void starIsNoRoleAndTwoStarsAreEveryUser() throws Exception {
		HttpServlet stars = ServletFixture.servlet((request, response) -> response.getWriter()
			.print(request.isUserInRole("*") + " " + request.isUserInRole("**") + " " + request.isUserInRole(null)));
		this.server.deploy((builder) -> LoginFixture.administration(builder, BASIC)
			.servlet("stars", stars, "/admin/stars", "/stars"));
		assertThat(this.server.get("/admin/stars", basic("ada", "secret")).text()).isEqualTo("false true false");
		assertThat(this.server.get("/stars").text()).isEqualTo("false false false");
	}

	@Test
	void twoStarsAreARoleWhereTheyAreDeclaredToBeOne() throws Exception {
		this.server.deploy((builder) -> LoginFixture.administration(builder, BASIC)
			.securityRole("**")
			.securityConstraint(SecurityConstraint.on("/x").allowing("**"))
			.servlet("stars",
					ServletFixture
						.servlet((request, response) -> response.getWriter().print(request.isUserInRole("**"))),
					"/admin/stars"));
		assertThat(this.server.get("/admin/stars", basic("ada", "secret")).text()).isEqualTo("false");
		assertThat(status("GET", "/x", basic("ada", "secret"))).isEqualTo(403);
	}

	static class Inside extends HttpServlet {

		private static final long serialVersionUID = 1L;

		@Override
		protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
			response.getWriter().print("inside");
		}

	}

	@ServletSecurity(@HttpConstraint(rolesAllowed = "ADMIN"))
	static class Annotated extends Inside {

		private static final long serialVersionUID = 1L;

	}

	static class Inheriting extends Annotated {

		private static final long serialVersionUID = 1L;

	}

	@ServletSecurity(
			httpMethodConstraints = @HttpMethodConstraint(value = "PUT", emptyRoleSemantic = EmptyRoleSemantic.DENY))
	static class OnlyPut extends Inside {

		private static final long serialVersionUID = 1L;

	}

}
