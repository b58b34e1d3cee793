package io.mvcbridge.core.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import io.mvcbridge.core.exchange.BodyReader;
import io.mvcbridge.core.exchange.ExchangeListener;
import io.mvcbridge.core.exchange.HttpExchange;
import io.mvcbridge.core.exchange.MalformedBodyException;
import io.netty.buffer.ByteBuf;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

@ParameterizedClass
@EnumSource(Transport.class)
class RequestBodyTests {

	@Parameter
	Transport transport;

	private static TestServer.Handler describe(TestServer.Handler before) {
		return (exchange) -> {
			before.handle(exchange);
			BodyReader body = exchange.body();
			exchange.respond(TestServer.ok(),
					TestServer.bytes(body.declaredLength() + " " + body.isConsumed() + " " + body.trailers()));
		};
	}

	@Test
	void requestWithoutBodyIsConsumedFromTheStart() throws Exception {
		try (TestServer server = new TestServer(this.transport, describe((exchange) -> {
			assertThat(exchange.body().poll()).isNull();
			assertThat(exchange.body().read()).isNull();
		})); RawClient client = server.connect()) {
			client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
			assertThat(client.readResponse()).endsWith("\n\n0 true EmptyHttpHeaders[]");
		}
	}

	/** The end is one exception for all exchanges, which must not get out. */
	@Test
	void readerAfterTheResponseGetsAFailureOfItsOwn() throws Exception {
		CompletableFuture<BodyReader> body = new CompletableFuture<>();
		CountDownLatch ended = new CountDownLatch(1);
		try (TestServer server = new TestServer(this.transport, (exchange) -> {
			exchange.addListener(new ExchangeListener() {
				@Override
				public void ended() {
					ended.countDown();
				}
			});
			exchange.respond(TestServer.ok(), TestServer.bytes(""));
			body.complete(exchange.body());
		}); RawClient client = server.connect()) {
			client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nab");
			BodyReader reader = body.get(5, TimeUnit.SECONDS);
			assertThat(ended.await(5, TimeUnit.SECONDS)).isTrue();
			IOException first = catchThrowableOfType(IOException.class, reader::poll);
			IOException second = catchThrowableOfType(IOException.class, reader::poll);
			assertThat(first).hasMessage("The response is complete, and with it the exchange").hasNoCause();
			assertThat(first.getStackTrace()).isNotEmpty();
			assertThat(second).isNotSameAs(first);
		}
	}

	@Test
	void declaredLengthIsKnownBeforeTheBody() throws Exception {
		CompletableFuture<Long> length = new CompletableFuture<>();
		try (TestServer server = new TestServer(this.transport,
				(exchange) -> length.complete(exchange.body().declaredLength())); RawClient client = server.connect()) {
			client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5000000000\r\n\r\n");
			assertThat(length.get(5, TimeUnit.SECONDS)).isEqualTo(5_000_000_000L);
		}
	}

	@Test
	void fieldLongerThanWhatMayWaitOfABodyIsRead() throws Exception {
		try (TestServer server = new TestServer(this.transport,
				(exchange) -> exchange.respond(TestServer.ok(),
						TestServer.bytes(String.valueOf(exchange.head().headers().get("A").length()))),
				(settings) -> settings.maxHeaderSize(300_000)); RawClient client = server.connect()) {
			client.send("GET / HTTP/1.1\r\nHost: a\r\nA: " + "x".repeat(200_000) + "\r\n\r\n");
			assertThat(client.readResponse()).endsWith("\n\n200000");
		}
	}

	@Test
	void trailersAreThereAfterTheEnd() throws Exception {
		try (TestServer server = new TestServer(this.transport, describe((exchange) -> {
			assertThat(exchange.body().trailers()).isNull();
			exchange.executor().execute(() -> {
			});
			TestServer.readAll(exchange);
		})); RawClient client = server.connect()) {
			client.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nExpect: 100-continue\r\n\r\n");
			assertThat(client.readHead()).isEqualTo("HTTP/1.1 100 Continue\n");
			client.send("3;x=y\r\nabc\r\n0\r\nT: u\r\n\r\n");
			assertThat(client.readResponse()).endsWith("\n\n-1 true DefaultHttpHeaders[T: u]");
		}
	}

