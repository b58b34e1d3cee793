package io.mvcbridge.jakarta.request;

import jakarta.servlet.ServletResponse;
import jakarta.servlet.ServletResponseWrapper;
import jakarta.servlet.http.HttpServletResponse;

/**
 * The response of one exchange as servlets see it.
 */
public abstract class BridgeResponse implements HttpServletResponse {

	/**
	 * Finds the container's own response behind the application's wrappers.
	 * @param response a response that the application handed back to the container
	 * @return the response of the exchange
	 * @throws IllegalArgumentException if there is none: the response is neither the
	 * container's nor a {@link ServletResponseWrapper} around it (Servlet 6.1 §6.2.2)
	 */
	public static BridgeResponse of(ServletResponse response) {
		ServletResponse candidate = response;
		while (candidate instanceof ServletResponseWrapper wrapper) {
			candidate = wrapper.getResponse();
		}
		if (candidate instanceof BridgeResponse found) {
			return found;
		}
		throw new IllegalArgumentException("Not a response of this container nor a wrapper around one: "
				+ response.getClass().getName() + ". Hand on the response you were given, or a ServletResponseWrapper");
	}

	/**
	 * The target of a forward has returned: nothing more is written (Servlet 6.1 §9.4).
	 * Does nothing if it started asynchronous processing or called {@code sendError}.
	 */
	public abstract void closeAfterForward();

	/**
	 * Whether {@code sendError} was called and the error page is still to come: what is
	 * written or closed meanwhile has no effect.
	 */
	public abstract boolean isErrorSent();

	/**
	 * An include begins: status, header fields and the like cannot be changed until it
	 * ends (Servlet 6.1 §9.3).
	 */
	public abstract void enterInclude();

	/** The last include that began has ended. */
	public abstract void leaveInclude();

}
