package io.mvcbridge.core.server;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.mvcbridge.core.exchange.BodyTimeoutException;
import io.mvcbridge.core.exchange.ClientAbortException;
import io.mvcbridge.core.exchange.ExchangeListener;
import io.mvcbridge.core.exchange.ResponseStream;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/** The time-out under test is short, all others stay long: only it can have struck. */
@ParameterizedClass
@EnumSource(Transport.class)
@Timeout(8)
class TimeoutTests {

	private static final Duration SHORT = Duration.ofMillis(100);

	@Parameter
	Transport transport;

	@Test
	void idleConnectionIsClosedSilently() throws Exception {
		try (TestServer server = new TestServer(this.transport,
				(exchange) -> exchange.respond(TestServer.ok(), TestServer.bytes("")),
				(settings) -> settings.idleTimeout(SHORT)); RawClient client = server.connect()) {
			client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
			assertThat(client.readResponse()).isEqualTo("HTTP/1.1 200 OK\nContent-Length: 0\n\n");
			assertThat(client.awaitEnd()).isEqualTo("closed");
		}
	}

	@Test
	void connectionThatNeverSendsAnythingIsClosedSilently() throws Exception {
		try (TestServer server = new TestServer(this.transport, (exchange) -> {
		}, (settings) -> settings.idleTimeout(SHORT)); RawClient client = server.connect()) {
			assertThat(client.awaitEnd()).isEqualTo("closed");
		}
	}

	@Test
	void exchangeIsNotIdle() throws Exception {
		try (TestServer server = new TestServer(this.transport,
				(exchange) -> exchange.schedule(() -> exchange.respond(TestServer.ok(), TestServer.bytes("")),
						Duration.ofMillis(500)),
				(settings) -> settings.idleTimeout(SHORT).headerTimeout(SHORT).bodyTimeout(SHORT).sendTimeout(SHORT));
				RawClient client = server.connect()) {
			client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\n");
			assertThat(client.readHead()).startsWith("HTTP/1.1 200 OK\n");
		}
	}

	@Test
	void slowHeadIs408() throws Exception {
		try (TestServer server = new TestServer(this.transport, (exchange) -> {
		}, (settings) -> settings.headerTimeout(SHORT)); RawClient client = server.connect()) {
			client.send("GET / HTTP/1.1\r\n");
			assertThat(client.readResponse())
				.isEqualTo("HTTP/1.1 408 Request Timeout\nContent-Length: 0\nConnection: close\n\n");
			assertThat(client.awaitEnd()).isEqualTo("closed");
		}
	}

	@Test
	void slowHeadIs408WithCompressionToo() throws Exception {
		try (TestServer server = new TestServer(this.transport, (exchange) -> {
		}, (settings) -> settings.headerTimeout(SHORT)
			.compression(new ServerSettings.CompressionSettings(List.of("text/plain"), 0, List.of())));
				RawClient client = server.connect()) {
			client.send("GET");
			assertThat(client.readResponse())
				.isEqualTo("HTTP/1.1 408 Request Timeout\nContent-Length: 0\nConnection: close\n\n");
		}
	}

	@Test
	void slowHeadBehindAnotherRequestIs408() throws Exception {
		try (TestServer server = new TestServer(this.transport,
				(exchange) -> exchange.respond(TestServer.ok(), TestServer.bytes("")),
				(settings) -> settings.headerTimeout(SHORT)); RawClient client = server.connect()) {
			client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\nHost");
			assertThat(client.readResponse()).isEqualTo("HTTP/1.1 200 OK\nContent-Length: 0\n\n");
			assertThat(client.readResponse())
				.isEqualTo("HTTP/1.1 408 Request Timeout\nContent-Length: 0\nConnection: close\n\n");
		}
	}

	@Test
	void stalledBodyFailsTheReaderWhoAnswers() throws Exception {
		CompletableFuture<Throwable> failure = new CompletableFuture<>();
		try (TestServer server = new TestServer(this.transport, (exchange) -> {
			try {
				TestServer.readAll(exchange);
			}
			catch (BodyTimeoutException ex) {
				failure.complete(ex);
				exchange.respond(TestServer.head(408), TestServer.bytes("late"));
			}
		}, (settings) -> settings.bodyTimeout(SHORT)); RawClient client = server.connect()) {
			client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nabc");
			assertThat(client.readResponse())
				.isEqualTo("HTTP/1.1 408 Request Timeout\nContent-Length: 4\nConnection: close\n\nlate");
			assertThat(failure.join()).hasMessage("The client sent nothing of its request body for PT0.1S");
		}
	}

	@Test
	void stalledBodyIs408WhenTheReaderFailsWithIt() throws Exception {
		try (TestServer server = new TestServer(this.transport, TestServer::readAll,
				(settings) -> settings.bodyTimeout(SHORT)); RawClient client = server.connect()) {
			client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nabc");
			assertThat(client.readHead()).startsWith("HTTP/1.1 408 Request Timeout\n")
				.contains("\nConnection: close\n");
		}
	}

	@Test
	void stalledBodyIs408WhenNobodyAnswers() throws Exception {
		CompletableFuture<Void> readable = new CompletableFuture<>();
		try (TestServer server = new TestServer(this.transport,
				(exchange) -> exchange.body().onReadable(() -> readable.complete(null)),
				(settings) -> settings.bodyTimeout(SHORT)); RawClient client = server.connect()) {
			client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n");
			assertThat(client.readHead()).startsWith("HTTP/1.1 408 Request Timeout\n")
				.contains("\nConnection: close\n");
			assertThat(readable).isCompleted();
		}
	}

