package io.mvcbridge.jakarta.context;

import java.io.FileNotFoundException;
import java.io.IOException;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/**
 * Stands where no servlet is mapped, so that the filters of the path run all the same.
 */
final class NotFoundServlet extends HttpServlet {

	private static final long serialVersionUID = 1L;

	@Override
	protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
		if (request.getDispatcherType() == DispatcherType.INCLUDE) {
			// An included servlet cannot set a status (Servlet 6.1 §9.3).
			throw new FileNotFoundException("Nothing is mapped to the path that was to be included");
		}
		response.sendError(HttpServletResponse.SC_NOT_FOUND);
	}

}
