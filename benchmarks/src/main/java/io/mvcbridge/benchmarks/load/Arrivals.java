package io.mvcbridge.benchmarks.load;

/**
 * When requests are due, in nanoseconds from the beginning; never falling with the index.
 */
public interface Arrivals {

	long count();

	long dueNanos(long index);

	/** So many requests, all due at once: as fast as the connections allow. */
	static Arrivals atOnce(long requests) {
		return new Arrivals() {

			@Override
			public long count() {
				return requests;
			}

			@Override
			public long dueNanos(long index) {
				return 0;
			}

		};
	}

}