	@Test
	void whoeverDidNotAnswerAStalledBodyIsToldThatItIsGivenUp() throws Exception {
		CompletableFuture<Throwable> aborted = new CompletableFuture<>();
		try (TestServer server = new TestServer(this.transport, (exchange) -> {
			exchange.addListener(new ExchangeListener() {

				@Override
				public void aborted(Throwable cause) {
					aborted.complete(cause);
				}

			});
			exchange.body().onReadable(() -> {
			});
		}, (settings) -> settings.bodyTimeout(SHORT)); RawClient client = server.connect()) {
			client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n");
			assertThat(client.readHead()).startsWith("HTTP/1.1 408 Request Timeout\n");
			assertThat(aborted.get(10, TimeUnit.SECONDS)).isInstanceOf(BodyTimeoutException.class);
		}
	}

	@Test
	void bodyThatNobodyWaitsForMayTakeItsTime() throws Exception {
		CompletableFuture<Void> go = new CompletableFuture<>();
		try (TestServer server = new TestServer(this.transport, (exchange) -> {
			go.join();
			exchange.respond(TestServer.ok(), TestServer.bytes(TestServer.readAll(exchange)));
		}, (settings) -> settings.bodyTimeout(SHORT)); RawClient client = server.connect()) {
			client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\n");
			CompletableFuture.delayedExecutor(400, TimeUnit.MILLISECONDS).execute(() -> {
				try {
					client.send("abc");
				}
				catch (IOException ex) {
					go.completeExceptionally(ex);
				}
				go.complete(null);
			});
			assertThat(client.readResponse()).isEqualTo("HTTP/1.1 200 OK\nContent-Length: 3\n\nabc");
		}
	}

	@Test
	void stalledRestOfAnUnreadBodyCloses() throws Exception {
		try (TestServer server = new TestServer(this.transport,
				(exchange) -> exchange.respond(TestServer.ok(), TestServer.bytes("")),
				(settings) -> settings.bodyTimeout(SHORT)); RawClient client = server.connect()) {
			client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\n");
			assertThat(client.readResponse()).isEqualTo("HTTP/1.1 200 OK\nContent-Length: 0\n\n");
			assertThat(client.awaitEnd()).isEqualTo("closed");
		}
	}

	@Test
	void clientThatTakesNothingOfAStreamIsAborted() throws Exception {
		CompletableFuture<Throwable> failure = new CompletableFuture<>();
		try (TestServer server = new TestServer(this.transport, (exchange) -> {
			ResponseStream stream = exchange.stream(TestServer.ok());
			try {
				for (;;) {
					stream.write(Unpooled.buffer(32 * 1024).writeZero(32 * 1024));
				}
			}
			catch (ClientAbortException ex) {
				failure.complete(ex);
			}
		}, (settings) -> settings.sendTimeout(SHORT)); RawClient client = server.connect()) {
			client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
			assertThat(failure.get(5, TimeUnit.SECONDS))
				.hasMessageContaining("The client took nothing of the response for too long");
		}
	}

	@Test
	void clientThatTakesNothingOfAWholeResponseIsAborted() throws Exception {
		CompletableFuture<Throwable> failure = new CompletableFuture<>();
		try (TestServer server = new TestServer(this.transport, (exchange) -> {
			exchange.addListener(new ExchangeListener() {

				@Override
				public void aborted(Throwable cause) {
					failure.complete(cause);
				}

			});
			exchange.respond(TestServer.ok(), Unpooled.buffer(20_000_000).writeZero(20_000_000));
		}, (settings) -> settings.sendTimeout(SHORT)); RawClient client = server.connect()) {
			client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
			assertThat(failure.get(5, TimeUnit.SECONDS))
				.hasMessage("The client took nothing of the response for too long");
		}
	}

	@Test
	void slowButSteadyClientIsNotAborted() throws Exception {
		int size = 12_000_000;
		try (TestServer server = new TestServer(this.transport,
				(exchange) -> exchange.respond(TestServer.ok(), Unpooled.buffer(size).writeZero(size)),
				(settings) -> settings.sendTimeout(Duration.ofMillis(300))); RawClient client = server.connect()) {
			client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
			client.readHead();
			for (int i = 0; i < 12; i++) {
				assertThat(client.read(1_000_000)).hasSize(1_000_000);
				new CompletableFuture<Void>().completeOnTimeout(null, 70, TimeUnit.MILLISECONDS).join();
			}
		}
	}

	@Test
	void clientThatDoesNotCloseAfterTheLastResponseIsLeft() throws Exception {
		try (TestServer server = new TestServer(this.transport,
				(exchange) -> exchange.respond(TestServer.ok("Connection", "close"), TestServer.bytes("")),
				(settings) -> settings.bodyTimeout(SHORT)); RawClient client = server.connect()) {
			client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
			assertThat(client.readResponse()).isEqualTo("HTTP/1.1 200 OK\nConnection: close\nContent-Length: 0\n\n");
			assertThat(client.awaitEnd()).isEqualTo("closed");
			while (server.server().connections().count() > 0) {
				Thread.onSpinWait();
			}
		}
	}

	@Test
	void zeroMeansNoLimit() throws Exception {
		try (TestServer server = new TestServer(this.transport,
				(exchange) -> exchange.schedule(() -> exchange.respond(TestServer.ok(), TestServer.bytes("")),
						Duration.ofMillis(100)),
				(settings) -> settings.idleTimeout(Duration.ZERO)
					.headerTimeout(Duration.ZERO)
					.bodyTimeout(Duration.ZERO)
					.sendTimeout(Duration.ZERO));
				RawClient client = server.connect()) {
			client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
			assertThat(client.readResponse()).isEqualTo("HTTP/1.1 200 OK\nContent-Length: 0\n\n");
		}
	}

}
