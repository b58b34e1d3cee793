package io.mvcbridge.jakarta;

import io.mvcbridge.jakarta.security.LoginConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import static io.mvcbridge.jakarta.LoginFixture.basic;
import static io.mvcbridge.jakarta.LoginFixture.cookie;
import static org.assertj.core.api.Assertions.assertThat;

/** Servlet 6.1 §13.3, §13.10. */
class ProgrammaticLoginConformanceTests {

	private static final LoginConfig BASIC = LoginConfig.basic("shop");

	@RegisterExtension
	final ServletFixture server = new ServletFixture();

	private static ServletFixture.Handler answering(Action action) {
		return (request, response) -> {
			String outcome;
			try {
				action.perform(request);
				outcome = LoginFixture.describe(request);
			}
			catch (ServletException ex) {
				outcome = ex.getMessage();
			}
			response.getWriter().print(outcome);
		};
	}

	private String answer(LoginConfig login, Action action) throws Exception {
		this.server.deploy((builder) -> LoginFixture.administration(builder, login)
			.servlet("test", ServletFixture.servlet(answering(action)), "/test"));
		return this.server.get("/test").text();
	}

	@Test
	void loginIsThatOfTheRequest() throws Exception {
		assertThat(answer(BASIC, (request) -> request.login("ada", "secret"))).isEqualTo("ada ada BASIC true");
	}

	@Test
	void logoutEndsIt() throws Exception {
		assertThat(answer(BASIC, (request) -> {
			request.login("ada", "secret");
			request.logout();
		})).isEqualTo("null null null false");
	}

	@Test
	void logoutOfNobodyDoesNothing() throws Exception {
		assertThat(answer(BASIC, HttpServletRequest::logout)).isEqualTo("null null null false");
	}

	@Test
	void anotherLoginIsPossibleAfterALogout() throws Exception {
		assertThat(answer(BASIC, (request) -> {
			request.login("ada", "secret");
			request.logout();
			request.login("bob", "hunter2");
		})).isEqualTo("bob bob BASIC false");
	}

	@Test
	void loginWithAWrongPasswordFails() throws Exception {
		assertThat(answer(BASIC, (request) -> request.login("ada", "wrong")))
			.isEqualTo("login() failed: there is no user of that name and password");
	}

	@Test
	void loginWithoutAPasswordFails() throws Exception {
		assertThat(answer(BASIC, (request) -> request.login("ada", null)))
			.isEqualTo("login() failed: there is no user of that name and password");
	}

	@Test
	void secondLoginFailsAndLeavesTheFirst() throws Exception {
		assertThat(answer(BASIC, (request) -> {
			request.login("ada", "secret");
			try {
				request.login("bob", "hunter2");
			}
			catch (ServletException ex) {
				throw new ServletException(ex.getMessage() + " (" + request.getRemoteUser() + ")");
			}
		})).isEqualTo("login() was called, but this request is that of 'ada': call logout() first (ada)");
	}

	@Test
	void loginByPasswordIsNotPossibleWhereCertificatesCount() throws Exception {
		assertThat(answer(LoginConfig.clientCert(), (request) -> request.login("ada", "secret")))
			.isEqualTo("login() is not possible: users of this application log in by certificate, not by password");
	}

	@Test
	void loginWithoutALoginConfigurationIsPossible() throws Exception {
		this.server.deploy((builder) -> builder.identityStore(LoginFixture.USERS)
			.servlet("test", ServletFixture.servlet(answering((request) -> request.login("ada", "secret"))), "/"));
		assertThat(this.server.get("/").text()).isEqualTo("ada ada LOGIN true");
	}

	@Test
	void applicationWithoutUsersSaysSo() throws Exception {
		this.server.deploy(answering((request) -> request.login("ada", "secret")));
		assertThat(this.server.get("/").text())
			.isEqualTo("login() is not possible: this application has neither a login"
					+ " configuration nor an identity store, so the container knows no users. Configure them, or use the"
					+ " framework that logs users in");
	}

	@Test
	void applicationWithoutALoginSaysSo() throws Exception {
		this.server.deploy((builder) -> builder.identityStore(LoginFixture.USERS)
			.servlet("test", ServletFixture.servlet((request, response) -> {
				try {
					request.authenticate(response);
				}
				catch (ServletException ex) {
					response.getWriter().print(ex.getMessage());
				}
			}), "/"));
		assertThat(this.server.get("/").text())
			.isEqualTo("authenticate() cannot ask for a login: none is configured for this application."
					+ " Configure one with loginConfig(...), or leave the login to a framework");
	}

