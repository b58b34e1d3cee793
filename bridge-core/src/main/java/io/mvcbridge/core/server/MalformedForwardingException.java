package io.mvcbridge.core.server;

/**
 * A trusted proxy said something of the client that makes no sense. To go on without it
 * would be to go on with the wrong scheme or host, so the request is answered with 400.
 */
final class MalformedForwardingException extends Exception {

	private static final long serialVersionUID = 1L;

	private final String value;

	/**
	 * Creates the exception.
	 * @param reason what is wrong, fit for the client to read
	 * @param value what the proxy sent, for the log
	 */
	MalformedForwardingException(String reason, String value) {
		super(reason, null, false, false);
		this.value = value;
	}

	String value() {
		return this.value;
	}

}
