package io.mvcbridge.benchmarks.beside;

import java.util.ArrayList;
import java.util.List;

import io.mvcbridge.benchmarks.BenchmarkException;

/**
 * A part of a run whose latencies are told apart: a server may learn who holds its
 * threads, and then look again.
 *
 * @param from the second it begins with, from 0
 * @param to the second it ends before
 */
record Part(int from, int to) {

	/**
	 * Cuts a run.
	 * @param cuts seconds at which a part ends and the next begins
	 * @throws BenchmarkException if they do not rise or lie outside of the run
	 */
	static List<Part> cut(List<Integer> cuts, int seconds) {
		List<Part> parts = new ArrayList<>();
		int from = 0;
		for (int cut : cuts) {
			if (cut <= from || cut >= seconds) {
				throw new BenchmarkException("The cuts of a run must rise and lie within its " + seconds + " s, not "
						+ cuts + " (options --cuts, --duration)");
			}
			parts.add(new Part(from, cut));
			from = cut;
		}
		parts.add(new Part(from, seconds));
		return parts;
	}

	@Override
	public String toString() {
		return this.from + "-" + this.to;
	}

}
