package com.example.shop;

import java.io.IOException;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;

/** Says what a request looks like to it. */
public class DescribingServlet extends HttpServlet {

	private static final long serialVersionUID = 1L;

	@Override
	protected void service(HttpServletRequest request, HttpServletResponse response)
			throws ServletException, IOException {
		boolean own = Thread.currentThread().getContextClassLoader() == getClass().getClassLoader();
		response.getWriter()
			.print(request.getDispatcherType() + " " + request.getContextPath() + " " + request.getServletPath()
					+ " of " + request.getServletContext().getContextPath() + " own loader " + own);
		if (request.getParameter("count") != null) {
			HttpSession session = request.getSession();
			Integer count = (Integer) session.getAttribute("count");
			session.setAttribute("count", (count != null) ? count + 1 : 1);
			response.getWriter()
				.print(" count " + session.getAttribute("count") + " in "
						+ session.getServletContext().getContextPath());
		}
	}

}
