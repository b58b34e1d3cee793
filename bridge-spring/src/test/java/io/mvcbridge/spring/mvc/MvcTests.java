package io.mvcbridge.spring.mvc;

import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;

import io.mvcbridge.spring.BridgeStatus;
import io.mvcbridge.spring.TestHttp;
import io.mvcbridge.spring.server.ReactorNettyWebServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/** Spring MVC as its users know it. One application for all tests. */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT, classes = MvcApplication.class,
		properties = { "spring.mvc.problemdetails.enabled=true", "bridge.max-form-size=4KB", "bridge.max-parameters=20",
				"spring.servlet.multipart.max-file-size=8KB", "spring.servlet.multipart.max-request-size=16KB",
				"server.max-http-request-header-size=4KB", "bridge.max-request-line-size=2KB",
				"server.forward-headers-strategy=framework" })
class MvcTests {

	private static final String FORM = "application/x-www-form-urlencoded";

	private static final String MULTIPART = "multipart/form-data; boundary=frontier";

	@LocalServerPort
	private int port;

	@Autowired
	private ServletWebServerApplicationContext context;

	@Test
	void theServerIsOursAlthoughTomcatIsOnTheClassPath() {
		assertThat(getClass().getClassLoader().getResource("org/apache/catalina/startup/Tomcat.class")).isNotNull();
		assertThat(this.context.getWebServer()).isInstanceOf(ReactorNettyWebServer.class);
		assertThat(this.context.getBean(BridgeStatus.class).port()).isEqualTo(this.port);
	}

	@Test
	void textIsAnswered() throws Exception {
		HttpResponse<String> response = get("/hello");
		assertThat(response.statusCode()).isEqualTo(200);
		assertThat(response.body()).isEqualTo("Hello World");
		assertThat(response.headers().firstValue("Content-Length")).hasValue("11");
		assertThat(response.headers().firstValue("Content-Type")).hasValue("text/plain;charset=UTF-8");
	}

	@Test
	void jsonIsReadAndWritten() throws Exception {
		HttpResponse<String> response = post("/items", "{\"name\":\"käse\",\"amount\":3}", "application/json");
		assertThat(response.statusCode()).isEqualTo(201);
		assertThat(response.headers().firstValue("Location")).hasValue("/items/1");
		assertThat(response.body()).isEqualTo("{\"name\":\"käse\",\"amount\":3}");
	}

	@Test
	void pathVariablesAreDecodedOnceAndTheUriStaysRaw() throws Exception {
		assertThat(get("/path/a%20b%2525").body()).isEqualTo("a b%25 /path/a%20b%2525 /path/a b%25");
	}

	@Test
	void headAnswersTheLengthOfGetWithoutItsBody() throws Exception {
		HttpResponse<String> response = TestHttp
			.send(TestHttp.request(this.port, "/hello").method("HEAD", BodyPublishers.noBody()));
		assertThat(response.statusCode()).isEqualTo(200);
		assertThat(response.headers().firstValue("Content-Length")).hasValue("11");
		assertThat(response.body()).isEmpty();
	}

	@Test
	void optionsNamesTheMethodsOfTheHandler() throws Exception {
		HttpResponse<String> response = TestHttp
			.send(TestHttp.request(this.port, "/hello").method("OPTIONS", BodyPublishers.noBody()));
		assertThat(response.statusCode()).isEqualTo(200);
		assertThat(response.headers().firstValue("Allow")).hasValue("GET,HEAD,OPTIONS");
	}

	@Test
	void aMethodThatNoHandlerTakesIs405() throws Exception {
		HttpResponse<String> response = post("/hello", "", FORM);
		assertThat(response.statusCode()).isEqualTo(405);
		assertThat(response.headers().firstValue("Allow")).hasValue("GET");
	}

