package io.mvcbridge.core.server;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts refused requests and says when it is time to tell of them: of the first at once,
 * of the others together, at most every ten seconds. An overload must be seen in the log,
 * and must not be made worse by it.
 */
final class RefusalCount {

	private static final long INTERVAL = TimeUnit.SECONDS.toNanos(10);

	private final AtomicLong untold = new AtomicLong();

	private final AtomicLong due;

	/**
	 * Begins to count.
	 * @param now the time, as of {@link System#nanoTime()}
	 */
	RefusalCount(long now) {
		this.due = new AtomicLong(now);
	}

	/**
	 * Counts one refusal. Any thread may.
	 * @param now the time, as of {@link System#nanoTime()}
	 * @return how many refusals to tell of now, 0 for none yet
	 */
	long refused(long now) {
		this.untold.incrementAndGet();
		long time = this.due.get();
		if (now - time >= 0 && this.due.compareAndSet(time, now + INTERVAL)) {
			return this.untold.getAndSet(0);
		}
		return 0;
	}

}
