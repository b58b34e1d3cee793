package io.mvcbridge.jakarta.request;

import java.io.IOException;
import java.util.ArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;

import io.netty.util.IllegalReferenceCountException;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A thread of the application goes on reading and writing while its exchange ends, as it
 * does after a time-out. It may be refused, but must never reach a buffer that was given
 * back.
 */
class LateThreadTests {

	private final TestExchange http = new TestExchange();

	private final ServletExchange exchange = TestContext.dispatched(this.http, new ArrayList<>(), (output) -> {
	});

	@Test
	void writerMeetsTheEnd() throws Exception {
		for (int i = 0; i < 500; i++) {
			LateThreadTests round = new LateThreadTests();
			round.race((started) -> {
				byte[] bytes = new byte[700];
				for (int n = 0; n < 200; n++) {
					round.exchange.response().getOutputStream().write(bytes);
					started.countDown();
				}
			});
			assertThat(round.http.handedOver.toString()).containsAnyOf("whole", "end");
		}
	}

	@Test
	void readerMeetsTheEnd() throws Exception {
		for (int i = 0; i < 500; i++) {
			LateThreadTests round = new LateThreadTests();
			round.http.input.complete = false;
			for (int n = 0; n < 20; n++) {
				round.http.input.arrive("x".repeat(100));
			}
			round.race((started) -> {
				byte[] bytes = new byte[7];
				while (round.exchange.request().getInputStream().read(bytes) > 0) {
					started.countDown();
				}
			});
			round.http.input.release();
		}
	}

	private void race(Late late) throws Exception {
		CountDownLatch started = new CountDownLatch(1);
		AtomicReference<Throwable> thrown = new AtomicReference<>();
		Thread thread = new Thread(() -> {
			try {
				late.run(started);
			}
			catch (Throwable ex) {
				thrown.set(ex);
			}
		});
		thread.start();
		started.await();
		this.exchange.end();
		this.exchange.response().finish();
		thread.join();
		if (thrown.get() != null) {
			assertThat(thrown.get()).isNotInstanceOf(IllegalReferenceCountException.class)
				.isInstanceOfAny(IllegalStateException.class, IOException.class)
				.hasMessageContaining("exchange has ended");
		}
	}

	private interface Late {

		void run(CountDownLatch started) throws IOException;

	}

}
