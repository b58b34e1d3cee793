package io.mvcbridge.core.server;

import java.lang.ref.WeakReference;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.mvcbridge.core.exchange.HttpExchange;
import io.mvcbridge.core.kernel.Kernel;
import io.mvcbridge.core.kernel.KernelHost;
import io.netty.channel.EventLoop;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.LoggerFactory;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(20)
class AdmissionTests {

	private static final String BUSY = """
			HTTP/1.1 503 Service Unavailable
			Retry-After: 1
			Content-Type: text/plain;charset=utf-8
			Content-Length: 39

			503 Too many requests are being served
			""";

	@Test
	void permitsAreGivenUpToTheLimit() {
		Admission admission = new Admission(2);
		assertThat(admission.tryAcquire()).isTrue();
		assertThat(admission.tryAcquire()).isTrue();
		assertThat(admission.tryAcquire()).isFalse();
		admission.release();
		assertThat(admission.tryAcquire()).isTrue();
	}

	@Test
	void thoseWhoWaitAreServedInOrder() {
		Admission admission = new Admission(1);
		List<String> served = new ArrayList<>();
		assertThat(admission.tryAcquire()).isTrue();
		admission.await(() -> served.add("first"));
		admission.await(() -> served.add("second"));
		assertThat(served).isEmpty();
		admission.release();
		assertThat(served).containsExactly("first");
		assertThat(admission.tryAcquire()).isFalse();
		admission.release();
		assertThat(served).containsExactly("first", "second");
		admission.release();
		assertThat(admission.available()).isOne();
	}

	@Test
	void oneWhoGaveUpIsPassedOver() {
		Admission admission = new Admission(1);
		List<String> served = new ArrayList<>();
		assertThat(admission.tryAcquire()).isTrue();
		Admission.Waiter first = admission.await(() -> served.add("first"));
		admission.await(() -> served.add("second"));
		assertThat(first.giveUp()).isTrue();
		admission.release();
		assertThat(served).containsExactly("second");
	}

	@Test
	void oneWhoWasServedCannotGiveUp() {
		Admission admission = new Admission(1);
		Admission.Waiter waiter = admission.await(() -> true);
		assertThat(waiter.giveUp()).isFalse();
		assertThat(admission.available()).isZero();
	}

	@Test
	void permitThatNoneOfVeryManyHasAUseForComesBack() {
		Admission admission = new Admission(1);
		AtomicInteger asked = new AtomicInteger();
		assertThat(admission.tryAcquire()).isTrue();
		for (int i = 0; i < 100_000; i++) {
			admission.await(() -> {
				asked.incrementAndGet();
				return false;
			});
		}
		admission.release();
		assertThat(asked).hasValue(100_000);
		assertThat(admission.available()).isOne();
	}

	@Test
	void everyPermitComesBackUnderContention() throws Exception {
		Admission admission = new Admission(3);
		AtomicInteger running = new AtomicInteger();
		AtomicInteger most = new AtomicInteger();
		AtomicInteger served = new AtomicInteger();
		AtomicInteger gaveUp = new AtomicInteger();
		List<Thread> threads = new ArrayList<>();
		for (int i = 0; i < 8; i++) {
			Thread thread = new Thread(() -> {
				for (int n = 0; n < 5000; n++) {
					Semaphore done = new Semaphore(0);
					BooleanSupplier work = () -> {
						most.accumulateAndGet(running.incrementAndGet(), Math::max);
						served.incrementAndGet();
						running.decrementAndGet();
						done.release();
						return true;
					};
					if (admission.tryAcquire()) {
						work.getAsBoolean();
						admission.release();
					}
					else {
						Admission.Waiter waiter = admission.await(work);
						if (n % 3 == 0 && waiter.giveUp()) {
							gaveUp.incrementAndGet();
						}
						else {
							done.acquireUninterruptibly();
							admission.release();
						}
					}
				}
			});
			threads.add(thread);
			thread.start();
		}
		for (Thread thread : threads) {
			thread.join();
		}
		assertThat(served.get() + gaveUp.get()).isEqualTo(40_000);
		assertThat(admission.available()).isEqualTo(3);
		assertThat(most.get()).isLessThanOrEqualTo(3);
	}

	@Test
	void withoutAPermitTheAnswerIs503AndTheConnectionGoesOn() throws Exception {
		CountDownLatch go = new CountDownLatch(1);
		LinkedBlockingQueue<String> reached = new LinkedBlockingQueue<>();
		try (TestServer server = new TestServer((exchange) -> {
			reached.add(exchange.head().target());
			go.await();
			exchange.respond(TestServer.ok(), TestServer.bytes(""));
		}, (settings) -> settings.maxActive(1).acquireTimeout(Duration.ofMillis(50)));
				RawClient first = server.connect();
				RawClient second = server.connect()) {
			first.send("GET /1 HTTP/1.1\r\nHost: a\r\n\r\n");
			assertThat(reached.poll(5, TimeUnit.SECONDS)).isEqualTo("/1");
			second.send("POST /2 HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc");
			assertThat(second.readResponse()).isEqualTo(BUSY);
			go.countDown();
			assertThat(first.readResponse()).isEqualTo("HTTP/1.1 200 OK\nContent-Length: 0\n\n");
			second.send("GET /3 HTTP/1.1\r\nHost: a\r\n\r\n");
			assertThat(second.readResponse()).isEqualTo("HTTP/1.1 200 OK\nContent-Length: 0\n\n");
			assertThat(reached).containsExactly("/3");
		}
	}

