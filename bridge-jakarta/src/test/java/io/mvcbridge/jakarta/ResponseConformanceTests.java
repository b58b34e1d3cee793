package io.mvcbridge.jakarta;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** What a response says on the wire (Servlet 6.1 §5). */
class ResponseConformanceTests {

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
	void optionsListsTheMethodsOfTheServlet() throws Exception {
		this.server.deploy((builder) -> builder.servlet("test", new HttpServlet() {

			private static final long serialVersionUID = 1L;

			@Override
			protected void doGet(HttpServletRequest request, HttpServletResponse response) {
			}

			@Override
			protected void doPut(HttpServletRequest request, HttpServletResponse response) {
			}

		}, "/*"));
		assertThat(this.server.exchange("OPTIONS", "/", new String[0], "").header("Allow").split(", "))
			.contains("GET", "HEAD", "PUT", "OPTIONS")
			.doesNotContain("POST", "DELETE");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', nullValues = "-", textBlock = """
			text/html               | -          | text/html;charset=ISO-8859-1
			text/html;charset=utf-8 | -          | text/html;charset=utf-8
			text/html               | utf-8      | text/html;charset=utf-8
			text/html;charset=x-foo | utf-8      | text/html;charset=utf-8
			""")
	void contentTypeSaysTheCharsetOfTheWriter(String contentType, String charset, String expected) throws Exception {
		this.server.deploy((request, response) -> {
			response.setContentType(contentType);
			if (charset != null) {
				response.setCharacterEncoding(charset);
			}
			response.getWriter().print("x");
		});
		assertThat(this.server.get("/").header("Content-Type")).isEqualToIgnoringCase(expected);
	}

	@Test
	void contentTypeOfAStreamSaysNoCharsetOfItsOwn() throws Exception {
		this.server.deploy((request, response) -> {
			response.setContentType("application/json");
			response.getOutputStream().print("{}");
		});
		assertThat(this.server.get("/").header("Content-Type")).isEqualTo("application/json");
	}

	@Test
	void charsetIsFixedOnceTheWriterIsThere() throws Exception {
		this.server.deploy((request, response) -> {
			response.setContentType("text/plain;charset=utf-8");
			response.getWriter().print("é");
			response.setCharacterEncoding("iso-8859-1");
			response.setContentType("text/html;charset=iso-8859-1");
			response.getWriter().print("é");
		});
		RawResponse response = this.server.get("/");
		assertThat(response.text()).isEqualTo("éé");
		assertThat(response.header("Content-Type")).isEqualToIgnoringCase("text/html;charset=utf-8");
	}

	@Test
	void localeBringsItsLanguageAndCharset() throws Exception {
		this.server.deploy((builder) -> builder.localeCharsets(Map.of(Locale.JAPANESE, Charset.forName("EUC-JP")))
			.servlet("test", ServletFixture.servlet((request, response) -> {
				response.setContentType("text/plain");
				response.setLocale(Locale.JAPANESE);
				response.getWriter().print("x");
			}), "/*"));
		RawResponse response = this.server.get("/");
		assertThat(response.header("Content-Language")).isEqualTo("ja");
		assertThat(response.header("Content-Type")).isEqualToIgnoringCase("text/plain;charset=EUC-JP");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			/x/y                | /x/y
			y                   | /a/y
			../y                | /y
			?q=1                | /a/b?q=1
			https://other/      | https://other/
			//other/x           | //other/x
			/é中                | /%C3%A9%E4%B8%AD
			""")
	void redirectSaysWhereTo(String location, String expected) throws Exception {
		this.server.deploy((request, response) -> response.sendRedirect(location));
		RawResponse response = this.server.get("/a/b?old", "Host: shop.example");
		assertThat(response.status()).isEqualTo(302);
		assertThat(URI.create("http://shop.example/a/b").resolve(response.header("Location")))
			.isEqualTo(URI.create("http://shop.example/a/b").resolve(expected));
	}

	@Test
	void redirectMayHaveAnotherStatus() throws Exception {
		this.server.deploy((request, response) -> response.sendRedirect("/x", 308));
		assertThat(this.server.get("/").status()).isEqualTo(308);
	}

	@Test
	void redirectDropsWhatWasWritten() throws Exception {
		this.server.deploy((request, response) -> {
			response.getWriter().print("secret");
			response.sendRedirect("/x");
			response.getWriter().print("more");
		});
		assertThat(this.server.get("/").text()).doesNotContain("secret", "more");
	}

	@Test
	void headersAreSetAndAdded() throws Exception {
		this.server.deploy((request, response) -> {
			response.setHeader("X-A", "1");
			response.addHeader("x-a", "2");
			response.setHeader("X-B", "1");
			response.setHeader("x-b", "2");
			response.setIntHeader("X-C", 3);
			response.addDateHeader("X-D", 784111777000L);
			response.setHeader("X-E", "1");
			response.setHeader("X-E", null);
		});
		RawResponse response = this.server.get("/");
		assertThat(response.headers("X-A")).containsExactly("1", "2");
		assertThat(response.headers("X-B")).containsExactly("2");
		assertThat(response.headers("X-C")).containsExactly("3");
		assertThat(response.headers("X-D")).containsExactly("Sun, 06 Nov 1994 08:49:37 GMT");
		assertThat(response.headers("X-E")).isEmpty();
	}

