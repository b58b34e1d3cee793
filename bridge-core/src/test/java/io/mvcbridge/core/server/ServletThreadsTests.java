package io.mvcbridge.core.server;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import io.netty.buffer.ByteBuf;
import io.netty.channel.DefaultEventLoop;
import io.netty.channel.EventLoop;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledForJreRange;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

@Timeout(20)
class ServletThreadsTests {

	private final EventLoop loop = new DefaultEventLoop();

	private final LinkedBlockingQueue<String> events = new LinkedBlockingQueue<>();

	@AfterEach
	void stop() {
		this.loop.shutdownGracefully(0, 0, TimeUnit.SECONDS);
	}

	private String nextEvent() throws InterruptedException {
		return this.events.poll(5, TimeUnit.SECONDS);
	}

	@Test
	void idleThreadIsTakenBeforeANewOneIsMade() throws Exception {
		try (PlatformThreads threads = new PlatformThreads(10)) {
			for (int i = 0; i < 20; i++) {
				threads.executor(this.loop).execute(() -> this.events.add(Thread.currentThread().getName()));
				assertThat(nextEvent()).isEqualTo("bridge-1");
				awaitIdle(threads, 1);
			}
		}
	}

	private static void awaitIdle(PlatformThreads threads, int count) {
		while (threads.waiting() != count) {
			Thread.onSpinWait();
		}
	}

	@Test
	void threadsAreMadeUpToTheLimitAndThenWorkWaits() throws Exception {
		CountDownLatch go = new CountDownLatch(1);
		try (PlatformThreads threads = new PlatformThreads(2)) {
			for (int i = 0; i < 3; i++) {
				threads.executor(this.loop).execute(() -> {
					this.events.add("running");
					try {
						go.await();
					}
					catch (InterruptedException ex) {
						this.events.add("interrupted");
					}
				});
			}
			assertThat(nextEvent()).isEqualTo("running");
			assertThat(nextEvent()).isEqualTo("running");
			assertThat(this.events.poll(100, TimeUnit.MILLISECONDS)).isNull();
			go.countDown();
			assertThat(nextEvent()).isEqualTo("running");
		}
	}

	@Test
	void threadsAreDaemons() throws Exception {
		CompletableFuture<Boolean> daemon = new CompletableFuture<>();
		try (PlatformThreads threads = new PlatformThreads(1)) {
			threads.executor(this.loop).execute(() -> daemon.complete(Thread.currentThread().isDaemon()));
			assertThat(daemon.get(5, TimeUnit.SECONDS)).isTrue();
		}
	}

	@Test
	void workThatComesAfterCloseIsDoneAllTheSame() throws Exception {
		PlatformThreads threads = new PlatformThreads(1);
		threads.close();
		threads.executor(this.loop).execute(() -> this.events.add("done"));
		assertThat(nextEvent()).isEqualTo("done");
	}

	@Test
	void workThatWaitsAtCloseIsDone() throws Exception {
		CountDownLatch go = new CountDownLatch(1);
		PlatformThreads threads = new PlatformThreads(1);
		threads.executor(this.loop).execute(() -> {
			try {
				go.await();
			}
			catch (InterruptedException ex) {
				this.events.add("interrupted");
			}
		});
		threads.executor(this.loop).execute(() -> this.events.add("done"));
		threads.close();
		go.countDown();
		assertThat(nextEvent()).isEqualTo("done");
	}

	/** A demand that has come down to one thread. */
	private static ThreadDemand one(int max) {
		ThreadDemand demand = new ThreadDemand(1, max);
		for (int i = 0; i < 20; i++) {
			demand.add(TimeUnit.SECONDS.toNanos(1), TimeUnit.SECONDS.toNanos(1));
		}
		assertThat(demand.threads()).isEqualTo(1);
		return demand;
	}

	@Test
	void workWakesNoThreadThatIsNotWanted() throws Exception {
		try (PlatformThreads threads = new PlatformThreads(10, one(10))) {
			threads.execute(() -> {
				this.events.add("running");
				// Not waiting, so it is not made up for until it is long
				for (long end = System.nanoTime() + 2_000_000; System.nanoTime() < end;) {
					Thread.onSpinWait();
				}
			});
			assertThat(nextEvent()).isEqualTo("running");
			for (int i = 0; i < 10; i++) {
				threads.execute(() -> this.events.add(Thread.currentThread().getName()));
			}
			Set<String> names = new HashSet<>();
			for (int i = 0; i < 10; i++) {
				names.add(nextEvent());
			}
			// A second one helps out if a busy machine has made the computation long
			assertThat(names).contains("bridge-1").hasSizeLessThanOrEqualTo(2);
		}
	}