	@Test
	void refusalIsLoggedWithTheSettingsThatCausedIt() throws Exception {
		Logger logger = (Logger) LoggerFactory.getLogger(Dispatcher.class);
		ListAppender<ILoggingEvent> log = new ListAppender<>();
		log.start();
		logger.addAppender(log);
		CountDownLatch go = new CountDownLatch(1);
		LinkedBlockingQueue<String> reached = new LinkedBlockingQueue<>();
		try (TestServer server = new TestServer((exchange) -> {
			reached.add("reached");
			go.await();
			exchange.respond(TestServer.ok(), TestServer.bytes(""));
		}, (settings) -> settings.maxActive(1).acquireTimeout(Duration.ofMillis(50)));
				RawClient first = server.connect();
				RawClient second = server.connect()) {
			first.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
			assertThat(reached.poll(5, TimeUnit.SECONDS)).isEqualTo("reached");
			second.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
			assertThat(second.readResponse()).isEqualTo(BUSY);
			go.countDown();
			assertThat(log.list).extracting(Object::toString)
				.containsExactly(
						"[WARN] 1 request(s) got 503 since the last such message: as many as max-active allows "
								+ "were running, and none of them ended within acquire-timeout (50 ms)");
		}
		finally {
			logger.detachAppender(log);
		}
	}

	@Test
	void refusedUploadThatWaitsFor100Closes() throws Exception {
		CountDownLatch go = new CountDownLatch(1);
		LinkedBlockingQueue<String> reached = new LinkedBlockingQueue<>();
		try (TestServer server = new TestServer((exchange) -> {
			reached.add("reached");
			go.await();
			exchange.respond(TestServer.ok(), TestServer.bytes(""));
		}, (settings) -> settings.maxActive(1).acquireTimeout(Duration.ofMillis(50)));
				RawClient first = server.connect();
				RawClient second = server.connect()) {
			first.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
			assertThat(reached.poll(5, TimeUnit.SECONDS)).isEqualTo("reached");
			second.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n");
			assertThat(second.readHead()).startsWith("HTTP/1.1 503 ")
				.contains("\nRetry-After: 1\n")
				.contains("\nConnection: close\n");
			go.countDown();
		}
	}

	@Test
	void exchangeThatFindsNoPermitIsServedWhenOneComesInTime() throws Exception {
		Semaphore go = new Semaphore(0);
		LinkedBlockingQueue<String> reached = new LinkedBlockingQueue<>();
		try (TestServer server = new TestServer((exchange) -> {
			reached.add(exchange.head().target());
			go.acquire();
			exchange.respond(TestServer.ok(), TestServer.bytes(""));
		}, (settings) -> settings.maxActive(1).acquireTimeout(Duration.ofSeconds(10)));
				RawClient first = server.connect();
				RawClient second = server.connect()) {
			first.send("GET /1 HTTP/1.1\r\nHost: a\r\n\r\n");
			assertThat(reached.poll(5, TimeUnit.SECONDS)).isEqualTo("/1");
			second.send("GET /2 HTTP/1.1\r\nHost: a\r\n\r\n");
			assertThat(reached.poll(100, TimeUnit.MILLISECONDS)).isNull();
			go.release(2);
			assertThat(second.readResponse()).isEqualTo("HTTP/1.1 200 OK\nContent-Length: 0\n\n");
			assertThat(reached.poll(5, TimeUnit.SECONDS)).isEqualTo("/2");
		}
	}

	@Test
	void exchangeThatGotItsPermitIsForgottenWhenItHasEnded() throws Exception {
		CountDownLatch go = new CountDownLatch(1);
		LinkedBlockingQueue<WeakReference<HttpExchange>> reached = new LinkedBlockingQueue<>();
		try (TestServer server = new TestServer((exchange) -> {
			reached.add(new WeakReference<>(exchange));
			go.await();
			exchange.respond(TestServer.ok(), TestServer.bytes(""));
		}, (settings) -> settings.maxActive(1).acquireTimeout(Duration.ofHours(1)))) {
			try (RawClient first = server.connect(); RawClient second = server.connect()) {
				first.send("GET /1 HTTP/1.1\r\nHost: a\r\n\r\n");
				assertThat(reached.poll(5, TimeUnit.SECONDS)).isNotNull();
				second.send("GET /2 HTTP/1.1\r\nHost: a\r\n\r\n");
				awaitActive(server, 2);
				go.countDown();
				assertThat(second.readResponse()).isEqualTo("HTTP/1.1 200 OK\nContent-Length: 0\n\n");
			}
			WeakReference<HttpExchange> waited = reached.poll(5, TimeUnit.SECONDS);
			assertThat(waited).isNotNull();
			while (waited.get() != null) {
				System.gc();
			}
		}
	}

