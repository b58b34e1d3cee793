package io.mvcbridge.core.server;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import io.mvcbridge.core.exchange.ConnectionInfo;
import io.mvcbridge.core.exchange.ExchangeListener;
import io.mvcbridge.core.exchange.HttpExchange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(20)
class ServerExchangeTests {

	private final LinkedBlockingQueue<String> events = new LinkedBlockingQueue<>();

	private String nextEvent() throws InterruptedException {
		return this.events.poll(5, TimeUnit.SECONDS);
	}

	@Test
	void headIsRaw() throws Exception {
		CompletableFuture<HttpExchange> reached = new CompletableFuture<>();
		try (TestServer server = new TestServer((exchange) -> {
			exchange.respond(TestServer.ok(), TestServer.bytes(""));
			reached.complete(exchange);
		}); RawClient client = server.connect()) {
			client.send("pOsT http://h/a%2fb;c?d=%zz&\u00e9#f HTTP/1.0\r\nX-A: 1\r\nx-a:  2 \r\nB: \u00e9\r\n\r\n");
			client.readHead();
			HttpExchange exchange = reached.join();
			assertThat(exchange.head().method()).isEqualTo("pOsT");
			assertThat(exchange.head().target()).isEqualTo("http://h/a%2fb;c?d=%zz&\u00e9#f");
			assertThat(exchange.head().protocol()).isEqualTo("HTTP/1.0");
			assertThat(exchange.head().headers().entries().toString()).isEqualTo("[X-A=1, x-a=2, B=\u00e9]");
			assertThat(exchange.head()).isSameAs(exchange.head());
			assertThat(exchange.body()).isSameAs(exchange.body());
		}
	}

	@Test
	void connectionIsDescribedAfterItIsGoneToo() throws Exception {
		LinkedBlockingQueue<ConnectionInfo> seen = new LinkedBlockingQueue<>();
		try (TestServer server = new TestServer((exchange) -> {
			seen.add(exchange.connection());
			exchange.respond(TestServer.ok(), TestServer.bytes(""));
		}); RawClient first = server.connect(); RawClient second = server.connect()) {
			first.send("GET / HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n");
			first.readResponse();
			first.readResponse();
			first.close();
			second.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
			second.readResponse();
			ConnectionInfo info = seen.take();
			assertThat(info).isEqualTo(seen.take());
			assertThat(info.id()).isNotEqualTo(seen.take().id());
			assertThat(info.localInternetAddress().getPort()).isEqualTo(server.server().port());
			assertThat(info.remoteInternetAddress().getAddress().getHostAddress()).isEqualTo("127.0.0.1");
			assertThat(info.tls()).isNull();
		}
	}

	@Test
	void listenersAreToldInOrderAndLateOnesToo() throws Exception {
		CompletableFuture<HttpExchange> reached = new CompletableFuture<>();
		try (TestServer server = new TestServer((exchange) -> {
			exchange.addListener(listener("first"));
			exchange.addListener(new ExchangeListener() {

				@Override
				public void ended() {
					throw new IllegalStateException("test");
				}

			});
			exchange.addListener(listener("second"));
			exchange.respond(TestServer.ok(), TestServer.bytes(""));
			reached.complete(exchange);
		}); RawClient client = server.connect()) {
			client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
			client.readHead();
			assertThat(nextEvent()).isEqualTo("first ended on bridge-loop");
			assertThat(nextEvent()).isEqualTo("second ended on bridge-loop");
			reached.join().addListener(listener("late"));
			assertThat(nextEvent()).isEqualTo("late ended on bridge-loop");
		}
	}

	private ExchangeListener listener(String name) {
		return new ExchangeListener() {

			@Override
			public void aborted(Throwable cause) {
				ServerExchangeTests.this.events.add(name + " aborted");
			}

			@Override
			public void ended() {
				String thread = Thread.currentThread().getName();
				ServerExchangeTests.this.events
					.add(name + " ended on " + (thread.startsWith("bridge-loop") ? "bridge-loop" : thread));
			}

		};
	}

	@Test
	void continuationsRunOnServletThreads() throws Exception {
		try (TestServer server = new TestServer((exchange) -> exchange.executor()
			.execute(() -> exchange.respond(TestServer.ok(), TestServer.bytes(Thread.currentThread().getName()))));
				RawClient client = server.connect()) {
			client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
			assertThat(client.readResponse()).containsPattern("\n\nbridge-\\d$");
		}
	}

	@Test
	void leaseIsHeldUntilTheLastContinuationHasReturned() throws Exception {
		CountDownLatch go = new CountDownLatch(1);
		CompletableFuture<Boolean> idle = new CompletableFuture<>();
		try (TestServer server = new TestServer((exchange) -> {
			exchange.addListener(new ExchangeListener() {

				@Override
				public void ended() {
					exchange.executor().execute(() -> {
						try {
							go.await();
						}
						catch (InterruptedException ex) {
							Thread.currentThread().interrupt();
						}
					});
				}

			});
			exchange.respond(TestServer.ok(), TestServer.bytes(""));
		}); RawClient client = server.connect()) {
			client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
			client.readResponse();
			server.host().whenIdle().thenRun(() -> idle.complete(true));
			client.close();
			assertThat(idle).isNotDone();
			assertThat(server.host().activeExchanges()).isOne();
			go.countDown();
			assertThat(idle.get(5, TimeUnit.SECONDS)).isTrue();
		}
	}

	@Test
	void leaseIsHeldWhileTheKernelRunsThoughTheClientIsGone() throws Exception {
		CountDownLatch go = new CountDownLatch(1);
		try (TestServer server = new TestServer((exchange) -> {
			exchange.addListener(listener("it"));
			this.events.add("reached");
			go.await();
		}); RawClient client = server.connect()) {
			client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
			assertThat(nextEvent()).isEqualTo("reached");
			client.reset();
			assertThat(nextEvent()).isEqualTo("it aborted");
			assertThat(nextEvent()).isEqualTo("it ended on bridge-loop");
			assertThat(server.host().activeExchanges()).isOne();
			go.countDown();
			server.host().whenIdle().toCompletableFuture().get(5, TimeUnit.SECONDS);
		}
	}

	@Test
	void scheduledTaskRunsOnAServletThread() throws Exception {
		try (TestServer server = new TestServer((exchange) -> exchange.schedule(
				() -> exchange.respond(TestServer.ok(), TestServer.bytes(Thread.currentThread().getName())),
				Duration.ofMillis(20))); RawClient client = server.connect()) {
			client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
			assertThat(client.readResponse()).containsPattern("\n\nbridge-\\d$");
		}
	}

	@Test
	void cancelledTaskDoesNotRun() throws Exception {
		try (TestServer server = new TestServer((exchange) -> {
			HttpExchange.Timer timer = exchange.schedule(() -> this.events.add("ran"), Duration.ofMillis(20));
			timer.cancel();
			timer.cancel();
			exchange.schedule(() -> exchange.respond(TestServer.ok(), TestServer.bytes("")), Duration.ofMillis(60));
		}); RawClient client = server.connect()) {
			client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
			client.readResponse();
			assertThat(this.events).isEmpty();
		}
	}

	@Test
	void scheduledTaskDoesNotRunAfterTheEnd() throws Exception {
		try (TestServer server = new TestServer((exchange) -> {
			exchange.schedule(() -> this.events.add("ran"), Duration.ofMillis(20));
			exchange.respond(TestServer.ok(), TestServer.bytes(""));
		}); RawClient client = server.connect()) {
			client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
			client.readResponse();
			assertThat(this.events.poll(100, TimeUnit.MILLISECONDS)).isNull();
		}
	}

}
