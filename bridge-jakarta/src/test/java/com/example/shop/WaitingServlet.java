package com.example.shop;

import java.io.IOException;

import io.mvcbridge.jakarta.deploy.Gate;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/** Answers when the test lets it. */
public class WaitingServlet extends HttpServlet {

	private static final long serialVersionUID = 1L;

	@Override
	protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
		Gate.enter();
		response.getWriter().print("waited");
	}

	@Override
	public void destroy() {
		Gate.event("servlet destroyed");
	}

}
