package io.mvcbridge.core.server;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import io.mvcbridge.core.exchange.HttpExchange;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.slf4j.LoggerFactory;

import static org.assertj.core.api.Assertions.assertThat;

/** With one event loop, and limits that are shorter than in real life. */
@EnabledForJreRange(min = JRE.JAVA_21, max = JRE.JAVA_25)
@Timeout(30)
class LoopWatchdogTests {

	private static final String REQUEST = "GET /%s?secret HTTP/1.1\r\nHost: a\r\n\r\n";

	private static final Duration NEVER = Duration.ofHours(1);

	private static final AtomicReference<HttpExchange> initialised = new AtomicReference<>();

	private static final CompletableFuture<Throwable> failure = new CompletableFuture<>();

	private final Logger logger = (Logger) LoggerFactory.getLogger(LoopWatchdog.class);

	private final LinkedBlockingQueue<String> log = new LinkedBlockingQueue<>();

	private final AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {

		@Override
		protected void append(ILoggingEvent event) {
			LoopWatchdogTests.this.log.add(event.getLevel() + " " + event.getFormattedMessage());
		}

	};

	@BeforeEach
	void listen() {
		this.appender.start();
		this.logger.addAppender(this.appender);
	}

	@AfterEach
	void stopListening() {
		this.logger.detachAppender(this.appender);
	}

	private static TestServer server(LoopWatchdog.Limits limits, TestServer.Handler handler) {
		return new TestServer(Transport.NATIVE, new TestServer.TestKernel(handler),
				(settings) -> settings.threads(ThreadKind.EVENT_LOOP).eventLoops(1), new LoopCarriedThreads(limits));
	}

	private String nextMessage() throws InterruptedException {
		return this.log.poll(10, TimeUnit.SECONDS);
	}

	private static void spinUntil(AtomicBoolean go) {
		while (!go.get()) {
			Thread.onSpinWait();
		}
	}

	private static void respond(HttpExchange exchange) {
		exchange.respond(TestServer.ok(), TestServer.bytes("done"));
	}

	@Test
	void whatHoldsALoopIsReportedWithItsStackAndOncePerTarget() throws Exception {
		AtomicBoolean go = new AtomicBoolean();
		try (TestServer server = server(new LoopWatchdog.Limits(Duration.ofMillis(20), NEVER, Duration.ZERO),
				(exchange) -> {
					spinUntil(go);
					respond(exchange);
				}); RawClient client = server.connect()) {
			client.send(REQUEST.formatted("a"));
			assertThat(nextMessage()).startsWith("WARN GET /a has held its event loop for ")
				.contains("Thread bridge-1 is at")
				.contains("\tat io.mvcbridge.core.server.LoopWatchdogTests.spinUntil(LoopWatchdogTests.java:")
				.doesNotContain("secret");
			finish(client, go);
			client.send(REQUEST.formatted("a"));
			// Several times the limit
			assertThat(this.log.poll(100, TimeUnit.MILLISECONDS)).isNull();
			finish(client, go);
			client.send(REQUEST.formatted("b"));
			assertThat(nextMessage()).startsWith("WARN GET /b has held its event loop for ");
			finish(client, go);
		}
	}

	private static void finish(RawClient client, AtomicBoolean go) throws IOException {
		go.set(true);
		assertThat(client.readResponse()).endsWith("\n\ndone");
		go.set(false);
	}

	@Test
	void reportsKeepTheirDistance() throws Exception {
		AtomicBoolean go = new AtomicBoolean();
		try (TestServer server = server(new LoopWatchdog.Limits(Duration.ofMillis(20), NEVER, NEVER), (exchange) -> {
			spinUntil(go);
			respond(exchange);
		}); RawClient client = server.connect()) {
			client.send(REQUEST.formatted("a"));
			assertThat(nextMessage()).startsWith("WARN GET /a has held its event loop");
			finish(client, go);
			client.send(REQUEST.formatted("b"));
			// Longer than a first turn has to be
			assertThat(this.log.poll(300, TimeUnit.MILLISECONDS)).isNull();
			finish(client, go);
		}
	}

	@Test
	void firstTurnOfATargetIsNotReportedUnlessItIsMuchLonger() throws Exception {
		try (TestServer server = server(new LoopWatchdog.Limits(Duration.ofMillis(200), NEVER, Duration.ZERO),
				(exchange) -> {
					long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(500);
					while (System.nanoTime() < end) {
						Thread.onSpinWait();
					}
					respond(exchange);
				}); RawClient client = server.connect()) {
			client.send(REQUEST.formatted("a"));
			assertThat(client.readResponse()).endsWith("\n\ndone");
			assertThat(this.log).isEmpty();
			client.send(REQUEST.formatted("a"));
			assertThat(nextMessage()).startsWith("WARN GET /a has held its event loop for ");
			assertThat(client.readResponse()).endsWith("\n\ndone");
		}
	}

