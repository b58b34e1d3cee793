package io.mvcbridge.core.server;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

@Timeout(20)
class ThreadStatisticsTests {

	@ParameterizedTest
	@CsvSource(delimiter = '|', nullValues = "nothing", textBlock = """
			443048601 634759906 175 | 1077808507
			5 0 1                   | 5
			0 0 1                   | 0
			0 0 0                   | -1
			12 13                   | -1
			a b c                   | -1
			''                      | -1
			""")
	void timeOnAProcessorAndInLineIsAdded(String line, long running) {
		byte[] text = line.getBytes(StandardCharsets.US_ASCII);
		assertThat(ThreadStatistics.sum(text, text.length, 0, 1)).isEqualTo(running);
	}

	@Test
	@EnabledOnOs(OS.LINUX)
	void timeGoesOnForAThreadThatComputes() {
		ThreadStatistics statistics = ThreadStatistics.ofThisThread();
		assumeThat(statistics).as("this Linux counts").isNotNull();
		long before = statistics.running();
		while (statistics.running() - before < 10_000_000) {
			Thread.onSpinWait();
		}
		assertThat(statistics.isWaiting()).isFalse();
	}

	@Test
	@EnabledOnOs(OS.LINUX)
	void aThreadThatIsParkedWaits() throws Exception {
		AtomicReference<ThreadStatistics> statistics = new AtomicReference<>();
		CountDownLatch known = new CountDownLatch(1);
		CountDownLatch go = new CountDownLatch(1);
		Thread thread = new Thread(() -> {
			statistics.set(ThreadStatistics.ofThisThread());
			known.countDown();
			while (go.getCount() > 0) {
				LockSupport.park();
			}
		});
		thread.start();
		known.await();
		assumeThat(statistics.get()).as("this Linux counts").isNotNull();
		try {
			while (!statistics.get().isWaiting()) {
				Thread.onSpinWait();
			}
		}
		finally {
			go.countDown();
			LockSupport.unpark(thread);
			thread.join();
		}
		// The thread of the system ends a moment after that of the JVM
		while (statistics.get().running() != -1) {
			Thread.onSpinWait();
		}
		assertThat(statistics.get().isWaiting()).as("a thread that has ended").isFalse();
	}

}
