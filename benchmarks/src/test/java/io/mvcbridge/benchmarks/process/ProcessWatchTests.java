package io.mvcbridge.benchmarks.process;

import java.lang.management.ManagementFactory;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What is read of a living process: this one.
 */
class ProcessWatchTests {

	@Test
	void aProcessThatWorksUsesCpuTime() throws Exception {
		ProcessWatch watch = new ProcessWatch(ProcessHandle.current().pid());
		long own = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
		long end = own + 60_000_000;
		while (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() < end) {
			Thread.onSpinWait();
		}
		Usage usage = watch.end();
		assertThat(usage.cpuMicros()).isGreaterThanOrEqualTo(40_000);
		assertThat(ProcessWatch.residentKilobytes(ProcessHandle.current().pid())).isGreaterThan(10_000);
	}

}
