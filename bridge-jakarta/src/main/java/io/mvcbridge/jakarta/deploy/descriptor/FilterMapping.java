package io.mvcbridge.jakarta.deploy.descriptor;

import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

import jakarta.servlet.DispatcherType;

/**
 * What a filter applies to: {@code <filter-mapping>}, or what {@code @WebFilter} says of
 * it.
 *
 * @param filterName the name of the filter, which any descriptor may declare
 * @param patterns legal URL patterns; may be empty if there are servlet names
 * @param servletNames names of servlets, {@code *} for all
 * @param dispatchers the kinds of dispatch; empty if nothing was said, which means
 * {@link DispatcherType#REQUEST}
 * @param source where it was said
 */
public record FilterMapping(String filterName, List<Setting<String>> patterns, List<Setting<String>> servletNames,
		Set<DispatcherType> dispatchers, Source source) {

	public FilterMapping {
		patterns = List.copyOf(patterns);
		servletNames = List.copyOf(servletNames);
		EnumSet<DispatcherType> types = EnumSet.noneOf(DispatcherType.class);
		types.addAll(dispatchers);
		dispatchers = Collections.unmodifiableSet(types);
	}

}
