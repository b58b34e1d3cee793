package io.mvcbridge.samples.storefront.acceptance;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the sample's nginx tells a storefront about a request, whatever the client claims.
 */
@EnabledIfInstalled("nginx")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class NginxForwardingIT {

	private final RecordingServer storefront;

	private Nginx nginx;

	NginxForwardingIT(@TempDir Path folder) throws IOException {
		this.storefront = new RecordingServer();
		this.nginx = Nginx.start(folder, this.storefront.port());
	}

	@AfterAll
	void stop() throws IOException {
		this.nginx.close();
		this.storefront.close();
	}

	@Test
	void theStorefrontIsToldWhoAsksForWhat() {
		assertThat(sent("GET /cart?a=%2F HTTP/1.1", "Host: shop.example", "Accept: */*")).containsExactly(
				"GET /cart?a=%2F HTTP/1.1", "Host: shop.example", "X-Forwarded-For: 127.0.0.1",
				"X-Forwarded-Proto: http", "X-Forwarded-Host: shop.example", "X-Forwarded-Port: 80",
				"X-Real-IP: 127.0.0.1", "Accept: */*");
	}

	@Test
	void thePortIsTheOneThatTheBrowserHasNamed() {
		assertThat(sent("GET / HTTP/1.1", "Host: shop.example:9090")).contains("Host: shop.example:9090",
				"X-Forwarded-Host: shop.example:9090", "X-Forwarded-Port: 9090");
	}

	@Test
	void anIpv6AddressMayBeTheHost() {
		assertThat(sent("GET / HTTP/1.1", "Host: [2001:db8::7]")).contains("X-Forwarded-Host: [2001:db8::7]",
				"X-Forwarded-Port: 80");
		assertThat(sent("GET / HTTP/1.1", "Host: [2001:db8::7]:9090")).contains("X-Forwarded-Host: [2001:db8::7]:9090",
				"X-Forwarded-Port: 9090");
	}

	@Test
	void aClientWithoutAHostMeansThisOne() {
		String self = "localhost:" + this.nginx.port();

		assertThat(sent("GET / HTTP/1.0")).contains("Host: " + self, "X-Forwarded-Host: " + self,
				"X-Forwarded-Port: " + this.nginx.port());
	}

	@Test
	void whatAClientClaimsOfItselfEndsHere() {
		assertThat(sent("GET / HTTP/1.1", "Host: shop.example", "X-Forwarded-For: 203.0.113.9",
				"x-forwarded-for: 203.0.113.10", "X-Forwarded-Proto: https", "X-Forwarded-Host: evil.example",
				"X-Forwarded-Port: 666", "X-Forwarded-Prefix: /evil", "X-Forwarded-Ssl: on",
				"X_Forwarded_Host: evil.example", "Forwarded: for=203.0.113.9;host=evil.example;proto=https",
				"X-Real-IP: 203.0.113.9"))
			.containsExactly("GET / HTTP/1.1", "Host: shop.example", "X-Forwarded-For: 127.0.0.1",
					"X-Forwarded-Proto: http", "X-Forwarded-Host: shop.example", "X-Forwarded-Port: 80",
					"X-Real-IP: 127.0.0.1");
	}

	@Test
	void aWebSocketIsPassedOn() {
		assertThat(sent("GET /news HTTP/1.1", "Host: shop.example", "Upgrade: WebSocket"))
			.contains("Upgrade: websocket", "Connection: upgrade");
	}

	@Test
	void noOtherProtocolIsPassedOn() {
		assertThat(sent("GET / HTTP/1.1", "Host: shop.example", "Upgrade: h2c", "HTTP2-Settings: AAMAAABkAAQAAP__"))
			.noneMatch((line) -> line.startsWith("Upgrade:") || line.startsWith("Connection:"));
	}

	@Test
	void anOrdinaryRequestLeavesTheConnectionOpen() {
		assertThat(sent("GET / HTTP/1.1", "Host: shop.example")).noneMatch((line) -> line.startsWith("Connection:"));
	}

	@Test
	void whatIsEncodedInAPathStaysSo() {
		assertThat(sent("GET /a%2Fb//c/%C3%A4;x=1?q=%26 HTTP/1.1", "Host: shop.example").get(0))
			.isEqualTo("GET /a%2Fb//c/%C3%A4;x=1?q=%26 HTTP/1.1");
	}

	private List<String> sent(String... request) {
		assertThat(Wire.get(this.nginx.port(), request).status()).isEqualTo(204);
		return this.storefront.head();
	}

}
