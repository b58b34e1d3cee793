package io.mvcbridge.jakarta.context;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterRegistration;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import org.jspecify.annotations.Nullable;

/**
 * The filters of a context and what they are mapped to (Servlet 6.1 §4.4.2). Changed by
 * the thread that initialises the context only.
 */
final class FilterRegistry {

	private final ServletContext servletContext;

	private final ContextPhase phase;

	private final ComponentFactory factory;

	private final Map<String, DynamicFilter> filters = new LinkedHashMap<>();

	private final List<Filter> instances = new ArrayList<>();

	private final List<FilterMapping> beforeDeclared = new ArrayList<>();

	private final List<FilterMapping> afterDeclared = new ArrayList<>();

	FilterRegistry(ServletContext servletContext, ContextPhase phase, ComponentFactory factory) {
		this.servletContext = servletContext;
		this.phase = phase;
		this.factory = factory;
	}

	ServletContext servletContext() {
		return this.servletContext;
	}

	FilterRegistration.@Nullable Dynamic add(String name, Filter filter) {
		requireName(name);
		for (Filter registered : this.instances) {
			if (registered == filter) {
				return null;
			}
		}
		DynamicFilter added = add(name, filter.getClass().getName(), () -> filter);
		if (added != null) {
			this.instances.add(filter);
		}
		return added;
	}

	FilterRegistration.@Nullable Dynamic add(String name, Class<? extends Filter> type) {
		requireName(name);
		return add(name, type.getName(), () -> this.servletContext.createFilter(type));
	}

	FilterRegistration.@Nullable Dynamic add(String name, String className) {
		requireName(name);
		return add(name, className, () -> load(name, className));
	}

	private Filter load(String name, String className) throws ServletException {
		try {
			return this.servletContext.createFilter(this.factory.load(className, Filter.class));
		}
		catch (ClassNotFoundException ex) {
			throw new ServletException("Filter '" + name + "': class " + className + " is not found", ex);
		}
		catch (IllegalArgumentException ex) {
			throw new ServletException("Filter '" + name + "': " + ex.getMessage(), ex);
		}
	}

	/** Adds a filter, or completes one that was declared without a class. */
	private @Nullable DynamicFilter add(String name, String className, FilterSource source) {
		DynamicFilter declared = this.filters.get(name);
		if (declared != null) {
			return declared.complete(className, source) ? declared : null;
		}
		DynamicFilter filter = new DynamicFilter(this, this.phase, name, className, source);
		this.filters.put(name, filter);
		return filter;
	}

	/**
	 * Declares a filter.
	 * @param name its name
	 * @param className its class, null if an initializer will tell it
	 * @return its registration
	 */
	DynamicFilter declare(String name, @Nullable String className) {
		requireName(name);
		if (this.filters.containsKey(name)) {
			throw new IllegalArgumentException("Filter '" + name + "' is declared twice");
		}
		DynamicFilter filter = new DynamicFilter(this, this.phase, name, className,
				(className != null) ? () -> load(name, className) : null);
		this.filters.put(name, filter);
		return filter;
	}

	ComponentFactory factory() {
		return this.factory;
	}

	private static void requireName(String name) {
		if (name == null || name.isEmpty()) {
			throw new IllegalArgumentException("A filter needs a name to be registered with");
		}
	}

	/**
	 * Adds a mapping made by a program.
	 * @param mapping the mapping
	 * @param afterDeclared whether it comes after those of descriptors and annotations
	 */
	void map(FilterMapping mapping, boolean afterDeclared) {
		(afterDeclared ? this.afterDeclared : this.beforeDeclared).add(mapping);
	}

	@Nullable DynamicFilter get(String name) {
		return this.filters.get(name);
	}

	Map<String, FilterRegistration> all() {
		return Collections.unmodifiableMap(new LinkedHashMap<>(this.filters));
	}

	/** All mappings in the order in which they apply. */
	List<FilterMapping> mappings() {
		List<FilterMapping> all = new ArrayList<>(this.beforeDeclared);
		all.addAll(this.afterDeclared);
		return all;
	}

	/**
	 * Makes and initialises all filters in the order of their registration.
	 * @throws ServletException what the first that failed threw
	 */
	void init() throws ServletException {
		for (DynamicFilter filter : this.filters.values()) {
			filter.holder().init();
		}
	}

	/** Destroys all filters, the last registered first. */
	void destroy() {
		List<DynamicFilter> reversed = new ArrayList<>(this.filters.values());
		Collections.reverse(reversed);
		for (DynamicFilter filter : reversed) {
			filter.holder().destroy();
		}
	}

}
