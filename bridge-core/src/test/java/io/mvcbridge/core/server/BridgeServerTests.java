package io.mvcbridge.core.server;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import io.mvcbridge.core.exchange.ExchangeListener;
import io.mvcbridge.core.exchange.HttpExchange;
import io.mvcbridge.core.exchange.ResponseStream;
import io.mvcbridge.core.kernel.KernelHost;
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
class BridgeServerTests {

	@Parameter
	Transport transport;

	/** A client is connected before the listener has accepted it. */
	private static void awaitConnections(TestServer server, int count) {
		while (server.server().connections().count() < count) {
			Thread.onSpinWait();
		}
	}

	private static void assertRefusesConnections(int port) {
		assertThatExceptionOfType(ConnectException.class).isThrownBy(() -> {
			try (Socket socket = new Socket()) {
				socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 5000);
			}
		});
	}

	private BridgeServer serverAt(InetAddress address, int port) {
		return new BridgeServer(
				ServerSettings.builder().address(address).port(port).nativeTransport(this.transport.isNative()).build(),
				new KernelHost());
	}

	@Test
	void portIsKnownWhileBound() {
		try (BridgeServer server = serverAt(InetAddress.getLoopbackAddress(), 0)) {
			assertThat(server.port()).isEqualTo(-1);
			server.start();
			assertThat(server.port()).isPositive();
			server.stop();
			assertThat(server.port()).isEqualTo(-1);
		}
	}

	@Test
	void withoutAnAddressItListensOnAll() throws IOException {
		try (BridgeServer server = serverAt(null, 0)) {
			server.start();
			try (Socket socket = new Socket()) {
				socket.connect(new InetSocketAddress("127.0.0.1", server.port()), 5000);
				assertThat(socket.isConnected()).isTrue();
			}
		}
	}

	@Test
	void stoppedServerCanBeStartedAgain() throws IOException {
		try (TestServer server = new TestServer(this.transport,
				(exchange) -> exchange.respond(TestServer.ok(), TestServer.bytes("abc")))) {
			for (int i = 0; i < 3; i++) {
				server.server().start();
				int port = server.server().port();
				try (RawClient client = server.connect()) {
					client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
					assertThat(client.readResponse()).isEqualTo("HTTP/1.1 200 OK\nContent-Length: 3\n\nabc");
					server.server().stop();
					assertThat(client.awaitEnd()).isEqualTo("closed");
				}
				assertRefusesConnections(port);
			}
		}
	}

	@Test
	void portIsFreeWhenStopReturns() throws IOException {
		int port;
		try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			port = free.getLocalPort();
		}
		try (BridgeServer server = serverAt(InetAddress.getLoopbackAddress(), port)) {
			for (int i = 0; i < 50; i++) {
				server.start();
				try (RawClient client = new RawClient(port)) {
					server.stop();
					assertThat(client.awaitEnd()).isIn("closed", "reset");
				}
			}
		}
	}

	@Test
	void everythingMayBeCalledTwice() {
		BridgeServer server = serverAt(InetAddress.getLoopbackAddress(), 0);
		server.stopAccepting();
		server.stop();
		server.start();
		int port = server.port();
		server.start();
		assertThat(server.port()).isEqualTo(port);
		server.stopAccepting();
		server.stopAccepting();
		server.stop();
		server.stop();
		server.close();
		server.close();
		assertThatIllegalStateException().isThrownBy(server::start)
			.withMessage("The server was closed: make a new one");
	}

	@Test
	void portInUseIsToldApart() throws IOException {
		try (ServerSocket holder = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
				BridgeServer server = serverAt(InetAddress.getLoopbackAddress(), holder.getLocalPort())) {
			assertThatExceptionOfType(ListenerBindException.class).isThrownBy(server::start).satisfies((ex) -> {
				assertThat(ex.inUse()).isTrue();
				assertThat(ex.port()).isEqualTo(holder.getLocalPort());
				assertThat(ex).hasMessage("Another listener holds 127.0.0.1:" + holder.getLocalPort()
						+ ": stop it or choose another port");
			});
			assertThat(server.port()).isEqualTo(-1);
			holder.close();
			server.start();
			assertThat(server.port()).isEqualTo(holder.getLocalPort());
		}
	}

	@Test
	void addressOfAnotherMachineIsNotInUse() throws IOException {
		// TEST-NET-1 (RFC 5737) is nobody's
		try (BridgeServer server = serverAt(InetAddress.getByName("192.0.2.1"), 0)) {
			assertThatExceptionOfType(ListenerBindException.class).isThrownBy(server::start).satisfies((ex) -> {
				assertThat(ex.inUse()).isFalse();
				assertThat(ex).hasMessageStartingWith("Cannot listen on 192.0.2.1:0: ").hasMessageContaining("assign");
			});
		}
	}

	@Test
	void stopAcceptingEndsIdleConnectionsAndLetsExchangesFinish() throws Exception {
		CompletableFuture<HttpExchange> reached = new CompletableFuture<>();
		try (TestServer server = new TestServer(this.transport, reached::complete);
				RawClient busy = server.connect();
				RawClient idle = server.connect();
				RawClient late = server.connect()) {
			late.send("GET / HTTP/1.1\r\n");
			busy.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
			HttpExchange exchange = reached.get(5, TimeUnit.SECONDS);
			awaitConnections(server, 3);
			int port = server.server().port();
			server.server().stopAccepting();
			assertThat(idle.awaitEnd()).isEqualTo("closed");
			assertRefusesConnections(port);
			assertThat(server.host().whenIdle().toCompletableFuture()).isNotDone();
			exchange.respond(TestServer.ok(), TestServer.bytes("abc"));
			assertThat(busy.readResponse()).isEqualTo("HTTP/1.1 200 OK\nContent-Length: 3\nConnection: close\n\nabc");
			assertThat(busy.awaitEnd()).isEqualTo("closed");
			server.host().whenIdle().toCompletableFuture().get(5, TimeUnit.SECONDS);
		}
	}

	@Test
	void idleConnectionMayBringOneMoreRequestAfterAcceptingStopped() throws Exception {
		try (TestServer server = new TestServer(this.transport,
				(exchange) -> exchange.respond(TestServer.ok(), TestServer.bytes("abc")),
				(settings) -> settings.shutdownQuiet(Duration.ofMinutes(1)));
				RawClient used = server.connect();
				RawClient unused = server.connect()) {
			used.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
			assertThat(used.readResponse()).isEqualTo("HTTP/1.1 200 OK\nContent-Length: 3\n\nabc");
			awaitConnections(server, 2);
			CompletionStage<Void> closed = server.server().stopAccepting();
			for (RawClient client : new RawClient[] { used, unused }) {
				assertThat(closed.toCompletableFuture()).isNotDone();
				client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n");
				assertThat(client.readResponse())
					.isEqualTo("HTTP/1.1 200 OK\nContent-Length: 3\nConnection: close\n\nabc");
				assertThat(client.awaitEnd()).isEqualTo("closed");
				client.close();
			}
			assertThat(closed.toCompletableFuture()).succeedsWithin(5, TimeUnit.SECONDS);
		}
	}

	@Test
	void connectionWhoseLastResponseDidNotSayCloseMayBringOneMoreRequest() throws Exception {
		CompletableFuture<ResponseStream> opened = new CompletableFuture<>();
		try (TestServer server = new TestServer(this.transport, (exchange) -> {
			if (exchange.head().target().equals("/stream")) {
				ResponseStream stream = exchange.stream(TestServer.ok());
				stream.flush();
				opened.complete(stream);
			}
			else {
				exchange.respond(TestServer.ok(), TestServer.bytes("abc"));
			}
		}, (settings) -> settings.shutdownQuiet(Duration.ofMinutes(1))); RawClient client = server.connect()) {
			client.send("GET /stream HTTP/1.1\r\nHost: a\r\n\r\n");
			assertThat(client.readHead()).isEqualTo("HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n");
			server.server().stopAccepting();
			opened.join().end(null);
			assertThat(client.readChunks()).isEmpty();
			client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
			assertThat(client.readResponse()).isEqualTo("HTTP/1.1 200 OK\nContent-Length: 3\nConnection: close\n\nabc");
			assertThat(client.awaitEnd()).isEqualTo("closed");
		}
	}

	@Test
	void connectionThatWaitsToBeAcceptedIsServed() throws Exception {
		for (int i = 0; i < 50; i++) {
			try (TestServer server = new TestServer(this.transport,
					(exchange) -> exchange.respond(TestServer.ok(), TestServer.bytes("abc")),
					(settings) -> settings.shutdownQuiet(Duration.ofMinutes(1))); RawClient client = server.connect()) {
				server.server().stopAccepting();
				client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n");
				assertThat(client.readResponse())
					.isEqualTo("HTTP/1.1 200 OK\nContent-Length: 3\nConnection: close\n\nabc");
			}
		}
	}

	@Test
	void whoSendsABodyThatNobodyWaitsForIsNotWaitedFor() throws Exception {
		try (TestServer server = new TestServer(this.transport,
				(exchange) -> exchange.respond(TestServer.ok(), TestServer.bytes("abc")),
				(settings) -> settings.shutdownQuiet(Duration.ofMillis(50))); RawClient client = server.connect()) {
			client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\nx");
			assertThat(client.readResponse()).isEqualTo("HTTP/1.1 200 OK\nContent-Length: 3\n\nabc");
			CompletionStage<Void> closed = server.server().stopAccepting();
			assertThat(client.awaitEnd()).isEqualTo("closed");
			client.close();
			assertThat(closed.toCompletableFuture()).succeedsWithin(10, TimeUnit.SECONDS);
		}
	}

	@Test
	void stoppingEndsTheWaitForIdleConnections() throws Exception {
		try (TestServer server = new TestServer(this.transport, (exchange) -> {
		}, (settings) -> settings.shutdownQuiet(Duration.ofMinutes(1))); RawClient client = server.connect()) {
			awaitConnections(server, 1);
			CompletionStage<Void> closed = server.server().stopAccepting();
			assertThat(closed.toCompletableFuture()).isNotDone();
			server.server().stop();
			assertThat(closed.toCompletableFuture()).isDone();
			assertThat(client.awaitEnd()).isEqualTo("closed");
		}
	}

	@Test
	void stoppingToAcceptIsDoneAtOnceWithoutConnections() {
		try (TestServer server = new TestServer(this.transport, (exchange) -> {
		}, (settings) -> settings.shutdownQuiet(Duration.ofMinutes(1)))) {
			assertThat(server.server().stopAccepting().toCompletableFuture()).isDone();
		}
	}

	@Test
	void requestThatHadBegunWhenAcceptingStoppedIsServed() throws Exception {
		try (TestServer server = new TestServer(this.transport,
				(exchange) -> exchange.respond(TestServer.ok(), TestServer.bytes("abc")));
				RawClient client = server.connect()) {
			client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\nGET / HTT");
			assertThat(client.readResponse()).endsWith("\n\nabc");
			server.server().stopAccepting();
			client.send("P/1.1\r\nHost: a\r\n\r\n");
			assertThat(client.readResponse()).isEqualTo("HTTP/1.1 200 OK\nContent-Length: 3\nConnection: close\n\nabc");
			assertThat(client.awaitEnd()).isEqualTo("closed");
		}
	}

	@Test
	void streamThatHadBegunWhenAcceptingStoppedEndsItsConnection() throws Exception {
		CompletableFuture<ResponseStream> opened = new CompletableFuture<>();
		try (TestServer server = new TestServer(this.transport, (exchange) -> {
			ResponseStream stream = exchange.stream(TestServer.ok());
			stream.flush();
			opened.complete(stream);
		}); RawClient client = server.connect()) {
			client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
			assertThat(client.readHead()).isEqualTo("HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n");
			server.server().stopAccepting();
			opened.join().write(TestServer.bytes("abc"));
			opened.join().end(null);
			assertThat(client.readChunks()).isEqualTo("abc");
			assertThat(client.awaitEnd()).isEqualTo("closed");
		}
	}

	@Test
	void stopAbortsWhatIsRunning() throws Exception {
		LinkedBlockingQueue<String> events = new LinkedBlockingQueue<>();
		CountDownLatch reached = new CountDownLatch(1);
		try (TestServer server = new TestServer(this.transport, (exchange) -> {
			exchange.addListener(new ExchangeListener() {

				@Override
				public void aborted(Throwable cause) {
					events.add(cause.getMessage());
				}

			});
			reached.countDown();
			try {
				exchange.body().read();
			}
			catch (IOException ex) {
				events.add("woken");
			}
		}); RawClient client = server.connect()) {
			client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\n");
			assertThat(reached.await(5, TimeUnit.SECONDS)).isTrue();
			server.server().stop();
			assertThat(client.awaitEnd()).isEqualTo("closed");
			assertThat(new String[] { events.poll(5, TimeUnit.SECONDS), events.poll(5, TimeUnit.SECONDS) })
				.containsExactlyInAnyOrder("The server was stopped", "woken");
			server.host().whenIdle().toCompletableFuture().get(5, TimeUnit.SECONDS);
		}
	}

	@Test
	void applicationThatIsStillRunningAfterCloseDoesNoHarm() throws Exception {
		CountDownLatch go = new CountDownLatch(1);
		CountDownLatch reached = new CountDownLatch(1);
		CompletableFuture<String> continued = new CompletableFuture<>();
		TestServer server = new TestServer(this.transport, (exchange) -> {
			reached.countDown();
			go.await();
			exchange.respond(TestServer.ok(), TestServer.bytes("abc"));
			exchange.abort(new IOException("test"));
			exchange.schedule(() -> {
			}, Duration.ofMillis(1)).cancel();
			CompletableFuture<String> told = new CompletableFuture<>();
			exchange.addListener(new ExchangeListener() {

				@Override
				public void ended() {
					told.complete("told");
				}

			});
			exchange.executor().execute(() -> continued.complete(told.getNow("not told")));
		});
		try (RawClient client = server.connect()) {
			client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
			assertThat(reached.await(5, TimeUnit.SECONDS)).isTrue();
			server.server().close();
			assertThat(server.host().activeExchanges()).isOne();
			go.countDown();
			assertThat(continued.get(5, TimeUnit.SECONDS)).isEqualTo("told");
			server.host().whenIdle().toCompletableFuture().get(5, TimeUnit.SECONDS);
		}
		finally {
			server.close();
		}
	}

}