	@Test
	void asynchronousExchangeHoldsNoPermitAndContinuesWithoutOne() throws Exception {
		LinkedBlockingQueue<Runnable> parked = new LinkedBlockingQueue<>();
		CountDownLatch go = new CountDownLatch(1);
		LinkedBlockingQueue<String> reached = new LinkedBlockingQueue<>();
		try (TestServer server = new TestServer((exchange) -> {
			if (exchange.head().target().equals("/async")) {
				parked.add(() -> exchange.executor()
					.execute(() -> exchange.respond(TestServer.ok(), TestServer.bytes("async"))));
			}
			else {
				reached.add("reached");
				go.await();
				exchange.respond(TestServer.ok(), TestServer.bytes(""));
			}
		}, (settings) -> settings.maxActive(2).acquireTimeout(Duration.ofMillis(50)));
				RawClient async = server.connect();
				RawClient first = server.connect();
				RawClient second = server.connect()) {
			async.send("GET /async HTTP/1.1\r\nHost: a\r\n\r\n");
			Runnable continuation = parked.poll(5, TimeUnit.SECONDS);
			first.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
			second.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
			assertThat(reached.poll(5, TimeUnit.SECONDS)).isEqualTo("reached");
			assertThat(reached.poll(5, TimeUnit.SECONDS)).isEqualTo("reached");
			continuation.run();
			go.countDown();
			assertThat(async.readResponse()).isEqualTo("HTTP/1.1 200 OK\nContent-Length: 5\n\nasync");
		}
	}

	@Test
	void exchangeWhoseClientLeftWhileWaitingNeverReachesTheApplication() throws Exception {
		CountDownLatch go = new CountDownLatch(1);
		LinkedBlockingQueue<String> reached = new LinkedBlockingQueue<>();
		try (TestServer server = new TestServer((exchange) -> {
			reached.add(exchange.head().target());
			go.await();
			exchange.respond(TestServer.ok(), TestServer.bytes(""));
		}, (settings) -> settings.maxActive(1).acquireTimeout(Duration.ofSeconds(10)));
				RawClient first = server.connect();
				RawClient second = server.connect()) {
			first.send("GET /1 HTTP/1.1\r\nHost: a\r\n\r\n");
			assertThat(reached.poll(5, TimeUnit.SECONDS)).isEqualTo("/1");
			second.send("GET /2 HTTP/1.1\r\nHost: a\r\n\r\n");
			awaitActive(server, 2);
			second.reset();
			awaitActive(server, 1);
			go.countDown();
			assertThat(first.readResponse()).isEqualTo("HTTP/1.1 200 OK\nContent-Length: 0\n\n");
			first.send("GET /3 HTTP/1.1\r\nHost: a\r\n\r\n");
			assertThat(first.readResponse()).isEqualTo("HTTP/1.1 200 OK\nContent-Length: 0\n\n");
			assertThat(reached).containsExactly("/3");
		}
	}

	private static void awaitActive(TestServer server, int exchanges) {
		while (server.host().activeExchanges() != exchanges) {
			Thread.onSpinWait();
		}
	}

	@Test
	void whenTheMachineHasNoMoreThreadsTheAnswerIs503AndThePermitComesBack() throws Exception {
		KernelHost host = new KernelHost();
		host.install(new Kernel() {

			@Override
			public void handle(HttpExchange exchange) {
				exchange.respond(TestServer.ok(), TestServer.bytes(""));
			}

			@Override
			public void close() {
			}

		});
		ServerSettings settings = ServerSettings.builder()
			.address(InetAddress.getLoopbackAddress())
			.port(0)
			.maxActive(1)
			.build();
		AtomicInteger calls = new AtomicInteger();
		PlatformThreads threads = new PlatformThreads(1);
		ServletThreads failing = new ServletThreads() {

			@Override
			public Executor executor(EventLoop loop) {
				return (task) -> {
					if (calls.incrementAndGet() == 1) {
						throw new OutOfMemoryError("unable to create native thread");
					}
					threads.executor(loop).execute(task);
				};
			}

			@Override
			public void close() {
				threads.close();
			}

		};
		try (BridgeServer server = new BridgeServer(settings, host, failing)) {
			server.start();
			try (RawClient client = new RawClient(server.port())) {
				client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
				assertThat(client.readResponse()).isEqualTo(BUSY);
				client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
				assertThat(client.readResponse()).isEqualTo("HTTP/1.1 200 OK\nContent-Length: 0\n\n");
			}
		}
	}

	@Test
	void withoutAKernelTheAnswerIs503() throws Exception {
		try (TestServer server = new TestServer((exchange) -> {
		}); RawClient client = server.connect()) {
			server.uninstall();
			client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
			assertThat(client.readResponse()).isEqualTo("""
					HTTP/1.1 503 Service Unavailable
					Retry-After: 1
					Content-Type: text/plain;charset=utf-8
					Content-Length: 33

					503 No application is in service
					""");
		}
	}

}
