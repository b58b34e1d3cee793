package io.mvcbridge.jakarta;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/** Waits for what another thread brings about without saying so. */
final class Eventually {

	private Eventually() {
	}

	/** Returns as soon as a condition holds; fails after ten seconds without it. */
	static void holds(String what, Callable<Boolean> condition) throws Exception {
		long deadline = System.nanoTime() + Duration.ofSeconds(10).toNanos();
		while (!condition.call()) {
			if (System.nanoTime() > deadline) {
				throw new AssertionError("Ten seconds passed without: " + what);
			}
			LockSupport.parkNanos(1_000_000);
		}
	}

}
