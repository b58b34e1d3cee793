package io.mvcbridge.jakarta.request;

import jakarta.servlet.MultipartConfigElement;
import org.jspecify.annotations.Nullable;

/** What a request needs to know of the servlet that it was mapped to. */
public interface TargetServlet {

	/**
	 * The application that the servlet belongs to: another one than the request was sent
	 * to if that one has dispatched across (Servlet 6.1 §9.1).
	 */
	WebContext context();

	/** The name the servlet was registered with. */
	String getName();

	/**
	 * Whether the servlet and every filter in front of it support asynchronous requests.
	 */
	boolean isAsyncSupported();

	/** The servlet's multipart configuration, null if it has none. */
	@Nullable MultipartConfigElement getMultipartConfig();

	/**
	 * The security role that a name stands for in the servlet's code (Servlet 6.1 §13.3).
	 * @param name a name that the servlet asks for
	 * @return the role it is linked to, the name itself if it is linked to none
	 */
	default String linkedRole(String name) {
		return name;
	}

}
