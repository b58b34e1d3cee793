package io.mvcbridge.jakarta.context;

import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

import io.mvcbridge.jakarta.http.UrlPattern;
import jakarta.servlet.DispatcherType;

/**
 * What a filter applies to (Servlet 6.1 §6.2.4): URL patterns or servlet names, of which
 * any may match.
 *
 * @param filter the filter
 * @param types the kinds of dispatch it applies to
 * @param patterns the URL patterns, empty if it is mapped by servlet names
 * @param servletNames the servlet names, {@code *} for all; empty if it is mapped by URL
 * patterns
 */
record FilterMapping(FilterHolder filter, Set<DispatcherType> types, List<UrlPattern> patterns,
		List<String> servletNames) {

	FilterMapping {
		types = Collections.unmodifiableSet(EnumSet.copyOf(types));
		patterns = List.copyOf(patterns);
		servletNames = List.copyOf(servletNames);
	}

	boolean appliesTo(String servletName) {
		return this.servletNames.contains(servletName) || this.servletNames.contains("*");
	}

}
