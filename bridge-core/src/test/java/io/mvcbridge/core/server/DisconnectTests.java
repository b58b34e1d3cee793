package io.mvcbridge.core.server;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import io.mvcbridge.core.exchange.ClientAbortException;
import io.mvcbridge.core.exchange.ExchangeListener;
import io.mvcbridge.core.exchange.HttpExchange;
import io.mvcbridge.core.exchange.ResponseStream;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

@ParameterizedClass
@EnumSource(Transport.class)
@Timeout(20)
class DisconnectTests {

	@Parameter
	Transport transport;

	private final LinkedBlockingQueue<String> events = new LinkedBlockingQueue<>();

	private String nextEvent() throws InterruptedException {
		return this.events.poll(5, TimeUnit.SECONDS);
	}

	private void listen(HttpExchange exchange) {
		exchange.addListener(new ExchangeListener() {

			@Override
			public void aborted(Throwable cause) {
				DisconnectTests.this.events.add("aborted");
			}

			@Override
			public void ended() {
				DisconnectTests.this.events.add("ended");
			}

		});
	}

	@Test
	void resetWakesAReader() throws Exception {
		try (TestServer server = new TestServer(this.transport, (exchange) -> {
			this.events.add("reached");
			assertThatExceptionOfType(ClientAbortException.class).isThrownBy(() -> TestServer.readAll(exchange));
			this.events.add("woken");
		}); RawClient client = server.connect()) {
			client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nabc");
			assertThat(nextEvent()).isEqualTo("reached");
			client.reset();
			assertThat(nextEvent()).isEqualTo("woken");
		}
	}

	@Test
	void resetIsNoEndOfABodyThatWasNotReadYet() throws Exception {
		CountDownLatch left = new CountDownLatch(1);
		try (TestServer server = new TestServer(this.transport, (exchange) -> {
			exchange.addListener(new ExchangeListener() {

				@Override
				public void ended() {
					left.countDown();
				}

			});
			while (exchange.body().available() < 5) {
				Thread.onSpinWait();
			}
			this.events.add("reached");
			left.await();
			assertThatExceptionOfType(ClientAbortException.class).isThrownBy(() -> exchange.body().read());
			assertThat(exchange.body().isConsumed()).isFalse();
			this.events.add("failed");
		}); RawClient client = server.connect()) {
			client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nabcde");
			assertThat(nextEvent()).isEqualTo("reached");
			client.reset();
			assertThat(nextEvent()).isEqualTo("failed");
		}
	}

	@Test
	void resetWakesAWriter() throws Exception {
		try (TestServer server = new TestServer(this.transport, (exchange) -> {
			ResponseStream stream = exchange.stream(TestServer.ok());
			assertThatExceptionOfType(ClientAbortException.class).isThrownBy(() -> {
				while (stream.isWritable()) {
					stream.write(Unpooled.buffer(32 * 1024).writeZero(32 * 1024));
				}
				this.events.add("full");
				for (;;) {
					stream.write(Unpooled.buffer(32 * 1024).writeZero(32 * 1024));
				}
			});
			this.events.add("woken");
		}); RawClient client = server.connect()) {
			client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
			assertThat(nextEvent()).isEqualTo("full");
			client.reset();
			assertThat(nextEvent()).isEqualTo("woken");
		}
	}

	@Test
	void resetTellsAReaderThatNeverWaits() throws Exception {
		try (TestServer server = new TestServer(this.transport, (exchange) -> {
			exchange.body().onReadable(() -> {
				try {
					this.events.add("got " + exchange.body().poll());
				}
				catch (IOException ex) {
					this.events.add("failed with " + ex.getClass().getSimpleName());
				}
			});
			this.events.add("reached");
		}); RawClient client = server.connect()) {
			client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n");
			assertThat(nextEvent()).isEqualTo("reached");
			client.reset();
			assertThat(nextEvent()).isEqualTo("failed with ClientAbortException");
		}
	}

	@Test
	void resetTellsAWriterThatNeverWaits() throws Exception {
		try (TestServer server = new TestServer(this.transport, (exchange) -> {
			ResponseStream stream = exchange.stream(TestServer.ok());
			// More than the sockets of both sides take
			stream.offer(Unpooled.buffer(20_000_000).writeZero(20_000_000));
			stream.offer(Unpooled.buffer(1_000_000).writeZero(1_000_000));
			stream.onWritable(() -> {
				try {
					stream.offer(TestServer.bytes("abc"));
					this.events.add("writable");
				}
				catch (IOException ex) {
					this.events.add("failed with " + ex.getClass().getSimpleName());
				}
			});
			this.events.add("full");
		}); RawClient client = new RawClient(server.server().port(), 16 * 1024)) {
			client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
			assertThat(nextEvent()).isEqualTo("full");
			assertThat(this.events.poll(100, TimeUnit.MILLISECONDS)).isNull();
			client.reset();
			assertThat(nextEvent()).isEqualTo("failed with ClientAbortException");
		}
	}

