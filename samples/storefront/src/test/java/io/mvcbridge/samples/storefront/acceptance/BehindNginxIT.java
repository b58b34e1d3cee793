package io.mvcbridge.samples.storefront.acceptance;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a person at the other side of nginx meets: addresses that lead back to nginx, the
 * limits of uploads, files that nginx sends, and pages where there is no shop.
 */
@NginxTest
class BehindNginxIT {

	private static final String[] SPOOFED = { "X-Forwarded-For: 203.0.113.9", "X-Forwarded-Proto: https",
			"X-Forwarded-Host: evil.example", "X-Forwarded-Port: 666", "X-Forwarded-Prefix: /evil",
			"X-Forwarded-Ssl: on", "Forwarded: for=203.0.113.9;host=evil.example;proto=https" };

	private final ProxiedStorefront proxied;

	private final Storefront storefront;

	BehindNginxIT(ProxiedStorefront proxied) {
		this.proxied = proxied;
		this.storefront = proxied.storefront();
	}

	// ---- Where addresses lead

	@Test
	void aRedirectLeadsToWhereTheBrowserIs() {
		Answer answer = Wire.get(this.proxied.nginx().port(), "GET /checkout HTTP/1.1", "Host: shop.example:9090",
				"Accept: text/html");

		assertThat(answer.status()).isEqualTo(302);
		assertThat(answer.header("Location")).isEqualTo("http://shop.example:9090/login");
	}

	@Test
	void whatAClientClaimsThroughNginxChangesNothing() {
		Answer answer = Wire.get(this.proxied.nginx().port(),
				concat(new String[] { "GET /checkout HTTP/1.1", "Host: shop.example", "Accept: text/html" }, SPOOFED));

		assertThat(answer.status()).isEqualTo(302);
		assertThat(answer.header("Location")).isEqualTo("http://shop.example/login");
		assertThat(answer.header("Set-Cookie")).startsWith("JSESSIONID=").doesNotContain("Secure");
	}

	@Test
	void whatAClientClaimsThatGoesRoundNginxChangesNothing() {
		Answer answer = Wire.exchange("127.0.0.2", this.proxied.process().port(),
				String.join("\r\n", concat(
						new String[] { "GET /checkout HTTP/1.1", "Host: shop.example", "Accept: text/html" }, SPOOFED))
						+ "\r\nConnection: close\r\n\r\n");

		assertThat(answer.status()).isEqualTo(302);
		assertThat(answer.header("Location")).isEqualTo("http://shop.example/login");
		assertThat(answer.header("Set-Cookie")).startsWith("JSESSIONID=").doesNotContain("Secure");
	}

	@Test
	void theOtherFamilyOfFieldsIsDeafEvenToNginx() {
		Answer answer = Wire.get(this.proxied.process().port(), "GET /checkout HTTP/1.1", "Host: shop.example",
				"Accept: text/html", "Forwarded: for=203.0.113.9;host=evil.example;proto=https");

		assertThat(answer.header("Location")).isEqualTo("http://shop.example/login");
	}

	@Test
	@EnabledIfInstalled("openssl")
	void whereNginxEndsTlsTheShopIsSecure(@TempDir Path folder) throws Exception {
		Path certificate = certificate(folder);
		try (Nginx nginx = Nginx.launch(folder, this.proxied.process().port())
			.tls(certificate, folder.resolve("key.pem"))
			.start()) {
			HttpClient client = HttpClient.newBuilder().sslContext(trusting(certificate)).build();
			HttpResponse<String> answer = client
				.send(HttpRequest.newBuilder(URI.create("https://localhost:" + nginx.port() + "/checkout"))
					.header("Accept", "text/html")
					.build(), BodyHandlers.ofString());

			assertThat(answer.statusCode()).isEqualTo(302);
			assertThat(answer.headers().firstValue("Location").orElse(""))
				.isEqualTo("https://localhost:" + nginx.port() + "/login");
			assertThat(answer.headers().firstValue("Set-Cookie").orElse("")).startsWith("JSESSIONID=")
				.contains("; Secure");
			assertThat(answer.headers().firstValue("Strict-Transport-Security").orElse("")).contains("max-age=");
		}
	}

