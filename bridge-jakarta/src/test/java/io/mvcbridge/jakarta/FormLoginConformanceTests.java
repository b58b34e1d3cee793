package io.mvcbridge.jakarta;

import java.util.Collections;
import java.util.Set;

import io.mvcbridge.jakarta.security.LoginConfig;
import io.mvcbridge.jakarta.security.SecurityConstraint;
import jakarta.servlet.SessionTrackingMode;
import jakarta.servlet.http.HttpServlet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static io.mvcbridge.jakarta.LoginFixture.cookie;
import static io.mvcbridge.jakarta.LoginFixture.logIn;
import static org.assertj.core.api.Assertions.assertThat;

/** Servlet 6.1 §13.6.3. */
class FormLoginConformanceTests {

	private static final LoginConfig FORM = LoginConfig.form("/login", "/failed");

	@RegisterExtension
	final ServletFixture server = new ServletFixture();

	private static ServletKernel.Builder application(ServletKernel.Builder builder) {
		return application(builder, FORM);
	}

	private static ServletKernel.Builder application(ServletKernel.Builder builder, LoginConfig login) {
		return LoginFixture.administration(builder, login)
			.servlet("login",
					ServletFixture.servlet((request, response) -> response.getWriter()
						.print("please log in, " + request.getMethod() + " " + request.getRemoteUser())),
					"/login")
			.servlet("failed", ServletFixture.servlet((request, response) -> response.getWriter()
				.print("wrong, " + request.getMethod() + " " + request.getRemoteUser())), "/failed");
	}

	private void deploy() throws Exception {
		this.server.deploy((builder) -> application(builder));
	}

	private static HttpServlet echo() {
		return ServletFixture.servlet((request, response) -> response.getWriter()
			.print(request.getMethod() + " " + request.getParameter("a") + " " + request.getParameter("b") + " "
					+ request.getContentType() + " " + request.getContentLength() + " " + request.getHeader("X-Note")
					+ " " + Collections.list(request.getHeaders("Host")) + " "
					+ (request.getHeader("Cookie").equals("JSESSIONID=" + request.getSession().getId()))));
	}

	private String loggedIn() throws Exception {
		return cookie(logIn(this.server, "/j_security_check", "ada", "secret", null));
	}

	@Test
	void loginPageStandsInForWhatNeedsALogin() throws Exception {
		deploy();
		RawResponse response = this.server.get("/admin/x");
		assertThat(response.status()).isEqualTo(200);
		assertThat(response.text()).isEqualTo("please log in, GET null");
		assertThat(response.header("Cache-Control")).isEqualTo("no-store");
		assertThat(response.headers("Set-Cookie")).hasSize(1);
	}

	@Test
	void rightPasswordLeadsToWhatWasAskedForAndLasts() throws Exception {
		deploy();
		String anonymous = cookie(this.server.get("/admin/x?a=b"));
		RawResponse login = logIn(this.server, "/admin/j_security_check", "ada", "secret", anonymous);
		assertThat(login.status()).isEqualTo(303);
		assertThat(login.header("Location")).isEqualTo("http://localhost/admin/x?a=b");
		String known = cookie(login);
		assertThat(this.server.get("/admin/x?a=b", known).text()).isEqualTo("ada ada FORM true");
		assertThat(this.server.get("/admin/y", known).text()).isEqualTo("ada ada FORM true");
		assertThat(this.server.get("/open", known).text()).isEqualTo("ada ada FORM true");
	}

	@Test
	void identifierOfTheSessionChangesWithTheLogin() throws Exception {
		deploy();
		String anonymous = cookie(this.server.get("/admin/x"));
		String known = cookie(logIn(this.server, "/j_security_check", "ada", "secret", anonymous));
		assertThat(known).isNotEqualTo(anonymous);
		assertThat(this.server.get("/admin/x", anonymous).text()).isEqualTo("please log in, GET null");
	}

	@Test
	void sessionOfBeforeTheLoginGoesOn() throws Exception {
		this.server
			.deploy((builder) -> application(builder).servlet("cart", ServletFixture.servlet((request, response) -> {
				response.getWriter().print(request.getSession().getAttribute("cart"));
				request.getSession().setAttribute("cart", "full");
			}), "/cart"));
		String anonymous = cookie(this.server.get("/cart"));
		String known = cookie(logIn(this.server, "/j_security_check", "ada", "secret", anonymous));
		assertThat(this.server.get("/cart", known).text()).isEqualTo("full");
	}

