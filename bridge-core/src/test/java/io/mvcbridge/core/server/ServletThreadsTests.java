package io.mvcbridge.core.server;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import io.netty.channel.DefaultEventLoop;
import io.netty.channel.EventLoop;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledForJreRange;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

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

}
