package io.mvcbridge.spring.mvc;

import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.mvcbridge.spring.TestHttp;
import org.junit.jupiter.api.Test;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Import;

import static org.assertj.core.api.Assertions.assertThat;

/** The filter chain that Spring Security sets up by default. */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT, classes = SecurityTests.SecuredApplication.class,
		properties = { "spring.security.user.name=user", "spring.security.user.password=secret" })
class SecurityTests {

	private static final String FORM = "application/x-www-form-urlencoded";

	private static final Pattern CSRF = Pattern.compile("name=\"_csrf\" type=\"hidden\" value=\"([^\"]+)\"");

	@LocalServerPort
	private int port;

	@Test
	void aBrowserIsSentToTheLoginPage() throws Exception {
		HttpResponse<String> response = TestHttp.get(this.port, "/hello", "Accept", "text/html");
		assertThat(response.statusCode()).isEqualTo(302);
		assertThat(response.headers().firstValue("Location"))
			.hasValueSatisfying((location) -> assertThat(location).endsWith("/login"));
	}

	@Test
	void aClientWithoutCredentialsIs401() throws Exception {
		HttpResponse<String> response = TestHttp.get(this.port, "/hello", "X-Requested-With", "XMLHttpRequest");
		assertThat(response.statusCode()).isEqualTo(401);
	}

	@Test
	void basicAuthenticationIsAccepted() throws Exception {
		assertThat(TestHttp.get(this.port, "/hello", "Authorization", "Basic dXNlcjpzZWNyZXQ=").body())
			.isEqualTo("Hello World");
	}

	@Test
	void securityHeadersAreOnEveryAnswer() throws Exception {
		assertThat(TestHttp.get(this.port, "/login").headers().map()).containsKey("X-Content-Type-Options")
			.containsKey("Cache-Control");
	}

	@Test
	void aFormLoginChangesTheSessionIdAndLetsIn() throws Exception {
		HttpResponse<String> page = TestHttp.get(this.port, "/login");
		String anonymous = sessionCookie(page);
		HttpResponse<String> login = logIn(page);
		assertThat(login.statusCode()).isEqualTo(302);
		String authenticated = sessionCookie(login);
		assertThat(authenticated).isNotEqualTo(anonymous);
		assertThat(TestHttp.get(this.port, "/hello", "Cookie", authenticated).body()).isEqualTo("Hello World");
		assertThat(TestHttp.get(this.port, "/hello", "Cookie", anonymous, "Accept", "text/html").statusCode())
			.isEqualTo(302);
	}

	@Test
	void aLogoutEndsTheSession() throws Exception {
		String cookie = sessionCookie(logIn(TestHttp.get(this.port, "/login")));
		HttpResponse<String> page = TestHttp.get(this.port, "/logout", "Cookie", cookie);
		HttpResponse<String> logout = TestHttp.post(this.port, "/logout", "_csrf=" + csrf(page), "Content-Type", FORM,
				"Accept", "text/html", "Cookie", cookie);
		assertThat(logout.statusCode()).isEqualTo(302);
		assertThat(TestHttp.get(this.port, "/hello", "Cookie", cookie, "Accept", "text/html").statusCode())
			.isEqualTo(302);
	}

	@Test
	void aWrongPasswordIsSentBack() throws Exception {
		HttpResponse<String> page = TestHttp.get(this.port, "/login");
		HttpResponse<String> login = TestHttp.post(this.port, "/login",
				"username=user&password=wrong&_csrf=" + csrf(page), "Content-Type", FORM, "Cookie",
				sessionCookie(page));
		assertThat(login.headers().firstValue("Location"))
			.hasValueSatisfying((location) -> assertThat(location).endsWith("/login?error"));
	}

	@Test
	void aPostWithoutCsrfTokenIs403() throws Exception {
		String cookie = sessionCookie(logIn(TestHttp.get(this.port, "/login")));
		HttpResponse<String> response = TestHttp.post(this.port, "/form", "a=1", "Content-Type", FORM, "Cookie",
				cookie);
		assertThat(response.statusCode()).isEqualTo(403);
	}

	private HttpResponse<String> logIn(HttpResponse<String> page) throws Exception {
		return TestHttp.post(this.port, "/login", "username=user&password=secret&_csrf=" + csrf(page), "Content-Type",
				FORM, "Cookie", sessionCookie(page));
	}

	private static String sessionCookie(HttpResponse<?> response) {
		String cookie = response.headers().firstValue("Set-Cookie").orElseThrow();
		return cookie.substring(0, cookie.indexOf(';'));
	}

	private static String csrf(HttpResponse<String> page) {
		Matcher matcher = CSRF.matcher(page.body());
		assertThat(matcher.find()).as("a CSRF token on the page").isTrue();
		return URLEncoder.encode(matcher.group(1), StandardCharsets.UTF_8);
	}

	@SpringBootConfiguration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@Import({ MvcApplication.PlainController.class, MvcApplication.FormController.class })
	static class SecuredApplication {

	}

}
