package io.mvcbridge.jakarta;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** How the body of a response is framed on the wire (RFC 9112 §6, §7). */
class ResponseBodyConformanceTests {

	@RegisterExtension
	final ServletFixture server = new ServletFixture();

	@Test
	void smallResponseHasALength() throws Exception {
		this.server.deploy((request, response) -> response.getWriter().print("hello"));
		RawResponse response = this.server.get("/");
		assertThat(response.header("Content-Length")).isEqualTo("5");
		assertThat(response.header("Transfer-Encoding")).isNull();
	}

	@Test
	void emptyResponseHasTheLengthZero() throws Exception {
		this.server.deploy((request, response) -> {
		});
		RawResponse response = this.server.get("/");
		assertThat(response.status()).isEqualTo(200);
		assertThat(response.headers("Content-Length")).containsExactly("0");
	}

	@Test
	void responseBeyondTheBufferIsChunked() throws Exception {
		this.server.deploy((request, response) -> response.getOutputStream().write(new byte[300_000]));
		RawResponse response = this.server.get("/");
		assertThat(response.header("Transfer-Encoding")).isEqualTo("chunked");
		assertThat(response.header("Content-Length")).isNull();
		assertThat(response.body()).hasSize(300_000);
	}

	@Test
	void responseOfADeclaredLengthIsNotChunked() throws Exception {
		this.server.deploy((request, response) -> {
			response.setContentLength(300_000);
			response.getOutputStream().write(new byte[300_000]);
		});
		RawResponse response = this.server.get("/");
		assertThat(response.header("Transfer-Encoding")).isNull();
		assertThat(response.body()).hasSize(300_000);
	}

	@Test
	void flushedResponseIsSentAtOnce() throws Exception {
		this.server.deploy((request, response) -> {
			response.getWriter().print("a");
			response.flushBuffer();
			request.getInputStream().read();
			response.getWriter().print("b");
		});
		RawClient client = this.server.connect();
		client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\n");
		assertThat(client.line()).isEqualTo("HTTP/1.1 200 OK");
		while (!client.line().isEmpty()) {
			// The head is not of interest.
		}
		assertThat(client.line()).isEqualTo("1");
		assertThat(client.line()).isEqualTo("a");
		client.send("x");
		assertThat(client.line()).isEqualTo("1");
		assertThat(client.line()).isEqualTo("b");
	}

	@Test
	void writesBeyondTheDeclaredLengthAreDiscarded() throws Exception {
		this.server.deploy((request, response) -> {
			response.setContentLength(3);
			response.getWriter().print("abcdef");
			response.getWriter().print("g");
		});
		RawClient client = this.server.connect();
		client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
		assertThat(client.read().text()).isEqualTo("abc");
		client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
		assertThat(client.read().text()).isEqualTo("abc");
	}

	@Test
	void fewerBytesThanDeclaredCloseTheConnection() throws Exception {
		this.server.deploy((request, response) -> {
			response.setContentLength(5);
			response.getWriter().print("abc");
			response.flushBuffer();
			request.getInputStream().read();
		});
		RawClient client = this.server.connect();
		client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\n");
		assertThat(client.line()).isEqualTo("HTTP/1.1 200 OK");
		while (!client.line().isEmpty()) {
			// The head is not of interest.
		}
		assertThat(new String(client.exactly(3), StandardCharsets.US_ASCII)).isEqualTo("abc");
		client.send("x");
		assertThat(client.isClosedByServer()).isTrue();
	}

	@Test
	void oldClientGetsNoChunks() throws Exception {
		this.server.deploy((request, response) -> response.getOutputStream().write(new byte[300_000]));
		RawClient client = this.server.connect();
		client.send("GET / HTTP/1.0\r\n\r\n");
		RawResponse response = client.read();
		assertThat(response.header("Transfer-Encoding")).isNull();
		assertThat(response.header("Connection")).isEqualTo("close");
		assertThat(response.body()).hasSize(300_000);
	}

	@ParameterizedTest
	@ValueSource(ints = { 204, 304 })
	void statusWithoutABodySendsNone(int status) throws Exception {
		this.server.deploy((request, response) -> {
			response.setStatus((request.getRequestURI().equals("/1")) ? status : 200);
			response.getWriter().print("body");
		});
		RawClient client = this.server.connect();
		client.send("GET /1 HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\n\r\n");
		RawResponse response = client.read();
		assertThat(response.status()).isEqualTo(status);
		assertThat(response.header("Transfer-Encoding")).isNull();
		assertThat(client.read().text()).isEqualTo("body");
	}

	@Test
	void headHasTheLengthOfTheGet() throws Exception {
		this.server.deploy((request, response) -> response.getWriter().print("hello"));
		RawClient client = this.server.connect();
		client.send("HEAD / HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n");
		assertThat(client.readHead().header("Content-Length")).isEqualTo("5");
		assertThat(client.read().text()).isEqualTo("hello");
	}

	@Test
	void headOfALargeResponseSendsNoBody() throws Exception {
		this.server.deploy((request, response) -> response.getOutputStream().write(new byte[300_000]));
		RawClient client = this.server.connect();
		client.send("HEAD / HTTP/1.1\r\nHost: a\r\n\r\nHEAD / HTTP/1.1\r\nHost: a\r\n\r\n");
		assertThat(client.readHead().status()).isEqualTo(200);
		assertThat(client.readHead().status()).isEqualTo(200);
	}

	@Test
	void headKeepsALengthThatTheServletDeclared() throws Exception {
		this.server.deploy((request, response) -> response.setContentLengthLong(5_000_000_000L));
		assertThat(this.server.head("/").header("Content-Length")).isEqualTo("5000000000");
	}

	@Test
	void headRunsDoGet() throws Exception {
		this.server.deploy((builder) -> builder.servlet("test", new HttpServlet() {

			private static final long serialVersionUID = 1L;

			@Override
			protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
				response.setHeader("X-Get", "yes");
				response.getWriter().print("hello");
			}

		}, "/*"));
		RawResponse response = this.server.head("/");
		assertThat(response.header("X-Get")).isEqualTo("yes");
		assertThat(response.header("Content-Length")).isEqualTo("5");
	}

	@Test
	void responseTrailersAreSentBehindTheBody() throws Exception {
		this.server.deploy((request, response) -> {
			response.setTrailerFields(() -> Map.of("X-Check", "42"));
			response.getWriter().print("hello");
			response.flushBuffer();
		});
		RawResponse response = this.server.get("/", "TE: trailers");
		assertThat(response.text()).isEqualTo("hello");
		assertThat(response.trailers()).containsExactly("X-Check: 42");
	}

}
