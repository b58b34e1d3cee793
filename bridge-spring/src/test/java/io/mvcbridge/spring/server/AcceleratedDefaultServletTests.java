package io.mvcbridge.spring.server;

import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import io.mvcbridge.core.server.ProxySettings;
import io.mvcbridge.jakarta.request.AcceleratedFolder;
import io.mvcbridge.spring.TestHttp;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.web.server.WebServer;

import static org.assertj.core.api.Assertions.assertThat;

/** The default servlet leaves files of the document root to nginx. */
class AcceleratedDefaultServletTests {

	@RegisterExtension
	private final RunningServers servers = new RunningServers();

	@TempDir
	private Path root;

	private WebServer server;

	@BeforeEach
	void start() throws IOException {
		Files.writeString(this.root.resolve("page.html"), "<p>Hello</p>");
		ReactorNettyServletWebServerFactory factory = RunningServers.factory();
		factory.setDocumentRoot(this.root.toFile());
		factory.setRegisterDefaultServlet(true);
		factory.setAcceleratedFolder(new AcceleratedFolder(this.root, "/internal/"));
		factory.addServerCustomizers((settings) -> settings.proxies(new ProxySettings(List.of("127.0.0.1", "::1"),
				ProxySettings.Family.X_FORWARDED, ProxySettings.Evaluation.SERVER)));
		this.server = this.servers.start(factory, RunningServers.servlet("/include", (request, response) -> {
			response.getOutputStream().print("included: ");
			request.getRequestDispatcher("/page.html").include(request, response);
		}), RunningServers.servlet("/forward",
				(request, response) -> request.getRequestDispatcher("/page.html").forward(request, response)));
	}

	@ParameterizedTest
	@CsvSource({ "GET,/page.html", "HEAD,/page.html", "GET,/forward" })
	void aFileIsLeftToTheProxy(String method, String path) throws Exception {
		HttpResponse<String> response = forwarded(method, path);
		assertThat(response.statusCode()).isEqualTo(200);
		assertAccelerated(response);
		assertThat(response.headers().firstValue("ETag")).isEqualTo(direct("/page.html").headers().firstValue("ETag"))
			.isPresent();
		assertThat(response.headers().firstValue("Last-Modified")).isPresent();
		assertThat(response.headers().firstValue("Content-Type"))
			.hasValueSatisfying((type) -> assertThat(type).startsWith("text/html"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "bytes=0-2", "bytes=0-2,5-6" })
	void aRangeIsCutByTheProxy(String range) throws Exception {
		HttpResponse<String> response = forwarded("GET", "/page.html", "Range", range);
		assertThat(response.statusCode()).isEqualTo(200);
		assertAccelerated(response);
	}

	@Test
	void aRangeBehindTheEndIsRefusedHere() throws Exception {
		HttpResponse<String> response = forwarded("GET", "/page.html", "Range", "bytes=12-");
		assertThat(response.statusCode()).isEqualTo(416);
		assertThat(response.headers().firstValue("X-Accel-Redirect")).isEmpty();
	}

	@Test
	void theServletDecidesThatNothingIsSent() throws Exception {
		String etag = direct("/page.html").headers().firstValue("ETag").orElseThrow();
		HttpResponse<String> response = forwarded("GET", "/page.html", "If-None-Match", etag);
		assertThat(response.statusCode()).isEqualTo(304);
		assertThat(response.headers().firstValue("X-Accel-Redirect")).isEmpty();
	}

	@Test
	void aConditionThatFailsIsAnsweredHere() throws Exception {
		HttpResponse<String> response = forwarded("GET", "/page.html", "If-Match", "\"other\"");
		assertThat(response.statusCode()).isEqualTo(412);
		assertThat(response.headers().firstValue("X-Accel-Redirect")).isEmpty();
	}

	@Test
	void anIncludedFileIsSentFromHere() throws Exception {
		HttpResponse<String> response = forwarded("GET", "/include");
		assertThat(response.body()).isEqualTo("included: <p>Hello</p>");
		assertThat(response.headers().firstValue("X-Accel-Redirect")).isEmpty();
	}

	@Test
	void aResourceOfAJarIsSentFromHere() throws Exception {
		HttpResponse<String> response = forwarded("GET", "/from-class-path.txt");
		assertThat(response.body()).isEqualTo("from META-INF/resources\n");
		assertThat(response.headers().firstValue("X-Accel-Redirect")).isEmpty();
	}

	@Test
	void aClientThatComesDirectlyGetsTheFile() throws Exception {
		HttpResponse<String> response = direct("/page.html");
		assertThat(response.body()).isEqualTo("<p>Hello</p>");
		assertThat(response.headers().firstValue("X-Accel-Redirect")).isEmpty();
	}

	private HttpResponse<String> direct(String path) throws Exception {
		return RunningServers.get(this.server, path);
	}

	private HttpResponse<String> forwarded(String method, String path, String... headers) throws Exception {
		return TestHttp.send(RunningServers.request(this.server, path, headers)
			.header("X-Forwarded-For", "203.0.113.9")
			.method(method, BodyPublishers.noBody()));
	}

	private static void assertAccelerated(HttpResponse<String> response) {
		assertThat(response.headers().allValues("X-Accel-Redirect")).containsExactly("/internal/page.html");
		assertThat(response.headers().allValues("Content-Length")).containsExactly("0");
		assertThat(response.headers().firstValue("Content-Range")).isEmpty();
		assertThat(response.headers().firstValue("Accept-Ranges")).isEmpty();
		assertThat(response.body()).isEmpty();
	}

}