	@Test
	void clientOfHttp10IsRedirectedInItsOwnWay() throws Exception {
		deploy();
		String body = "j_username=ada&j_password=secret";
		RawClient client = this.server.connect();
		client.send("POST /j_security_check HTTP/1.0\r\nHost: localhost\r\n"
				+ "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: " + body.length() + "\r\n\r\n"
				+ body);
		assertThat(client.read().status()).isEqualTo(302);
	}

	@ParameterizedTest
	@ValueSource(strings = { "j_username=ada&j_password=Secret", "j_username=eve&j_password=secret", "j_username=ada",
			"", "j_password=secret", "j_username=&j_password=" })
	void wrongPasswordGetsTheErrorPage(String form) throws Exception {
		deploy();
		String anonymous = cookie(this.server.get("/admin/x"));
		RawResponse response = this.server.post("/j_security_check", "application/x-www-form-urlencoded", form,
				anonymous);
		assertThat(response.status()).isEqualTo(200);
		assertThat(response.text()).isEqualTo("wrong, GET null");
		assertThat(this.server.get("/admin/x", anonymous).text()).isEqualTo("please log in, GET null");
	}

	@Test
	void afterAFailureTheNextAttemptLeadsToWhatWasAskedFor() throws Exception {
		deploy();
		String anonymous = cookie(this.server.get("/admin/x"));
		logIn(this.server, "/j_security_check", "ada", "wrong", anonymous);
		assertThat(logIn(this.server, "/j_security_check", "ada", "secret", anonymous).header("Location"))
			.isEqualTo("http://localhost/admin/x");
	}

	@Test
	void requestWithABodyIsRestored() throws Exception {
		this.server.deploy((builder) -> application(builder).servlet("echo", echo(), "/admin/echo"));
		RawResponse page = this.server.post("/admin/echo?a=1", "application/x-www-form-urlencoded", "b=2",
				"X-Note: hello");
		assertThat(page.text()).isEqualTo("please log in, GET null");
		RawResponse login = logIn(this.server, "/admin/j_security_check", "ada", "secret", cookie(page));
		assertThat(login.header("Location")).isEqualTo("http://localhost/admin/echo?a=1");
		assertThat(this.server.get("/admin/echo?a=1", cookie(login), "X-Note: bye", "Host: other").text())
			.isEqualTo("POST 1 2 application/x-www-form-urlencoded 3 hello [other] true");
		assertThat(this.server.get("/admin/echo?a=1", cookie(login), "X-Note: bye").text())
			.isEqualTo("GET 1 null null -1 bye [localhost] true");
	}

	@Test
	void bodyIsRestoredAsAStreamToo() throws Exception {
		this.server.deploy((builder) -> application(builder).servlet("read",
				ServletFixture.servlet((request, response) -> response.getWriter()
					.print(request.getMethod() + " " + new String(request.getInputStream().readAllBytes()) + " "
							+ request.getInputStream().isFinished())),
				"/admin/read"));
		RawResponse page = this.server.exchange("PUT", "/admin/read", new String[] { "Content-Type: text/plain" },
				"body");
		String known = cookie(logIn(this.server, "/j_security_check", "ada", "secret", cookie(page)));
		assertThat(this.server.get("/admin/read", known).text()).isEqualTo("PUT body true");
	}

	@Test
	void restoredMethodIsHeldAgainstTheConstraints() throws Exception {
		this.server.deploy((builder) -> application(builder)
			.securityConstraint(SecurityConstraint.on("/post").forMethods("POST").allowing("ADMIN"))
			.servlet("echo", echo(), "/post"));
		RawResponse page = this.server.form("/post", "a=1");
		String known = cookie(logIn(this.server, "/j_security_check", "bob", "hunter2", cookie(page)));
		assertThat(this.server.get("/post", known).status()).isEqualTo(403);
	}

	@Test
	void requestIsRestoredWhereItsRedirectNeedsNoLogin() throws Exception {
		this.server.deploy((builder) -> application(builder)
			.securityConstraint(SecurityConstraint.on("/post").forMethods("POST").allowing("ADMIN"))
			.servlet("echo", echo(), "/post"));
		RawResponse page = this.server.form("/post", "a=1&b=2");
		String known = cookie(logIn(this.server, "/j_security_check", "ada", "secret", cookie(page)));
		assertThat(this.server.get("/post", known).text())
			.isEqualTo("POST 1 2 application/x-www-form-urlencoded 7 null [localhost] true");
	}

