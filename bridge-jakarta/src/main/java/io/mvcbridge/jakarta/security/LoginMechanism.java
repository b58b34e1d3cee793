package io.mvcbridge.jakarta.security;

import java.io.IOException;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

/**
 * One way to find out who sent a request. Stateless, or safe for any number of threads.
 */
interface LoginMechanism {

	/**
	 * Finds out who sent a request.
	 * @param request the request, of which nobody knows yet who sent it
	 * @param response where to ask the client
	 * @return the sender; null if the client has to do something first, and the response
	 * says what
	 * @throws IOException if the response cannot be written, or a body not read
	 * @throws ServletException if a page of the application failed
	 */
	@Nullable Identity authenticate(SecuredRequest request, HttpServletResponse response) throws IOException, ServletException;

	/** Whether users have passwords, so that a program can log them in. */
	default boolean takesPasswords() {
		return true;
	}

	/** Whether a login lasts as long as the session. */
	default boolean remembers() {
		return false;
	}

}
