package io.mvcbridge.samples.storefront.acceptance;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * Waits for what another process does on its own account.
 */
final class Eventually {

	private static final Duration WITHIN = Duration.ofSeconds(20);

	private static final Duration PAUSE = Duration.ofMillis(50);

	private Eventually() {
	}

	/** Try an assertion until it holds; after 20 seconds its failure counts. */
	static void hold(Runnable assertion) {
		hold(WITHIN, assertion);
	}

	/**
	 * Try an assertion until it holds.
	 * @param within when its failure counts
	 * @param assertion the assertion
	 */
	static void hold(Duration within, Runnable assertion) {
		long deadline = System.nanoTime() + within.toNanos();
		while (true) {
			try {
				assertion.run();
				return;
			}
			catch (AssertionError ex) {
				if (System.nanoTime() - deadline > 0) {
					throw ex;
				}
				LockSupport.parkNanos(PAUSE.toNanos());
			}
		}
	}

}
