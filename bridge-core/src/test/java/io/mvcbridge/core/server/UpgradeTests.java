package io.mvcbridge.core.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

import io.mvcbridge.core.exchange.BodyReader;
import io.mvcbridge.core.exchange.ClientAbortException;
import io.mvcbridge.core.exchange.ExchangeListener;
import io.mvcbridge.core.exchange.HttpExchange;
import io.mvcbridge.core.exchange.ResponseStream;
import io.mvcbridge.core.exchange.UpgradedConnection;
import io.mvcbridge.core.server.ServerSettings.CompressionSettings;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/** Connections that speak another protocol from a 101 on (RFC 9110 §7.8). */
@ParameterizedClass
@EnumSource(Transport.class)
@Timeout(60)
class UpgradeTests {

	private static final String REQUEST = "GET /chat HTTP/1.1\r\nHost: a\r\nUpgrade: echo\r\nConnection: upgrade\r\n\r\n";

	private static final String ANSWER = "HTTP/1.1 101 Switching Protocols\nUpgrade: echo\nConnection: upgrade\n";

	private static final int PIECE = 32 * 1024;

	/** What sockets of the loopback may hold on both sides, and somewhat more. */
	private static final long SOCKETS = 12_000_000;

	@Parameter
	Transport transport;

	private final LinkedBlockingQueue<String> events = new LinkedBlockingQueue<>();

	// ---- switching

	@Test
	void switchedConnectionCarriesBytesBothWays() throws Exception {
		try (TestServer server = echoServer(); RawClient client = server.connect()) {
			client.send(REQUEST);
			assertThat(client.readHead()).isEqualTo(ANSWER);
			client.send("hello");
			assertThat(client.read(5)).isEqualTo("hello");
			client.send("GET / HTTP/1.1\r\n\r\n");
			assertThat(client.read(18)).isEqualTo("GET / HTTP/1.1\r\n\r\n");
		}
	}

	@Test
	void bytesRightBehindTheRequestAreTheFirstOnes() throws Exception {
		try (TestServer server = echoServer(); RawClient client = server.connect()) {
			client.send(REQUEST + "hello");
			assertThat(client.readHead()).isEqualTo(ANSWER);
			assertThat(client.read(5)).isEqualTo("hello");
			client.send(" world");
			assertThat(client.read(6)).isEqualTo(" world");
		}
	}

	@Test
	void nothingIsLostWhereverTheNetworkCuts() throws Exception {
		String all = REQUEST + "hello world";
		try (TestServer server = echoServer()) {
			for (int cut = 1; cut < all.length(); cut++) {
				try (RawClient client = server.connect()) {
					client.send(all.substring(0, cut));
					client.send(all.substring(cut));
					assertThat(client.readHead()).isEqualTo(ANSWER);
					assertThat(client.read(11)).as("cut at %s", cut).isEqualTo("hello world");
				}
			}
		}
	}

	@Test
	void moreThanTheBoundOfWhatWaitsMayComeBehindTheRequest() throws Exception {
		String much = "x".repeat(500_000);
		try (TestServer server = new TestServer(this.transport, (exchange) -> {
			this.events.add("called");
			// Until the client has sent all that the connection takes
			exchange.schedule(() -> echo(exchange), Duration.ofMillis(50));
		}); RawClient client = server.connect()) {
			Thread sender = new Thread(() -> {
				try {
					client.send(REQUEST + much);
					client.halfClose();
				}
				catch (IOException ex) {
					this.events.add("not sent: " + ex);
				}
			});
			sender.start();
			assertThat(client.readHead()).isEqualTo(ANSWER);
			assertThat(client.readToEnd()).isEqualTo(much);
			sender.join();
			assertThat(this.events).containsExactly("called");
		}
	}

	@Test
	void restOfTheRequestBodyIsTakenInBeforeTheBytes() throws Exception {
		try (TestServer server = echoServer(); RawClient client = server.connect()) {
			client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc");
			assertThat(client.readHead()).isEqualTo(ANSWER);
			client.send("defghijhello");
			assertThat(client.read(5)).isEqualTo("hello");
		}
	}

	@Test
	void restOfAChunkedRequestBodyIsTakenInBeforeTheBytes() throws Exception {
		try (TestServer server = echoServer(); RawClient client = server.connect()) {
			client.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n");
			assertThat(client.readHead()).isEqualTo(ANSWER);
			client.send("2\r\nde\r\n0\r\nTrailer: x\r\n\r\nhello");
			assertThat(client.read(5)).isEqualTo("hello");
		}
	}

