package io.mvcbridge.benchmarks.process;

import java.util.HashMap;
import java.util.Map;

/**
 * How much counters grew that come and go with their threads. The sum over the threads of
 * a process runs backwards when one of them ends; here a thread keeps what it was last
 * seen with, and one that appears later counts from zero. What a thread did between the
 * last look at it and its end is lost, so this is a lower bound, the closer the more
 * often one looks. Not thread-safe.
 */
final class Growth {

	private final Map<Integer, Long> last = new HashMap<>();

	private boolean begun;

	private long total;

	/** Takes in one look at all threads: their counters by thread id. */
	void look(Map<Integer, Long> counters) {
		counters.forEach((thread, counter) -> {
			Long before = this.last.put(thread, counter);
			if (before != null && before <= counter) {
				this.total += counter - before;
			}
			else if (this.begun) {
				// New, or a new one with the number of one that ended.
				this.total += counter;
			}
		});
		this.begun = true;
	}

	/** How much the counters grew since the first look. */
	long total() {
		return this.total;
	}

}
