package com.example.shop;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/** Fails in what its init parameter names. */
public class BrokenServlet extends HttpServlet {

	private static final long serialVersionUID = 1L;

	@Override
	public void init() throws ServletException {
		if ("init".equals(getInitParameter("fails"))) {
			throw new ServletException("no configuration");
		}
	}

	@Override
	protected void doGet(HttpServletRequest request, HttpServletResponse response) throws ServletException {
		throw new ServletException(new OutOfStockException());
	}

}