	@Test
	void bodyThatWasReadComesBeforeTheBytes() throws Exception {
		try (TestServer server = new TestServer(this.transport, (exchange) -> {
			this.events.add(TestServer.readAll(exchange));
			echo(exchange);
		}); RawClient client = server.connect()) {
			client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nbodyhello");
			assertThat(client.readHead()).isEqualTo(ANSWER);
			assertThat(client.read(5)).isEqualTo("hello");
			assertThat(this.events).containsExactly("body");
		}
	}

	@Test
	void restOfABodyThatIsTooLargeEndsTheConnection() throws Exception {
		try (TestServer server = server((exchange) -> {
			listen(exchange);
			echo(exchange);
		}, (settings) -> settings.maxSwallowSize(1000)); RawClient client = server.connect()) {
			client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n");
			assertThat(client.readHead()).isEqualTo(ANSWER);
			client.send("x".repeat(5000));
			assertThat(nextEvent()).startsWith("aborted by IOException: The protocol was switched, but ");
			assertThat(nextEvent()).isEqualTo("ended");
		}
	}

	@Test
	void malformedRestOfTheBodyEndsTheConnection() throws Exception {
		try (TestServer server = new TestServer(this.transport, (exchange) -> {
			listen(exchange);
			echo(exchange);
		}); RawClient client = server.connect()) {
			client.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n");
			assertThat(client.readHead()).isEqualTo(ANSWER);
			client.send("no chunk\r\n");
			assertThat(nextEvent()).isEqualTo("aborted by MalformedBodyException: The request body is malformed");
			assertThat(nextEvent()).isEqualTo("ended");
		}
	}

	@Test
	void clientThatWaitsWithItsBodyIsInvitedFirst() throws Exception {
		try (TestServer server = echoServer(); RawClient client = server.connect()) {
			client.send("POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n");
			assertThat(client.readHead()).isEqualTo("HTTP/1.1 100 Continue\n");
			assertThat(client.readHead()).isEqualTo(ANSWER);
			client.send("abchello");
			assertThat(client.read(5)).isEqualTo("hello");
		}
	}

	@Test
	void requestBeforeOnTheConnectionIsAnsweredAsEver() throws Exception {
		try (TestServer server = new TestServer(this.transport, (exchange) -> {
			if (exchange.head().target().equals("/chat")) {
				echo(exchange);
			}
			else {
				exchange.respond(TestServer.ok(), TestServer.bytes("before"));
			}
		}); RawClient client = server.connect()) {
			client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n" + REQUEST + "hello");
			assertThat(client.readResponse()).isEqualTo("HTTP/1.1 200 OK\nContent-Length: 6\n\nbefore");
			assertThat(client.readHead()).isEqualTo(ANSWER);
			assertThat(client.read(5)).isEqualTo("hello");
		}
	}

	@Test
	void fieldsThatDoNotBelongIntoA101AreNotSent() throws Exception {
		try (TestServer server = new TestServer(this.transport, (exchange) -> {
			HttpHeaders headers = new DefaultHttpHeaders(false);
			headers.add("Upgrade", "echo")
				.add("Connection", "Upgrade")
				.add("Content-Length", "5")
				.add("Transfer-Encoding", "chunked")
				.add("X-Note", "a\r\nb");
			exchange.upgrade(headers).close();
		}); RawClient client = server.connect()) {
			client.send(REQUEST);
			assertThat(client.readToEnd()).isEqualTo(
					"HTTP/1.1 101 Switching Protocols\r\nUpgrade: echo\r\nConnection: Upgrade\r\nX-Note: a  b\r\n\r\n");
		}
	}

	@Test
	void bytesAreNotCompressed() throws Exception {
		try (TestServer server = server(this::echo,
				(settings) -> settings.compression(new CompressionSettings(List.of("text/plain"), 1, List.of())));
				RawClient client = server.connect()) {
			client.send(REQUEST.replace("Host: a", "Host: a\r\nAccept-Encoding: gzip"));
			assertThat(client.readHead()).isEqualTo(ANSWER);
			client.send("x".repeat(10_000));
			assertThat(client.read(10_000)).isEqualTo("x".repeat(10_000));
		}
	}