	@Test
	void whereTlsEndsInFrontOfNginxTheShopIsSecureToo(@TempDir Path folder) {
		try (Nginx nginx = Nginx.launch(folder, this.proxied.process().port())
			.replace("default $scheme;", "default https;")
			.start()) {
			Answer answer = Wire.get(nginx.port(), "GET /checkout HTTP/1.1", "Host: shop.example", "Accept: text/html");

			assertThat(answer.header("Location")).isEqualTo("https://shop.example/login");
			assertThat(answer.header("Set-Cookie")).startsWith("JSESSIONID=").contains("; Secure");
		}
	}

	@Test
	void filesThatNginxSendsSayLikePagesThatHttpsStays(@TempDir Path folder) {
		try (Nginx nginx = Nginx.launch(folder, this.proxied.process().port())
			.replace("default $scheme;", "default https;")
			.start()) {
			for (String path : List.of("/login", "/css/storefront.css", "/products/1/picture")) {
				assertThat(Wire.get(nginx.port(), "GET " + path + " HTTP/1.1", "Host: shop.example")
					.header("Strict-Transport-Security")).as(path).isEqualTo("max-age=31536000 ; includeSubDomains");
			}
		}
	}

	// ---- Files

	@Test
	void aPictureIsLeftToNginx() {
		Answer asked = Wire.get(this.proxied.process().port(), "GET /products/1/picture HTTP/1.1", "Host: shop.example",
				"X-Forwarded-For: 127.0.0.1");
		Answer sent = this.storefront.visitor().get("/products/1/picture");

		assertThat(asked.header("X-Accel-Redirect")).matches("/internal/[0-9a-f]{64}\\.svg");
		assertThat(asked.body()).isEmpty();
		assertThat(sent.header("X-Accel-Redirect")).isEmpty();
		assertThat(sent.header("ETag")).isEqualTo(asked.header("ETag"));
		assertThat(sent.text()).startsWith("<svg ").endsWith("</svg>\n");
	}

	@Test
	void nobodyElseReachesWhereThePicturesLie() {
		String location = Wire
			.get(this.proxied.process().port(), "GET /products/1/picture HTTP/1.1", "Host: shop.example",
					"X-Forwarded-For: 127.0.0.1")
			.header("X-Accel-Redirect");

		Answer answer = this.storefront.visitor().get(location);

		assertThat(location).startsWith("/internal/");
		assertThat(answer.status()).isEqualTo(404);
		assertThat(answer.page().text()).contains("404 There is nothing here", "To the catalogue");
	}

	@Test
	void staticFilesAreSentWhileThereIsNoShop(@TempDir Path folder) throws IOException {
		try (Nginx nginx = Nginx.start(folder, deadPort())) {
			Visitor visitor = nginx.storefront().visitor();

			assertThat(visitor.get("/css/storefront.css").status()).isEqualTo(200);
			assertThat(visitor.get("/css/storefront.css", "Accept-Encoding", "gzip").header("Content-Encoding"))
				.isEqualTo("gzip");
			assertThat(visitor.get("/webjars/fontsource__source-sans-pro/4.5.11/400.css").mediaType())
				.isEqualTo("text/css");
		}
	}

	@Test
	void nginxSaysThatThereIsNoShopInItsLook(@TempDir Path folder) throws IOException {
		try (Nginx nginx = Nginx.start(folder, deadPort())) {
			Visitor visitor = nginx.storefront().visitor();

			Answer page = visitor.get("/cart");
			Answer problem = visitor.get("/api/products");

			assertThat(page.status()).isEqualTo(502);
			assertThat(page.header("Content-Type")).isEqualTo("text/html; charset=utf-8");
			assertThat(page.header("Retry-After")).isEqualTo("5");
			assertThat(page.header("Cache-Control")).isEqualTo("no-store");
			assertThat(page.page().text()).contains("We cannot answer just now");
			assertThat(visitor.get(page.page().link("stylesheet")).status()).isEqualTo(200);
			assertThat(visitor.get("/img/broken.svg").status()).isEqualTo(200);
			assertThat(problem.status()).isEqualTo(502);
			assertThat(problem.mediaType()).isEqualTo("application/problem+json");
			assertThat(problem.json().get("title").asString()).isEqualTo("No answer");
		}
	}

	// ---- What is for those who run the shop

