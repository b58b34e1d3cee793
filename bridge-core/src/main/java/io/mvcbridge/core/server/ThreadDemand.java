package io.mvcbridge.core.server;

/**
 * How many platform threads should be awake at once, so that the processors are kept busy
 * and no thread is woken for work that a running one is about to take.
 * <p>
 * A thread that serves requests computes, waits for a processor, or waits for something
 * else (a database, a lock, a peer). Only the last leaves a processor to others, so it
 * takes {@code processors × (time with a request ÷ time on or in line for a processor)}
 * threads. {@link ThreadStatistics} has the divisor; where it cannot be had, the answer
 * stays as many threads as there may be.
 * <p>
 * It begins with as many as there may be and comes down as it learns; a line that does
 * not move takes it up at once ({@link #atLeast}).
 */
final class ThreadDemand {

	/** Nanoseconds with requests between two answers. */
	private static final long WINDOW = 25_000_000;

	/** Of what a thread more or less would change, how much is room for chance. */
	private static final double SLACK = 1.5;

	private final int processors;

	private final int max;

	private volatile int threads;

	private long occupied;

	private long running;

	/**
	 * Makes the demand of a pool.
	 * @param processors how many processors there are
	 * @param max how many threads there may be
	 */
	ThreadDemand(int processors, int max) {
		this.processors = processors;
		this.max = max;
		this.threads = max;
	}

	/** How many threads should be awake. May be asked anywhere. */
	int threads() {
		return this.threads;
	}

	/** Takes the demand up to a number, or to as many as there may be. */
	synchronized void atLeast(int number) {
		if (number > this.threads) {
			this.threads = Math.min(number, this.max);
		}
	}

	/**
	 * Takes in what a thread has counted since it last did.
	 * @param occupied nanoseconds that it had a request
	 * @param running nanoseconds that it was on a processor or in line for one
	 */
	synchronized void add(long occupied, long running) {
		this.occupied += occupied;
		this.running += running;
		if (this.occupied >= WINDOW) {
			double share = (double) this.occupied / Math.max(this.running, 1);
			learn(this.processors * (1 + SLACK * Math.max(share - 1, 0)));
			this.occupied = 0;
			this.running = 0;
		}
	}

	/** Goes up at once and down by steps: one quiet moment is no reason to forget. */
	private void learn(double demand) {
		int wanted = (int) Math.min(Math.ceil(demand), this.max);
		int current = this.threads;
		this.threads = (wanted >= current) ? wanted : current - (current - wanted + 1) / 2;
	}

}