	@Test
	void threadsThatWaitAreMadeUpFor() throws Exception {
		int tasks = 40;
		CountDownLatch all = new CountDownLatch(tasks);
		try (PlatformThreads threads = new PlatformThreads(tasks, one(tasks))) {
			for (int i = 0; i < tasks; i++) {
				threads.execute(() -> {
					all.countDown();
					try {
						// Ends only if all of them run at once
						this.events.add(all.await(10, TimeUnit.SECONDS) ? "all" : "stuck");
					}
					catch (InterruptedException ex) {
						this.events.add("interrupted");
					}
				});
			}
			for (int i = 0; i < tasks; i++) {
				assertThat(this.events.poll(15, TimeUnit.SECONDS)).isEqualTo("all");
			}
		}
	}

	@Test
	void longComputationsDoNotHoldUpTheLine() throws Exception {
		CountDownLatch seen = new CountDownLatch(1);
		try (PlatformThreads threads = new PlatformThreads(3, one(3))) {
			for (int i = 0; i < 2; i++) {
				threads.execute(() -> {
					while (seen.getCount() > 0) {
						Thread.onSpinWait();
					}
				});
			}
			threads.execute(seen::countDown);
			assertThat(seen.await(10, TimeUnit.SECONDS)).isTrue();
		}
	}

	@Test
	void aThreadGoesOnAfterAFailureAndAnInterrupt() throws Exception {
		try (PlatformThreads threads = new PlatformThreads(1)) {
			threads.execute(() -> {
				Thread.currentThread().setUncaughtExceptionHandler((thread, ex) -> this.events.add(ex.getMessage()));
				Thread.currentThread().interrupt();
				throw new IllegalStateException("failed");
			});
			threads.execute(() -> this.events
				.add(Thread.currentThread().getName() + " " + Thread.currentThread().isInterrupted()));
			assertThat(nextEvent()).isEqualTo("failed");
			assertThat(nextEvent()).isEqualTo("bridge-1 false");
		}
	}

	@Test
	void aThreadGoesOnAfterAFailureOfItsExceptionHandler() throws Exception {
		try (PlatformThreads threads = new PlatformThreads(1)) {
			threads.execute(() -> {
				Thread.currentThread().setUncaughtExceptionHandler((thread, ex) -> {
					throw new IllegalStateException("The handler failed too");
				});
				throw new IllegalStateException("failed");
			});
			threads.execute(() -> this.events.add(Thread.currentThread().getName()));
			assertThat(nextEvent()).isEqualTo("bridge-1");
		}
	}

	@Test
	void aThreadInheritsNothingOfTheRequestThatMadeIt() throws Exception {
		InheritableThreadLocal<String> user = new InheritableThreadLocal<>();
		CountDownLatch seen = new CountDownLatch(1);
		try (PlatformThreads threads = new PlatformThreads(2)) {
			threads.execute(() -> {
				user.set("alice");
				threads.execute(() -> {
					this.events.add(Thread.currentThread().getName() + " " + user.get());
					seen.countDown();
				});
				try {
					seen.await();
				}
				catch (InterruptedException ex) {
					this.events.add("interrupted");
				}
			});
			assertThat(nextEvent()).isEqualTo("bridge-2 null");
		}
	}

	@Test
	void theWatchGoesOnAfterAnInterrupt() throws Exception {
		CountDownLatch go = new CountDownLatch(1);
		try (PlatformThreads threads = new PlatformThreads(4, one(4))) {
			for (int i = 0; i < 2; i++) {
				threads.execute(() -> {
					this.events.add("running");
					try {
						go.await();
					}
					catch (InterruptedException ex) {
						this.events.add("interrupted");
					}
				});
				assertThat(nextEvent()).isEqualTo("running");
			}
			Thread watch = Thread.getAllStackTraces()
				.keySet()
				.stream()
				.filter((thread) -> thread.getName().equals("bridge-watch"))
				.filter(Thread::isAlive)
				.reduce((first, second) -> (first.getId() > second.getId()) ? first : second)
				.orElseThrow();
			watch.interrupt();
			while (watch.isInterrupted()) {
				Thread.sleep(1);
			}
			threads.execute(() -> this.events.add("done"));
			assertThat(nextEvent()).isEqualTo("done");
			go.countDown();
		}
	}

	@Test
	void noWorkIsLostBetweenThreadsThatRestAndThreadsThatWake() throws Exception {
		int rounds = 20_000;
		try (PlatformThreads threads = new PlatformThreads(4, one(4))) {
			for (int i = 0; i < rounds; i++) {
				CountDownLatch done = new CountDownLatch(2);
				threads.execute(done::countDown);
				threads.execute(done::countDown);
				if (!done.await(5, TimeUnit.SECONDS)) {
					throw new AssertionError("Work was left lying in round " + i);
				}
			}
		}
	}

	@Test
	void threadsEndWithThePool() throws Exception {
		PlatformThreads threads = new PlatformThreads(3);
		CompletableFuture<Thread> thread = new CompletableFuture<>();
		threads.execute(() -> thread.complete(Thread.currentThread()));
		thread.get(5, TimeUnit.SECONDS);
		threads.close();
		thread.get().join(TimeUnit.SECONDS.toMillis(10));
		assertThat(thread.get().isAlive()).isFalse();
	}

