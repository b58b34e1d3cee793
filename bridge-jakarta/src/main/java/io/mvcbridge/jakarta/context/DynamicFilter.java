package io.mvcbridge.jakarta.context;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import io.mvcbridge.jakarta.http.UrlPattern;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterRegistration;
import jakarta.servlet.ServletException;
import org.jspecify.annotations.Nullable;

/** The registration of a filter. */
final class DynamicFilter extends ComponentRegistration implements FilterRegistration.Dynamic {

	private final FilterRegistry registry;

	private final FilterHolder holder;

	private final Set<String> urlPatterns = new LinkedHashSet<>();

	private final Set<String> servletNames = new LinkedHashSet<>();

	/** Null if the filter was declared without a class. */
	private @Nullable FilterSource source;

	DynamicFilter(FilterRegistry registry, ContextPhase phase, String name, @Nullable String className,
			@Nullable FilterSource source) {
		super(phase, name, className);
		this.registry = registry;
		this.source = source;
		this.holder = new FilterHolder(this, registry.servletContext(), registry.factory());
	}

	/**
	 * Gives a filter that was declared without a class what it is made from.
	 * @return false if it is complete
	 */
	boolean complete(String className, FilterSource source) {
		if (this.source != null) {
			return false;
		}
		className(className);
		this.source = source;
		return true;
	}

	/** Makes the filter. */
	Filter make() throws ServletException {
		FilterSource source = this.source;
		if (source == null) {
			throw new ServletException("Filter '" + getName() + "' is declared without a class, and no initializer has "
					+ "added a filter of that name: name its class in the descriptor");
		}
		return source.get();
	}

	FilterHolder holder() {
		return this.holder;
	}

	@Override
	public void addMappingForServletNames(@Nullable EnumSet<DispatcherType> dispatcherTypes, boolean isMatchAfter,
			String... servletNames) {
		requireConfigurable("addMappingForServletNames");
		if (servletNames == null || servletNames.length == 0) {
			throw new IllegalArgumentException("No servlet name given to map filter '" + getName() + "' to");
		}
		this.servletNames.addAll(Arrays.asList(servletNames));
		this.registry.map(new FilterMapping(this.holder, typesOf(dispatcherTypes), List.of(), List.of(servletNames)),
				isMatchAfter);
	}

	@Override
	public Collection<String> getServletNameMappings() {
		return new ArrayList<>(this.servletNames);
	}

	@Override
	public void addMappingForUrlPatterns(@Nullable EnumSet<DispatcherType> dispatcherTypes, boolean isMatchAfter,
			String... urlPatterns) {
		requireConfigurable("addMappingForUrlPatterns");
		if (urlPatterns == null || urlPatterns.length == 0) {
			throw new IllegalArgumentException("No URL pattern given to map filter '" + getName() + "' to");
		}
		List<UrlPattern> parsed = new ArrayList<>();
		for (String pattern : urlPatterns) {
			parsed.add(UrlPattern.parse(pattern));
		}
		this.urlPatterns.addAll(Arrays.asList(urlPatterns));
		this.registry.map(new FilterMapping(this.holder, typesOf(dispatcherTypes), parsed, List.of()), isMatchAfter);
	}

	@Override
	public Collection<String> getUrlPatternMappings() {
		return new ArrayList<>(this.urlPatterns);
	}

	private static EnumSet<DispatcherType> typesOf(@Nullable EnumSet<DispatcherType> types) {
		return (types == null || types.isEmpty()) ? EnumSet.of(DispatcherType.REQUEST) : EnumSet.copyOf(types);
	}

}
