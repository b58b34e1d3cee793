package io.mvcbridge.spring.server;

import java.io.File;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.web.server.Cookie.SameSite;
import org.springframework.boot.web.server.WebServer;
import org.springframework.boot.web.server.servlet.CookieSameSiteSupplier;
import org.springframework.boot.web.server.servlet.Session;
import org.springframework.boot.web.servlet.ServletContextInitializer;

import static io.mvcbridge.spring.server.RunningServers.factory;
import static io.mvcbridge.spring.server.RunningServers.servlet;
import static org.assertj.core.api.Assertions.assertThat;

/** {@code server.servlet.session.*} and the cookies of the application. */
class SessionTests {

	@RegisterExtension
	private final RunningServers servers = new RunningServers();

	private final ReactorNettyServletWebServerFactory factory = factory();

	private final Session session = this.factory.getSettings().getSession();

	@ParameterizedTest
	@CsvSource({ "PT30M,1800", "PT10S,10" })
	void theTimeoutIsThatOfNewSessions(Duration timeout, String seconds) throws Exception {
		this.session.setTimeout(timeout);
		WebServer server = this.servers.start(this.factory, maxInactiveInterval());
		assertThat(RunningServers.get(server, "/timeout").body()).isEqualTo(seconds);
	}

	@ParameterizedTest
	@NullSource
	@ValueSource(strings = { "PT0S", "PT-1S" })
	void withoutATimeoutOrWithOneOfZeroOrLessSessionsDoNotExpire(Duration timeout) throws Exception {
		this.session.setTimeout(timeout);
		WebServer server = this.servers.start(this.factory, maxInactiveInterval());
		assertThat(Integer.parseInt(RunningServers.get(server, "/timeout").body())).isLessThanOrEqualTo(0);
	}

	private static ServletContextInitializer maxInactiveInterval() {
		return servlet("/timeout",
				(request, response) -> response.getWriter().print(request.getSession().getMaxInactiveInterval()));
	}

	@Test
	void theSessionCookieIsNamedAsUsualAndHttpOnly() throws Exception {
		WebServer server = this.servers.start(this.factory, counter());
		String cookie = setCookies(RunningServers.get(server, "/count")).get(0);
		assertThat(cookie).startsWith("JSESSIONID=").contains("Path=/").containsIgnoringCase("HttpOnly");
	}

	@Test
	void theSessionCookieLooksAsConfigured() throws Exception {
		org.springframework.boot.web.server.Cookie cookie = this.session.getCookie();
		cookie.setName("SHOP");
		cookie.setDomain("example.com");
		cookie.setPath("/example/path");
		cookie.setHttpOnly(false);
		cookie.setSecure(true);
		cookie.setMaxAge(Duration.ofSeconds(60));
		cookie.setPartitioned(true);
		WebServer server = this.servers.start(this.factory, counter());
		assertThat(setCookies(RunningServers.get(server, "/count"))).singleElement()
			.asString()
			.startsWith("SHOP=")
			.contains("Domain=example.com")
			.contains("Path=/example/path")
			.contains("Max-Age=60")
			.contains("Secure")
			.contains("Partitioned")
			.doesNotContain("Partitioned=")
			.doesNotContainIgnoringCase("HttpOnly");
	}

	@ParameterizedTest
	@EnumSource(names = "OMITTED", mode = EnumSource.Mode.EXCLUDE)
	void theSessionCookieHasTheSameSiteThatIsConfigured(SameSite sameSite) throws Exception {
		this.session.getCookie().setSameSite(sameSite);
		WebServer server = this.servers.start(this.factory, counter());
		assertThat(setCookies(RunningServers.get(server, "/count"))).singleElement()
			.asString()
			.contains("SameSite=" + sameSite.attributeValue());
	}

	@Test
	void theSessionCookieGetsTheSameSiteOfASupplier() throws Exception {
		this.factory.setCookieSameSiteSuppliers(List.of(CookieSameSiteSupplier.ofStrict()));
		WebServer server = this.servers.start(this.factory, counter());
		assertThat(setCookies(RunningServers.get(server, "/count"))).singleElement()
			.asString()
			.contains("SameSite=Strict");
	}

	@Test
	void theSessionCookieKeepsItsConfiguredSameSite() throws Exception {
		this.session.getCookie().setSameSite(SameSite.NONE);
		this.factory.setCookieSameSiteSuppliers(List.of(CookieSameSiteSupplier.ofStrict()));
		WebServer server = this.servers.start(this.factory, counter());
		assertThat(setCookies(RunningServers.get(server, "/count"))).singleElement()
			.asString()
			.contains("SameSite=None");
	}

