package io.mvcbridge.jakarta.http;

/**
 * A request that cannot be served as it was sent, with the status that says so. Thrown
 * when the offending part is asked for; error handling looks for it along the cause
 * chain, so that its status reaches the client even when a framework wrapped it.
 */
public class RequestRejectedException extends IllegalStateException {

	private static final long serialVersionUID = 1L;

	private final int status;

	public RequestRejectedException(int status, String message) {
		super(message);
		this.status = status;
	}

	public RequestRejectedException(int status, String message, Throwable cause) {
		super(message, cause);
		this.status = status;
	}

	/** The status to answer with, 400 to 599. */
	public int status() {
		return this.status;
	}

}
