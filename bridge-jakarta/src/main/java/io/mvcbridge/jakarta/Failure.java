package io.mvcbridge.jakarta;

import io.mvcbridge.core.exchange.BodyTimeoutException;
import io.mvcbridge.core.exchange.ClientAbortException;
import io.mvcbridge.core.exchange.MalformedBodyException;
import io.mvcbridge.jakarta.http.RequestRejectedException;
import io.mvcbridge.jakarta.request.BridgeResponse.SentError;
import jakarta.servlet.UnavailableException;
import org.jspecify.annotations.Nullable;

/**
 * What an exchange failed with: something that was thrown, or an error that was sent.
 *
 * @param status the status to answer with
 * @param message for the client, null if there is none
 * @param thrown what was thrown, null if an error was sent
 */
record Failure(int status, @Nullable String message, @Nullable Throwable thrown) {

	private static final int SWITCHING_PROTOCOLS = 101;

	private static final int BAD_REQUEST = 400;

	private static final int REQUEST_TIMEOUT = 408;

	private static final int NOT_FOUND = 404;

	private static final int INTERNAL_SERVER_ERROR = 500;

	private static final int SERVICE_UNAVAILABLE = 503;

	/** How deep a cause may lie; a chain that is longer is a circle. */
	static final int DEPTH = 64;

	static Failure of(SentError error) {
		return new Failure(error.status(), error.message(), null);
	}

	/** What became of asynchronous processing that nobody ended in time. */
	static Failure timedOut() {
		return new Failure(INTERNAL_SERVER_ERROR, "Asynchronous processing timed out", null);
	}

	/**
	 * What became of a response that was left at a status with which none can end.
	 * @param status the status, 100 to 199
	 * @return what to answer instead
	 */
	static IllegalStateException interim(int status) {
		return new IllegalStateException((status == SWITCHING_PROTOCOLS)
				? "The status was set to 101, but HttpServletRequest.upgrade() was not called: there is no protocol to"
						+ " switch to"
				: "The status was left at " + status + ", which announces another: set one of 200 to 599 for the"
						+ " response itself");
	}

	/**
	 * The one place where something thrown becomes a status. An exception that carries
	 * its status is found behind others that a framework put around it.
	 */
	static Failure of(Throwable thrown) {
		RequestRejectedException rejected = find(thrown, RequestRejectedException.class);
		if (rejected != null) {
			return new Failure(rejected.status(), rejected.getMessage(), thrown);
		}
		if (find(thrown, BodyTimeoutException.class) != null) {
			return new Failure(REQUEST_TIMEOUT, null, thrown);
		}
		if (find(thrown, MalformedBodyException.class) != null) {
			return new Failure(BAD_REQUEST, null, thrown);
		}
		if (thrown instanceof UnavailableException unavailable) {
			return new Failure(unavailable.isPermanent() ? NOT_FOUND : SERVICE_UNAVAILABLE, null, thrown);
		}
		return new Failure(INTERNAL_SERVER_ERROR, null, thrown);
	}

	/** Whether nobody is left to be answered. */
	boolean isClientAbort() {
		return this.thrown != null && find(this.thrown, ClientAbortException.class) != null;
	}

	/** Whether the application is to blame, not the client. */
	boolean isServerError() {
		return this.status >= INTERNAL_SERVER_ERROR;
	}

	private static <T extends Throwable> @Nullable T find(Throwable thrown, Class<T> type) {
		Throwable candidate = thrown;
		for (int i = 0; candidate != null && i < DEPTH; i++) {
			if (type.isInstance(candidate)) {
				return type.cast(candidate);
			}
			candidate = candidate.getCause();
		}
		return null;
	}

}
