package io.mvcbridge.benchmarks.application;

/**
 * Work for the processor alone: no memory, no lock, nothing that waits. So many rounds
 * are the same work on every server, whatever else wants the processor meanwhile.
 */
public final class Computation {

	private Computation() {
	}

	/** Each round needs the one before, so that no compiler can do two at a time. */
	public static long run(long rounds) {
		long value = 88_172_645_463_325_252L;
		for (long i = 0; i < rounds; i++) {
			value ^= value << 13;
			value ^= value >>> 7;
			value ^= value << 17;
		}
		return value;
	}

}
