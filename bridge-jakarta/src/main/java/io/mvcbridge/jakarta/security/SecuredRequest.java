package io.mvcbridge.jakarta.security;

import java.io.IOException;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

/**
 * What security has to know of a request beyond the Servlet API, and what only the
 * container can do to it. Implemented by the container's request; called by the thread
 * that serves it.
 */
public interface SecuredRequest {

	/** The container's own request. */
	HttpServletRequest request();

	/** The container's own response. */
	HttpServletResponse response();

	/** The path as it was mapped: decoded, canonical, without the context path. */
	String path();

	/** The request target as it was sent. */
	String target();

	/**
	 * The login of the session.
	 * @return the login, null if the request has no valid session
	 */
	@Nullable SessionLogin sessionLogin();

	/**
	 * The login of the session, which is made if there is none.
	 * @return the login, null if the client could not learn of a new session any more
	 */
	@Nullable SessionLogin openSession();

	/** Gives the session, if there is one, a new identifier and tells the client. */
	void renewSession();

	/**
	 * The security role that a name stands for in the servlet that runs (Servlet 6.1
	 * §13.3).
	 * @param name the name
	 * @return the linked role, the name itself if it is linked to none
	 */
	String linkedRole(String name);

	/**
	 * Takes what is worth keeping of the request, its body included.
	 * @param bodyLimit how long the body may be, in bytes
	 * @return the request; null if its body is longer
	 * @throws IOException if the body cannot be read
	 */
	@Nullable SavedRequest save(int bodyLimit) throws IOException;

	/**
	 * Lets this request stand for one that was saved: method, header fields and body
	 * become those.
	 * @param saved the saved request
	 */
	void restore(SavedRequest saved);

}
