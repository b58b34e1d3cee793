package io.mvcbridge.jakarta.request;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class FlushPacerTests {

	@Test
	void whatWasFlushedIsDeliveredWithoutTheWriter() throws IOException {
		List<TestExchange> exchanges = new ArrayList<>();
		List<ServletExchange> waiting = new ArrayList<>();
		for (int i = 0; i < 50; i++) {
			TestExchange http = new TestExchange();
			ServletExchange exchange = TestContext.dispatched(http, new ArrayList<>(), FlushPacer.SHARED::add);
			exchange.response().getOutputStream().write(TestContext.utf8("hello"));
			exchange.response().flushBuffer();
			exchanges.add(http);
			waiting.add(exchange);
		}
		for (TestExchange http : exchanges) {
			awaitFlush(http);
			assertThat(http.handedOver).containsExactly("head", "piece 5", "flush");
		}
		for (ServletExchange exchange : waiting) {
			exchange.response().finish();
		}
	}

	@Test
	void responseThatCannotBeDeliveredDoesNotKeepOthersFromIt() throws IOException {
		FlushPacer pacer = new FlushPacer(FlushPacerTests::daemon);
		TestExchange broken = new TestExchange();
		broken.streamFailure = new OutOfMemoryError("test");
		TestExchange http = new TestExchange();
		for (TestExchange each : List.of(broken, http)) {
			TestContext.dispatched(each, new ArrayList<>(), pacer::add).response().flushBuffer();
		}
		awaitFlush(http);
	}

	@Test
	void flushThatFindsNoThreadIsDeliveredByTheNextThatDoes() throws IOException {
		AtomicInteger asked = new AtomicInteger();
		FlushPacer pacer = new FlushPacer((run) -> {
			if (asked.getAndIncrement() == 0) {
				throw new OutOfMemoryError("unable to create native thread");
			}
			return daemon(run);
		});
		TestExchange first = new TestExchange();
		TestContext.dispatched(first, new ArrayList<>(), pacer::add).response().flushBuffer();
		TestExchange second = new TestExchange();
		TestContext.dispatched(second, new ArrayList<>(), pacer::add).response().flushBuffer();
		awaitFlush(first);
		awaitFlush(second);
	}

	private static Thread daemon(Runnable run) {
		Thread thread = new Thread(run);
		thread.setDaemon(true);
		return thread;
	}

	/** The pacer and the writer meet at the same response, again and again. */
	@Test
	void nothingIsLostOrDoubledWhenTheWriterGoesOnAtThatMoment() throws IOException {
		for (int i = 0; i < 2_000; i++) {
			TestExchange http = new TestExchange();
			ServletExchange exchange = TestContext.dispatched(http, new ArrayList<>(),
					(output) -> new Thread(output::deliverPaced).start());
			exchange.response().getOutputStream().write(TestContext.utf8("one"));
			exchange.response().flushBuffer();
			if (i % 2 == 0) {
				exchange.response().getOutputStream().write(TestContext.utf8("two"));
			}
			exchange.end();
			exchange.response().finish();
			synchronized (http) {
				assertThat(http.body).hasToString((i % 2 == 0) ? "onetwo" : "one");
			}
		}
	}

	private static void awaitFlush(TestExchange http) {
		long deadline = System.nanoTime() + 10_000_000_000L;
		while (!isFlushed(http)) {
			assertThat(System.nanoTime()).as("The flush takes too long").isLessThan(deadline);
			LockSupport.parkNanos(100_000);
		}
	}

	private static boolean isFlushed(TestExchange http) {
		synchronized (http) {
			return http.handedOver.contains("flush");
		}
	}

}
