package io.mvcbridge.jakarta;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/** Trailer fields both ways, over the wire (Servlet 6.1 §5.3). */
class TrailerConformanceTests {

	private static final String CHUNKED = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n";

	@RegisterExtension
	final ServletFixture server = new ServletFixture();

	private final EventLog events = new EventLog();

	// ---- of the request

	@Test
	void trailersOfABodyThatWasNotReadAreRefused() throws Exception {
		this.server.deploy((request, response) -> {
			assertThat(request.isTrailerFieldsReady()).isFalse();
			assertThatIllegalStateException().isThrownBy(request::getTrailerFields)
				.withMessageContaining("ask isTrailerFieldsReady()");
			response.getWriter().print("refused");
		});
		RawClient client = this.server.connect();
		client.send(CHUNKED + "3\r\nabc\r\n0\r\nX-Check: 42\r\n\r\n");
		assertThat(client.read().text()).isEqualTo("refused");
	}

	@Test
	void requestThatCannotHaveTrailersHasNoneAtOnce() throws Exception {
		this.server.deploy((request, response) -> response.getWriter()
			.print(request.isTrailerFieldsReady() + " " + request.getTrailerFields()));
		assertThat(this.server.get("/").text()).isEqualTo("true {}");
		assertThat(this.server.post("/", "text/plain", "not read yet").text()).isEqualTo("true {}");
		RawClient client = this.server.connect();
		client.send("GET / HTTP/1.0\r\n\r\n");
		assertThat(client.read().text()).isEqualTo("true {}");
	}

	@Test
	void namesAreInLowerCaseAndFieldsOfOneNameAreOne() throws Exception {
		this.server.deploy((request, response) -> {
			request.getInputStream().readAllBytes();
			response.getWriter().print(request.getTrailerFields());
		});
		RawClient client = this.server.connect();
		client.send(CHUNKED + "3\r\nabc\r\n0\r\nX-Check: 1\r\nx-cHECK: 2\r\n\r\n");
		assertThat(client.read().text()).isEqualTo("{x-check=1,2}");
	}

	@Test
	void mapIsTheApplicationsOwn() throws Exception {
		this.server.deploy((request, response) -> {
			request.getInputStream().readAllBytes();
			request.getTrailerFields().clear();
			response.getWriter().print(request.getTrailerFields());
		});
		RawClient client = this.server.connect();
		client.send(CHUNKED + "3\r\nabc\r\n0\r\nX-Check: 42\r\n\r\n");
		assertThat(client.read().text()).isEqualTo("{x-check=42}");
	}

	@Test
	void trailersAreThereAfterTheReaderCameToTheEnd() throws Exception {
		this.server.deploy((request, response) -> {
			while (request.getReader().readLine() != null) {
				// To the end
			}
			response.getWriter().print(request.isTrailerFieldsReady() + " " + request.getTrailerFields());
		});
		RawClient client = this.server.connect();
		client.send(CHUNKED + "3\r\nabc\r\n0\r\nX-Check: 42\r\n\r\n");
		assertThat(client.read().text()).isEqualTo("true {x-check=42}");
	}

