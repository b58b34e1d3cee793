package io.mvcbridge.jakarta.context;

import jakarta.servlet.http.HttpServletMapping;
import jakarta.servlet.http.MappingMatch;

/**
 * How a path was mapped, as applications see it (Servlet 6.1 §12.3.1).
 *
 * @param matchValue what matched, without leading slash
 * @param pattern the URL pattern as it was written
 * @param servletName the servlet that was mapped
 * @param mappingMatch the kind of match
 */
record ServletMapping(String matchValue, String pattern, String servletName,
		MappingMatch mappingMatch) implements HttpServletMapping {

	@Override
	public String getMatchValue() {
		return this.matchValue;
	}

	@Override
	public String getPattern() {
		return this.pattern;
	}

	@Override
	public String getServletName() {
		return this.servletName;
	}

	@Override
	public MappingMatch getMappingMatch() {
		return this.mappingMatch;
	}

}
