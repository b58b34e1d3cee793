package io.mvcbridge.jakarta.request;

import java.io.IOException;

/**
 * What streams ask of what they belong to: a request with its response, or an upgraded
 * connection.
 */
interface StreamOwner {

	/**
	 * Checks that a stream may still be used.
	 * @throws IOException if nobody is left at the other end
	 * @throws IllegalStateException if what the stream belongs to has ended in order
	 */
	void checkStreamUsable() throws IOException;

	/** Checks that what the stream belongs to has not ended. */
	void checkNotEnded();

	/** Whether a read or write listener may be set now (Servlet 6.1 §3.8, §5.4). */
	boolean allowsListeners();

	/** The input can be read. Called on the event loop or by whoever asked. */
	void inputIsReady();

	/** The output can be written. Called on the event loop or by whoever asked. */
	void outputIsReady();

	/** The application closed the input and will not read the rest. */
	void inputClosed();

	/** Whether the output stays open for another when it is closed now. */
	boolean isOutputShared();

}