	@Test
	void trailersAreThereAfterAFormWasDecoded() throws Exception {
		this.server.deploy((request, response) -> response.getWriter()
			.print(request.getParameter("a") + " " + request.getTrailerFields()));
		RawClient client = this.server.connect();
		client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\n"
				+ "Transfer-Encoding: chunked\r\n\r\n3\r\na=b\r\n0\r\nX-Check: 42\r\n\r\n");
		assertThat(client.read().text()).isEqualTo("b {x-check=42}");
	}

	// ---- of the response

	@Test
	void trailersAreSentBehindABodyThatWasNeverFlushed() throws Exception {
		this.server.deploy((request, response) -> {
			response.setTrailerFields(() -> Map.of("X-Check", "42"));
			response.getWriter().print("hello");
		});
		RawResponse response = this.server.get("/");
		assertThat(response.header("Transfer-Encoding")).isEqualTo("chunked");
		assertThat(response.text()).isEqualTo("hello");
		assertThat(response.trailers()).containsExactly("X-Check: 42");
	}

	@Test
	void supplierIsGivenBack() throws Exception {
		this.server.deploy((request, response) -> {
			assertThat(response.getTrailerFields()).isNull();
			response.setTrailerFields(() -> Map.of("X-Check", "42"));
			response.getWriter().print(response.getTrailerFields().get());
		});
		assertThat(this.server.get("/").text()).isEqualTo("{X-Check=42}");
	}

	@Test
	void supplierIsAskedOnceByTheThreadThatCompletesTheContent() throws Exception {
		AtomicReference<Thread> asked = new AtomicReference<>();
		this.server.deploy((request, response) -> {
			Map<String, String> trailers = new HashMap<>();
			response.setTrailerFields(() -> {
				asked.set(Thread.currentThread());
				this.events.add("asked");
				return trailers;
			});
			response.getOutputStream().print("hello");
			trailers.put("X-Check", "at close");
			response.getOutputStream().close();
			assertThat(asked.get()).isSameAs(Thread.currentThread());
			trailers.put("X-Check", "too late");
		});
		assertThat(this.server.get("/").trailers()).containsExactly("X-Check: at close");
		assertThat(this.events.list()).containsExactly("asked");
	}

	@Test
	void committedResponseTakesNone() throws Exception {
		this.server.deploy((request, response) -> {
			response.flushBuffer();
			assertThatIllegalStateException().isThrownBy(() -> response.setTrailerFields(() -> Map.of("X-Check", "42")))
				.withMessage("setTrailerFields() is not possible any more: the response is committed with status 200");
			response.getWriter().print("refused");
		});
		assertThat(this.server.get("/").text()).isEqualTo("refused");
	}

	@Test
	void responseOfDeclaredLengthTakesNone() throws Exception {
		this.server.deploy((request, response) -> {
			response.setContentLength(7);
			assertThatIllegalStateException().isThrownBy(() -> response.setTrailerFields(() -> Map.of("X-Check", "42")))
				.withMessage("Trailer fields need a chunked response, and this one has a Content-Length of 7");
			response.getWriter().print("refused");
		});
		assertThat(this.server.get("/").text()).isEqualTo("refused");
	}

	@Test
	void clientOfHttp10GetsNone() throws Exception {
		this.server.deploy((request, response) -> {
			assertThatIllegalStateException().isThrownBy(() -> response.setTrailerFields(() -> Map.of("X-Check", "42")))
				.withMessage("Trailer fields need a chunked response, which HTTP/1.0 does not have");
			response.getWriter().print("refused");
		});
		RawClient client = this.server.connect();
		client.send("GET / HTTP/1.0\r\n\r\n");
		assertThat(client.read().text()).isEqualTo("refused");
	}

	@Test
	void fieldsThatFrameOrRouteAreLeftOut() throws Exception {
		this.server.deploy((request, response) -> {
			response.setTrailerFields(
					() -> Map.of("Content-Length", "1", "transfer-encoding", "chunked", "Host", "b", "X-Check", "42"));
			response.getWriter().print("hello");
		});
		assertThat(this.server.get("/").trailers()).containsExactly("X-Check: 42");
	}

	@Test
	void supplierThatThrowsCostsTheTrailersOnly() throws Exception {
		this.server.deploy((request, response) -> {
			response.setTrailerFields(() -> {
				throw new IllegalArgumentException("of a test");
			});
			response.getWriter().print("hello");
		});
		RawResponse response = this.server.get("/");
		assertThat(response.text()).isEqualTo("hello");
		assertThat(response.trailers()).isEmpty();
	}

	@Test
	void responseThatStartsAnewHasNoneOfThem() throws Exception {
		this.server.deploy((request, response) -> {
			response.setTrailerFields(() -> Map.of("X-Check", "42"));
			response.reset();
			response.getWriter().print("hello");
		});
		RawResponse response = this.server.get("/");
		assertThat(response.header("Content-Length")).isEqualTo("5");
		assertThat(response.trailers()).isEmpty();
	}

	@Test
	void answerToHeadHasNoTrailers() throws Exception {
		this.server.deploy((request, response) -> {
			response.setTrailerFields(() -> Map.of("X-Check", "42"));
			response.getWriter().print("hello");
		});
		RawClient client = this.server.connect();
		client.send("HEAD / HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n");
		assertThat(client.readHead().status()).isEqualTo(200);
		assertThat(client.read().trailers()).containsExactly("X-Check: 42");
	}

}