	@ParameterizedTest
	@ValueSource(strings = { "/actuator", "/actuator/", "/actuator/metrics", "/actuator/info", "/actuator/health/db",
			"/actuator/metrics/x.gz", "/actuator;a=b/metrics", "//actuator/metrics", "/actuator%2Fmetrics",
			"/actuator/health/../metrics" })
	void theActuatorIsNotReachedThroughNginx(String path) {
		Answer answer = Wire.get(this.proxied.nginx().port(), "GET " + path + " HTTP/1.1", "Host: shop.example");

		assertThat(answer.status()).isEqualTo(404);
		assertThat(answer.page().text()).contains("404 There is nothing here");
		assertThat(answer.header("X-Frame-Options")).as("set by the storefront").isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "/actuator/health", "/actuator/health/liveness", "/actuator/health/readiness" })
	void aLoadBalancerMayAskThroughNginx(String path) {
		Answer answer = Wire.get(this.proxied.nginx().port(), "GET " + path + " HTTP/1.1", "Host: shop.example");

		assertThat(answer.status()).isEqualTo(200);
		assertThat(answer.json().get("status").asString()).isEqualTo("UP");
	}

	// ---- Uploads

	@Test
	void theShopItselfRefusesAnUploadThatIsALittleTooLarge() {
		Answer answer = upload(1_700_000);

		assertThat(answer.status()).isEqualTo(413);
		assertThat(answer.page().text()).contains("413 This file is too large", "Log out");
	}

	@Test
	void nginxRefusesWhatIsFarTooLarge() {
		String head = "POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2097153\r\nConnection: close\r\n\r\n";
		int port = this.proxied.nginx().port();

		Answer page = Wire.exchange("127.0.0.1", port, head.formatted("/warehouse/products/1/picture"));
		Answer problem = Wire.exchange("127.0.0.1", port, head.formatted("/api/cart/items"));

		assertThat(page.status()).isEqualTo(413);
		assertThat(page.page().text()).contains("413 This file is too large").doesNotContain("Log in");
		assertThat(problem.status()).isEqualTo(413);
		assertThat(problem.mediaType()).isEqualTo("application/problem+json");
		assertThat(problem.json().get("status").asInt()).isEqualTo(413);
	}

	@Test
	void whatNginxJustTakesReachesTheShop() {
		Answer answer = Wire.exchange("127.0.0.1", this.proxied.nginx().port(),
				"POST /warehouse/products/1/picture HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2097152\r\n"
						+ "Connection: close\r\n\r\n" + "x".repeat(2097152));

		assertThat(answer.status()).as("no token").isEqualTo(403);
		assertThat(answer.header("X-Frame-Options")).isEqualTo("DENY");
	}

	// ----

	private Answer upload(int size) {
		Visitor administrator = this.storefront.administrator();
		return administrator.submit(administrator.get("/products/1").page().form("/picture"), "picture", "mug.png",
				"image/png", new byte[size]);
	}

	private static String[] concat(String[] lines, String[] more) {
		return Stream.of(lines, more).flatMap(Arrays::stream).toArray(String[]::new);
	}

	/** A port that nobody listens on, nor will before the end of the test. */
	private static int deadPort() throws IOException {
		try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			return socket.getLocalPort();
		}
	}

	/** Make a certificate of localhost, signed by itself; its key is in key.pem. */
	private static Path certificate(Path folder) throws IOException, InterruptedException {
		Path certificate = folder.resolve("certificate.pem");
		Path output = folder.resolve("openssl.log");
		Process openssl = new ProcessBuilder(List.of("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes",
				"-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout",
				folder.resolve("key.pem").toString(), "-out", certificate.toString()))
			.redirectErrorStream(true)
			.redirectOutput(output.toFile())
			.start();
		assertThat(openssl.waitFor(30, TimeUnit.SECONDS)).isTrue();
		assertThat(openssl.exitValue()).as(Files.readString(output)).isZero();
		return certificate;
	}

	private static SSLContext trusting(Path file) throws IOException, GeneralSecurityException {
		KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
		trusted.load(null, null);
		try (InputStream input = Files.newInputStream(file)) {
			Certificate certificate = CertificateFactory.getInstance("X.509").generateCertificate(input);
			trusted.setCertificateEntry("nginx", certificate);
		}
		TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
		factory.init(trusted);
		SSLContext context = SSLContext.getInstance("TLS");
		context.init(null, factory.getTrustManagers(), null);
		return context;
	}

}