	@Test
	void earlierVersionOfHttpCannotBeSwitched() throws Exception {
		try (TestServer server = new TestServer(this.transport, (exchange) -> {
			assertThatIllegalStateException().isThrownBy(() -> exchange.upgrade(headers()))
				.withMessage("The protocol can be switched by a request of HTTP/1.1 only, not of HTTP/1.0");
			exchange.respond(TestServer.ok(), TestServer.bytes("refused"));
		}); RawClient client = server.connect()) {
			client.send("GET / HTTP/1.0\r\nUpgrade: echo\r\n\r\n");
			assertThat(client.readToEnd()).endsWith("refused");
		}
	}

	@Test
	void exchangeIsAnsweredInOneWayOnly() throws Exception {
		try (TestServer server = new TestServer(this.transport, (exchange) -> {
			UpgradedConnection connection = exchange.upgrade(headers());
			assertThatIllegalStateException().isThrownBy(() -> exchange.upgrade(headers()));
			assertThatIllegalStateException()
				.isThrownBy(() -> exchange.respond(TestServer.ok(), TestServer.bytes("never sent")));
			connection.close();
		}); RawClient client = server.connect()) {
			client.send(REQUEST);
			assertThat(client.readHead()).isEqualTo(ANSWER);
			assertThat(client.awaitEnd()).isEqualTo("closed");
		}
	}

	// ---- back-pressure

	@Test
	void clientThatDoesNotReadParksTheWriterUntilItDoes() throws Exception {
		int pieces = 2000;
		AtomicLong written = new AtomicLong();
		CompletableFuture<Thread> writer = new CompletableFuture<>();
		try (TestServer server = new TestServer(this.transport, (exchange) -> {
			writer.complete(Thread.currentThread());
			UpgradedConnection connection = exchange.upgrade(headers());
			for (int i = 0; i < pieces; i++) {
				connection.output().write(Unpooled.buffer(PIECE).writeZero(PIECE));
				written.addAndGet(PIECE);
			}
			connection.close();
		}); RawClient client = new RawClient(server.server().port(), 16 * 1024)) {
			client.send(REQUEST);
			awaitWaiting(writer.get(5, TimeUnit.SECONDS));
			assertThat(written.get()).isLessThan(SOCKETS);
			assertThat(client.readHead()).isEqualTo(ANSWER);
			assertThat(client.read(pieces * PIECE)).hasSize(pieces * PIECE);
			assertThat(client.awaitEnd()).isEqualTo("closed");
		}
	}

	@Test
	void readerThatDoesNotReadLetsTheClientWait() throws Exception {
		int total = 30_000_000;
		AtomicLong sent = new AtomicLong();
		CompletableFuture<UpgradedConnection> upgraded = new CompletableFuture<>();
		try (TestServer server = new TestServer(this.transport,
				(exchange) -> upgraded.complete(exchange.upgrade(headers()))); RawClient client = server.connect()) {
			client.send(REQUEST);
			assertThat(client.readHead()).isEqualTo(ANSWER);
			Thread sender = new Thread(() -> {
				byte[] piece = new byte[PIECE];
				try {
					while (sent.get() < total) {
						client.send(piece);
						sent.addAndGet(PIECE);
					}
					client.halfClose();
				}
				catch (IOException ex) {
					this.events.add("not sent: " + ex);
				}
			});
			sender.start();
			awaitStandstill(sent);
			assertThat(sent.get()).isLessThan(SOCKETS);
			BodyReader input = upgraded.get().input();
			assertThat(input.available()).isLessThan(200_000);
			long received = 0;
			for (ByteBuf piece = input.read(); piece != null; piece = input.read()) {
				received += piece.readableBytes();
				piece.release();
			}
			sender.join();
			assertThat(received).isEqualTo(sent.get());
			assertThat(this.events).isEmpty();
			upgraded.get().close();
		}
	}

	// ---- ends

	@Test
	void clientThatEndsItsSideStillReceives() throws Exception {
		try (TestServer server = new TestServer(this.transport, (exchange) -> {
			listen(exchange);
			UpgradedConnection connection = exchange.upgrade(headers());
			this.events.add("read " + readAll(connection));
			connection.output().write(TestServer.bytes("farewell"));
			connection.output().end(null);
		}); RawClient client = server.connect()) {
			client.send(REQUEST + "hello");
			client.halfClose();
			assertThat(client.readHead()).isEqualTo(ANSWER);
			assertThat(client.readToEnd()).isEqualTo("farewell");
			assertThat(nextEvent()).isEqualTo("read hello");
			assertThat(nextEvent()).isEqualTo("ended");
		}
	}

