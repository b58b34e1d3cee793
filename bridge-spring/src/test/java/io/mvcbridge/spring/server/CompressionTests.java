package io.mvcbridge.spring.server;

import java.io.ByteArrayInputStream;
import java.lang.reflect.Method;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPInputStream;

import io.mvcbridge.spring.TestHttp;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import org.springframework.boot.web.server.Compression;
import org.springframework.boot.web.server.WebServer;
import org.springframework.util.ReflectionUtils;
import org.springframework.util.unit.DataSize;

import static io.mvcbridge.spring.server.RunningServers.factory;
import static io.mvcbridge.spring.server.RunningServers.servlet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

/** {@code server.compression.*}. */
class CompressionTests {

	private static final String TEXT = "all work and no play ".repeat(500);

	@RegisterExtension
	private final RunningServers servers = new RunningServers();

	private final Compression compression = new Compression();

	CompressionTests() {
		this.compression.setEnabled(true);
	}

	@Test
	void aResponseIsCompressedForAClientThatAcceptsIt() throws Exception {
		HttpResponse<byte[]> response = get("gzip", "test");
		assertThat(response.headers().firstValue("Content-Encoding")).hasValue("gzip");
		assertThat(response.body()).hasSizeLessThan(1000);
		try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(response.body()))) {
			assertThat(in.readAllBytes()).asString(StandardCharsets.UTF_8).isEqualTo(TEXT);
		}
	}

	@Test
	void aResponseIsNotCompressedForAClientThatDoesNotAcceptIt() throws Exception {
		assertPlain(get("identity", "test"));
	}

	@Test
	void nothingIsCompressedUnlessEnabled() throws Exception {
		this.compression.setEnabled(false);
		assertPlain(get("gzip", "test"));
	}

	@Test
	void aSmallResponseIsNotCompressed() throws Exception {
		this.compression.setMinResponseSize(DataSize.ofKilobytes(64));
		assertPlain(get("gzip", "test"));
	}

	@Test
	void aMediaTypeThatIsNotListedIsNotCompressed() throws Exception {
		this.compression.setMimeTypes(new String[] { "application/json" });
		assertPlain(get("gzip", "test"));
	}

	@Test
	void additionalMediaTypesAreCompressed() throws Exception {
		this.compression.setMimeTypes(new String[] { "application/json" });
		Method setter = ReflectionUtils.findMethod(Compression.class, "setAdditionalMimeTypes", String[].class);
		assumeThat(setter).as("known to Boot 4.1 and later").isNotNull();
		setter.invoke(this.compression, (Object) new String[] { "text/plain" });
		assertThat(get("gzip", "test").headers().firstValue("Content-Encoding")).hasValue("gzip");
	}

	@Test
	void anExcludedUserAgentGetsNoCompression() throws Exception {
		this.compression.setExcludedUserAgents(new String[] { "old.*" });
		assertPlain(get("gzip", "old browser"));
	}

	@Test
	void otherUserAgentsGetCompression() throws Exception {
		this.compression.setExcludedUserAgents(new String[] { "old.*" });
		assertThat(get("gzip", "new browser").headers().firstValue("Content-Encoding")).hasValue("gzip");
	}

	private HttpResponse<byte[]> get(String acceptEncoding, String userAgent) throws Exception {
		ReactorNettyServletWebServerFactory factory = factory();
		factory.setCompression(this.compression);
		WebServer server = this.servers.start(factory, servlet("/text", (request, response) -> {
			response.setContentType("text/plain;charset=UTF-8");
			response.setContentLength(TEXT.length());
			response.getWriter().write(TEXT);
		}));
		return TestHttp.sendForBytes(RunningServers.request(server, "/text")
			.headers("Accept-Encoding", acceptEncoding, "User-Agent", userAgent));
	}

	private static void assertPlain(HttpResponse<byte[]> response) {
		assertThat(response.headers().firstValue("Content-Encoding")).isEmpty();
		assertThat(response.body()).asString(StandardCharsets.UTF_8).isEqualTo(TEXT);
	}

}
