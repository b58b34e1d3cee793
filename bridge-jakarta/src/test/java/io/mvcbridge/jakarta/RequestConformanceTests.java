package io.mvcbridge.jakarta;

import java.io.BufferedReader;
import java.io.UnsupportedEncodingException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Locale;
import java.util.TreeMap;

import jakarta.servlet.ServletInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** What a request says about itself, over the wire (Servlet 6.1 §3). */
class RequestConformanceTests {

	@RegisterExtension
	final ServletFixture server = new ServletFixture();

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			de                          | [de]
			de-DE, en;q=0.5             | [de_DE, en]
			en;q=0.5, de                | [de, en]
			en;q=0.8,fr;q=0.9,de;q=0.8  | [fr, en, de]
			;;,de;q=x,en                | [en]
			""")
	void localesComeInTheOrderOfPreference(String field, String locales) throws Exception {
		this.server.deploy((request, response) -> response.getWriter().print(Collections.list(request.getLocales())));
		assertThat(this.server.get("/", "Accept-Language: " + field).text()).isEqualTo(locales);
	}

	@Test
	void localeIsTheDefaultWhereTheClientNamesNone() throws Exception {
		this.server.deploy((request, response) -> response.getWriter()
			.print(request.getLocale().equals(Locale.getDefault()) + " "
					+ Collections.list(request.getLocales()).equals(Collections.singletonList(Locale.getDefault()))));
		assertThat(this.server.get("/").text()).isEqualTo("true true");
		assertThat(this.server.get("/", "Accept-Language: *").text()).isEqualTo("true true");
	}

	@Test
	void headersAreFoundInAnyCase() throws Exception {
		this.server.deploy((request, response) -> response.getWriter()
			.print(request.getHeader("x-test") + request.getHeader("X-TEST") + request.getHeader("X-None")
					+ Collections.list(request.getHeaders("x-Test")) + Collections.list(request.getHeaders("none"))));
		assertThat(this.server.get("/", "X-Test: 1", "x-TEST: 2").text()).isEqualTo("11null[1, 2][]");
	}

	@Test
	void headerNamesAreListedOnce() throws Exception {
		this.server.deploy((request, response) -> {
			TreeMap<String, Integer> counts = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
			Collections.list(request.getHeaderNames()).forEach((name) -> counts.merge(name, 1, Integer::sum));
			response.getWriter().print(counts.get("x-test") + " " + counts.get("host") + " " + counts.size());
		});
		assertThat(this.server.get("/", "X-Test: 1", "X-Test: 2").text()).isEqualTo("1 1 2");
	}

	@ParameterizedTest
	@ValueSource(
			strings = { "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994" })
	void dateHeaderIsReadInAllForms(String date) throws Exception {
		this.server
			.deploy((request, response) -> response.getWriter().print(request.getDateHeader("If-Modified-Since")));
		assertThat(this.server.get("/", "If-Modified-Since: " + date).text()).isEqualTo("784111777000");
	}

	@Test
	void missingDateHeaderIsMinusOne() throws Exception {
		this.server.deploy((request, response) -> response.getWriter().print(request.getDateHeader("X")));
		assertThat(this.server.get("/").text()).isEqualTo("-1");
	}

	@Test
	void headerThatIsNoDateIsRefused() throws Exception {
		this.server.deploy((request, response) -> {
			try {
				request.getDateHeader("X");
			}
			catch (IllegalArgumentException ex) {
				response.getWriter().print("refused");
			}
		});
		assertThat(this.server.get("/", "X: yesterday").text()).isEqualTo("refused");
	}

	@Test
	void intHeaderIsRead() throws Exception {
		this.server.deploy((request, response) -> {
			response.getWriter().print(request.getIntHeader("A") + " " + request.getIntHeader("None"));
			try {
				request.getIntHeader("B");
			}
			catch (NumberFormatException ex) {
				response.getWriter().print(" refused");
			}
		});
		assertThat(this.server.get("/", "A: 42", "B: x").text()).isEqualTo("42 -1 refused");
	}

	@ParameterizedTest
	@CsvSource({ "localhost,localhost 80", "shop.example:8081,shop.example 8081", "Shop.Example,Shop.Example 80",
			"example.com.:90,example.com. 90", "test.l0l,test.l0l 80", "[::1],[::1] 80", "[::1]:8081,[::1] 8081",
			"127.0.0.1:1,127.0.0.1 1" })
	void serverNameAndPortComeFromTheHost(String host, String expected) throws Exception {
		this.server.deploy((request, response) -> response.getWriter()
			.print(request.getServerName() + " " + request.getServerPort()));
		assertThat(this.server.get("/", "Host: " + host).text()).isEqualTo(expected);
	}

	@Test
	void authorityOfTheTargetStandsAboveTheHost() throws Exception {
		this.server.deploy((request, response) -> response.getWriter()
			.print(request.getServerName() + " " + request.getServerPort()));
		assertThat(this.server.get("http://one.example:81/", "Host: two.example:82").text())
			.isEqualTo("one.example 81");
	}

	@Test
	void oldClientWithoutAHostGetsTheLocalAddress() throws Exception {
		this.server.deploy((request, response) -> response.getWriter()
			.print(request.getServerName().equals(request.getLocalAddr()) + " "
					+ (request.getServerPort() == request.getLocalPort())));
		RawClient client = this.server.connect();
		client.send("GET / HTTP/1.0\r\n\r\n");
		assertThat(client.read().text()).isEqualTo("true true");
	}

	@Test
	void requestKnowsItsConnection() throws Exception {
		this.server.deploy((request, response) -> response.getWriter()
			.print(request.getRemoteAddr() + " " + (request.getRemotePort() > 0) + " " + request.getLocalAddr() + " "
					+ request.getLocalPort() + " " + request.getScheme() + " " + request.isSecure() + " "
					+ request.getProtocol()));
		assertThat(this.server.get("/").text())
			.isEqualTo("127.0.0.1 true 127.0.0.1 " + this.server.port() + " http false HTTP/1.1");
	}

	@Test
	void protocolOfAnOldClientIsKnown() throws Exception {
		this.server.deploy((request, response) -> response.getWriter().print(request.getProtocol()));
		RawClient client = this.server.connect();
		client.send("GET / HTTP/1.0\r\nHost: a\r\n\r\n");
		assertThat(client.read().text()).isEqualTo("HTTP/1.0");
	}

	@ParameterizedTest
	@ValueSource(strings = { "GET", "PROPFIND", "get", "M-SEARCH" })
	void methodIsAsSent(String method) throws Exception {
		this.server.deploy((request, response) -> response.getWriter().print(request.getMethod()));
		assertThat(this.server.exchange(method, "/", new String[0], "").text()).isEqualTo(method);
	}

	@Test
	void bodyIsReadAsBytes() throws Exception {
		this.server.deploy((request, response) -> {
			byte[] body = request.getInputStream().readAllBytes();
			response.getWriter()
				.print(request.getContentLengthLong() + " " + body.length + " " + request.getContentType());
		});
		assertThat(this.server.post("/", "application/json;v=1", "{\"a\":1}").text())
			.isEqualTo("7 7 application/json;v=1");
	}

	@Test
	void chunkedBodyHasNoLength() throws Exception {
		this.server.deploy((request, response) -> {
			byte[] body = request.getInputStream().readAllBytes();
			response.getWriter()
				.print(request.getContentLengthLong() + " " + request.getContentLength() + " "
						+ new String(body, StandardCharsets.UTF_8));
		});
		RawClient client = this.server.connect();
		client.send(
				"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n\r\n");
		assertThat(client.read().text()).isEqualTo("-1 -1 abcde");
	}

	@Test
	void largeBodyComesWhole() throws Exception {
		this.server.deploy((request, response) -> {
			long count = 0;
			ServletInputStream input = request.getInputStream();
			byte[] buffer = new byte[10_000];
			for (int read = input.read(buffer); read >= 0; read = input.read(buffer)) {
				count += read;
			}
			response.getWriter().print(count + " " + input.isFinished());
		});
		assertThat(this.server.post("/", "text/plain", "x".repeat(5_000_000)).text()).isEqualTo("5000000 true");
	}

	@Test
	void missingBodyIsAnEmptyStream() throws Exception {
		this.server.deploy((request, response) -> response.getWriter()
			.print(request.getInputStream().read() + " " + request.getContentLength() + " "
					+ request.getContentType()));
		assertThat(this.server.get("/").text()).isEqualTo("-1 -1 null");
	}

	@ParameterizedTest
	@CsvSource({ "text/plain;charset=utf-8,caf\u00C3\u00A9,café", "text/plain;charset=iso-8859-1,caf\u00E9,café",
			"text/plain;charset='utf-8',caf\u00C3\u00A9,café", "text/plain,caf\u00E9,café",
			"application/json,caf\u00C3\u00A9,café" })
	void readerDecodesByTheCharset(String contentType, String body, String text) throws Exception {
		this.server.deploy((request, response) -> {
			response.setCharacterEncoding("UTF-8");
			response.getWriter().print(request.getReader().readLine());
		});
		assertThat(this.server.post("/", contentType, body).text()).isEqualTo(text);
	}

	@Test
	void readerReadsLines() throws Exception {
		this.server.deploy((request, response) -> {
			BufferedReader reader = request.getReader();
			response.getWriter().print(reader.lines().toList());
		});
		assertThat(this.server.post("/", "text/plain", "a\nb\r\nc").text()).isEqualTo("[a, b, c]");
	}

	@Test
	void readerOfAnUnknownCharsetIs400() throws Exception {
		this.server.deploy((request, response) -> request.getReader());
		assertThat(this.server.post("/", "text/plain;charset=klingon", "x").status()).isEqualTo(400);
	}

	/** {@code ServletRequest.getReader}. */
	@Test
	void readerOfAnUnknownCharsetThrowsWhatTheApplicationCanHandle() throws Exception {
		this.server.deploy((request, response) -> {
			try {
				request.getReader();
			}
			catch (UnsupportedEncodingException ex) {
				response.getWriter().print(ex.getMessage());
			}
		});
		assertThat(this.server.post("/", "text/plain;charset=klingon", "x").text())
			.isEqualTo("The charset 'klingon' of the request body is not supported");
	}

	@Test
	void streamAndReaderExcludeEachOther() throws Exception {
		this.server.deploy((request, response) -> {
			request.getInputStream();
			try {
				request.getReader();
			}
			catch (IllegalStateException ex) {
				response.getWriter().print("refused");
			}
		});
		assertThat(this.server.post("/", "text/plain", "x").text()).isEqualTo("refused");
	}

	@Test
	void encodingIsThatOfTheContentType() throws Exception {
		this.server.deploy((request, response) -> response.getWriter().print(request.getCharacterEncoding()));
		assertThat(this.server.post("/", "text/plain;charset=\"iso-8859-1\"", "x").text()).isEqualTo("iso-8859-1");
		assertThat(this.server.post("/", "text/plain", "x").text()).isEqualTo("null");
	}

	@Test
	void trailersAreThereAfterTheBody() throws Exception {
		this.server.deploy((request, response) -> {
			boolean before = request.isTrailerFieldsReady();
			request.getInputStream().readAllBytes();
			response.getWriter()
				.print(before + " " + request.isTrailerFieldsReady() + " " + request.getTrailerFields());
		});
		RawClient client = this.server.connect();
		client.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n");
		client.send("0\r\nX-Check: 42\r\nx-other: b\r\n\r\n");
		assertThat(client.read().text()).endsWith("true {x-check=42, x-other=b}");
	}

	@ParameterizedTest
	@ValueSource(strings = { "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=XX" })
	void malformedChunkIsTheClientsFault(String contentType) throws Exception {
		this.server.deploy((request, response) -> {
			if (request.getParameter("a") == null) {
				request.getInputStream().readAllBytes();
			}
		});
		RawClient client = this.server.connect();
		client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Type: " + contentType
				+ "\r\nTransfer-Encoding: chunked\r\n\r\n3\r\na=b\r\nx\r\n");
		RawResponse response = client.read();
		assertThat(response.status()).isEqualTo(400);
		assertThat(response.header("connection")).isEqualTo("close");
	}

	@Test
	void requestWithoutTrailersHasNone() throws Exception {
		this.server.deploy((request, response) -> {
			request.getInputStream().readAllBytes();
			response.getWriter().print(request.isTrailerFieldsReady() + " " + request.getTrailerFields());
		});
		assertThat(this.server.post("/", "text/plain", "x").text()).isEqualTo("true {}");
	}

	@Test
	void clientIsToldToContinueWhenTheBodyIsRead() throws Exception {
		this.server.deploy((request, response) -> response.getWriter().print(request.getInputStream().read()));
		RawClient client = this.server.connect();
		client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nExpect: 100-continue\r\n\r\n");
		assertThat(client.readAny(false).status()).isEqualTo(100);
		client.send("A");
		assertThat(client.readAny(false).text()).isEqualTo("65");
	}

	@Test
	void clientIsNotToldToContinueWhenNobodyReads() throws Exception {
		this.server.deploy((request, response) -> response.sendError(401));
		RawClient client = this.server.connect();
		client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nExpect: 100-continue\r\n\r\n");
		RawResponse response = client.readAny(false);
		assertThat(response.status()).isEqualTo(401);
		assertThat(response.header("Connection")).isEqualTo("close");
		assertThat(client.isClosedByServer()).isTrue();
	}

	@Test
	void unreadBodyIsSwallowedAndTheConnectionGoesOn() throws Exception {
		this.server.deploy((request, response) -> response.getWriter().print(request.getRequestURI()));
		RawClient client = this.server.connect();
		client.send(ServletFixture.request("POST", "/1", new String[0], "x".repeat(100_000)));
		assertThat(client.read().text()).isEqualTo("/1");
		client.send(ServletFixture.request("GET", "/2", new String[0], ""));
		assertThat(client.read().text()).isEqualTo("/2");
	}

	@Test
	void attributesComeAndGo() throws Exception {
		this.server.deploy((request, response) -> {
			request.setAttribute("a", 1);
			request.setAttribute("b", 2);
			request.setAttribute("a", null);
			request.removeAttribute("c");
			response.getWriter()
				.print(request.getAttribute("a") + " " + request.getAttribute("b") + " "
						+ Collections.list(request.getAttributeNames()).contains("a"));
		});
		assertThat(this.server.get("/").text()).isEqualTo("null 2 false");
	}

	@Test
	void everyRequestHasAnIdOfItsOwn() throws Exception {
		this.server.deploy((request, response) -> response.getWriter()
			.print(request.getRequestId() + " " + request.getServletConnection().getConnectionId()));
		RawClient client = this.server.connect();
		String[] first = client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n").read().text().split(" ");
		String[] second = client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n").read().text().split(" ");
		assertThat(first[0]).isNotEqualTo(second[0]);
		assertThat(first[1]).isEqualTo(second[1]);
	}

}
