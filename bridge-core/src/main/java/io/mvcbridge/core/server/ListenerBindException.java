package io.mvcbridge.core.server;

/**
 * The listener could not bind its address. The cause is what the transport said: a
 * {@link java.net.BindException} where the address is in use or cannot be assigned.
 */
public class ListenerBindException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final int port;

	private final boolean inUse;

	public ListenerBindException(String message, int port, boolean inUse, Throwable cause) {
		super(message, cause);
		this.port = port;
		this.inUse = inUse;
	}

	/** The port that was asked for. */
	public int port() {
		return this.port;
	}

	/** Whether another listener holds the address. */
	public boolean inUse() {
		return this.inUse;
	}

}