	@Test
	void bodyThatIsTooLongToKeepIsRefused() throws Exception {
		this.server.deploy((builder) -> application(builder, FORM.savedBodyLimit(10)));
		assertThat(this.server.form("/admin/x", "a=12345678").status()).isEqualTo(200);
		RawResponse refused = this.server.form("/admin/x", "a=123456789");
		assertThat(refused.status()).isEqualTo(413);
		assertThat(refused.text())
			.contains("Log in first, and send this again: it is longer than the 10 bytes that are kept until then");
	}

	@Test
	void chunkedBodyThatIsTooLongToKeepIsRefused() throws Exception {
		this.server.deploy((builder) -> application(builder, FORM.savedBodyLimit(10)));
		RawClient client = this.server.connect();
		client.send("POST /admin/x HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
				+ "8\r\n12345678\r\n8\r\n12345678\r\n0\r\n\r\n");
		assertThat(client.read().status()).isEqualTo(413);
	}

	@Test
	void formWithoutASessionLeadsToTheRootOfTheApplication() throws Exception {
		this.server.deploy((builder) -> application(builder).contextPath("/shop"));
		RawResponse login = logIn(this.server, "/shop/j_security_check", "ada", "secret", null);
		assertThat(login.status()).isEqualTo(303);
		assertThat(login.header("Location")).isEqualTo("http://localhost/shop/");
		assertThat(this.server.get("/shop/admin/x", cookie(login)).text()).isEqualTo("ada ada FORM true");
	}

	@Test
	void pathThatLooksLikeAHostLeadsToNoOther() throws Exception {
		deploy();
		String anonymous = cookie(this.server.get("//evil.example/../admin/x"));
		assertThat(logIn(this.server, "/j_security_check", "ada", "secret", anonymous).header("Location"))
			.startsWith("http://localhost/");
	}

	@ParameterizedTest
	@ValueSource(strings = { "/login", "/failed" })
	void pagesAreShownThoughTheyAreConstrained(String page) throws Exception {
		this.server.deploy(
				(builder) -> application(builder).securityConstraint(SecurityConstraint.on("/*").allowing("ADMIN")));
		assertThat(this.server.get("/x").text()).isEqualTo("please log in, GET null");
		assertThat(this.server.get(page).text()).doesNotContain("ada").contains("GET null");
		assertThat(this.server.get(page).header("Set-Cookie")).isNull();
	}

	@Test
	void pageThatIsForNobodyIsForNobody() throws Exception {
		this.server
			.deploy((builder) -> application(builder).securityConstraint(SecurityConstraint.on("/login").denied()));
		assertThat(this.server.get("/login").status()).isEqualTo(403);
		assertThat(this.server.get("/admin/x").text()).isEqualTo("please log in, GET null");
	}

	@Test
	void whatThePageLoadsIsNotWhatTheUserIsSentTo() throws Exception {
		this.server.deploy(
				(builder) -> application(builder).securityConstraint(SecurityConstraint.on("/*").allowing("ADMIN")));
		String anonymous = cookie(this.server.get("/x", "Sec-Fetch-Mode: navigate"));
		this.server.get("/style.css", anonymous, "Sec-Fetch-Mode: no-cors");
		assertThat(logIn(this.server, "/j_security_check", "ada", "secret", anonymous).header("Location"))
			.isEqualTo("http://localhost/x");
	}

	@Test
	void onlyAPostIsALogin() throws Exception {
		deploy();
		RawResponse response = this.server.get("/j_security_check?j_username=ada&j_password=secret");
		assertThat(response.text()).isEqualTo("null null null false");
		assertThat(response.header("Set-Cookie")).isNull();
	}

	@Test
	void actionBehindAPathOpensNothing() throws Exception {
		deploy();
		assertThat(this.server.get("/admin/x/j_security_check").text()).isEqualTo("please log in, GET null");
	}

