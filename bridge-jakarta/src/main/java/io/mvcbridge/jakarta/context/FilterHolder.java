package io.mvcbridge.jakarta.context;

import java.io.IOException;
import java.util.Enumeration;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A filter's life (Servlet 6.1 §6.2.1): made and initialised when the context is, before
 * any request; destroyed with the context.
 */
final class FilterHolder implements FilterConfig {

	private static final Logger logger = LoggerFactory.getLogger(FilterHolder.class);

	private final DynamicFilter registration;

	private final ServletContext servletContext;

	private final ComponentFactory factory;

	private @Nullable Filter filter;

	FilterHolder(DynamicFilter registration, ServletContext servletContext, ComponentFactory factory) {
		this.registration = registration;
		this.servletContext = servletContext;
		this.factory = factory;
	}

	boolean isAsyncSupported() {
		return this.registration.isAsyncSupported();
	}

	void init() throws ServletException {
		Filter made = this.registration.make();
		boolean ready = false;
		try {
			made.init(this);
			ready = true;
		}
		catch (ServletException | RuntimeException ex) {
			throw new ServletException("Filter '" + getFilterName() + "' (" + made.getClass().getName()
					+ ") failed in init: " + ((ex instanceof ServletException) ? ex.getMessage() : ex), ex);
		}
		finally {
			if (!ready) {
				this.factory.giveUp(made);
			}
		}
		this.filter = made;
	}

	void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
			throws IOException, ServletException {
		Filter active = this.filter;
		if (active == null) {
			throw new IllegalStateException("Filter '" + getFilterName() + "' is not initialised");
		}
		active.doFilter(request, response, chain);
	}

	/** Destroys the filter if it was initialised. */
	void destroy() {
		Filter old = this.filter;
		if (old != null) {
			this.filter = null;
			try {
				old.destroy();
			}
			catch (Throwable ex) {
				// Whatever it is: the rest of the context has to end too.
				logger.error("Filter '{}' of context '{}' failed in destroy", getFilterName(),
						this.servletContext.getContextPath(), ex);
			}
			this.factory.giveUp(old);
		}
	}

	@Override
	public String getFilterName() {
		return this.registration.getName();
	}

	@Override
	public ServletContext getServletContext() {
		return this.servletContext;
	}

	@Override
	public @Nullable String getInitParameter(String name) {
		return this.registration.getInitParameter(name);
	}

	@Override
	public Enumeration<String> getInitParameterNames() {
		return this.registration.initParameterNames();
	}

}
