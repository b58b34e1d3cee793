package io.mvcbridge.jakarta.request;

import jakarta.servlet.MultipartConfigElement;
import org.jspecify.annotations.Nullable;

/** What a request needs to know of the servlet that it was mapped to. */
public interface TargetServlet {

	/** The name the servlet was registered with. */
	String getName();

	/**
	 * Whether the servlet and every filter in front of it support asynchronous requests.
	 */
	boolean isAsyncSupported();

	/** The servlet's multipart configuration, null if it has none. */
	@Nullable MultipartConfigElement getMultipartConfig();

}
