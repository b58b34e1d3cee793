package io.mvcbridge.spring.mvc;

import java.io.IOException;
import java.util.Collections;
import java.util.List;

import io.mvcbridge.spring.TestHttp;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What an application sees behind a proxy, in each strategy, over a raw socket. The
 * proxy, and whoever pretends to be one, is 127.0.0.1.
 */
class ForwardedHeadersTests {

	private static final String PROXY = "X-Forwarded-For: 192.0.2.1, 203.0.113.7\r\nX-Forwarded-Proto: https\r\n"
			+ "X-Forwarded-Host: shop.example\r\nX-Forwarded-Port: 8443\r\n";

	private static final String STANDARD = "Forwarded: for=203.0.113.7;proto=https;host=\"shop.example:8443\"\r\n";

	private static final String PREFIX = "X-Forwarded-Prefix: /evil\r\n";

	@Test
	void nativeBehindATrustedProxySeesWhatTheBrowserSees() throws Exception {
		try (ConfigurableApplicationContext application = run("server.forward-headers-strategy=native",
				"bridge.trusted-proxies=127.0.0.1")) {
			String answer = ask(application, PROXY);
			assertThat(answer).contains("\r\nLocation: https://shop.example:8443/login?next=a\r\n")
				.contains("; Path=/; Secure; HttpOnly")
				.endsWith("https://shop.example:8443/seen 203.0.113.7:0 secure=true "
						+ "https://shop.example:8443/link [203.0.113.7] [https] [shop.example] [8443] []");
		}
	}

	@Test
	void nativeReadsTheStandardFieldWhereThatIsConfigured() throws Exception {
		try (ConfigurableApplicationContext application = run("server.forward-headers-strategy=native",
				"bridge.forwarded-headers=forwarded")) {
			assertThat(ask(application, STANDARD)).endsWith("https://shop.example:8443/seen 203.0.113.7:0 secure=true "
					+ "https://shop.example:8443/link [] [] [] [] []");
		}
	}

	@ParameterizedTest
	@MethodSource("strategiesWithoutTrust")
	void whoIsNotTrustedSpoofsNothing(List<String> properties) throws Exception {
		try (ConfigurableApplicationContext application = run(properties.toArray(String[]::new))) {
			assertThat(ask(application, PROXY + STANDARD + PREFIX + "X-Forwarded-Ssl: on\r\n"))
				.endsWith("http://backend:5501/seen 127.0.0.1 secure=false http://backend:5501/link [] [] [] [] []");
		}
	}