	@Test
	void theSessionCookieIsExemptFromSuppliersIfItsSameSiteIsOmitted() throws Exception {
		this.session.getCookie().setSameSite(SameSite.OMITTED);
		this.factory.setCookieSameSiteSuppliers(List.of(CookieSameSiteSupplier.ofStrict()));
		WebServer server = this.servers.start(this.factory, counter());
		assertThat(setCookies(RunningServers.get(server, "/count"))).singleElement()
			.asString()
			.doesNotContain("SameSite");
	}

	@Test
	void theFirstSupplierWithAnAnswerDecidesForEachCookieOfTheApplication() throws Exception {
		this.factory.setCookieSameSiteSuppliers(List.of(CookieSameSiteSupplier.ofLax().whenHasName("lax"),
				CookieSameSiteSupplier.ofStrict().whenHasName("strict"),
				CookieSameSiteSupplier.of(SameSite.OMITTED).whenHasName("omitted"),
				CookieSameSiteSupplier.ofNone().whenHasName("omitted")));
		WebServer server = this.servers.start(this.factory, servlet("/cookies", (request, response) -> {
			for (String name : List.of("lax", "strict", "omitted", "other", "own")) {
				Cookie cookie = new Cookie(name, "test");
				if (name.equals("own")) {
					cookie.setAttribute("SameSite", "None");
				}
				response.addCookie(cookie);
			}
		}));
		assertThat(setCookies(RunningServers.get(server, "/cookies"))).containsExactly("lax=test; SameSite=Lax",
				"strict=test; SameSite=Strict", "omitted=test", "other=test", "own=test; SameSite=None");
	}

	@Test
	void trackingModesAreThoseThatAreConfigured() {
		this.session.setTrackingModes(EnumSet.of(Session.SessionTrackingMode.COOKIE, Session.SessionTrackingMode.URL));
		assertThat(this.servers.create(this.factory).getServletContext().getEffectiveSessionTrackingModes())
			.isEqualTo(Set.of(jakarta.servlet.SessionTrackingMode.COOKIE, jakarta.servlet.SessionTrackingMode.URL));
	}

	@Test
	void sessionsAreForgottenWithTheServer() throws Exception {
		WebServer first = this.servers.start(this.factory, counter());
		HttpResponse<String> response = RunningServers.get(first, "/count");
		first.stop();
		first.destroy();
		WebServer second = this.servers.start(this.factory, counter());
		assertThat(RunningServers.get(second, "/count", "Cookie", sessionCookie(response)).body()).isEqualTo("1");
	}

	@Test
	void persistentSessionsOutliveTheServer(@TempDir Path directory) throws Exception {
		this.session.setPersistent(true);
		this.session.setStoreDir(directory.toFile());
		WebServer first = this.servers.start(this.factory, counter());
		HttpResponse<String> response = RunningServers.get(first, "/count");
		assertThat(RunningServers.get(first, "/count", "Cookie", sessionCookie(response)).body()).isEqualTo("2");
		first.stop();
		first.destroy();
		WebServer second = this.servers.start(this.factory, counter());
		assertThat(RunningServers.get(second, "/count", "Cookie", sessionCookie(response)).body()).isEqualTo("3");
	}

	@Test
	void theStoreDirectoryIsMadeWhenItIsMissing(@TempDir Path directory) {
		File store = directory.resolve("made/here").toFile();
		this.session.setPersistent(true);
		this.session.setStoreDir(store);
		this.servers.create(this.factory);
		assertThat(store).isDirectory();
	}

	@Test
	void stoppingAndStartingKeepsSessions() throws Exception {
		WebServer server = this.servers.start(this.factory, counter());
		HttpResponse<String> response = RunningServers.get(server, "/count");
		server.stop();
		server.start();
		assertThat(RunningServers.get(server, "/count", "Cookie", sessionCookie(response)).body()).isEqualTo("2");
	}

	private static ServletContextInitializer counter() {
		return servlet("/count", (request, response) -> {
			HttpSession session = request.getSession();
			Integer count = (Integer) session.getAttribute("count");
			count = (count != null) ? count + 1 : 1;
			session.setAttribute("count", count);
			response.getWriter().print(count);
		});
	}

	private static List<String> setCookies(HttpResponse<?> response) {
		return response.headers().allValues("Set-Cookie");
	}

	private static String sessionCookie(HttpResponse<?> response) {
		String cookie = setCookies(response).get(0);
		return cookie.substring(0, cookie.indexOf(';'));
	}

}
