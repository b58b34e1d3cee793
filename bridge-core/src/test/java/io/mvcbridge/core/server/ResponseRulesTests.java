package io.mvcbridge.core.server;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.mvcbridge.core.exchange.ExchangeListener;
import io.mvcbridge.core.exchange.HttpExchange;
import io.mvcbridge.core.exchange.ResponseHead;
import io.mvcbridge.core.exchange.ResponseStream;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.DefaultHttpHeadersFactory;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.ReadOnlyHttpHeaders;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class ResponseRulesTests {

	private TestServer server;

	@AfterEach
	void stop() {
		this.server.close();
	}

	private RawClient serve(TestServer.Handler handler) {
		this.server = new TestServer(handler);
		return this.server.connect();
	}

	private static void stream(HttpExchange exchange, ResponseHead head, String... pieces) throws IOException {
		ResponseStream stream = exchange.stream(head);
		for (String piece : pieces) {
			stream.write(TestServer.bytes(piece));
		}
		stream.end(null);
	}

	@Test
	void wholeResponseGetsItsLength() throws IOException {
		try (RawClient client = serve(
				(exchange) -> exchange.respond(TestServer.ok("A", "b"), TestServer.bytes("abc")))) {
			client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
			assertThat(client.readResponse()).isEqualTo("HTTP/1.1 200 OK\nA: b\nContent-Length: 3\n\nabc");
		}
	}

	@Test
	void statusLineHasTheRegisteredPhraseOrNone() throws IOException {
		try (RawClient client = serve((exchange) -> exchange
			.respond(TestServer.head(Integer.parseInt(exchange.head().target().substring(1))), TestServer.bytes("")))) {
			client.send("GET /413 HTTP/1.1\r\nHost: a\r\n\r\n");
			assertThat(client.readResponse()).startsWith("HTTP/1.1 413 Content Too Large\n");
			client.send("GET /418 HTTP/1.1\r\nHost: a\r\n\r\n");
			assertThat(client.readResponse()).startsWith("HTTP/1.1 418 \n");
		}
	}

	@Test
	void responseIsDated() throws IOException {
		try (RawClient client = serve((exchange) -> exchange.respond(TestServer.ok(), TestServer.bytes("")))) {
			client.send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
			assertThat(client.readToEnd()).containsPattern(
					"\r\nDate: (Mon|Tue|Wed|Thu|Fri|Sat|Sun), \\d\\d [A-Z][a-z]{2} \\d{4} \\d\\d:\\d\\d:\\d\\d GMT\r\n");
		}
	}

	@Test
	void dateAndServerOfTheApplicationAreKept() throws IOException {
		this.server = new TestServer(
				(exchange) -> exchange.respond(TestServer.ok("Date", "x", "Server", "y"), TestServer.bytes("")),
				(settings) -> settings.serverHeader("z"));
		try (RawClient client = this.server.connect()) {
			client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
			assertThat(client.readResponse()).isEqualTo("HTTP/1.1 200 OK\nDate: x\nServer: y\nContent-Length: 0\n\n");
		}
	}

	@Test
	void serverIsNamedWhenConfigured() throws IOException {
		this.server = new TestServer((exchange) -> exchange.respond(TestServer.ok(), TestServer.bytes("")),
				(settings) -> settings.serverHeader("z"));
		try (RawClient client = this.server.connect()) {
			client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
			assertThat(client.readResponse()).isEqualTo("HTTP/1.1 200 OK\nContent-Length: 0\nServer: z\n\n");
		}
	}

	@Test
	void headHasTheLengthThatGetWouldHave() throws IOException {
		try (RawClient client = serve((exchange) -> exchange.respond(TestServer.ok(), TestServer.bytes("abc")))) {
			client.send("HEAD / HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n");
			assertThat(client.readHead()).isEqualTo("HTTP/1.1 200 OK\nContent-Length: 3\n");
			assertThat(client.readResponse()).isEqualTo("HTTP/1.1 200 OK\nContent-Length: 3\n\nabc");
		}
	}

	@Test
	void headKeepsADeclaredLengthWithoutBody() throws IOException {
		try (RawClient client = serve(
				(exchange) -> exchange.respond(TestServer.ok("Content-Length", "5000000000"), TestServer.bytes("")))) {
			client.send("HEAD / HTTP/1.1\r\nHost: a\r\n\r\nHEAD / HTTP/1.1\r\nHost: a\r\n\r\n");
			assertThat(client.readHead()).isEqualTo("HTTP/1.1 200 OK\nContent-Length: 5000000000\n");
			assertThat(client.readHead()).isEqualTo("HTTP/1.1 200 OK\nContent-Length: 5000000000\n");
		}
	}

	@Test
	void streamedHeadHasNeitherBodyNorTransferEncoding() throws IOException {
		try (RawClient client = serve((exchange) -> stream(exchange, TestServer.ok(), "abc", "def"))) {
			client.send("HEAD / HTTP/1.1\r\nHost: a\r\n\r\nHEAD / HTTP/1.1\r\nHost: a\r\n\r\n");
			assertThat(client.readHead()).isEqualTo("HTTP/1.1 200 OK\n");
			assertThat(client.readHead()).isEqualTo("HTTP/1.1 200 OK\n");
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "204 No Content", "304 Not Modified" })
	void bodylessStatusHasNoBodyAndNoLength(String status) throws IOException {
		int code = Integer.parseInt(status.substring(0, 3));
		try (RawClient client = serve((exchange) -> {
			if (exchange.head().target().equals("/stream")) {
				stream(exchange, TestServer.head(code, "Transfer-Encoding", "chunked"), "abc");
			}
			else {
				exchange.respond(TestServer.head(code), TestServer.bytes("abc"));
			}
		})) {
			client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
			assertThat(client.readHead()).isEqualTo("HTTP/1.1 " + status + "\n");
			client.send("GET /stream HTTP/1.1\r\nHost: a\r\n\r\n");
			assertThat(client.readHead()).isEqualTo("HTTP/1.1 " + status + "\n");
			client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
			assertThat(client.readHead()).isEqualTo("HTTP/1.1 " + status + "\n");
		}
	}

	@Test
	void notModifiedKeepsADeclaredLength() throws IOException {
		try (RawClient client = serve(
				(exchange) -> exchange.respond(TestServer.head(304, "Content-Length", "3"), TestServer.bytes("")))) {
			client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n");
			assertThat(client.readHead()).isEqualTo("HTTP/1.1 304 Not Modified\nContent-Length: 3\n");
			assertThat(client.readHead()).isEqualTo("HTTP/1.1 304 Not Modified\nContent-Length: 3\n");
		}
	}

	@Test
	void resetContentHasAnEmptyBody() throws IOException {
		try (RawClient client = serve((exchange) -> {
			if (exchange.head().target().equals("/stream")) {
				stream(exchange, TestServer.head(205), "abc");
			}
			else {
				exchange.respond(TestServer.head(205, "Content-Length", "3"), TestServer.bytes("abc"));
			}
		})) {
			client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\nGET /stream HTTP/1.1\r\nHost: a\r\n\r\n");
			assertThat(client.readHead()).isEqualTo("HTTP/1.1 205 Reset Content\ncontent-length: 0\n");
			assertThat(client.readHead()).isEqualTo("HTTP/1.1 205 Reset Content\ncontent-length: 0\n");
		}
	}

	@Test
	void http10ClosesAfterTheResponse() throws IOException {
		try (RawClient client = serve((exchange) -> exchange.respond(TestServer.ok(), TestServer.bytes("abc")))) {
			client.send("GET / HTTP/1.0\r\n\r\n");
			assertThat(client.readResponse()).isEqualTo("HTTP/1.1 200 OK\nContent-Length: 3\nConnection: close\n\nabc");
			assertThat(client.awaitEnd()).isEqualTo("closed");
		}
	}

	@Test
	void http10IsKeptAliveWhenItAsksForIt() throws IOException {
		try (RawClient client = serve((exchange) -> exchange.respond(TestServer.ok(), TestServer.bytes("abc")))) {
			for (int i = 0; i < 2; i++) {
				client.send("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
				assertThat(client.readResponse())
					.isEqualTo("HTTP/1.1 200 OK\nContent-Length: 3\nConnection: keep-alive\n\nabc");
			}
		}
	}

	@Test
	void http10GetsNoChunks() throws IOException {
		try (RawClient client = serve((exchange) -> stream(exchange, TestServer.ok(), "abc", "def"))) {
			client.send("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
			assertThat(client.readHead()).isEqualTo("HTTP/1.1 200 OK\nConnection: close\n");
			assertThat(client.readToEnd()).isEqualTo("abcdef");
		}
	}

	@Test
	void http10StreamWithALengthIsKeptAlive() throws IOException {
		try (RawClient client = serve((exchange) -> stream(exchange, TestServer.ok("Content-Length", "3"), "abc"))) {
			for (int i = 0; i < 2; i++) {
				client.send("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
				assertThat(client.readResponse())
					.isEqualTo("HTTP/1.1 200 OK\nContent-Length: 3\nConnection: keep-alive\n\nabc");
			}
		}
	}

	@Test
	void abortedStreamWithoutLengthOrChunksEndsInAReset() throws IOException {
		CompletableFuture<HttpExchange> reached = new CompletableFuture<>();
		try (RawClient client = serve((exchange) -> {
			ResponseStream stream = exchange.stream(TestServer.ok());
			stream.write(TestServer.bytes("abc"));
			stream.flush();
			reached.complete(exchange);
		})) {
			client.send("GET / HTTP/1.0\r\n\r\n");
			client.readHead();
			assertThat(client.read(3)).isEqualTo("abc");
			reached.join().abort(new IOException("test"));
			assertThat(client.awaitEnd()).isEqualTo("reset");
		}
	}

	@Test
	void closeIsAnsweredWithClose() throws IOException {
		try (RawClient client = serve((exchange) -> exchange.respond(TestServer.ok(), TestServer.bytes("abc")))) {
			client.send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
			assertThat(client.readResponse()).isEqualTo("HTTP/1.1 200 OK\nContent-Length: 3\nConnection: close\n\nabc");
			assertThat(client.awaitEnd()).isEqualTo("closed");
		}
	}

	@Test
	void closeOfTheApplicationCloses() throws IOException {
		try (RawClient client = serve(
				(exchange) -> exchange.respond(TestServer.ok("Connection", "close"), TestServer.bytes("abc")))) {
			client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n");
			assertThat(client.readResponse()).isEqualTo("HTTP/1.1 200 OK\nConnection: close\nContent-Length: 3\n\nabc");
			assertThat(client.awaitEnd()).isEqualTo("closed");
		}
	}

	@Test
	void wholeResponseShorterThanDeclaredBreaksTheConnection() throws Exception {
		CompletableFuture<Throwable> aborted = new CompletableFuture<>();
		try (RawClient client = serve((exchange) -> {
			listen(exchange, aborted);
			exchange.respond(TestServer.ok("Content-Length", "4"), TestServer.bytes("abc"));
		})) {
			client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
			assertThat(client.awaitEnd()).isEqualTo("closed");
			assertThat(aborted.get(5, TimeUnit.SECONDS))
				.hasMessage("The response is shorter than its Content-Length of 4");
		}
	}

	@Test
	void streamShorterThanDeclaredBreaksTheConnection() throws Exception {
		CompletableFuture<Throwable> aborted = new CompletableFuture<>();
		try (RawClient client = serve((exchange) -> {
			listen(exchange, aborted);
			ResponseStream stream = exchange.stream(TestServer.ok("Content-Length", "4"));
			stream.write(TestServer.bytes("abc"));
			stream.flush();
			stream.end(null);
		})) {
			client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
			assertThat(client.readHead()).isEqualTo("HTTP/1.1 200 OK\nContent-Length: 4\n");
			assertThat(client.readToEnd()).isEqualTo("abc");
			assertThat(aborted.get(5, TimeUnit.SECONDS)).hasMessage("The response declared 4 bytes and ended after 3");
		}
	}

	private static void listen(HttpExchange exchange, CompletableFuture<Throwable> aborted) {
		exchange.addListener(new ExchangeListener() {

			@Override
			public void aborted(Throwable cause) {
				aborted.complete(cause);
			}

		});
	}

	@Test
	void bytesBeyondTheDeclaredLengthAreDiscarded() throws IOException {
		try (RawClient client = serve((exchange) -> {
			if (exchange.head().target().equals("/stream")) {
				stream(exchange, TestServer.ok("Content-Length", "4"), "abc", "def", "ghi");
			}
			else {
				exchange.respond(TestServer.ok("Content-Length", "4"), TestServer.bytes("abcdef"));
			}
		})) {
			client.send("GET /stream HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n");
			assertThat(client.readResponse()).isEqualTo("HTTP/1.1 200 OK\nContent-Length: 4\n\nabcd");
			assertThat(client.readResponse()).isEqualTo("HTTP/1.1 200 OK\nContent-Length: 4\n\nabcd");
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "x", "-1", "1, 1" })
	void unreadableLengthOfTheApplicationIsReplaced(String length) throws IOException {
		try (RawClient client = serve(
				(exchange) -> exchange.respond(TestServer.ok("Content-Length", length), TestServer.bytes("abc")))) {
			client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
			assertThat(client.readResponse()).isEqualTo("HTTP/1.1 200 OK\nContent-Length: 3\n\nabc");
		}
	}

	@Test
	void transferEncodingOfTheApplicationIsNotBelieved() throws IOException {
		try (RawClient client = serve(
				(exchange) -> exchange.respond(TestServer.ok("Transfer-Encoding", "gzip"), TestServer.bytes("abc")))) {
			client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
			assertThat(client.readResponse()).isEqualTo("HTTP/1.1 200 OK\nContent-Length: 3\n\nabc");
		}
	}

	@Test
	void lineBreaksInFieldsDoNotReachTheWire() throws IOException {
		HttpHeaders headers = DefaultHttpHeadersFactory.headersFactory().withValidation(false).newHeaders();
		headers.add("A", "b\r\nC: d\0e");
		headers.add("F\r\nG", "h");
		headers.add("I", "j\u010Ak");
		try (RawClient client = serve(
				(exchange) -> exchange.respond(new ResponseHead(200, headers), TestServer.bytes("")))) {
			client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
			assertThat(client.readResponse()).isEqualTo("HTTP/1.1 200 OK\nA: b  C: d e\nI: j?k\nContent-Length: 0\n\n");
		}
	}

	@Test
	void trailersFollowTheLastChunk() throws IOException {
		try (RawClient client = serve((exchange) -> {
			ResponseStream stream = exchange.stream(TestServer.ok());
			stream.write(TestServer.bytes("abc"));
			stream.end(new DefaultHttpHeaders().add("T", "u"));
		})) {
			client.send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
			assertThat(client.readToEnd()).endsWith("\r\n\r\n3\r\nabc\r\n0\r\nT: u\r\n\r\n");
		}
	}

	@Test
	void trailersAreDroppedWhereThereAreNoChunks() throws IOException {
		try (RawClient client = serve((exchange) -> {
			ResponseStream stream = exchange.stream(TestServer.ok("Content-Length", "3"));
			stream.write(TestServer.bytes("abc"));
			stream.end(new DefaultHttpHeaders().add("T", "u"));
		})) {
			client.send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
			assertThat(client.readToEnd()).endsWith("\r\n\r\nabc");
		}
	}

	@Test
	void emptyStreamIsAnEmptyBody() throws IOException {
		try (RawClient client = serve((exchange) -> stream(exchange, TestServer.ok()))) {
			client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
			assertThat(client.readResponse()).isEqualTo("HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n");
		}
	}

	@Test
	void headLeavesWithTheFirstFlush() throws IOException {
		CompletableFuture<ResponseStream> stream = new CompletableFuture<>();
		try (RawClient client = serve((exchange) -> {
			ResponseStream opened = exchange.stream(TestServer.ok());
			opened.flush();
			stream.complete(opened);
		})) {
			client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
			assertThat(client.readHead()).isEqualTo("HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n");
			stream.join().write(TestServer.bytes("abc"));
			stream.join().flush();
			assertThat(client.read(8)).isEqualTo("3\r\nabc\r\n");
			stream.join().end(null);
			assertThat(client.read(5)).isEqualTo("0\r\n\r\n");
		}
	}

	@Test
	void constantOfNoFieldsMayBeGiven() throws IOException {
		try (RawClient client = serve((exchange) -> {
			exchange.informational(103, EmptyHttpHeaders.INSTANCE);
			exchange.respond(new ResponseHead(200, EmptyHttpHeaders.INSTANCE), TestServer.bytes("abc"));
		})) {
			client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
			assertThat(client.readHead()).isEqualTo("HTTP/1.1 103 Early Hints\n");
			assertThat(client.readResponse()).isEqualTo("HTTP/1.1 200 OK\nContent-Length: 3\n\nabc");
		}
	}

	@Test
	void failureOnTheEventLoopEndsTheExchange() throws Exception {
		HttpHeaders readOnly = new ReadOnlyHttpHeaders(true, "A", "b");
		try (RawClient client = serve((exchange) -> exchange.stream(new ResponseHead(200, readOnly)).flush())) {
			client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
			assertThat(client.awaitEnd()).isEqualTo("closed");
			this.server.host().whenIdle().toCompletableFuture().get(5, TimeUnit.SECONDS);
		}
	}

	@Test
	void muchThatWasWrittenLeavesWithoutAFlush() throws IOException {
		CompletableFuture<ResponseStream> opened = new CompletableFuture<>();
		try (RawClient client = serve((exchange) -> {
			ResponseStream stream = exchange.stream(TestServer.ok());
			stream.write(TestServer.bytes("x".repeat(65_536)));
			opened.complete(stream);
		})) {
			client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
			assertThat(client.readHead()).isEqualTo("HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n");
			assertThat(client.readLine()).isEqualTo("10000");
			opened.join().end(null);
		}
	}

	@Test
	void unknownStatusGoesOut() throws IOException {
		try (RawClient client = serve((exchange) -> exchange.respond(TestServer.head(799), TestServer.bytes("")))) {
			client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
			assertThat(client.readHead()).startsWith("HTTP/1.1 799 ");
		}
	}

	@Test
	void interimStatusIsNoFinalResponse() throws IOException {
		try (RawClient client = serve((exchange) -> {
			assertThatIllegalArgumentException()
				.isThrownBy(() -> exchange.respond(TestServer.head(103), TestServer.bytes("abc")))
				.withMessage("A final response has a status of 200 to 999, not 103");
			exchange.respond(TestServer.ok(), TestServer.bytes("abc"));
		})) {
			client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
			assertThat(client.readResponse()).isEqualTo("HTTP/1.1 200 OK\nContent-Length: 3\n\nabc");
		}
	}

	@Test
	void secondResponseIsRefusedAndItsBodyReleased() throws Exception {
		CompletableFuture<ByteBuf> second = new CompletableFuture<>();
		try (RawClient client = serve((exchange) -> {
			ByteBuf body = TestServer.bytes("def");
			exchange.respond(TestServer.ok(), TestServer.bytes("abc"));
			assertThatIllegalStateException().isThrownBy(() -> exchange.respond(TestServer.ok(), body));
			assertThatIllegalStateException().isThrownBy(() -> exchange.stream(TestServer.ok()));
			second.complete(body);
		})) {
			client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
			assertThat(client.readResponse()).endsWith("\n\nabc");
			assertThat(second.get(5, TimeUnit.SECONDS).refCnt()).isZero();
		}
	}

	@Test
	void interimResponseGoesBeforeTheFinalOne() throws IOException {
		try (RawClient client = serve((exchange) -> {
			exchange.informational(103, new DefaultHttpHeaders().add("Link", "</a>"));
			exchange.respond(TestServer.ok(), TestServer.bytes("abc"));
			exchange.informational(103, new DefaultHttpHeaders());
		})) {
			client.send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
			assertThat(client.readHead()).isEqualTo("HTTP/1.1 103 Early Hints\nLink: </a>\n");
			assertThat(client.readHead()).isEqualTo("HTTP/1.1 200 OK\nContent-Length: 3\nConnection: close\n");
			assertThat(client.readToEnd()).isEqualTo("abc");
		}
	}

	@Test
	void http10GetsNoInterimResponse() throws IOException {
		try (RawClient client = serve((exchange) -> {
			exchange.informational(103, new DefaultHttpHeaders());
			exchange.respond(TestServer.ok(), TestServer.bytes("abc"));
		})) {
			client.send("GET / HTTP/1.0\r\n\r\n");
			assertThat(client.readToEnd()).startsWith("HTTP/1.1 200 OK\r\n");
		}
	}

	@ParameterizedTest
	@ValueSource(ints = { 100, 101, 200 })
	void onlyInterimStatusesAreInformational(int status) throws IOException {
		try (RawClient client = serve((exchange) -> {
			assertThatIllegalArgumentException()
				.isThrownBy(() -> exchange.informational(status, new DefaultHttpHeaders()));
			exchange.respond(TestServer.ok(), TestServer.bytes("abc"));
		})) {
			client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
			assertThat(client.readResponse()).isEqualTo("HTTP/1.1 200 OK\nContent-Length: 3\n\nabc");
		}
	}

	@Test
	void exceptionOutOfTheKernelIs500() throws IOException {
		try (RawClient client = serve((exchange) -> {
			if (!exchange.head().target().equals("/ok")) {
				throw new IllegalStateException("secret");
			}
			exchange.respond(TestServer.ok(), TestServer.bytes("abc"));
		})) {
			client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\nGET /ok HTTP/1.1\r\nHost: a\r\n\r\n");
			assertThat(client.readResponse()).isEqualTo("""
					HTTP/1.1 500 Internal Server Error
					Content-Type: text/plain;charset=utf-8
					Content-Length: 26

					500 Internal Server Error
					""");
			assertThat(client.readResponse()).isEqualTo("HTTP/1.1 200 OK\nContent-Length: 3\n\nabc");
		}
	}

	@Test
	void exceptionAfterTheResponseWasBegunBreaksTheConnection() throws IOException {
		try (RawClient client = serve((exchange) -> {
			ResponseStream stream = exchange.stream(TestServer.ok());
			stream.write(TestServer.bytes("abc"));
			stream.flush();
			throw new IllegalStateException("test");
		})) {
			client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
			client.readHead();
			assertThat(client.readToEnd()).doesNotContain("0\r\n\r\n");
		}
	}

	@Test
	void exceptionOutOfAContinuationIs500() throws IOException {
		try (RawClient client = serve((exchange) -> exchange.executor().execute(() -> {
			throw new IllegalStateException("test");
		}))) {
			client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
			assertThat(client.readHead()).startsWith("HTTP/1.1 500 ");
		}
	}

}