	@Test
	void anEtagThatMatchesIs304WithoutBody() throws Exception {
		String etag = get("/tagged").headers().firstValue("ETag").orElseThrow();
		assertThat(etag).isEqualTo("\"v1\"");
		HttpResponse<String> response = get("/tagged", "If-None-Match", etag);
		assertThat(response.statusCode()).isEqualTo(304);
		assertThat(response.body()).isEmpty();
	}

	@Test
	void sessionsLiveInACookie() throws Exception {
		HttpResponse<String> first = get("/visits");
		String cookie = first.headers().firstValue("Set-Cookie").orElseThrow();
		assertThat(first.body()).isEqualTo("1");
		HttpResponse<String> second = get("/visits", "Cookie", cookie.substring(0, cookie.indexOf(';')));
		assertThat(second.body()).isEqualTo("2");
		assertThat(second.headers().firstValue("Set-Cookie")).isEmpty();
	}

	@Test
	void redirectsAndForwardsWork() throws Exception {
		HttpResponse<String> redirect = get("/redirect");
		assertThat(redirect.statusCode()).isEqualTo(302);
		assertThat(redirect.headers().firstValue("Location"))
			.hasValueSatisfying((location) -> assertThat(location).endsWith("/hello"));
		assertThat(get("/forward").body()).isEqualTo("Hello World");
	}

	@Test
	void forwardedHeadersAreAppliedByTheFrameworkStrategy() throws Exception {
		assertThat(get("/whoami", "X-Forwarded-Proto", "https", "X-Forwarded-Host", "shop.example", "X-Forwarded-For",
				"203.0.113.9")
			.body()).isEqualTo("https://shop.example:443 203.0.113.9");
	}

	@Test
	void filesOfTheClassPathAreServedWholeAndInRanges() throws Exception {
		HttpResponse<String> whole = get("/alphabet.txt");
		assertThat(whole.body()).isEqualTo("abcdefghijklmnopqrstuvwxyz");
		assertThat(whole.headers().firstValue("Accept-Ranges")).hasValue("bytes");
		HttpResponse<String> part = get("/alphabet.txt", "Range", "bytes=2-4");
		assertThat(part.statusCode()).isEqualTo(206);
		assertThat(part.headers().firstValue("Content-Range")).hasValue("bytes 2-4/26");
		assertThat(part.headers().firstValue("Content-Length")).hasValue("3");
		assertThat(part.body()).isEqualTo("cde");
	}

	@Test
	void severalRangesAreOneMultipartAnswer() throws Exception {
		HttpResponse<String> response = get("/alphabet.txt", "Range", "bytes=0-0,25-25");
		assertThat(response.statusCode()).isEqualTo(206);
		assertThat(response.headers().firstValue("Content-Type"))
			.hasValueSatisfying((type) -> assertThat(type).startsWith("multipart/byteranges"));
		assertThat(response.body()).contains("Content-Range: bytes 0-0/26").contains("Content-Range: bytes 25-25/26");
	}

	@Test
	void aRangeBeyondTheEndIs416() throws Exception {
		HttpResponse<String> response = get("/alphabet.txt", "Range", "bytes=26-");
		assertThat(response.statusCode()).isEqualTo(416);
		assertThat(response.headers().firstValue("Content-Range")).hasValue("bytes */26");
	}

	@Test
	void aFileThatIsNotModifiedIs304() throws Exception {
		String modified = get("/alphabet.txt").headers().firstValue("Last-Modified").orElseThrow();
		assertThat(get("/alphabet.txt", "If-Modified-Since", modified).statusCode()).isEqualTo(304);
	}

	@Test
	void resourcesOfJarsAreServedToo() throws Exception {
		assertThat(get("/from-class-path.txt").body()).isEqualTo("from META-INF/resources\n");
	}

	@Test
	void anExceptionIsAnsweredByBootsErrorPage() throws Exception {
		HttpResponse<String> json = get("/boom", "Accept", "application/json");
		assertThat(json.statusCode()).isEqualTo(500);
		assertThat(json.body()).contains("\"status\":500").contains("\"path\":\"/boom\"").doesNotContain("secret");
		HttpResponse<String> html = get("/boom", "Accept", "text/html");
		assertThat(html.statusCode()).isEqualTo(500);
		assertThat(html.body()).contains("Whitelabel Error Page");
	}

