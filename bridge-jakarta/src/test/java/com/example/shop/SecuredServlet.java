package com.example.shop;

import java.io.IOException;

import jakarta.servlet.annotation.HttpConstraint;
import jakarta.servlet.annotation.ServletSecurity;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/** For chiefs only, which it calls by another name. */
@ServletSecurity(@HttpConstraint(rolesAllowed = "chief"))
public class SecuredServlet extends HttpServlet {

	private static final long serialVersionUID = 1L;

	@Override
	protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
		response.getWriter().print(request.getRemoteUser() + " " + request.isUserInRole("BOSS"));
	}

}
