package io.mvcbridge.jakarta.context;

import java.io.IOException;
import java.util.List;

import io.mvcbridge.jakarta.request.TargetServlet;
import io.mvcbridge.jakarta.request.WebContext;
import jakarta.servlet.FilterChain;
import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import org.jspecify.annotations.Nullable;

/**
 * A servlet behind the filters that apply to one kind of dispatch and one set of matching
 * patterns. Immutable and without state of a call, so one serves any number of requests
 * at once and a filter may go on more than once.
 */
final class FilteredServlet implements TargetServlet {

	private final ServletHolder servlet;

	private final FilterChain chain;

	private final boolean asyncSupported;

	FilteredServlet(ServletHolder servlet, List<FilterHolder> filters) {
		FilterChain next = servlet::service;
		boolean async = servlet.isAsyncSupported();
		for (int i = filters.size() - 1; i >= 0; i--) {
			next = new Link(filters.get(i), next);
			async &= filters.get(i).isAsyncSupported();
		}
		this.servlet = servlet;
		this.chain = next;
		this.asyncSupported = async;
	}

	void service(ServletRequest request, ServletResponse response) throws IOException, ServletException {
		this.chain.doFilter(request, response);
	}

	ServletHolder servlet() {
		return this.servlet;
	}

	@Override
	public WebContext context() {
		return (WebContext) this.servlet.getServletContext();
	}

	@Override
	public String getName() {
		return this.servlet.getName();
	}

	@Override
	public boolean isAsyncSupported() {
		return this.asyncSupported;
	}

	@Override
	public @Nullable MultipartConfigElement getMultipartConfig() {
		return this.servlet.getMultipartConfig();
	}

	@Override
	public String linkedRole(String name) {
		return this.servlet.linkedRole(name);
	}

	private record Link(FilterHolder filter, FilterChain next) implements FilterChain {

		@Override
		public void doFilter(ServletRequest request, ServletResponse response) throws IOException, ServletException {
			this.filter.doFilter(request, response, this.next);
		}

	}

}
