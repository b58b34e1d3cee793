package io.mvcbridge.jakarta;

import java.net.URI;
import java.nio.charset.Charset;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

import jakarta.servlet.RequestDispatcher;
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

	@Test
	void optionsDoesNotOfferTraceWhichIsRefused() throws Exception {
		this.server.deploy((builder) -> builder.servlet("test", new HttpServlet() {

			private static final long serialVersionUID = 1L;

			@Override
			protected void doGet(HttpServletRequest request, HttpServletResponse response) {
			}

		}, "/*"));
		assertThat(this.server.exchange("OPTIONS", "/", new String[0], "").header("Allow"))
			.isEqualTo("GET, HEAD, OPTIONS");
		assertThat(this.server.exchange("TRACE", "/", new String[0], "").status()).isEqualTo(405);
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

	/** {@code setStatus}: what lies outside of 200 to 599 is up to the container. */
	@Test
	void interimStatusMayBeSetAndAskedBack() throws Exception {
		this.server.deploy((request, response) -> {
			StringBuilder told = new StringBuilder();
			for (int status : new int[] { 100, 101, 103, 199, 202 }) {
				response.setStatus(status);
				told.append(response.getStatus()).append(' ');
			}
			response.getWriter().print(told);
		});
		RawResponse response = this.server.get("/");
		assertThat(response.status()).isEqualTo(202);
		assertThat(response.text()).isEqualTo("100 101 103 199 202 ");
	}

	@ParameterizedTest
	@ValueSource(ints = { 100, 102, 103 })
	void responseThatIsLeftAtAnInterimStatusIsAnError(int status) throws Exception {
		this.server.deploy((builder) -> builder.errorPage(500, null, "/page")
			.servlet("page",
					ServletFixture.servlet((request, response) -> response.getWriter()
						.print(request.getAttribute(RequestDispatcher.ERROR_MESSAGE))),
					"/page")
			.servlet("test", ServletFixture.servlet((request, response) -> {
				response.setStatus(status);
				response.getWriter().print("no body of its own");
				response.flushBuffer();
			}), "/test"));
		RawClient client = this.server.connect();
		client.send("GET /test HTTP/1.1\r\nHost: a\r\n\r\n");
		RawResponse response = client.readAny(false);
		assertThat(response.status()).isEqualTo(500);
		assertThat(response.text()).isEqualTo("The status was left at " + status
				+ ", which announces another: set one of 200 to 599 for the response itself");
	}

	@Test
	void errorPageThatIsLeftAtAnInterimStatusIsAPlain500() throws Exception {
		this.server.deploy((builder) -> builder.errorPage(404, null, "/page")
			.servlet("page", ServletFixture.servlet((request, response) -> response.setStatus(101)), "/page"));
		RawClient client = this.server.connect();
		client.send("GET /nothing HTTP/1.1\r\nHost: a\r\n\r\n");
		assertThat(client.readAny(false).status()).isEqualTo(500);
	}

	@ParameterizedTest
	@ValueSource(ints = { -1, 0, 99, 1000 })
	void statusThatIsNoneIsRefused(int status) throws Exception {
		this.server.deploy((request, response) -> {
			try {
				response.setStatus(status);
			}
			catch (IllegalArgumentException ex) {
				response.getWriter().print(ex.getMessage());
			}
		});
		assertThat(this.server.get("/").text()).isEqualTo("A response has a status of 200 to 999, not " + status);
	}

	@Test
	void errorOrRedirectHasNoInterimStatus() throws Exception {
		this.server.deploy((request, response) -> {
			int refused = 0;
			try {
				response.sendError(100);
			}
			catch (IllegalArgumentException ex) {
				refused++;
			}
			try {
				response.sendRedirect("/x", 103);
			}
			catch (IllegalArgumentException ex) {
				refused++;
			}
			response.getWriter().print(refused);
		});
		assertThat(this.server.get("/").text()).isEqualTo("2");
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

	@Test
	void headerNamesAreSentAsTheyWereWritten() throws Exception {
		this.server.deploy((request, response) -> response.setHeader("x-MiXed-Case", "1"));
		assertThat(this.server.get("/").fields()).contains("x-MiXed-Case: 1");
	}

}