	@Test
	void resetDuringAnExchangeThatDoesNothingIsNoticed() throws Exception {
		try (TestServer server = new TestServer(this.transport, this::listen); RawClient client = server.connect()) {
			client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
			assertThat(this.events.poll(50, TimeUnit.MILLISECONDS)).isNull();
			client.reset();
			assertThat(nextEvent()).isEqualTo("aborted");
			assertThat(nextEvent()).isEqualTo("ended");
			assertThat(this.events).isEmpty();
		}
	}

	@Test
	void resetWithAnUnreadBodyIsNoticed() throws Exception {
		try (TestServer server = new TestServer(this.transport, this::listen); RawClient client = server.connect()) {
			client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nabc");
			assertThat(this.events.poll(50, TimeUnit.MILLISECONDS)).isNull();
			client.reset();
			assertThat(nextEvent()).isEqualTo("aborted");
		}
	}

	@Test
	void halfCloseBeforeTheEndOfTheBodyIsAnAbort() throws Exception {
		try (TestServer server = new TestServer(this.transport, (exchange) -> {
			listen(exchange);
			this.events.add("reached");
			assertThatExceptionOfType(ClientAbortException.class).isThrownBy(() -> TestServer.readAll(exchange))
				.withMessageContaining("The client closed before the end of its request");
			this.events.add("woken");
		}); RawClient client = server.connect()) {
			client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nabc");
			assertThat(nextEvent()).isEqualTo("reached");
			client.halfClose();
			assertThat(client.awaitEnd()).isEqualTo("closed");
			assertThat(new String[] { nextEvent(), nextEvent(), nextEvent() }).contains("aborted", "ended", "woken");
		}
	}

	@Test
	void halfCloseAfterTheRequestGetsItsResponse() throws Exception {
		CountDownLatch go = new CountDownLatch(1);
		try (TestServer server = new TestServer(this.transport, (exchange) -> {
			listen(exchange);
			go.await();
			exchange.respond(TestServer.ok(), TestServer.bytes(TestServer.readAll(exchange)));
		}); RawClient client = server.connect()) {
			client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc").halfClose();
			assertThat(this.events.poll(100, TimeUnit.MILLISECONDS)).isNull();
			go.countDown();
			assertThat(client.readResponse()).isEqualTo("HTTP/1.1 200 OK\nContent-Length: 3\nConnection: close\n\nabc");
			assertThat(client.awaitEnd()).isEqualTo("closed");
			assertThat(nextEvent()).isEqualTo("ended");
		}
	}

	@Test
	void halfCloseBehindPipelinedRequestsGetsAllResponses() throws Exception {
		try (TestServer server = new TestServer(this.transport,
				(exchange) -> exchange.respond(TestServer.ok(), TestServer.bytes(exchange.head().target())));
				RawClient client = server.connect()) {
			client
				.send("GET /1 HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\n\r\n"
						+ "GET /3 HTTP/1.1\r\nHost: a\r\n\r\n")
				.halfClose();
			assertThat(client.readResponse()).endsWith("\n\n/1");
			assertThat(client.readResponse()).endsWith("\n\n/2");
			assertThat(client.readResponse()).endsWith("\n\n/3");
			assertThat(client.awaitEnd()).isEqualTo("closed");
		}
	}

	@Test
	void halfCloseInsideABodyBehindAnotherRequestIsAnAbort() throws Exception {
		CountDownLatch go = new CountDownLatch(1);
		try (TestServer server = new TestServer(this.transport, (exchange) -> {
			this.events.add("reached");
			go.await();
			try {
				exchange.respond(TestServer.ok(), TestServer.bytes(TestServer.readAll(exchange)));
			}
			catch (ClientAbortException ex) {
				this.events.add("woken");
			}
		}); RawClient client = server.connect()) {
			client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\nPOST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nabc")
				.halfClose();
			assertThat(nextEvent()).isEqualTo("reached");
			assertThat(this.events.poll(50, TimeUnit.MILLISECONDS)).isNull();
			go.countDown();
			assertThat(client.readResponse()).isEqualTo("HTTP/1.1 200 OK\nContent-Length: 0\n\n");
			assertThat(client.awaitEnd()).isEqualTo("closed");
			server.host().whenIdle().toCompletableFuture().get(5, TimeUnit.SECONDS);
		}
	}

	@Test
	void halfCloseInsideAHeadJustCloses() throws Exception {
		try (TestServer server = new TestServer(this.transport, (exchange) -> this.events.add("reached"));
				RawClient client = server.connect()) {
			client.send("GET / HTTP/1.1\r\nHost").halfClose();
			assertThat(client.awaitEnd()).isEqualTo("closed");
			assertThat(this.events).isEmpty();
		}
	}

