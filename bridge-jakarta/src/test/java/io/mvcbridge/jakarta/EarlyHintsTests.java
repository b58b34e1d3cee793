package io.mvcbridge.jakarta;

import java.lang.reflect.Proxy;

import io.mvcbridge.jakarta.request.BridgeResponse;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import static org.assertj.core.api.Assertions.assertThat;

/** Interim responses 103 (RFC 8297). */
class EarlyHintsTests {

	private static final String STYLE = "</style.css>; rel=preload; as=style";

	@RegisterExtension
	final ServletFixture server = new ServletFixture();

	@Test
	void fieldsOfTheResponseAreSentBeforeIt() throws Exception {
		this.server.deploy((request, response) -> {
			response.setHeader("Link", STYLE);
			assertThat(EarlyHints.send(response)).isTrue();
			assertThat(response.isCommitted()).isFalse();
			response.setHeader("X-Late", "1");
			response.getWriter().print("hello");
		});
		RawClient client = this.server.connect();
		client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
		RawResponse hints = client.readAny(false);
		assertThat(hints.statusLine()).isEqualTo("HTTP/1.1 103 Early Hints");
		assertThat(hints.fields()).containsExactly("Link: " + STYLE);
		RawResponse response = client.readAny(false);
		assertThat(response.status()).isEqualTo(200);
		assertThat(response.header("Link")).isEqualTo(STYLE);
		assertThat(response.header("X-Late")).isEqualTo("1");
		assertThat(response.text()).isEqualTo("hello");
	}

	@Test
	void hintsAreSentAgainWhenThereAreMore() throws Exception {
		this.server.deploy((request, response) -> {
			response.addHeader("Link", "<a>");
			EarlyHints.send(response);
			response.addHeader("Link", "<b>");
			EarlyHints.send(response);
		});
		RawClient client = this.server.connect();
		client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
		assertThat(client.readAny(false).fields()).containsExactly("Link: <a>");
		assertThat(client.readAny(false).fields()).containsExactly("Link: <a>", "Link: <b>");
		assertThat(client.readAny(false).status()).isEqualTo(200);
	}

	@Test
	void responseIsFoundBehindWrappers() throws Exception {
		this.server.deploy((request, response) -> {
			response.setHeader("Link", STYLE);
			assertThat(EarlyHints.send(new HttpServletResponseWrapper(new HttpServletResponseWrapper(response))))
				.isTrue();
		});
		RawClient client = this.server.connect();
		client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
		assertThat(client.readAny(false).status()).isEqualTo(103);
		assertThat(client.readAny(false).status()).isEqualTo(200);
	}

	@Test
	void responseOfAnotherContainerIsLeftAlone() {
		ServletResponse foreign = (ServletResponse) Proxy.newProxyInstance(getClass().getClassLoader(),
				new Class<?>[] { ServletResponse.class }, (proxy, method, arguments) -> {
					throw new IllegalStateException("not to be called");
				});
		assertThat(EarlyHints.send(foreign)).isFalse();
	}

	@Test
	void whatIsAboutTheMessageOrTheConnectionIsNotSentEarly() throws Exception {
		this.server.deploy((request, response) -> {
			response.setHeader("Connection", "close");
			response.setHeader("Trailer", "X-Check");
			response.setContentLength(5);
			response.setHeader("Link", STYLE);
			EarlyHints.send(response);
			response.getWriter().print("hello");
		});
		RawClient client = this.server.connect();
		client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
		assertThat(client.readAny(false).fields()).containsExactly("Link: " + STYLE);
		assertThat(client.readAny(false).text()).isEqualTo("hello");
	}

	@Test
	void nothingIsSentWithoutFieldsNorAfterTheResponseIsCommitted() throws Exception {
		this.server.deploy((request, response) -> {
			EarlyHints.send(response);
			response.setHeader("Link", STYLE);
			response.flushBuffer();
			EarlyHints.send(response);
		});
		RawClient client = this.server.connect();
		client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
		assertThat(client.readAny(false).status()).isEqualTo(200);
	}

	@Test
	void clientOfHttp10GetsNone() throws Exception {
		this.server.deploy((request, response) -> {
			response.setHeader("Link", STYLE);
			EarlyHints.send(response);
		});
		RawClient client = this.server.connect();
		client.send("GET / HTTP/1.0\r\n\r\n");
		assertThat(client.readAny(false).status()).isEqualTo(200);
	}

	@Test
	void methodOfServlet62IsThereByItsName() throws Exception {
		assertThat(BridgeResponse.class.getMethod("sendEarlyHints").getReturnType()).isEqualTo(void.class);
	}

	@Test
	@SuppressWarnings("removal")
	void thereIsNoServerPush() throws Exception {
		this.server.deploy((request, response) -> response.getWriter().print(request.newPushBuilder()));
		assertThat(this.server.get("/").text()).isEqualTo("null");
	}

}
