package io.mvcbridge.jakarta;

import io.mvcbridge.jakarta.security.Identity;
import io.mvcbridge.jakarta.security.LoginConfig;
import io.mvcbridge.jakarta.security.SecurityConstraint;
import jakarta.servlet.http.HttpServlet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static io.mvcbridge.jakarta.LoginFixture.basic;
import static org.assertj.core.api.Assertions.assertThat;

/** Servlet 6.1 §13.6.1, RFC 7617. */
class BasicLoginConformanceTests {

	@RegisterExtension
	final ServletFixture server = new ServletFixture();

	private void deploy() throws Exception {
		this.server.deploy((builder) -> LoginFixture.administration(builder, LoginConfig.basic("the \"shop\"")));
	}

	@ParameterizedTest
	@ValueSource(strings = {
			// ada:secret in its plain form, in a scheme of another case, with spaces,
			// without padding
			"Basic YWRhOnNlY3JldA==", "bAsIc YWRhOnNlY3JldA==", "Basic   YWRhOnNlY3JldA==  ", "Basic YWRhOnNlY3JldA" })
	void credentialsAreRead(String credentials) throws Exception {
		deploy();
		assertThat(this.server.get("/admin/x", "Authorization: " + credentials).text()).isEqualTo("ada ada BASIC true");
	}

	@ParameterizedTest
	@ValueSource(strings = {
			// nothing, a scheme alone, other schemes
			"", "Basic", "Basic ", "Bearer abc", "Digest username=\"ada\"", "YWRhOnNlY3JldA==", "BasicYWRhOnNlY3JldA==",
			// not Base64, Base64 for URLs, text behind it, several
			"Basic !!!", "Basic ada:secret", "Basic YWRhOn-_", "Basic YWRhOnNlY3JldA==x",
			"Basic YWRhOnNlY3JldA== YWRhOnNlY3JldA==", "Basic YWRhOnNlY3JldA==, Basic YWRhOnNlY3JldA==", "Basic ====",
			// "ada" without a colon, ":", ada:sec\0ret, ada\n:secret
			"Basic YWRh", "Basic Og==", "Basic YWRhOnNlYwByZXQ=", "Basic YWRhCjpzZWNyZXQ=",
			// ada:Secret, Ada:secret, ada:, nobody:secret
			"Basic YWRhOlNlY3JldA==", "Basic QWRhOnNlY3JldA==", "Basic YWRhOg==", "Basic bm9ib2R5OnNlY3JldA==" })
	void credentialsThatAreNoneAreAskedForAgain(String credentials) throws Exception {
		deploy();
		RawResponse response = this.server.get("/admin/x", "Authorization: " + credentials);
		assertThat(response.status()).isEqualTo(401);
		assertThat(response.headers("WWW-Authenticate"))
			.containsExactly("Basic realm=\"the \\\"shop\\\"\", charset=\"UTF-8\"");
	}

	@Test
	void twoFieldsOfCredentialsAreNone() throws Exception {
		deploy();
		assertThat(this.server.get("/admin/x", basic("ada", "secret"), basic("ada", "secret")).status()).isEqualTo(401);
	}

	@Test
	void passwordMayHaveColons() throws Exception {
		this.server.deploy((builder) -> builder.loginConfig(LoginConfig.basic("shop"))
			.identityStore((username, password) -> password.equals("a:b:") ? Identity.of(username) : null)
			.securityConstraint(SecurityConstraint.on("/*").allowing("**"))
			.servlet("who", LoginFixture.who(), "/"));
		assertThat(this.server.get("/x", basic("ada", "a:b:")).text()).isEqualTo("ada ada BASIC false");
	}

	@Test
	void namesAndPasswordsAreUtf8OrElseLatin1() throws Exception {
		HttpServlet name = ServletFixture.servlet((request, response) -> {
			response.setCharacterEncoding("UTF-8");
			response.getWriter().print(request.getRemoteUser());
		});
		this.server.deploy((builder) -> builder.loginConfig(LoginConfig.basic("shop"))
			.identityStore(LoginFixture.USERS)
			.securityConstraint(SecurityConstraint.on("/*").allowing("**"))
			.servlet("name", name, "/"));
		assertThat(this.server.get("/", basic("zoë", "schlüssel")).text()).isEqualTo("zoë");
		// The same in ISO-8859-1
		assertThat(this.server.get("/", "Authorization: Basic em/rOnNjaGz8c3NlbA==").text()).isEqualTo("zoë");
	}

	@Test
	void credentialsAreNotLookedAtWhereNothingNeedsThem() throws Exception {
		deploy();
		assertThat(this.server.get("/x", basic("ada", "secret")).text()).isEqualTo("null null null false");
	}

	@Test
	void sessionOfSomebodyWhoWasNotLoggedInGetsANewIdentifierOnce() throws Exception {
		HttpServlet session = ServletFixture.servlet((request, response) -> {
			request.getSession().setAttribute("cart", "full");
			response.getWriter().print(request.getSession().getAttribute("cart"));
		});
		this.server.deploy((builder) -> LoginFixture.administration(builder, LoginConfig.basic("shop"))
			.servlet("session", session, "/admin/session", "/session"));
		String anonymous = LoginFixture.cookie(this.server.get("/session"));
		RawResponse first = this.server.get("/admin/session", anonymous, basic("ada", "secret"));
		String renewed = LoginFixture.cookie(first);
		assertThat(renewed).isNotEqualTo(anonymous);
		RawResponse second = this.server.get("/admin/session", renewed, basic("ada", "secret"));
		assertThat(second.header("Set-Cookie")).isNull();
	}

	@Test
	void sessionDoesNotReplaceTheCredentials() throws Exception {
		HttpServlet session = ServletFixture.servlet((request, response) -> request.getSession());
		this.server.deploy((builder) -> LoginFixture.administration(builder, LoginConfig.basic("shop"))
			.servlet("session", session, "/admin/session"));
		String cookie = LoginFixture.cookie(this.server.get("/admin/session", basic("ada", "secret")));
		assertThat(this.server.get("/admin/session", cookie).status()).isEqualTo(401);
	}

}
