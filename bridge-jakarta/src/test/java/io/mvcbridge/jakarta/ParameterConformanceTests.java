package io.mvcbridge.jakarta;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.StringJoiner;

import io.mvcbridge.jakarta.ServletFixture.Handler;
import io.mvcbridge.jakarta.request.RequestLimits;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Request parameters over the wire (Servlet 6.1 §3.1). */
class ParameterConformanceTests {

	private static final String FORM = "application/x-www-form-urlencoded";

	@RegisterExtension
	final ServletFixture server = new ServletFixture();

	/** Answers with all parameters, in order: {@code name=[value, value]}. */
	private static final Handler ECHO = (request, response) -> {
		StringJoiner text = new StringJoiner(" ");
		for (String name : Collections.list(request.getParameterNames())) {
			text.add(name + "=" + Arrays.toString(request.getParameterValues(name)));
		}
		response.setCharacterEncoding(StandardCharsets.UTF_8);
		response.getWriter().print(text);
	};

	private static RequestLimits limits(int maxParameters, int maxFormSize) {
		return new RequestLimits(maxParameters, maxFormSize, 50, 512, 64 * 1024);
	}

	private void deployEcho(RequestLimits limits) throws Exception {
		this.server.deploy((builder) -> builder.limits(limits).servlet("echo", ServletFixture.servlet(ECHO), "/*"));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			/?p=%2B                       | p=[+]
			/?p=+                         | p=[ ]
			/?p=a+b%20c                   | p=[a b c]
			/?tz=America%2FLos_Angeles    | tz=[America/Los_Angeles]
			/?p=%252B                     | p=[%2B]
			/?query=                      | query=[]
			/?query                       | query=[]
			/?state=x&state=y             | state=[x, y]
			/?b=1&a=2&b=3                 | b=[1, 3] a=[2]
			/?p=a=b                       | p=[a=b]
			/?&&p=1&&                     | p=[1]
			/?p=caf%C3%A9                 | p=[café]
			/?p=%E4%B8%AD                 | p=[中]
			/?p=?                         | p=[?]
			/?p=a;b                       | p=[a;b]
			/?                            | ''
			/                             | ''
			""")
	void queryIsDecodedOnce(String target, String parameters) throws Exception {
		this.server.deploy(ECHO);
		assertThat(this.server.get(target).text()).isEqualTo(parameters);
	}

	@Test
	void queryStringStaysRaw() throws Exception {
		this.server.deploy((request, response) -> response.getWriter().print(request.getQueryString()));
		assertThat(this.server.get("/?p=%2B+%zz&q=a%20b").text()).isEqualTo("p=%2B+%zz&q=a%20b");
	}

	@Test
	void missingQueryStringIsNull() throws Exception {
		this.server.deploy((request, response) -> response.getWriter().print(request.getQueryString()));
		assertThat(this.server.get("/").text()).isEqualTo("null");
	}

	@Test
	void missingParameterIsNull() throws Exception {
		this.server.deploy((request, response) -> response.getWriter()
			.print(request.getParameter("a") + request.getParameterValues("a") + request.getParameterMap()));
		assertThat(this.server.get("/?b").text()).startsWith("nullnull{b=");
	}

	@Test
	void parameterMapCannotBeChanged() throws Exception {
		this.server.deploy((request, response) -> {
			try {
				request.getParameterMap().clear();
			}
			catch (UnsupportedOperationException ex) {
				response.getWriter().print("refused");
			}
		});
		assertThat(this.server.get("/?a=1").text()).isEqualTo("refused");
	}

	@ParameterizedTest
	@ValueSource(strings = { "/?p=%zz", "/?p=%", "/?p=%2", "/?%=1" })
	void brokenQueryEncodingIs400(String target) throws Exception {
		this.server.deploy(ECHO);
		assertThat(this.server.get(target).status()).isEqualTo(400);
	}

	@Test
	void brokenQueryEncodingIsOfNoInterestToWhoDoesNotAsk() throws Exception {
		this.server.deploy((request, response) -> response.getWriter().print("fine"));
		assertThat(this.server.get("/?p=%zz").text()).isEqualTo("fine");
	}

	@Test
	void brokenFormEncodingIs400() throws Exception {
		this.server.deploy(ECHO);
		assertThat(this.server.form("/", "a=1&b=%zz").status()).isEqualTo(400);
	}

	@Test
	void brokenFormEncodingLeavesTheConnectionUsable() throws Exception {
		this.server.deploy(ECHO);
		RawClient client = this.server.connect();
		client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Type: " + FORM + "\r\nContent-Length: 5\r\n\r\np=%zz");
		assertThat(client.read().status()).isEqualTo(400);
		client.send("GET /?p=1 HTTP/1.1\r\nHost: a\r\n\r\n");
		assertThat(client.read().text()).isEqualTo("p=[1]");
	}

	@Test
	void brokenEncodingIsBrokenEachTimeItIsAskedFor() throws Exception {
		this.server.deploy((request, response) -> {
			int failures = 0;
			for (int i = 0; i < 3; i++) {
				try {
					request.getParameter("p");
				}
				catch (IllegalStateException ex) {
					failures++;
				}
			}
			response.getWriter().print(failures);
		});
		assertThat(this.server.get("/?p=%zz").text()).isEqualTo("3");
	}

	@Test
	void formIsDecoded() throws Exception {
		this.server.deploy(ECHO);
		assertThat(this.server.form("/", "a=1+2&b=%2B&c=&a=x%3Dy").text()).isEqualTo("a=[1 2, x=y] b=[+] c=[]");
	}

	@Test
	void queryComesBeforeTheForm() throws Exception {
		this.server.deploy(ECHO);
		assertThat(this.server.form("/?a=query&q=1", "a=form&f=2").text()).isEqualTo("a=[query, form] q=[1] f=[2]");
	}

	@Test
	void chunkedFormIsDecoded() throws Exception {
		this.server.deploy(ECHO);
		RawClient client = this.server.connect();
		client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Type: " + FORM + "\r\nTransfer-Encoding: chunked\r\n\r\n"
				+ "3\r\na=1\r\n1\r\n%\r\n4\r\n41&b\r\n2\r\n=2\r\n0\r\n\r\n");
		assertThat(client.read().text()).isEqualTo("a=[1A] b=[2]");
	}

	@Test
	void formAtTheLimitIsDecoded() throws Exception {
		deployEcho(limits(1000, 10));
		assertThat(this.server.form("/", "a=12345678").text()).isEqualTo("a=[12345678]");
	}

	@Test
	void formBeyondTheLimitIs413() throws Exception {
		deployEcho(limits(1000, 10));
		assertThat(this.server.form("/", "a=123456789").status()).isEqualTo(413);
	}

	@Test
	void chunkedFormBeyondTheLimitIs413() throws Exception {
		deployEcho(limits(1000, 10));
		RawClient client = this.server.connect();
		client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Type: " + FORM + "\r\nTransfer-Encoding: chunked\r\n\r\n"
				+ "8\r\na=123456\r\n3\r\n789\r\n0\r\n\r\n");
		assertThat(client.read().status()).isEqualTo(413);
	}

	@Test
	void formBeyondTheDefaultLimitIs413() throws Exception {
		this.server.deploy(ECHO);
		assertThat(this.server.form("/", "a=" + "x".repeat(2 * 1024 * 1024)).status()).isEqualTo(413);
	}

	@Test
	void formThatDeclaresItselfTooLargeIsNotAskedFor() throws Exception {
		deployEcho(limits(1000, 10));
		RawClient client = this.server.connect();
		client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Type: " + FORM
				+ "\r\nContent-Length: 11\r\nExpect: 100-continue\r\n\r\n");
		assertThat(client.readAny(false).status()).isEqualTo(413);
		assertThat(client.isClosedByServer()).isTrue();
	}

	@Test
	void moreParametersThanAllowedAre400() throws Exception {
		deployEcho(limits(3, 1000));
		assertThat(this.server.get("/?a=1&b=2&c=3").status()).isEqualTo(200);
		assertThat(this.server.get("/?a=1&b=2&c=3&d=4").status()).isEqualTo(400);
		assertThat(this.server.form("/?a=1&b=2", "c=3&d=4").status()).isEqualTo(400);
	}

	@Test
	void formWithoutACharsetIsUtf8() throws Exception {
		this.server.deploy(ECHO);
		assertThat(this.server.form("/?q=%C3%A9", "a=%C3%A9").text()).isEqualTo("q=[é] a=[é]");
	}

	@Test
	void formMayNameItsCharset() throws Exception {
		this.server.deploy(ECHO);
		assertThat(this.server.post("/", FORM + ";charset=iso-8859-1", "a=caf%E9&b=caf\u00E9").text())
			.isEqualTo("a=[café] b=[café]");
	}

	@ParameterizedTest
	@ValueSource(strings = { "Application/X-WWW-Form-Urlencoded",
			"application/x-www-form-urlencoded; charset=\"utf-8\"", "application/x-www-form-urlencoded;charset='utf-8'",
			"APPLICATION/X-WWW-FORM-URLENCODED ; CHARSET=UTF-8" })
	void formIsKnownHoweverItsTypeIsWritten(String contentType) throws Exception {
		this.server.deploy(ECHO);
		assertThat(this.server.post("/", contentType, "a=caf%C3%A9").text()).isEqualTo("a=[café]");
	}

	@ParameterizedTest
	@ValueSource(strings = { "klingon", "a/b", "\"x y\"" })
	void unknownCharsetOfAFormIs400(String charset) throws Exception {
		this.server.deploy(ECHO);
		assertThat(this.server.post("/", FORM + "; charset=" + charset, "a=1").status()).isEqualTo(400);
	}

	@Test
	void characterOfAFormMayMixEncodedAndPlainOctets() throws Exception {
		this.server.deploy(ECHO);
		assertThat(this.server.post("/", FORM + "; charset=Shift_JIS", "a=%83z").text()).isEqualTo("a=[ホ]");
	}

	@Test
	void encodingThatIsSetCountsForTheForm() throws Exception {
		this.server.deploy((request, response) -> {
			request.setCharacterEncoding("iso-8859-1");
			ECHO.handle(request, response);
		});
		assertThat(this.server.form("/", "a=caf%E9").text()).isEqualTo("a=[café]");
	}

	@Test
	void encodingThatIsSetTooLateChangesNothing() throws Exception {
		this.server.deploy((request, response) -> {
			request.getParameter("a");
			request.setCharacterEncoding("iso-8859-1");
			ECHO.handle(request, response);
		});
		assertThat(this.server.form("/", "a=caf%C3%A9").text()).isEqualTo("a=[café]");
	}

	@Test
	void encodingOfTheContextCountsForTheForm() throws Exception {
		this.server
			.deploy((builder) -> builder.initializer((context) -> context.setRequestCharacterEncoding("iso-8859-1"))
				.servlet("echo", ServletFixture.servlet(ECHO), "/*"));
		assertThat(this.server.form("/", "a=caf%E9").text()).isEqualTo("a=[café]");
	}

	@ParameterizedTest
	@ValueSource(strings = { "PUT", "PATCH", "DELETE" })
	void formOfAnotherMethodStaysInTheBody(String method) throws Exception {
		this.server.deploy((request, response) -> response.getWriter()
			.print(request.getParameter("a") + " " + request.getReader().readLine()));
		assertThat(this.server.exchange(method, "/", new String[] { "Content-Type: " + FORM }, "a=1").text())
			.isEqualTo("null a=1");
	}

	@Test
	void bodyOfAnotherTypeIsNoForm() throws Exception {
		this.server.deploy((request, response) -> response.getWriter()
			.print(request.getParameter("a") + " " + request.getReader().readLine()));
		assertThat(this.server.post("/", "text/plain", "a=1").text()).isEqualTo("null a=1");
	}

	@Test
	void formThatWasReadAsAStreamHasNoParameters() throws Exception {
		this.server.deploy((request, response) -> {
			String body = new String(request.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
			response.getWriter().print(body + " " + request.getParameter("a") + " " + request.getParameter("q"));
		});
		assertThat(this.server.form("/?q=2", "a=1").text()).isEqualTo("a=1 null 2");
	}

	@Test
	void formThatWasReadAsParametersLeavesAnEmptyStream() throws Exception {
		this.server.deploy((request, response) -> {
			String a = request.getParameter("a");
			response.getWriter().print(a + " " + request.getInputStream().read());
		});
		assertThat(this.server.form("/", "a=1").text()).isEqualTo("1 -1");
	}

	@Test
	void manyFormsOnOneConnectionStayApart() throws Exception {
		this.server.deploy(ECHO);
		RawClient client = this.server.connect();
		for (int i = 0; i < 20; i++) {
			String body = "a=" + "x".repeat(i);
			client.send(ServletFixture.request("POST", "/?i=" + i, new String[] { "Content-Type: " + FORM }, body));
			assertThat(client.read().text()).isEqualTo("i=[" + i + "] a=[" + "x".repeat(i) + "]");
		}
	}

	@Test
	void pipelinedFormsAreAnsweredInOrder() throws Exception {
		this.server.deploy(ECHO);
		RawClient client = this.server.connect();
		StringBuilder requests = new StringBuilder();
		for (int i = 0; i < 5; i++) {
			requests.append(ServletFixture.request("POST", "/", new String[] { "Content-Type: " + FORM }, "a=" + i));
		}
		client.send(requests.toString());
		for (String expected : List.of("a=[0]", "a=[1]", "a=[2]", "a=[3]", "a=[4]")) {
			assertThat(client.read().text()).isEqualTo(expected);
		}
	}

	@Test
	void octetsThatAreNoTextAreReplaced() throws Exception {
		this.server.deploy(ECHO);
		assertThat(this.server.form("/", "a=%88%A4").text()).isEqualTo("a=[\uFFFD\uFFFD]");
	}

}
