package io.mvcbridge.core.kernel;

import io.mvcbridge.core.exchange.HttpExchange;

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
	 * Ends the application. Called once, when no exchange uses the kernel any more.
	 */
	void close();

}
