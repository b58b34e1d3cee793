package io.mvcbridge.jakarta.context;

import java.io.IOException;

import io.mvcbridge.jakarta.http.ContextMatch;
import io.mvcbridge.jakarta.http.UriPolicy;
import io.mvcbridge.jakarta.request.DispatchFrame;
import io.mvcbridge.jakarta.request.WebContext;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import org.jspecify.annotations.Nullable;

/**
 * One web application as the kernel drives it. Implemented by the servlet context. Life
 * cycle methods are called by one thread at a time, the others by any number of servlet
 * threads.
 */
public interface WebApplication extends WebContext {

	/**
	 * Finds the servlet for a path of this application (Servlet 6.1 §12).
	 * @param type why the servlet is to be called
	 * @param requestUri raw, what {@code getRequestURI} shall answer
	 * @param match the context path as it was sent and the rest of the path, decoded and
	 * canonical
	 * @param queryString raw, null if there is none
	 * @return the frame; where no servlet is mapped, its target answers 404 after the
	 * filters of the path ran
	 */
	DispatchFrame map(DispatcherType type, String requestUri, ContextMatch match, @Nullable String queryString);

	/**
	 * Finds the servlet for a path of this application whose context path was sent as it
	 * is.
	 * @param type why the servlet is to be called
	 * @param requestUri raw, what {@code getRequestURI} shall answer
	 * @param path decoded and canonical, without the context path; begins with a slash or
	 * is empty for the context root itself
	 * @param queryString raw, null if there is none
	 * @return the frame, as above
	 */
	default DispatchFrame map(DispatcherType type, String requestUri, String path, @Nullable String queryString) {
		return map(type, requestUri, new ContextMatch(getContextPath(), path), queryString);
	}

	/**
	 * Finds the servlet for a path as {@code getRequestDispatcher} takes it.
	 * @param type why the servlet is to be called
	 * @param path begins with a slash, relative to the context path, encoded, perhaps
	 * with a query string
	 * @return the frame, or null if the path is not valid
	 */
	@Nullable DispatchFrame map(DispatcherType type, String path);

	/**
	 * Whether a request accesses the session that it names even if nobody asks for that
	 * (Servlet 6.1 §7.6).
	 */
	boolean isSessionAccessedByEveryRequest();

	/** What to do with suspicious sequences in paths. */
	UriPolicy uriPolicy();

	/**
	 * Runs the filters for a frame that was entered on the request, and its servlet.
	 * @param frame the frame
	 * @param request the request to hand on, perhaps wrapped
	 * @param response the response to hand on, perhaps wrapped
	 * @throws IOException what a filter or the servlet threw
	 * @throws ServletException what a filter or the servlet threw
	 */
	void invoke(DispatchFrame frame, ServletRequest request, ServletResponse response)
			throws IOException, ServletException;

	/**
	 * Like {@link #invoke}, for a dispatch that another application of the same host has
	 * begun (Servlet 6.1 §9.1): with the class loader of this one, with its request
	 * listeners, and so that this application stays until the exchange has ended.
	 * @param frame the frame
	 * @param request the request to hand on, perhaps wrapped
	 * @param response the response to hand on, perhaps wrapped
	 * @throws IOException what a filter or the servlet threw
	 * @throws ServletException what a filter or the servlet threw
	 * @throws IllegalStateException if this application was undeployed
	 */
	void invokeFromOutside(DispatchFrame frame, ServletRequest request, ServletResponse response)
			throws IOException, ServletException;

	/**
	 * The error page for an exception: for its class or the nearest of its super classes
	 * (Servlet 6.1 §10.9.2). Looks at no cause and not at the page for all errors.
	 * @param failure the exception
	 * @return the location, null if no page is declared for it
	 */
	@Nullable String errorPageFor(Throwable failure);

	/**
	 * The error page for a status, or else the page for all errors.
	 * @param status the status
	 * @return the location, null if there is none
	 */
	@Nullable String errorPageFor(int status);

	/**
	 * Tells the request listeners, in order, that a request comes into scope.
	 * @param request the request
	 */
	void requestInitialized(ServletRequest request);

	/**
	 * Tells the request listeners, in reverse order, that a request goes out of scope.
	 * One that throws is logged and does not keep the others from being told.
	 * @param request the request
	 */
	void requestDestroyed(ServletRequest request);

	/**
	 * Loads the servlets that are to be loaded at start. Does nothing the second time.
	 * @throws ServletException if a servlet failed
	 */
	void start() throws ServletException;

	/**
	 * Destroys servlets and filters, tells the listeners, stores the sessions if they are
	 * persistent. Does nothing the second time.
	 */
	void destroy();

}
