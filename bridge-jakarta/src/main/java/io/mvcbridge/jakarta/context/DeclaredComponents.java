package io.mvcbridge.jakarta.context;

import java.util.ArrayList;
import java.util.List;

import jakarta.servlet.FilterRegistration;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletRegistration;
import org.jspecify.annotations.Nullable;

/** Takes declarations for a context. */
final class DeclaredComponents implements Declarations {

	private final ServletContext context;

	private final ServletRegistry servlets;

	private final FilterRegistry filters;

	private final List<String> listeners = new ArrayList<>();

	DeclaredComponents(ServletContext context, ServletRegistry servlets, FilterRegistry filters) {
		this.context = context;
		this.servlets = servlets;
		this.filters = filters;
	}

	@Override
	public ServletContext context() {
		return this.context;
	}

	@Override
	public ServletRegistration.Dynamic servlet(String name, @Nullable String className) {
		return this.servlets.declare(name, className);
	}

	@Override
	public void disable(String name) {
		DynamicServlet servlet = this.servlets.get(name);
		if (servlet == null) {
			throw new IllegalArgumentException("No servlet '" + name + "' is declared that could be disabled");
		}
		servlet.disable();
	}

	@Override
	public FilterRegistration.Dynamic filter(String name, @Nullable String className) {
		return this.filters.declare(name, className);
	}

	@Override
	public void listener(String className) {
		this.listeners.add(className);
	}

	/** The classes of the declared listeners, in order. */
	List<String> listeners() {
		return this.listeners;
	}

}
