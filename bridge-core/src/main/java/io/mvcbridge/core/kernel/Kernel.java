package io.mvcbridge.core.kernel;

import io.mvcbridge.core.exchange.HttpExchange;
import io.mvcbridge.core.exchange.RequestHead;

/**
 * One booted application that answers exchanges. Installed in a {@link KernelHost}, which
 * outlives it.
 */
public interface Kernel {

	/**
	 * Answers an exchange, or sees to it that it will be answered later. Called on a
	 * servlet thread, for many exchanges at once. Must not throw: whatever goes wrong
	 * ends in a response or in {@link HttpExchange#abort}; should it throw all the same,
	 * the listener answers 500 or aborts.
	 * @param exchange the exchange, which belongs to the kernel until it ends
	 */
	void handle(HttpExchange exchange);

	/**
	 * Whether a request is one of those that are known to hold their event loop for long
	 * if it carries their thread, see {@link HttpExchange#loopHeldNanos()}. Asked on the
	 * event loop before the exchange is handed over, and only where event loops carry
	 * threads; has to answer at once and must not throw.
	 * @param head the request
	 * @return true to run the exchange off the event loops, with all that continues it
	 */
	default boolean mayHoldLoop(RequestHead head) {
		return false;
	}

	/**
	 * Ends the application. Called once, when no exchange uses the kernel any more.
	 */
	void close();

}
