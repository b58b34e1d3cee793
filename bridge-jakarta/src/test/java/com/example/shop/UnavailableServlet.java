package com.example.shop;

import jakarta.servlet.UnavailableException;
import jakarta.servlet.http.HttpServlet;

/** Never gets into service. */
public class UnavailableServlet extends HttpServlet {

	private static final long serialVersionUID = 1L;

	@Override
	public void init() throws UnavailableException {
		throw new UnavailableException("licence expired");
	}

}
