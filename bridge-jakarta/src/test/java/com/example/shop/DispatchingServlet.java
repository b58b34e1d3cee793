package com.example.shop;

import java.io.IOException;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/** Goes on in another application, in the way its path info says. */
public class DispatchingServlet extends HttpServlet {

	private static final long serialVersionUID = 1L;

	@Override
	protected void doGet(HttpServletRequest request, HttpServletResponse response)
			throws ServletException, IOException {
		ServletContext other = getServletContext().getContext(request.getParameter("context"));
		if (other == null) {
			response.getWriter().print("no such context");
			return;
		}
		String path = request.getParameter("path");
		RequestDispatcher dispatcher = other.getRequestDispatcher(path);
		switch (request.getPathInfo()) {
			case "/forward" -> dispatcher.forward(request, response);
			case "/include" -> {
				response.getWriter().print("before, ");
				dispatcher.include(request, response);
				response.getWriter().print(", after: " + request.getServletContext().getContextPath());
			}
			case "/async" -> {
				AsyncContext async = request.startAsync();
				async.dispatch(other, path);
			}
			default -> response.sendError(404);
		}
	}

}
