package io.mvcbridge.jakarta;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;

import io.mvcbridge.jakarta.security.InMemoryIdentities;
import io.mvcbridge.jakarta.security.LoginConfig;
import io.mvcbridge.jakarta.security.SecurityConstraint;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/** Users and applications that several tests of the login have in common. */
final class LoginFixture {

	/** Few iterations: the tests are not about how long it takes. */
	static final InMemoryIdentities USERS = InMemoryIdentities.builder()
		.iterations(1000)
		.digestRealm("shop")
		.user("ada", "secret", "ADMIN", "STAFF")
		.user("bob", "hunter2", "STAFF")
		.user("zoë", "schlüssel", "STAFF")
		.build();

	private LoginFixture() {
	}

	/** Answers with what the request says of its sender. */
	static HttpServlet who() {
		return ServletFixture.servlet((request, response) -> response.getWriter().print(describe(request)));
	}

	static String describe(HttpServletRequest request) {
		return request.getRemoteUser() + " "
				+ ((request.getUserPrincipal() != null) ? request.getUserPrincipal().getName() : null) + " "
				+ request.getAuthType() + " " + request.isUserInRole("ADMIN");
	}

	/** An application that is for administrators below /admin. */
	static ServletKernel.Builder administration(ServletKernel.Builder builder, LoginConfig login) {
		return builder.identityStore(USERS)
			.loginConfig(login)
			.securityRole("ADMIN", "STAFF")
			.securityConstraint(SecurityConstraint.on("/admin/*").allowing("ADMIN"))
			.servlet("who", who(), "/");
	}

	/** An Authorization field for BASIC. */
	static String basic(String username, String password) {
		return "Authorization: Basic "
				+ Base64.getEncoder().encodeToString((username + ":" + password).getBytes(StandardCharsets.UTF_8));
	}

	/** The Cookie field that answers the Set-Cookie field of a response. */
	static String cookie(RawResponse response) {
		List<String> cookies = response.headers("Set-Cookie");
		return "Cookie: " + cookies.get(cookies.size() - 1).split(";")[0];
	}

	/** Posts a login form. */
	static RawResponse logIn(ServletFixture server, String path, String username, String password,
			@Nullable String cookie) throws IOException {
		String body = "j_username=" + username + "&j_password=" + password;
		return (cookie != null) ? server.post(path, "application/x-www-form-urlencoded", body, cookie)
				: server.form(path, body);
	}

}
