package io.mvcbridge.jakarta.request;

import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestWrapper;
import jakarta.servlet.http.HttpServletRequest;

/**
 * The request of one exchange as servlets see it.
 */
public abstract class BridgeRequest implements HttpServletRequest {

	/**
	 * Finds the container's own request behind the application's wrappers.
	 * @param request a request that the application handed back to the container
	 * @return the request of the exchange
	 * @throws IllegalArgumentException if there is none: the request is neither the
	 * container's nor a {@link ServletRequestWrapper} around it (Servlet 6.1 §6.2.2)
	 */
	public static BridgeRequest of(ServletRequest request) {
		ServletRequest candidate = request;
		while (candidate instanceof ServletRequestWrapper wrapper) {
			candidate = wrapper.getRequest();
		}
		if (candidate instanceof BridgeRequest found) {
			return found;
		}
		throw new IllegalArgumentException("Not a request of this container nor a wrapper around one: "
				+ request.getClass().getName() + ". Hand on the request you were given, or a ServletRequestWrapper");
	}

	/** The response of the same exchange. */
	public abstract BridgeResponse response();

	/**
	 * Begins a dispatch: paths, mapping, dispatcher type, attributes and parameters are
	 * those of the frame until {@link #leave(DispatchFrame)}.
	 * @param frame the frame
	 */
	public abstract void enter(DispatchFrame frame);

	/**
	 * Ends a dispatch.
	 * @param frame the frame that was entered last
	 */
	public abstract void leave(DispatchFrame frame);

}
