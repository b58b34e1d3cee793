package io.mvcbridge.spring.server;

/**
 * An application asks for something that this version of the server does not do. The
 * start fails with it: to serve without what was asked for, TLS above all, would be
 * worse.
 */
public class UnavailableFeatureException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final String request;

	private final String reason;

	private final String action;

	/**
	 * Says what was asked for, why it cannot be had and the way out.
	 * @param request how the application asks for it, such as
	 * {@code server.ssl.enabled=true}
	 * @param reason a sentence that says what the server does not do
	 * @param action a sentence that says what to do instead
	 */
	public UnavailableFeatureException(String request, String reason, String action) {
		super(request + ": " + reason + " " + action);
		this.request = request;
		this.reason = reason;
		this.action = action;
	}

	/** How the application asks for it. */
	public String getRequest() {
		return this.request;
	}

	/** What the server does not do. */
	public String getReason() {
		return this.reason;
	}

	/** What to do instead. */
	public String getAction() {
		return this.action;
	}

}