	@Test
	void whoIsLoggedInButInNoneOfTheRolesIsRefused() throws Exception {
		deploy();
		String known = cookie(logIn(this.server, "/j_security_check", "bob", "hunter2", null));
		assertThat(this.server.get("/admin/x", known).status()).isEqualTo(403);
		assertThat(this.server.get("/open", known).text()).isEqualTo("bob bob FORM false");
	}

	@Test
	void logoutEndsTheLoginAndNotTheSession() throws Exception {
		this.server
			.deploy((builder) -> application(builder).servlet("logout", ServletFixture.servlet((request, response) -> {
				request.getSession().setAttribute("cart", "full");
				request.logout();
				response.getWriter()
					.print(LoginFixture.describe(request) + " " + request.getSession().getAttribute("cart"));
			}), "/logout"));
		String known = loggedIn();
		assertThat(this.server.get("/logout", known).text()).isEqualTo("null null null false full");
		assertThat(this.server.get("/admin/x", known).text()).isEqualTo("please log in, GET null");
		assertThat(cookie(logIn(this.server, "/j_security_check", "ada", "secret", known))).isNotEqualTo(known);
	}

	@Test
	void endOfTheSessionEndsTheLogin() throws Exception {
		this.server
			.deploy((builder) -> application(builder).servlet("end", ServletFixture.servlet((request, response) -> {
				request.getSession().invalidate();
				response.getWriter().print(LoginFixture.describe(request));
			}), "/end"));
		String known = loggedIn();
		assertThat(this.server.get("/end", known).text()).isEqualTo("ada ada FORM true");
		assertThat(this.server.get("/admin/x", known).text()).isEqualTo("please log in, GET null");
	}

	@Test
	void sharedCachesAreToldToKeepNothingThatNeedsALogin() throws Exception {
		deploy();
		String known = loggedIn();
		assertThat(this.server.get("/admin/x", known).header("Cache-Control")).isEqualTo("private");
		assertThat(this.server.get("/open", known).header("Cache-Control")).isNull();
	}

	@Test
	void loginIsNoAttributeOfTheSession() throws Exception {
		this.server.deploy((builder) -> application(builder).servlet("names", ServletFixture.servlet((request,
				response) -> response.getWriter().print(Collections.list(request.getSession().getAttributeNames()))),
				"/names"));
		assertThat(this.server.get("/names", loggedIn()).text()).isEqualTo("[]");
	}

	@Test
	void sessionInTheUrlWorksToo() throws Exception {
		this.server.deploy((builder) -> application(builder).trackingModes(Set.of(SessionTrackingMode.URL))
			.servlet("form",
					ServletFixture.servlet(
							(request, response) -> response.getWriter().print(response.encodeURL("j_security_check"))),
					"/form")
			.loginConfig(LoginConfig.form("/form", "/failed")));
		String action = this.server.get("/admin/x").text();
		assertThat(action).startsWith("j_security_check;jsessionid=");
		String location = logIn(this.server, "/admin/" + action, "ada", "secret", null).header("Location");
		assertThat(location).startsWith("http://localhost/admin/x;jsessionid=").doesNotEndWith(action.substring(28));
		assertThat(this.server.get(location).text()).isEqualTo("ada ada FORM true");
	}

	@Test
	void pageForEncryptedConnectionsIsNotShownOnOthers() throws Exception {
		this.server.deploy((builder) -> application(builder).securePort(8443)
			.securityConstraint(SecurityConstraint.on("/login").confidential()));
		assertThat(this.server.get("/admin/x").header("Location")).isEqualTo("https://localhost:8443/admin/x");
		assertThat(logIn(this.server, "/j_security_check", "ada", "secret", null).header("Location"))
			.isEqualTo("https://localhost:8443/j_security_check");
	}

	@Test
	void programCanAskForTheLoginPage() throws Exception {
		this.server
			.deploy((builder) -> application(builder).servlet("ask", ServletFixture.servlet((request, response) -> {
				boolean known = request.authenticate(response);
				if (known) {
					response.getWriter().print(LoginFixture.describe(request));
				}
			}), "/ask"));
		RawResponse page = this.server.get("/ask");
		assertThat(page.text()).isEqualTo("please log in, GET null");
		RawResponse login = logIn(this.server, "/j_security_check", "ada", "secret", cookie(page));
		assertThat(login.header("Location")).isEqualTo("http://localhost/ask");
		assertThat(this.server.get("/ask", cookie(login)).text()).isEqualTo("ada ada FORM true");
	}

}