	static List<List<String>> strategiesWithoutTrust() {
		return List.of(List.of("server.forward-headers-strategy=native", "bridge.trusted-proxies=10.0.0.0/8"),
				List.of("server.forward-headers-strategy=native", "bridge.trusted-proxies="),
				List.of("server.forward-headers-strategy=native", "bridge.trusted-proxies=10.0.0.0/8",
						"bridge.forwarded-headers=forwarded"),
				List.of("server.forward-headers-strategy=framework", "bridge.trusted-proxies=10.0.0.0/8"),
				List.of("bridge.trusted-proxies=10.0.0.0/8"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "native", "framework" })
	void theOtherFamilyThroughATrustedProxySpoofsNothing(String strategy) throws Exception {
		try (ConfigurableApplicationContext application = run("server.forward-headers-strategy=" + strategy,
				"bridge.trusted-proxies=127.0.0.1")) {
			assertThat(ask(application, STANDARD))
				.endsWith("http://backend:5501/seen 127.0.0.1 secure=false http://backend:5501/link [] [] [] [] []");
		}
		try (ConfigurableApplicationContext application = run("server.forward-headers-strategy=" + strategy,
				"bridge.trusted-proxies=127.0.0.1", "bridge.forwarded-headers=forwarded")) {
			assertThat(ask(application, PROXY + PREFIX + "X-Forwarded-Ssl: on\r\n"))
				.endsWith("http://backend:5501/seen 127.0.0.1 secure=false http://backend:5501/link [] [] [] [] []");
		}
	}

	@Test
	void frameworkBehindATrustedProxyIsSpringsFilter() throws Exception {
		try (ConfigurableApplicationContext application = run("server.forward-headers-strategy=framework",
				"bridge.trusted-proxies=127.0.0.1")) {
			String answer = ask(application, "X-Forwarded-Proto: https\r\nX-Forwarded-Host: shop.example\r\n"
					+ "X-Forwarded-Prefix: /shop\r\nX-Forwarded-For: 203.0.113.7\r\n");
			// Spring puts the client's address and the proxy's port together
			assertThat(answer.replaceAll("203.0.113.7:\\d+", "203.0.113.7"))
				.endsWith("https://shop.example/shop/seen 203.0.113.7 secure=true https://shop.example/shop/link "
						+ "[] [] [] [] []");
		}
	}

	@Test
	void noneLeavesTheFieldsAloneAndBelievesNone() throws Exception {
		try (ConfigurableApplicationContext application = run("server.forward-headers-strategy=none")) {
			assertThat(ask(application, PROXY + PREFIX)).endsWith("http://backend:5501/seen 127.0.0.1 secure=false "
					+ "http://backend:5501/link [192.0.2.1, 203.0.113.7] [https] [shop.example] [8443] [/evil]");
		}
	}

	@Test
	void nonsenseOfATrustedProxyIsA400() throws Exception {
		try (ConfigurableApplicationContext application = run("server.forward-headers-strategy=native")) {
			assertThat(ask(application, "X-Forwarded-Proto: gopher\r\n")).startsWith("HTTP/1.1 400 Bad Request\r\n")
				.endsWith("400 X-Forwarded-Proto of the proxy names a scheme other than http and https\n");
		}
	}

	@Test
	void theManagementPortBelievesTheSameProxies() throws Exception {
		try (ConfigurableApplicationContext application = run("server.forward-headers-strategy=native",
				"management.server.port=0", "management.endpoints.web.exposure.include=health")) {
			int port = application.getEnvironment().getRequiredProperty("local.management.port", Integer.class);
			assertThat(TestHttp.raw(port,
					"GET /actuator HTTP/1.1\r\nHost: backend\r\nConnection: close\r\n" + PROXY + "\r\n"))
				.contains("\"href\":\"https://shop.example:8443/actuator/health\"");
		}
	}

	private static ConfigurableApplicationContext run(String... properties) {
		return new SpringApplicationBuilder(MvcApplication.class, Seen.class).properties("server.port=0")
			.properties(properties)
			.run();
	}

	private static String ask(ConfigurableApplicationContext application, String fields) throws IOException {
		int port = application.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
		return TestHttp.raw(port,
				"GET /seen HTTP/1.1\r\nHost: backend:5501\r\nConnection: close\r\n" + fields + "\r\n");
	}

	/** Tells what it sees of where it is and who called. */
	@RestController
	static class Seen {

		@GetMapping("/seen")
		String seen(HttpServletRequest request, HttpServletResponse response, HttpSession session) {
			response.setHeader("Location",
					ServletUriComponentsBuilder.fromCurrentContextPath().path("/login").query("next=a").toUriString());
			boolean peer = request.getRemoteAddr().equals("127.0.0.1");
			return request.getRequestURL() + " " + request.getRemoteAddr() + (peer ? "" : ":" + request.getRemotePort())
					+ " secure=" + request.isSecure() + " "
					+ ServletUriComponentsBuilder.fromCurrentContextPath().path("/link").toUriString() + " "
					+ field(request, "X-Forwarded-For") + field(request, "X-Forwarded-Proto")
					+ field(request, "X-Forwarded-Host") + field(request, "X-Forwarded-Port")
					+ field(request, "X-Forwarded-Prefix").strip();
		}

		private static String field(HttpServletRequest request, String name) {
			return Collections.list(request.getHeaders(name)) + " ";
		}

	}

}
