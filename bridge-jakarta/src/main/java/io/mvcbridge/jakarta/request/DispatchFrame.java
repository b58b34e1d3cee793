package io.mvcbridge.jakarta.request;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletMapping;
import org.jspecify.annotations.Nullable;

/**
 * What a request answers about itself while one dispatch runs: its paths, its mapping and
 * its target. Whoever dispatches enters the frame with
 * {@link BridgeRequest#enter(DispatchFrame)} and leaves it when the target returned. The
 * frame of an include changes no path: it shows as the include attributes and adds the
 * parameters of its query string (Servlet 6.1 §9.1.1, §9.3.1, §9.4.2).
 *
 * @param type why the target was called
 * @param requestUri raw, as {@code getRequestURI} answers
 * @param contextPath raw, as {@code getContextPath} answers
 * @param servletPath decoded
 * @param pathInfo decoded, null if there is none
 * @param queryString raw, of this dispatch alone; null if it brought none, then
 * {@code getQueryString} answers with that of the frame below
 * @param mapping how the path was mapped
 * @param target the servlet that was mapped
 * @param named whether the target was found by its name: such a dispatch shows neither
 * paths nor attributes of its own, so the paths, query and mapping given here are not
 * used
 */
public record DispatchFrame(DispatcherType type, String requestUri, String contextPath, String servletPath,
		@Nullable String pathInfo, @Nullable String queryString, HttpServletMapping mapping, TargetServlet target,
		boolean named) {

	public DispatchFrame(DispatcherType type, String requestUri, String contextPath, String servletPath,
			@Nullable String pathInfo, @Nullable String queryString, HttpServletMapping mapping, TargetServlet target) {
		this(type, requestUri, contextPath, servletPath, pathInfo, queryString, mapping, target, false);
	}

}