	@Test
	void threadThatComputesIsNotInterrupted() throws Exception {
		AtomicBoolean go = new AtomicBoolean();
		AtomicBoolean interrupted = new AtomicBoolean();
		try (TestServer server = server(
				new LoopWatchdog.Limits(Duration.ofMillis(20), Duration.ofMillis(20), Duration.ZERO), (exchange) -> {
					spinUntil(go);
					interrupted.set(Thread.currentThread().isInterrupted());
					respond(exchange);
				}); RawClient client = server.connect()) {
			client.send(REQUEST.formatted("a"));
			assertThat(nextMessage()).startsWith("WARN GET /a has held its event loop");
			assertThat(this.log.poll(100, TimeUnit.MILLISECONDS)).isNull();
			go.set(true);
			assertThat(client.readResponse()).endsWith("\n\ndone");
			assertThat(interrupted).isFalse();
		}
	}

	@Test
	void threadThatWaitsOffItsLoopIsLeftAlone() throws Exception {
		CountDownLatch go = new CountDownLatch(1);
		try (TestServer server = server(
				new LoopWatchdog.Limits(Duration.ofMillis(5), Duration.ofMillis(20), Duration.ZERO), (exchange) -> {
					go.await();
					respond(exchange);
				}); RawClient client = server.connect()) {
			client.send(REQUEST.formatted("a"));
			assertThat(this.log.poll(200, TimeUnit.MILLISECONDS)).isNull();
			go.countDown();
			assertThat(client.readResponse()).endsWith("\n\ndone");
		}
	}

	@Test
	void classInitialiserThatReadsWhatItsOwnLoopWouldHaveToBringIsInterrupted() throws Exception {
		try (TestServer server = server(
				new LoopWatchdog.Limits(Duration.ofMillis(20), Duration.ofMillis(200), Duration.ZERO), (exchange) -> {
					if (exchange.head().method().equals("POST")) {
						initialised.set(exchange);
						ReadsBody.load();
					}
					respond(exchange);
				}); RawClient client = server.connect(); RawClient other = server.connect()) {
			client.send("POST /class HTTP/1.1\r\nHost: a\r\nContent-Length: 6\r\n\r\nabc");
			assertThat(nextMessage()).startsWith("WARN POST /class has held its event loop");
			client.send("def");
			assertThat(nextMessage())
				.satisfies((message) -> assertThat(interruptedAfter(message))
					.as("six times the limit for a class initialiser")
					.isGreaterThanOrEqualTo(1_200))
				.contains("\tat io.mvcbridge.core.server.RequestBody.await(RequestBody.java:")
				.contains("LoopWatchdogTests$ReadsBody.<clinit>(LoopWatchdogTests.java:");
			assertThat(failure.get(10, TimeUnit.SECONDS)).isInstanceOf(InterruptedIOException.class)
				.hasMessage("Interrupted while waiting for the request body");
			assertThat(client.readResponse()).startsWith("HTTP/1.1 500 Internal Server Error\n");
			other.send(REQUEST.formatted("other"));
			assertThat(other.readResponse()).endsWith("\n\ndone");
		}
	}

	private static long interruptedAfter(String message) {
		Matcher matcher = Pattern
			.compile("WARN POST /class is interrupted: it has waited for (\\d+) ms .*", Pattern.DOTALL)
			.matcher(message);
		assertThat(message).matches(matcher.pattern());
		assertThat(matcher.matches()).isTrue();
		return Long.parseLong(matcher.group(1));
	}

	/** Reads a request body to its end before it can be used. */
	static final class ReadsBody {

		static {
			try {
				TestServer.readAll(initialised.get());
			}
			catch (Exception ex) {
				failure.complete(ex);
				throw new IllegalStateException(ex);
			}
		}

		private ReadsBody() {
		}

		static void load() {
		}

	}

	@Test
	void watchEndsWithTheServer() throws Exception {
		LoopCarriedThreads threads = new LoopCarriedThreads();
		Thread watchdog;
		try (TestServer server = new TestServer(Transport.NATIVE, new TestServer.TestKernel(LoopWatchdogTests::respond),
				(settings) -> settings.eventLoops(1), threads); RawClient client = server.connect()) {
			client.send(REQUEST.formatted("a"));
			assertThat(client.readResponse()).endsWith("\n\ndone");
			watchdog = threads.watchdog();
			assertThat(watchdog).isNotNull();
			assertThat(watchdog.isDaemon()).isTrue();
		}
		watchdog.join(10_000);
		assertThat(watchdog.isAlive()).isFalse();
	}

}