	@Test
	void headerThatWouldEndTheHeaderIsRefused() throws Exception {
		this.server.deploy((request, response) -> {
			try {
				response.setHeader("X-A", "1\r\nX-Evil: 1");
			}
			catch (IllegalArgumentException ex) {
				response.getWriter().print("refused");
			}
		});
		RawResponse response = this.server.get("/");
		assertThat(response.text()).isEqualTo("refused");
		assertThat(response.header("X-Evil")).isNull();
	}

	@Test
	void fileNameBeyondLatinReachesTheClient() throws Exception {
		this.server
			.deploy((request, response) -> response.setHeader("Content-Disposition", "attachment; filename=\"中.txt\""));
		assertThat(this.server.get("/").header("Content-Disposition"))
			.isEqualTo("attachment; filename=\"_.txt\"; filename*=UTF-8''%E4%B8%AD.txt");
	}

	@Test
	void resetClearsEverything() throws Exception {
		this.server.deploy((request, response) -> {
			response.setStatus(201);
			response.setHeader("X-A", "1");
			response.getWriter().print("old");
			response.reset();
			response.getOutputStream().print("new");
		});
		RawResponse response = this.server.get("/");
		assertThat(response.status()).isEqualTo(200);
		assertThat(response.header("X-A")).isNull();
		assertThat(response.text()).isEqualTo("new");
	}

	@Test
	void resetBufferKeepsStatusAndHeaders() throws Exception {
		this.server.deploy((request, response) -> {
			response.setStatus(201);
			response.setHeader("X-A", "1");
			response.getWriter().print("old");
			response.resetBuffer();
			response.getWriter().print("new");
		});
		RawResponse response = this.server.get("/");
		assertThat(response.status()).isEqualTo(201);
		assertThat(response.header("X-A")).isEqualTo("1");
		assertThat(response.text()).isEqualTo("new");
	}

	@Test
	void committedResponseCannotBeTakenBack() throws Exception {
		this.server.deploy((request, response) -> {
			response.getWriter().print("a");
			response.flushBuffer();
			int refused = 0;
			try {
				response.reset();
			}
			catch (IllegalStateException ex) {
				refused++;
			}
			try {
				response.sendError(500);
			}
			catch (IllegalStateException ex) {
				refused++;
			}
			try {
				response.sendRedirect("/x");
			}
			catch (IllegalStateException ex) {
				refused++;
			}
			response.setStatus(500);
			response.setHeader("X-A", "1");
			response.getWriter().print(response.isCommitted() + " " + refused);
		});
		RawResponse response = this.server.get("/");
		assertThat(response.status()).isEqualTo(200);
		assertThat(response.header("X-A")).isNull();
		assertThat(response.text()).isEqualTo("atrue 3");
	}

	@Test
	void streamAndWriterExcludeEachOther() throws Exception {
		this.server.deploy((request, response) -> {
			response.getWriter().print("a");
			try {
				response.getOutputStream();
			}
			catch (IllegalStateException ex) {
				response.getWriter().print("refused");
			}
		});
		assertThat(this.server.get("/").text()).isEqualTo("arefused");
	}

	@Test
	void bufferSizeDecidesWhenTheResponseIsCommitted() throws Exception {
		this.server.deploy((request, response) -> {
			response.setBufferSize(100_000);
			response.getOutputStream().write(new byte[90_000]);
			response.setHeader("X-A", String.valueOf(response.isCommitted()));
		});
		RawResponse response = this.server.get("/");
		assertThat(response.header("X-A")).isEqualTo("false");
		assertThat(response.body()).hasSize(90_000);
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

	@Test
	void closedWriterEndsTheResponse() throws Exception {
		this.server.deploy((request, response) -> {
			response.getWriter().print("a");
			response.getWriter().close();
			response.getWriter().print("b");
		});
		assertThat(this.server.get("/").text()).isEqualTo("a");
	}

	@Test
	void requestOfAnEndedExchangeIsRefused() throws Exception {
		AtomicReference<HttpServletRequest> kept = new AtomicReference<>();
		this.server.deploy((request, response) -> {
			HttpServletRequest old = kept.getAndSet(request);
			if (old != null) {
				try {
					response.getWriter().print(old.getParameter("a"));
				}
				catch (IllegalStateException ex) {
					response.getWriter().print("refused");
				}
			}
		});
		RawClient client = this.server.connect();
		client.send("GET /?a=secret HTTP/1.1\r\nHost: a\r\n\r\n").read();
		assertThat(client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n").read().text()).isEqualTo("refused");
	}

}