	@Test
	void authenticateAsksForCredentialsOrTakesThem() throws Exception {
		this.server.deploy((builder) -> LoginFixture.administration(builder, BASIC)
			.servlet("test", ServletFixture.servlet((request, response) -> {
				if (request.authenticate(response)) {
					response.getWriter().print(request.authenticate(response) + " " + LoginFixture.describe(request));
				}
			}), "/test"));
		RawResponse asked = this.server.get("/test");
		assertThat(asked.status()).isEqualTo(401);
		assertThat(asked.header("WWW-Authenticate")).isEqualTo("Basic realm=\"shop\", charset=\"UTF-8\"");
		assertThat(this.server.get("/test", basic("ada", "secret")).text()).isEqualTo("true ada ada BASIC true");
	}

	@Test
	void authenticateComesTooLateAfterTheResponseIsCommitted() throws Exception {
		this.server.deploy((builder) -> LoginFixture.administration(builder, BASIC)
			.servlet("test", ServletFixture.servlet((request, response) -> {
				response.getWriter().print("begun ");
				response.flushBuffer();
				try {
					request.authenticate(response);
				}
				catch (IllegalStateException ex) {
					response.getWriter().print(ex.getMessage());
				}
			}), "/test"));
		assertThat(this.server.get("/test").text())
			.isEqualTo("begun authenticate() cannot ask for a login: the response is committed");
	}

	@Test
	void loginWithoutASessionIsForgottenWithItsRequest() throws Exception {
		this.server.deploy((builder) -> LoginFixture.administration(builder, BASIC)
			.servlet("test", ServletFixture.servlet(answering((request) -> request.login("ada", "secret"))), "/test"));
		RawResponse response = this.server.get("/test");
		assertThat(response.header("Set-Cookie")).isNull();
		assertThat(this.server.get("/x").text()).isEqualTo("null null null false");
	}

	@Test
	void loginIsRememberedByTheSessionUnderANewIdentifier() throws Exception {
		this.server.deploy((builder) -> LoginFixture.administration(builder, BASIC)
			.servlet("session", ServletFixture.servlet((request, response) -> request.getSession()), "/session")
			.servlet("test", ServletFixture.servlet(answering((request) -> request.login("ada", "secret"))), "/test"));
		String anonymous = cookie(this.server.get("/session"));
		String known = cookie(this.server.get("/test", anonymous));
		assertThat(known).isNotEqualTo(anonymous);
		assertThat(this.server.get("/admin/x", known).text()).isEqualTo("ada ada BASIC true");
		assertThat(this.server.get("/admin/x", anonymous).status()).isEqualTo(401);
	}

	@Test
	void loginMakesASessionWhereFormsLogIn() throws Exception {
		this.server.deploy((builder) -> LoginFixture.administration(builder, LoginConfig.form("/login", "/failed"))
			.servlet("test", ServletFixture.servlet(answering((request) -> request.login("ada", "secret"))), "/test"));
		String known = cookie(this.server.get("/test"));
		assertThat(this.server.get("/admin/x", known).text()).isEqualTo("ada ada FORM true");
	}

	@Test
	void loginAfterTheResponseIsCommittedIsThatOfTheRequestAlone() throws Exception {
		this.server.deploy((builder) -> LoginFixture.administration(builder, BASIC)
			.servlet("session", ServletFixture.servlet((request, response) -> request.getSession()), "/session")
			.servlet("test", ServletFixture.servlet((request, response) -> {
				response.flushBuffer();
				request.login("ada", "secret");
				response.getWriter().print(LoginFixture.describe(request));
			}), "/test"));
		String anonymous = cookie(this.server.get("/session"));
		assertThat(this.server.get("/test", anonymous).text()).isEqualTo("ada ada BASIC true");
		assertThat(this.server.get("/admin/x", anonymous).status()).isEqualTo(401);
	}

	/** What a servlet does before it says who its sender is. */
	@FunctionalInterface
	interface Action {

		void perform(HttpServletRequest request) throws ServletException;

	}

}