	@ParameterizedTest
	@CsvSource({ "/number/many,400", "/gone,410", "/nowhere,404" })
	void whatSpringKnowsIsAProblemDetail(String path, int status) throws Exception {
		HttpResponse<String> response = get(path);
		assertThat(response.statusCode()).isEqualTo(status);
		assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
		assertThat(response.body()).contains("\"status\":" + status).contains("\"instance\":\"" + path + "\"");
	}

	@Test
	void anExceptionInTheErrorPageIsAPlain500AndTheServerGoesOn() throws Exception {
		HttpResponse<String> response = get("/boom", "X-Break-Error-Page", "yes");
		assertThat(response.statusCode()).isEqualTo(500);
		assertThat(response.body()).doesNotContain("secret").doesNotContain("fails too").doesNotContain("at org.");
		assertThat(get("/hello").statusCode()).isEqualTo(200);
	}

	@Test
	void aBrokenEscapeInThePathIs400AsJson() throws Exception {
		assertThat(TestHttp.raw(this.port, "GET /hello%zz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
			.startsWith("HTTP/1.1 400 ")
			.contains("\"status\":400")
			.contains("\"path\":\"/hello%25zz\"");
	}

	@Test
	void aCallableIsAnswered() throws Exception {
		assertThat(get("/callable").body()).isEqualTo("from a callable");
	}

	@Test
	void aCallableThatFailsIsAnsweredByTheErrorPage() throws Exception {
		HttpResponse<String> response = get("/callable/boom", "Accept", "application/json");
		assertThat(response.statusCode()).isEqualTo(500);
		assertThat(response.body()).contains("\"path\":\"/callable/boom\"");
	}

	@Test
	void aDeferredResultIsAnsweredFromAnotherThread() throws Exception {
		assertThat(get("/deferred").body()).isEqualTo("from another thread");
	}

	@Test
	void aDeferredResultThatNobodySetsTimesOut() throws Exception {
		assertThat(get("/deferred/never").body()).isEqualTo("timed out");
	}

	@Test
	void aStreamingBodyArrivesWhole() throws Exception {
		HttpResponse<String> response = get("/stream");
		assertThat(response.headers().firstValue("Transfer-Encoding")).hasValue("chunked");
		assertThat(response.body()).hasSize(2000 * 64);
	}

	@Test
	void serverSentEventsArrive() throws Exception {
		HttpResponse<String> response = get("/events", "Accept", "text/event-stream");
		assertThat(response.headers().firstValue("Content-Type"))
			.hasValueSatisfying((type) -> assertThat(type).startsWith("text/event-stream"));
		assertThat(response.body()).isEqualTo("id:1\ndata:event 1\n\nid:2\ndata:event 2\n\nid:3\ndata:event 3\n\n");
	}

	@Test
	void anEventLeavesAtOnce() throws Exception {
		HttpResponse<InputStream> response = TestHttp.sendForStream(TestHttp.request(this.port, "/events/dialogue"));
		try (BufferedReader lines = new BufferedReader(
				new InputStreamReader(response.body(), StandardCharsets.UTF_8))) {
			assertThat(lines.readLine()).isEqualTo("data:first");
			assertThat(post("/events/dialogue", "", FORM).statusCode()).isEqualTo(200);
			assertThat(lines.readLine()).isEmpty();
			assertThat(lines.readLine()).isEqualTo("data:second");
		}
	}

	@Test
	void formsAreParameters() throws Exception {
		assertThat(post("/form?a=1", "b=two+words&c=%C3%A9", FORM).body()).isEqualTo("{a=1, b=two words, c=é}");
	}

	@Test
	void aFormOverTheLimitIs413() throws Exception {
		assertThat(rawPost("/form", FORM, "a=" + "x".repeat(5000))).startsWith("HTTP/1.1 413 ");
	}

	@Test
	void tooManyParametersAre400() throws Exception {
		assertThat(rawPost("/form", FORM, "a=1&".repeat(21))).startsWith("HTTP/1.1 400 ");
	}

	@Test
	void aBrokenFormEncodingIs400() throws Exception {
		assertThat(rawPost("/form", FORM, "a=%zz")).startsWith("HTTP/1.1 400 ");
	}

	@Test
	void uploadsAreFilesAndFields() throws Exception {
		HttpResponse<String> response = post("/upload",
				part("title", null, "my file") + part("file", "notes.txt", "Hello, upload") + "--frontier--\r\n",
				MULTIPART);
		assertThat(response.body()).isEqualTo("my file notes.txt 13 Hello");
	}

	@Test
	void aFileOverTheLimitIs413() throws Exception {
		HttpResponse<String> response = post("/upload",
				part("file", "notes.txt", "x".repeat(9000)) + "--frontier--\r\n", MULTIPART);
		assertThat(response.statusCode()).isEqualTo(413);
		assertThat(response.body()).contains("Maximum upload size exceeded");
	}

	@Test
	void anUploadOverTheLimitIs413() throws Exception {
		HttpResponse<String> response = post("/upload", part("a", null, "x".repeat(7000))
				+ part("b", null, "x".repeat(7000)) + part("file", "n", "x".repeat(7000)) + "--frontier--\r\n",
				MULTIPART);
		assertThat(response.statusCode()).isEqualTo(413);
		assertThat(response.body()).contains("Maximum upload size exceeded");
	}

	@Test
	void anUploadOfTooManyPartsIs413() throws Exception {
		HttpResponse<String> response = post("/upload", part("a", null, "1").repeat(51) + "--frontier--\r\n",
				MULTIPART);
		assertThat(response.statusCode()).isEqualTo(413);
		assertThat(response.body()).contains("Maximum upload size exceeded");
	}

	@Test
	void anUploadWithoutABoundaryIs400() throws Exception {
		assertThat(rawPost("/upload", "multipart/form-data", "anything")).startsWith("HTTP/1.1 400 ")
			.doesNotContain("Maximum upload size exceeded");
	}

	@Test
	void aHeaderOverTheLimitIs431() throws Exception {
		assertThat(TestHttp.raw(this.port,
				"GET /hello HTTP/1.1\r\nHost: localhost\r\nX-Large: " + "x".repeat(5000) + "\r\n\r\n"))
			.startsWith("HTTP/1.1 431 ");
	}

	@Test
	void aRequestLineOverTheLimitIs414() throws Exception {
		assertThat(TestHttp.raw(this.port, "GET /hello?" + "x".repeat(3000) + " HTTP/1.1\r\nHost: localhost\r\n\r\n"))
			.startsWith("HTTP/1.1 414 ");
	}

	@ParameterizedTest
	@ValueSource(strings = { "/actuator/health", "/actuator" })
	void theActuatorIsServedOnTheMainPort(String path) throws Exception {
		assertThat(get(path).statusCode()).isEqualTo(200);
	}

	private HttpResponse<String> get(String path, String... headers) throws Exception {
		return TestHttp.get(this.port, path, headers);
	}

	private HttpResponse<String> post(String path, String body, String contentType) throws Exception {
		return TestHttp.post(this.port, path, body, "Content-Type", contentType);
	}

	private String rawPost(String path, String contentType, String body) throws Exception {
		return TestHttp.raw(this.port,
				"POST " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: " + contentType
						+ "\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
	}

	private static String part(String name, String fileName, String content) {
		return "--frontier\r\nContent-Disposition: form-data; name=\"" + name + "\""
				+ ((fileName != null) ? "; filename=\"" + fileName + "\"" : "") + "\r\n\r\n" + content + "\r\n";
	}

}
