package io.mvcbridge.jakarta.deploy.descriptor;

import java.util.List;

/**
 * Which URLs a servlet answers: {@code <servlet-mapping>}, or the patterns of a
 * {@code @WebServlet}.
 *
 * @param servletName the name of the servlet, which any descriptor may declare
 * @param patterns legal patterns (Servlet 6.1 §12.2), at least one
 * @param source where it was said
 */
public record ServletMapping(String servletName, List<Setting<String>> patterns, Source source) {

	public ServletMapping {
		patterns = List.copyOf(patterns);
	}

}