	@Test
	void halfCloseOfAnIdleConnectionCloses() throws Exception {
		try (TestServer server = new TestServer(this.transport,
				(exchange) -> exchange.respond(TestServer.ok(), TestServer.bytes("")));
				RawClient client = server.connect()) {
			client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
			client.readResponse();
			client.halfClose();
			assertThat(client.awaitEnd()).isEqualTo("closed");
		}
	}

	@Test
	void streamToAHalfClosedClientGoesOnUntilItIsGone() throws Exception {
		CompletableFuture<ResponseStream> stream = new CompletableFuture<>();
		try (TestServer server = new TestServer(this.transport, (exchange) -> {
			listen(exchange);
			ResponseStream opened = exchange.stream(TestServer.ok());
			opened.flush();
			stream.complete(opened);
		}); RawClient client = server.connect()) {
			client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n").halfClose();
			client.readHead();
			stream.join().write(TestServer.bytes("abc"));
			stream.join().flush();
			assertThat(client.read(8)).isEqualTo("3\r\nabc\r\n");
			client.close();
			assertThatExceptionOfType(ClientAbortException.class).isThrownBy(() -> {
				for (;;) {
					stream.join().write(TestServer.bytes("abc"));
					stream.join().flush();
				}
			});
			assertThat(nextEvent()).isEqualTo("aborted");
			assertThat(nextEvent()).isEqualTo("ended");
		}
	}

	@Test
	void abortOfTheApplicationClosesAndTellsOnce() throws Exception {
		try (TestServer server = new TestServer(this.transport, (exchange) -> {
			listen(exchange);
			exchange.abort(new IOException("test"));
			exchange.abort(new IOException("again"));
		}); RawClient client = server.connect()) {
			client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
			assertThat(client.awaitEnd()).isEqualTo("closed");
			assertThat(nextEvent()).isEqualTo("aborted");
			assertThat(nextEvent()).isEqualTo("ended");
			assertThat(this.events.poll(50, TimeUnit.MILLISECONDS)).isNull();
		}
	}

	@Test
	void abortInTheMiddleOfChunksLeavesThemOpen() throws Exception {
		try (TestServer server = new TestServer(this.transport, (exchange) -> {
			ResponseStream stream = exchange.stream(TestServer.ok());
			stream.write(TestServer.bytes("abc"));
			stream.flush();
			exchange.abort(new IOException("test"));
		}); RawClient client = server.connect()) {
			client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
			assertThat(client.readToEnd()).endsWith("\r\n\r\n3\r\nabc\r\n");
		}
	}

	@Test
	void responseToAClientThatIsGoneIsDroppedQuietly() throws Exception {
		CountDownLatch gone = new CountDownLatch(1);
		CompletableFuture<ByteBuf> released = new CompletableFuture<>();
		try (TestServer server = new TestServer(this.transport, (exchange) -> {
			exchange.addListener(new ExchangeListener() {

				@Override
				public void ended() {
					gone.countDown();
				}

			});
			this.events.add("reached");
			gone.await();
			ByteBuf body = TestServer.bytes("abc");
			exchange.respond(TestServer.ok(), body);
			assertThatIllegalStateException().isThrownBy(() -> exchange.stream(TestServer.ok()));
			exchange.executor().execute(() -> released.complete(body));
		}); RawClient client = server.connect()) {
			client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
			assertThat(nextEvent()).isEqualTo("reached");
			client.reset();
			assertThat(released.get(5, TimeUnit.SECONDS)).satisfies((body) -> {
				while (body.refCnt() > 0) {
					Thread.onSpinWait();
				}
			});
		}
	}

	@Test
	void streamToAClientThatIsGoneFailsAtOnce() throws Exception {
		CountDownLatch gone = new CountDownLatch(1);
		try (TestServer server = new TestServer(this.transport, (exchange) -> {
			exchange.addListener(new ExchangeListener() {

				@Override
				public void ended() {
					gone.countDown();
				}

			});
			this.events.add("reached");
			gone.await();
			ResponseStream stream = exchange.stream(TestServer.ok());
			ByteBuf piece = TestServer.bytes("abc");
			assertThatExceptionOfType(ClientAbortException.class).isThrownBy(() -> stream.write(piece));
			assertThatExceptionOfType(ClientAbortException.class).isThrownBy(stream::flush);
			stream.end(null);
			this.events.add("released " + (piece.refCnt() == 0));
		}); RawClient client = server.connect()) {
			client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
			assertThat(nextEvent()).isEqualTo("reached");
			client.reset();
			assertThat(nextEvent()).isEqualTo("released true");
		}
	}

}