	@Test
	void bodyWithALengthHasNoTrailersAndTheChunkedOneBehindItHas() throws Exception {
		try (TestServer server = new TestServer(this.transport, describe(TestServer::readAll));
				RawClient client = server.connect()) {
			String chunked = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\nT: u\r\n\r\n";
			client.send(chunked + "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc" + chunked);
			assertThat(client.readResponse()).endsWith("\n\n-1 true DefaultHttpHeaders[T: u]");
			assertThat(client.readResponse()).endsWith("\n\n3 true EmptyHttpHeaders[]");
			assertThat(client.readResponse()).endsWith("\n\n-1 true DefaultHttpHeaders[T: u]");
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "x\r\n", "3\r\nabcd\r\n0\r\n\r\n", "3\nabc\r\n0\r\n\r\n", "+3\r\nabc\r\n0\r\n\r\n",
			"-3\r\n", "0x3\r\nabc\r\n0\r\n\r\n", "\r\nabc\r\n", "3;a=\n\"b\r\nabc\r\n0\r\n\r\n", "80000000\r\n",
			"ffffffffffffffff3\r\nabc\r\n0\r\n\r\n", "3\r\nabc\n0\r\n\r\n", "0\r\nT\r\n\r\n", "0\r\n T: u\r\n\r\n",
			"0\r\nT : u\r\n\r\n" })
	void malformedChunksAreNoEndOfTheBody(String chunks) throws Exception {
		try (TestServer server = new TestServer(this.transport, (exchange) -> {
			try {
				TestServer.readAll(exchange);
				exchange.respond(TestServer.ok(), TestServer.bytes(""));
			}
			catch (IOException ex) {
				exchange.respond(TestServer.head(400), TestServer.bytes(""));
			}
		}); RawClient client = server.connect()) {
			client.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks);
			assertThat(client.readHead()).isEqualTo("HTTP/1.1 400 Bad Request\nContent-Length: 0\nConnection: close\n");
			assertThat(client.awaitEnd()).isEqualTo("closed");
		}
	}

	@Test
	void malformedChunkFailsTheReaderAndClosesAfterTheResponse() throws Exception {
		CompletableFuture<Throwable> failure = new CompletableFuture<>();
		try (TestServer server = new TestServer(this.transport, (exchange) -> {
			try {
				TestServer.readAll(exchange);
			}
			catch (IOException ex) {
				failure.complete(ex);
				exchange.respond(TestServer.head(400), TestServer.bytes(""));
			}
		}); RawClient client = server.connect()) {
			client.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nx\r\n");
			assertThat(client.readHead()).isEqualTo("HTTP/1.1 400 Bad Request\nContent-Length: 0\nConnection: close\n");
			assertThat(client.awaitEnd()).isEqualTo("closed");
			assertThat(failure.join()).isExactlyInstanceOf(MalformedBodyException.class)
				.hasMessage("The request body is malformed");
		}
	}

	@Test
	void malformedChunkIs400WhenTheReaderFailsWithIt() throws Exception {
		try (TestServer server = new TestServer(this.transport, TestServer::readAll);
				RawClient client = server.connect()) {
			client.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n");
			assertThat(client.readHead()).startsWith("HTTP/1.1 400 Bad Request\n").contains("\nConnection: close\n");
		}
	}

	@Test
	void pollNeverWaitsAndTellsWhenThereIsMore() throws Exception {
		LinkedBlockingQueue<String> seen = new LinkedBlockingQueue<>();
		try (TestServer server = new TestServer(this.transport, (exchange) -> pollAll(exchange, seen));
				RawClient client = server.connect()) {
			client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 6\r\n\r\n");
			assertThat(seen.poll(5, TimeUnit.SECONDS)).isEqualTo("nothing yet");
			client.send("abc");
			assertThat(seen.poll(5, TimeUnit.SECONDS)).isEqualTo("abc");
			assertThat(seen.poll(5, TimeUnit.SECONDS)).isEqualTo("nothing yet");
			client.send("def");
			assertThat(seen.poll(5, TimeUnit.SECONDS)).isEqualTo("def");
			assertThat(client.readHead()).startsWith("HTTP/1.1 200 ");
		}
	}

	/**
	 * A reader that never waits: it asks to be called, and continues on a servlet thread.
	 */
	private static void pollAll(HttpExchange exchange, LinkedBlockingQueue<String> seen) {
		BodyReader body = exchange.body();
		try {
			ByteBuf piece = body.poll();
			while (piece != null) {
				seen.add(piece.toString(StandardCharsets.ISO_8859_1));
				piece.release();
				piece = body.poll();
			}
		}
		catch (IOException ex) {
			seen.add(ex.getMessage());
			return;
		}
		if (body.isConsumed()) {
			exchange.respond(TestServer.ok(), TestServer.bytes(""));
		}
		else {
			seen.add("nothing yet");
			body.onReadable(() -> exchange.executor().execute(() -> pollAll(exchange, seen)));
		}
	}

	@Test
	void availableIsWhatCanBeHadWithoutWaiting() throws Exception {
		try (TestServer server = new TestServer(this.transport, (exchange) -> {
			CountDownLatch here = new CountDownLatch(1);
			exchange.body().onReadable(here::countDown);
			here.await();
			int available = exchange.body().available();
			exchange.body().read().release();
			exchange.respond(TestServer.ok(), TestServer.bytes(available + " " + exchange.body().available()));
		}); RawClient client = server.connect()) {
			client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc");
			assertThat(client.readResponse()).endsWith("\n\n3 0");
		}
	}

	@Test
	void waitingOnTheEventLoopIsRefused() throws Exception {
		CompletableFuture<Throwable> failure = new CompletableFuture<>();
		CompletableFuture<HttpExchange> reached = new CompletableFuture<>();
		try (TestServer server = new TestServer(this.transport, (exchange) -> {
			exchange.body().onReadable(() -> {
				try {
					exchange.body().read().release();
					exchange.body().read();
				}
				catch (Exception ex) {
					failure.complete(ex);
				}
			});
			reached.complete(exchange);
		}); RawClient client = server.connect()) {
			client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 6\r\n\r\n");
			reached.get(5, TimeUnit.SECONDS);
			client.send("abc");
			assertThat(failure.get(5, TimeUnit.SECONDS)).isInstanceOf(IllegalStateException.class)
				.hasMessageContaining("would wait for itself");
			reached.join().abort(new IOException("test"));
		}
	}

	@Test
	void callbackThatFailsAbortsTheExchange() throws Exception {
		CompletableFuture<Throwable> aborted = new CompletableFuture<>();
		CompletableFuture<HttpExchange> reached = new CompletableFuture<>();
		try (TestServer server = new TestServer(this.transport, (exchange) -> {
			exchange.addListener(new ExchangeListener() {

				@Override
				public void aborted(Throwable cause) {
					aborted.complete(cause);
				}

			});
			exchange.body().onReadable(() -> {
				throw new IllegalStateException("test");
			});
			reached.complete(exchange);
		}); RawClient client = server.connect()) {
			client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 6\r\n\r\n");
			reached.get(5, TimeUnit.SECONDS);
			client.send("abc");
			assertThat(client.awaitEnd()).isEqualTo("closed");
			assertThat(aborted.get(5, TimeUnit.SECONDS)).hasMessage("The connection failed: test");
		}
	}

	@Test
	void interruptedReaderStopsWaiting() throws Exception {
		CompletableFuture<Thread> waiting = new CompletableFuture<>();
		try (TestServer server = new TestServer(this.transport, (exchange) -> {
			waiting.complete(Thread.currentThread());
			assertThatExceptionOfType(IOException.class).isThrownBy(() -> exchange.body().read())
				.withMessage("Interrupted while waiting for the request body");
			assertThat(Thread.interrupted()).isTrue();
			exchange.respond(TestServer.ok(), TestServer.bytes(""));
		}); RawClient client = server.connect()) {
			client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 6\r\n\r\n");
			waiting.get(5, TimeUnit.SECONDS).interrupt();
			assertThat(client.readHead()).startsWith("HTTP/1.1 200 ");
		}
	}

	// ---- 100 Continue

	@Test
	void continueIsSentWhenTheApplicationReads() throws Exception {
		CountDownLatch read = new CountDownLatch(1);
		try (TestServer server = new TestServer(this.transport, (exchange) -> {
			read.await();
			exchange.respond(TestServer.ok(), TestServer.bytes(TestServer.readAll(exchange)));
		}); RawClient client = server.connect()) {
			client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nExpect: 100-Continue\r\n\r\n");
			read.countDown();
			assertThat(client.readHead()).isEqualTo("HTTP/1.1 100 Continue\n");
			client.send("abc");
			assertThat(client.readResponse()).isEqualTo("HTTP/1.1 200 OK\nContent-Length: 3\n\nabc");
			client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\ndef");
			assertThat(client.readResponse()).isEqualTo("HTTP/1.1 200 OK\nContent-Length: 3\n\ndef");
		}
	}

	@Test
	void withoutContinueTheConnectionCloses() throws Exception {
		try (TestServer server = new TestServer(this.transport,
				(exchange) -> exchange.respond(TestServer.head(403), TestServer.bytes("")));
				RawClient client = server.connect()) {
			client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n");
			assertThat(client.readHead()).isEqualTo("HTTP/1.1 403 Forbidden\nContent-Length: 0\nConnection: close\n");
			assertThat(client.awaitEnd()).isEqualTo("closed");
		}
	}

	@Test
	void continueIsNotSentAfterTheResponseHasBegun() throws Exception {
		try (TestServer server = new TestServer(this.transport, (exchange) -> {
			var stream = exchange.stream(TestServer.ok());
			stream.flush();
			exchange.body().poll();
			stream.end(null);
		}); RawClient client = server.connect()) {
			client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n");
			assertThat(client.readHead()).isEqualTo("HTTP/1.1 200 OK\nTransfer-Encoding: chunked\nConnection: close\n");
			assertThat(client.readToEnd()).isEqualTo("0\r\n\r\n");
		}
	}

	@Test
	void continueIsNotSentTo10() throws Exception {
		try (TestServer server = new TestServer(this.transport,
				(exchange) -> exchange.respond(TestServer.ok(), TestServer.bytes(TestServer.readAll(exchange))));
				RawClient client = server.connect()) {
			client.send("POST / HTTP/1.0\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n");
			client.send("abc");
			assertThat(client.readToEnd()).startsWith("HTTP/1.1 200 OK\r\n");
		}
	}

	@Test
	void bodyThatCameUnaskedKeepsTheConnection() throws Exception {
		try (TestServer server = new TestServer(this.transport, (exchange) -> {
			if (exchange.body().declaredLength() > 0) {
				while (exchange.body().trailers() == null) {
					Thread.onSpinWait();
				}
			}
			exchange.respond(TestServer.ok(), TestServer.bytes(""));
		}); RawClient client = server.connect()) {
			client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\nabc");
			assertThat(client.readResponse()).isEqualTo("HTTP/1.1 200 OK\nContent-Length: 0\n\n");
			client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
			assertThat(client.readResponse()).isEqualTo("HTTP/1.1 200 OK\nContent-Length: 0\n\n");
		}
	}

	// ---- bodies that nobody reads

	@Test
	void unreadBodyIsSwallowedUpToTheLimit() throws Exception {
		try (TestServer server = new TestServer(this.transport,
				(exchange) -> exchange.respond(TestServer.ok(), TestServer.bytes("")),
				(settings) -> settings.maxSwallowSize(300_000)); RawClient client = server.connect()) {
			client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 300000\r\n\r\n");
			client.send(new byte[300_000]);
			assertThat(client.readResponse()).isEqualTo("HTTP/1.1 200 OK\nContent-Length: 0\n\n");
			client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
			assertThat(client.readResponse()).isEqualTo("HTTP/1.1 200 OK\nContent-Length: 0\n\n");
		}
	}

	@Test
	void declaredBodyBeyondTheLimitClosesWithTheResponse() throws Exception {
		try (TestServer server = new TestServer(this.transport,
				(exchange) -> exchange.respond(TestServer.ok(), TestServer.bytes("")),
				(settings) -> settings.maxSwallowSize(100)); RawClient client = server.connect()) {
			client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 101\r\n\r\n");
			assertThat(client.readResponse()).isEqualTo("HTTP/1.1 200 OK\nContent-Length: 0\nConnection: close\n\n");
			assertThat(client.awaitEnd()).isEqualTo("closed");
		}
	}

	@Test
	void chunkedBodyBeyondTheLimitClosesAfterTheResponse() throws Exception {
		try (TestServer server = new TestServer(this.transport,
				(exchange) -> exchange.respond(TestServer.ok(), TestServer.bytes("")),
				(settings) -> settings.maxSwallowSize(100)); RawClient client = server.connect()) {
			client.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n");
			assertThat(client.readResponse()).isEqualTo("HTTP/1.1 200 OK\nContent-Length: 0\n\n");
			client.send("80\r\n" + "x".repeat(128) + "\r\n");
			assertThat(client.awaitEnd()).isEqualTo("closed");
		}
	}

	@Test
	void malformedRestOfAnUnreadBodyCloses() throws Exception {
		try (TestServer server = new TestServer(this.transport,
				(exchange) -> exchange.respond(TestServer.ok(), TestServer.bytes("")));
				RawClient client = server.connect()) {
			client.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n");
			assertThat(client.readResponse()).isEqualTo("HTTP/1.1 200 OK\nContent-Length: 0\n\n");
			client.send("x\r\n");
			assertThat(client.awaitEnd()).isEqualTo("closed");
		}
	}

}