	@Test
	void applicationThatEndsItsSideStillReceives() throws Exception {
		try (TestServer server = new TestServer(this.transport, (exchange) -> {
			listen(exchange);
			UpgradedConnection connection = exchange.upgrade(headers());
			connection.output().write(TestServer.bytes("farewell"));
			connection.output().end(null);
			this.events.add("read " + readAll(connection));
		}); RawClient client = server.connect()) {
			client.send(REQUEST);
			assertThat(client.readHead()).isEqualTo(ANSWER);
			assertThat(client.readToEnd()).isEqualTo("farewell");
			client.send("hello");
			client.halfClose();
			assertThat(new String[] { nextEvent(), nextEvent() }).containsExactlyInAnyOrder("read hello", "ended");
		}
	}

	@Test
	void endIsNotReachedBeforeAllIsRead() throws Exception {
		CompletableFuture<UpgradedConnection> upgraded = new CompletableFuture<>();
		try (TestServer server = new TestServer(this.transport, (exchange) -> {
			listen(exchange);
			UpgradedConnection connection = exchange.upgrade(headers());
			connection.output().end(null);
			upgraded.complete(connection);
		}); RawClient client = server.connect()) {
			client.send(REQUEST + "hello");
			client.halfClose();
			assertThat(client.readHead()).isEqualTo(ANSWER);
			assertThat(client.awaitEnd()).isEqualTo("closed");
			assertThat(this.events.poll(50, TimeUnit.MILLISECONDS)).isNull();
			assertThat(readAll(upgraded.get())).isEqualTo("hello");
			assertThat(nextEvent()).isEqualTo("ended");
		}
	}

	@Test
	void closeSendsWhatWasWrittenAndEndsTheExchange() throws Exception {
		try (TestServer server = new TestServer(this.transport, (exchange) -> {
			listen(exchange);
			UpgradedConnection connection = exchange.upgrade(headers());
			connection.output().write(Unpooled.buffer(1_000_000).writeZero(1_000_000));
			connection.close();
			connection.close();
		}); RawClient client = server.connect()) {
			client.send(REQUEST + "never read");
			assertThat(client.readHead()).isEqualTo(ANSWER);
			assertThat(client.readToEnd()).hasSize(1_000_000);
			assertThat(nextEvent()).isEqualTo("ended");
			assertThat(this.events).isEmpty();
		}
	}

	@Test
	void closeWakesAReader() throws Exception {
		CompletableFuture<UpgradedConnection> upgraded = new CompletableFuture<>();
		try (TestServer server = new TestServer(this.transport, (exchange) -> {
			UpgradedConnection connection = exchange.upgrade(headers());
			upgraded.complete(connection);
			assertThatExceptionOfType(IOException.class).isThrownBy(() -> connection.input().read())
				.withMessage("The connection was closed");
			this.events.add("woken");
		}); RawClient client = server.connect()) {
			client.send(REQUEST);
			assertThat(client.readHead()).isEqualTo(ANSWER);
			upgraded.get().close();
			assertThat(nextEvent()).isEqualTo("woken");
		}
	}

	@Test
	void clientThatIsGoneWakesReaderAndWriter() throws Exception {
		CompletableFuture<Thread> writer = new CompletableFuture<>();
		try (TestServer server = new TestServer(this.transport, (exchange) -> {
			listen(exchange);
			UpgradedConnection connection = exchange.upgrade(headers());
			exchange.executor().execute(() -> {
				writer.complete(Thread.currentThread());
				assertThatExceptionOfType(ClientAbortException.class).isThrownBy(() -> {
					for (;;) {
						connection.output().write(Unpooled.buffer(PIECE).writeZero(PIECE));
					}
				});
				this.events.add("writer woken");
			});
			assertThatExceptionOfType(ClientAbortException.class).isThrownBy(() -> connection.input().read());
			this.events.add("reader woken");
		}); RawClient client = new RawClient(server.server().port(), 16 * 1024)) {
			client.send(REQUEST);
			assertThat(client.readHead()).isEqualTo(ANSWER);
			awaitWaiting(writer.get(5, TimeUnit.SECONDS));
			client.reset();
			assertThat(new String[] { nextEvent(), nextEvent(), nextEvent(), nextEvent() })
				.contains("writer woken", "reader woken", "ended")
				.anySatisfy((event) -> assertThat(event).startsWith("aborted by "));
		}
	}

