package io.mvcbridge.benchmarks.beside;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

import io.mvcbridge.benchmarks.application.Computation;

/**
 * How much of {@link Computation} fills a time on this machine. It is found once, here,
 * so that every server is given the same work.
 */
final class Calibration {

	private static final long SAMPLE = 20_000_000;

	private static final int SAMPLES = 5;

	private static volatile long sink;

	private Calibration() {
	}

	/** Rounds that take about so many milliseconds of CPU. */
	static long rounds(int millis) {
		long least = Long.MAX_VALUE;
		// The first ones are for the compiler; others may be slowed by whoever shares the
		// core.
		for (int i = 0; i < SAMPLES; i++) {
			least = Math.min(least, cpuNanos(SAMPLE));
		}
		return rounds(millis, SAMPLE, least);
	}

	static long rounds(int millis, long sample, long sampleNanos) {
		return Math.max(1, Math.round(millis * 1e6 * sample / sampleNanos));
	}

	private static long cpuNanos(long rounds) {
		ThreadMXBean threads = ManagementFactory.getThreadMXBean();
		long begin = threads.getCurrentThreadCpuTime();
		sink = Computation.run(rounds);
		return Math.max(1, threads.getCurrentThreadCpuTime() - begin);
	}

}
