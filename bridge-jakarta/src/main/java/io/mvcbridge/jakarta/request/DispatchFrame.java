package io.mvcbridge.jakarta.request;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletMapping;
import org.jspecify.annotations.Nullable;

/**
 * What a request answers about itself while one dispatch runs: its paths, its mapping and
 * its target. A forward, error or async dispatch pushes a frame on the request and pops
 * it when it returns; an include pushes none for paths, only attributes (Servlet 6.1
 * §9.3, §9.4).
 *
 * @param type why the target was called
 * @param requestUri raw, as {@code getRequestURI} answers
 * @param contextPath raw, as {@code getContextPath} answers
 * @param servletPath decoded
 * @param pathInfo decoded, null if there is none
 * @param queryString raw, null if there is none
 * @param mapping how the path was mapped
 * @param target the servlet that was mapped
 */
public record DispatchFrame(DispatcherType type, String requestUri, String contextPath, String servletPath,
		@Nullable String pathInfo, @Nullable String queryString, HttpServletMapping mapping, TargetServlet target) {

}
