package io.mvcbridge.jakarta.context;

import java.io.IOException;

import io.mvcbridge.jakarta.http.PathEncoding;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/**
 * Sends a client that asked for the context path without a slash on to the context root,
 * from where relative links lead into the application.
 */
final class ContextRootServlet extends HttpServlet {

	private static final long serialVersionUID = 1L;

	@Override
	protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
		String query = request.getQueryString();
		response.sendRedirect(
				PathEncoding.encode(getServletContext().getContextPath()) + "/" + ((query != null) ? "?" + query : ""));
	}

}