	@Test
	@DisabledForJreRange(min = JRE.JAVA_21)
	void virtualThreadsNeedJava21() {
		assertThatIllegalStateException().isThrownBy(VirtualThreads::new)
			.withMessageMatching("Virtual threads need Java 21 or later, this is Java \\d+: "
					+ "run on a later Java or use platform threads");
	}

	@Test
	@EnabledForJreRange(min = JRE.JAVA_21)
	void virtualThreadsAreVirtual() throws Exception {
		try (VirtualThreads threads = new VirtualThreads()) {
			threads.executor(this.loop).execute(() -> this.events.add(Thread.currentThread().toString()));
			assertThat(nextEvent()).startsWith("VirtualThread[").contains(",bridge-1]");
		}
	}

	@Test
	@EnabledForJreRange(min = JRE.JAVA_21)
	void aThreadOfOneRequestHasItsFirstBufferFromTheLoop() throws Exception {
		try (TestServer server = new TestServer((exchange) -> {
			ByteBuf large = exchange.buffer(10_000);
			ByteBuf first = exchange.buffer(1);
			ByteBuf second = exchange.buffer(1);
			String capacities = (large.capacity() >= 10_000) + " " + first.capacity() + " "
					+ (second != first && second.capacity() >= 1);
			large.release();
			first.release();
			second.release();
			exchange.respond(TestServer.ok(), TestServer.bytes(capacities));
		}, (settings) -> settings.threads(ThreadKind.VIRTUAL)); RawClient client = server.connect()) {
			client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
			assertThat(client.readResponse()).endsWith("\n\ntrue 8192 true");
		}
	}

	@Test
	@EnabledForJreRange(min = JRE.JAVA_21)
	void theBufferFromTheLoopIsAsLargeAsTheRequestBeforeWanted() throws Exception {
		try (TestServer server = new TestServer((exchange) -> {
			ByteBuf buffer = exchange.buffer(Integer.parseInt(exchange.head().target().substring(1)));
			int capacity = buffer.capacity();
			buffer.release();
			exchange.respond(TestServer.ok(), TestServer.bytes("" + capacity));
		}, (settings) -> settings.threads(ThreadKind.VIRTUAL)); RawClient client = server.connect()) {
			for (String[] wantedAndHad : new String[][] { { "20000", "20000" }, { "1", "20000" }, { "1", "8192" },
					{ "1000000", "1000000" }, { "1", "65536" } }) {
				client.send("GET /" + wantedAndHad[0] + " HTTP/1.1\r\nHost: a\r\n\r\n");
				assertThat(client.readResponse()).endsWith("\n\n" + wantedAndHad[1]);
			}
		}
	}

	@Test
	@EnabledForJreRange(min = JRE.JAVA_21)
	void exchangesRunOnVirtualThreads() throws Exception {
		try (TestServer server = new TestServer(
				(exchange) -> exchange.respond(TestServer.ok(),
						TestServer.bytes(Thread.currentThread().toString() + TestServer.readAll(exchange))),
				(settings) -> settings.threads(ThreadKind.VIRTUAL)); RawClient client = server.connect()) {
			client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n");
			assertThat(client.readHead()).isEqualTo("HTTP/1.1 100 Continue\n");
			client.send("abc");
			assertThat(client.readResponse()).contains("\n\nVirtualThread[").endsWith("abc");
		}
	}

	/** The permit of the first request, and the thread of the second, come from it. */
	@ParameterizedTest
	@EnumSource(value = ThreadKind.class, names = { "VIRTUAL", "EVENT_LOOP" })
	@EnabledForJreRange(min = JRE.JAVA_21)
	void requestThatWaitedForAPermitInheritsNothingOfTheOneThatHadIt(ThreadKind kind) throws Exception {
		InheritableThreadLocal<String> user = new InheritableThreadLocal<>();
		CountDownLatch go = new CountDownLatch(1);
		try (TestServer server = new TestServer((exchange) -> {
			String inherited = user.get();
			user.set(exchange.head().target());
			this.events.add("running");
			go.await();
			exchange.respond(TestServer.ok(), TestServer.bytes("inherited " + inherited));
		}, (settings) -> settings.threads(kind).maxActive(1).eventLoops(1));
				RawClient first = server.connect();
				RawClient second = server.connect()) {
			first.send("GET /alice HTTP/1.1\r\nHost: a\r\n\r\n");
			assertThat(nextEvent()).isEqualTo("running");
			second.send("GET /bob HTTP/1.1\r\nHost: a\r\n\r\n");
			// Behind it on the one loop, which therefore has seen it
			try (RawClient third = server.connect()) {
				third.send("TRACE / HTTP/1.1\r\nHost: a\r\n\r\n");
				assertThat(third.readHead()).startsWith("HTTP/1.1 405 ");
			}
			go.countDown();
			assertThat(first.readResponse()).endsWith("inherited null");
			assertThat(second.readResponse()).endsWith("inherited null");
		}
	}

}
