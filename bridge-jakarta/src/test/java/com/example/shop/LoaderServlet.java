package com.example.shop;

import java.io.IOException;
import java.net.URL;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/** Says what its class loader finds. */
public class LoaderServlet extends HttpServlet {

	private static final long serialVersionUID = 1L;

	@Override
	protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
		ClassLoader own = getClass().getClassLoader();
		URL resource = own.getResource(request.getParameter("resource"));
		response.getWriter()
			.print((Thread.currentThread().getContextClassLoader() == own) + " "
					+ (getServletContext().getClassLoader() == own) + " "
					+ ((resource != null) ? new String(resource.openStream().readAllBytes()) : "none"));
	}

}