	@Test
	void abortedConnectionDoesNotEndInOrder() throws Exception {
		CompletableFuture<HttpExchange> upgraded = new CompletableFuture<>();
		try (TestServer server = new TestServer(this.transport, (exchange) -> {
			exchange.upgrade(headers());
			upgraded.complete(exchange);
		}); RawClient client = server.connect()) {
			client.send(REQUEST);
			assertThat(client.readHead()).isEqualTo(ANSWER);
			upgraded.get().abort(new IOException("of a test"));
			assertThat(client.awaitEnd()).isEqualTo("reset");
		}
	}

	@Test
	void clientThatWasGoneBeforeIsNoticed() throws Exception {
		CompletableFuture<HttpExchange> called = new CompletableFuture<>();
		try (TestServer server = new TestServer(this.transport, (exchange) -> {
			listen(exchange);
			called.complete(exchange);
		}); RawClient client = server.connect()) {
			client.send(REQUEST);
			HttpExchange exchange = called.get(5, TimeUnit.SECONDS);
			client.reset();
			assertThat(nextEvent()).startsWith("aborted by ");
			assertThat(nextEvent()).isEqualTo("ended");
			UpgradedConnection connection = exchange.upgrade(headers());
			assertThatExceptionOfType(ClientAbortException.class).isThrownBy(() -> connection.input().read());
			assertThatExceptionOfType(ClientAbortException.class)
				.isThrownBy(() -> connection.output().write(TestServer.bytes("to nobody")));
			connection.close();
		}
	}

	// ---- time

	@Test
	void quietConnectionIsLeftAlone() throws Exception {
		try (TestServer server = server((exchange) -> {
			UpgradedConnection connection = exchange.upgrade(headers());
			exchange.schedule(() -> {
				try {
					connection.output().write(TestServer.bytes("still here"));
					connection.output().flush();
				}
				catch (IOException ex) {
					this.events.add("failed: " + ex);
				}
			}, Duration.ofMillis(400));
			readAll(connection);
			connection.close();
		}, (settings) -> settings.idleTimeout(Duration.ofMillis(50))
			.bodyTimeout(Duration.ofMillis(50))
			.headerTimeout(Duration.ofMillis(50))
			.sendTimeout(Duration.ofMillis(50))); RawClient client = server.connect()) {
			client.send(REQUEST);
			assertThat(client.readHead()).isEqualTo(ANSWER);
			assertThat(client.read(10)).isEqualTo("still here");
			assertThat(this.events).isEmpty();
		}
	}

	@Test
	void clientThatEndedItsSideIsGivenUpWhenNothingIsSentToIt() throws Exception {
		try (TestServer server = server((exchange) -> {
			listen(exchange);
			exchange.upgrade(headers());
		}, (settings) -> settings.idleTimeout(Duration.ofMillis(100))); RawClient client = server.connect()) {
			client.send(REQUEST);
			assertThat(client.readHead()).isEqualTo(ANSWER);
			client.halfClose();
			assertThat(client.awaitEnd()).isEqualTo("reset");
			assertThat(nextEvent()).isEqualTo("aborted by ClientAbortException: "
					+ "The client has ended its side, and nothing was sent to it for PT0.1S");
			assertThat(nextEvent()).isEqualTo("ended");
		}
	}

	@Test
	void clientThatTakesNothingIsGivenUp() throws Exception {
		try (TestServer server = server((exchange) -> {
			listen(exchange);
			ResponseStream output = exchange.upgrade(headers()).output();
			assertThatExceptionOfType(ClientAbortException.class).isThrownBy(() -> {
				for (;;) {
					output.write(Unpooled.buffer(PIECE).writeZero(PIECE));
				}
			});
		}, (settings) -> settings.sendTimeout(Duration.ofMillis(200)));
				RawClient client = new RawClient(server.server().port(), 16 * 1024)) {
			client.send(REQUEST);
			assertThat(nextEvent())
				.isEqualTo("aborted by ClientAbortException: The client took nothing of the response for too long");
			assertThat(nextEvent()).isEqualTo("ended");
		}
	}

	// ---- shutdown

