package io.mvcbridge.jakarta;

import io.mvcbridge.jakarta.request.BridgeResponse;
import jakarta.servlet.ServletResponse;

/**
 * Tells a client what it will need while its response is still being made, with an
 * interim response 103 (RFC 8297): a browser begins to load the style sheets and scripts
 * that its {@code Link} fields name.
 *
 * <pre>
 * response.addHeader("Link", "&lt;/style.css&gt;; rel=preload; as=style");
 * EarlyHints.send(response);
 * </pre>
 *
 * Servlet 6.2 has {@code HttpServletResponse.sendEarlyHints()} for it, which does the
 * same here.
 */
public final class EarlyHints {

	private EarlyHints() {
	}

	/**
	 * Sends the header fields that the response has now, without committing it. May be
	 * called again when there are more. Does nothing once the response is committed, nor
	 * if it has no fields that may be sent early, nor for a client of HTTP/1.0, which
	 * knows no interim responses.
	 * @param response the response, or a wrapper around it; one of another container is
	 * left alone
	 * @return whether the response is one of this container
	 */
	public static boolean send(ServletResponse response) {
		BridgeResponse found = BridgeResponse.find(response);
		if (found != null) {
			found.sendEarlyHints();
		}
		return found != null;
	}

}
