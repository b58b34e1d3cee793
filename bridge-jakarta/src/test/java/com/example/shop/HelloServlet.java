package com.example.shop;

import java.io.IOException;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/** Says where it is deployed, and what its init parameter says. */
@WebServlet("/hello")
public class HelloServlet extends HttpServlet {

	private static final long serialVersionUID = 1L;

	@Override
	protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
		String greeting = getInitParameter("greeting");
		response.setContentType("text/plain;charset=UTF-8");
		response.getWriter()
			.print(((greeting != null) ? greeting : "hello") + " from '" + request.getContextPath() + "'");
	}

}
