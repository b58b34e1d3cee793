package io.mvcbridge.jakarta.request;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls listeners whose failure must not keep others from being told: what they throw is
 * logged (Servlet 6.1 §2.3.3.3).
 */
final class ListenerCalls {

	private static final Logger logger = LoggerFactory.getLogger(ListenerCalls.class);

	private ListenerCalls() {
	}

	static void guard(String what, Call call) {
		try {
			call.run();
		}
		catch (Throwable ex) {
			logger.error("{} threw; others are told all the same", what, ex);
		}
	}

	/** A call that may throw whatever it likes. */
	interface Call {

		void run() throws Throwable;

	}

}
