package io.mvcbridge.core.server;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@Timeout(30)
class VirtualThreadsTests {

	/** Threads that are made, and begin when the test says so. */
	private final List<Runnable> made = new ArrayList<>();

	private boolean refusing;

	private final VirtualThreads threads = new VirtualThreads((task) -> new Thread() {

		@Override
		public synchronized void start() {
			if (VirtualThreadsTests.this.refusing) {
				throw new OutOfMemoryError("test");
			}
			VirtualThreadsTests.this.made.add(task);
		}

	});

	private final AtomicInteger ran = new AtomicInteger();

	private void execute(int number) {
		for (int i = 0; i < number; i++) {
			this.threads.execute(this.ran::incrementAndGet);
		}
	}

	private void begin(int number) {
		for (int i = 0; i < number; i++) {
			this.made.remove(0).run();
		}
	}

	@Test
	void threadsAreStartedInBatches() {
		execute(40);
		assertThat(this.made).hasSize(16);
		begin(15);
		assertThat(this.made).hasSize(1);
		assertThat(this.threads.waiting()).isEqualTo(24);
		begin(1);
		assertThat(this.made).hasSize(16);
		assertThat(this.ran).hasValue(16);
		begin(16);
		begin(8);
		assertThat(this.ran).hasValue(40);
		assertThat(this.threads.waiting()).isZero();
		execute(16);
		assertThat(this.made).hasSize(16);
	}

	@Test
	void workThatNoThreadCanBeHadForIsRefusedAndNoOther() {
		this.refusing = true;
		assertThatExceptionOfType(OutOfMemoryError.class).isThrownBy(() -> execute(1));
		this.refusing = false;
		execute(18);
		begin(15);
		this.refusing = true;
		begin(1);
		assertThat(this.threads.waiting()).isEqualTo(2);
		assertThatExceptionOfType(OutOfMemoryError.class).isThrownBy(() -> execute(1));
		assertThat(this.threads.waiting()).isEqualTo(2);
		this.refusing = false;
		execute(1);
		begin(3);
		assertThat(this.ran).hasValue(19);
	}

	@Test
	@EnabledForJreRange(min = JRE.JAVA_21)
	void everythingRunsWhoeverAsks() throws Exception {
		VirtualThreads virtual = new VirtualThreads();
		CountDownLatch done = new CountDownLatch(40_000);
		List<Thread> askers = new ArrayList<>();
		for (int asker = 0; asker < 4; asker++) {
			askers.add(new Thread(() -> {
				for (int i = 0; i < 10_000; i++) {
					virtual.execute(done::countDown);
				}
			}));
		}
		askers.forEach(Thread::start);
		assertThat(done.await(20, TimeUnit.SECONDS)).as("%s are left", done).isTrue();
		for (Thread asker : askers) {
			asker.join();
		}
	}

	@Test
	@EnabledForJreRange(min = JRE.JAVA_21)
	void workThatWaitsDoesNotHoldABatch() throws Exception {
		VirtualThreads virtual = new VirtualThreads();
		CountDownLatch go = new CountDownLatch(1);
		CountDownLatch done = new CountDownLatch(1_000);
		for (int i = 0; i < 1_000; i++) {
			virtual.execute(() -> {
				try {
					go.await();
				}
				catch (InterruptedException ex) {
					throw new IllegalStateException(ex);
				}
				done.countDown();
			});
		}
		CountDownLatch passed = new CountDownLatch(1);
		virtual.execute(passed::countDown);
		assertThat(passed.await(20, TimeUnit.SECONDS)).isTrue();
		go.countDown();
		assertThat(done.await(20, TimeUnit.SECONDS)).isTrue();
	}

}
