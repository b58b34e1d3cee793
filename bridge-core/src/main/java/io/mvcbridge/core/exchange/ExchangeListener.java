package io.mvcbridge.core.exchange;

/**
 * Learns how an exchange goes on outside its kernel. Methods are called on the event loop
 * and must neither block nor throw: whoever has work to do hands it to
 * {@link HttpExchange#executor()}.
 */
public interface ExchangeListener {

	/**
	 * The client is gone, the connection failed or the exchange was given up before its
	 * response was complete. Called at most once, before {@link #ended()}.
	 * @param cause what happened
	 */
	default void aborted(Throwable cause) {
	}

	/**
	 * The exchange is over, whether complete or aborted: the last byte was handed to the
	 * transport or never will be. Called exactly once.
	 */
	default void ended() {
	}

}