	@Test
	void shutdownEndsTheInputOfAQuietConnection() throws Exception {
		try (TestServer server = server((exchange) -> {
			listen(exchange);
			UpgradedConnection connection = exchange.upgrade(headers());
			assertThat(readAll(connection)).isEqualTo("hello");
			connection.output().write(TestServer.bytes("farewell"));
			connection.close();
		}, (settings) -> settings.shutdownQuiet(Duration.ofMillis(20))); RawClient client = server.connect()) {
			client.send(REQUEST + "hello");
			assertThat(client.readHead()).isEqualTo(ANSWER);
			CompletableFuture<Void> drained = server.server().stopAccepting().toCompletableFuture();
			assertThat(client.readToEnd()).isEqualTo("farewell");
			client.close();
			drained.get(10, TimeUnit.SECONDS);
			assertThat(nextEvent()).isEqualTo("ended");
			server.host().whenIdle().toCompletableFuture().get(10, TimeUnit.SECONDS);
		}
	}

	@Test
	void stoppedServerAbortsWhatIsLeft() throws Exception {
		try (TestServer server = new TestServer(this.transport, (exchange) -> {
			listen(exchange);
			exchange.upgrade(headers());
		}); RawClient client = server.connect()) {
			client.send(REQUEST);
			assertThat(client.readHead()).isEqualTo(ANSWER);
			server.server().stop();
			assertThat(nextEvent()).isEqualTo("aborted by ClientAbortException: The server was stopped");
			assertThat(nextEvent()).isEqualTo("ended");
			assertThat(server.host().activeExchanges()).isZero();
		}
	}

	@Test
	void leaseLastsAsLongAsTheConnection() throws Exception {
		CompletableFuture<UpgradedConnection> upgraded = new CompletableFuture<>();
		try (TestServer server = new TestServer(this.transport, (exchange) -> {
			upgraded.complete(exchange.upgrade(headers()));
		}); RawClient client = server.connect()) {
			client.send(REQUEST);
			assertThat(client.readHead()).isEqualTo(ANSWER);
			assertThat(server.host().activeExchanges()).isEqualTo(1);
			while (server.server().admission().available() < 200) {
				Thread.onSpinWait();
			}
			upgraded.get().close();
			server.host().whenIdle().toCompletableFuture().get(10, TimeUnit.SECONDS);
		}
	}

	// ---- how

	private TestServer echoServer() {
		return new TestServer(this.transport, this::echo);
	}

	private TestServer server(TestServer.Handler handler, Consumer<ServerSettings.Builder> settings) {
		return new TestServer(this.transport, handler, settings);
	}

	private static HttpHeaders headers() {
		return new DefaultHttpHeaders().add("Upgrade", "echo");
	}

	/** Sends back what comes, and ends when the client does. */
	private void echo(HttpExchange exchange) {
		UpgradedConnection connection = exchange.upgrade(headers());
		try {
			ByteBuf piece = connection.input().read();
			while (piece != null) {
				connection.output().write(piece);
				connection.output().flush();
				piece = connection.input().read();
			}
			connection.close();
		}
		catch (IOException ex) {
			// The client left
		}
	}

	private static String readAll(UpgradedConnection connection) throws IOException {
		StringBuilder text = new StringBuilder();
		ByteBuf piece = connection.input().read();
		while (piece != null) {
			text.append(piece.toString(StandardCharsets.ISO_8859_1));
			piece.release();
			piece = connection.input().read();
		}
		return text.toString();
	}

	private void listen(HttpExchange exchange) {
		exchange.addListener(new ExchangeListener() {

			@Override
			public void aborted(Throwable cause) {
				UpgradeTests.this.events
					.add("aborted by " + cause.getClass().getSimpleName() + ": " + cause.getMessage());
			}

			@Override
			public void ended() {
				UpgradeTests.this.events.add("ended");
			}

		});
	}

	private @Nullable String nextEvent() throws InterruptedException {
		return this.events.poll(10, TimeUnit.SECONDS);
	}

	private static void awaitWaiting(Thread thread) {
		long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
		while (thread.getState() != Thread.State.WAITING) {
			assertThat(System.nanoTime()).as("%s does not wait", thread).isLessThan(end);
			Thread.onSpinWait();
		}
	}

	/** Returns when nothing was sent for a while, because nobody takes it. */
	private static void awaitStandstill(AtomicLong sent) throws InterruptedException {
		long before = -1;
		while (sent.get() != before || before == 0) {
			before = sent.get();
			new CompletableFuture<Void>().completeOnTimeout(null, 200, TimeUnit.MILLISECONDS).join();
		}
	}

}
