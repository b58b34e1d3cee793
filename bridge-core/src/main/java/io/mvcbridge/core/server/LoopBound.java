package io.mvcbridge.core.server;

import java.util.concurrent.Executor;

/** Runs tasks on threads that an event loop may carry, and knows for how long it did. */
interface LoopBound extends Executor {

	/**
	 * For how long the current thread has held the loop at a stretch.
	 * @return the longest stretch in nanoseconds, 0 if the loop does not carry the
	 * current thread
	 */
	long heldNanos();

}
