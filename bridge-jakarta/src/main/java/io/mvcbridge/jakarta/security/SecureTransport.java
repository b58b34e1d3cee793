package io.mvcbridge.jakarta.security;

import java.io.IOException;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/**
 * Sees to it that a request comes over an encrypted connection (Servlet 6.1 §13.8.3).
 *
 * @param securePort the port where clients reach this application by https; 0 if that is
 * not known
 */
record SecureTransport(int securePort) {

	private static final int HTTPS_PORT = 443;

	/**
	 * Checks the connection. If it is not encrypted, sends the client to one that is, or
	 * refuses the request where none is known.
	 * @param request the request
	 * @param response the response
	 * @return whether the request may go on; if not, the response is complete
	 * @throws IOException if the response cannot be written
	 */
	boolean ensure(HttpServletRequest request, HttpServletResponse response) throws IOException {
		if (request.isSecure()) {
			return true;
		}
		if (this.securePort <= 0) {
			response.sendError(HttpServletResponse.SC_FORBIDDEN, "This is served over encrypted connections only");
			return false;
		}
		StringBuilder location = new StringBuilder("https://").append(request.getServerName());
		if (this.securePort != HTTPS_PORT) {
			location.append(':').append(this.securePort);
		}
		location.append(request.getRequestURI());
		if (request.getQueryString() != null) {
			location.append('?').append(request.getQueryString());
		}
		response.sendRedirect(location.toString());
		return false;
	}

}
