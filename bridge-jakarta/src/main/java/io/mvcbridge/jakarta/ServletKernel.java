package io.mvcbridge.jakarta;

import java.util.function.Predicate;

import io.mvcbridge.core.exchange.HttpExchange;
import io.mvcbridge.core.exchange.RequestHead;
import io.mvcbridge.core.kernel.Kernel;
import io.mvcbridge.jakarta.context.WebApplication;
import io.mvcbridge.jakarta.context.WebApplicationBuilder;
import io.mvcbridge.jakarta.http.ContextMatch;
import io.mvcbridge.jakarta.http.RequestTarget;
import io.mvcbridge.jakarta.route.LoopRoutes;
import io.mvcbridge.jakarta.route.RouteSource;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import org.jspecify.annotations.Nullable;

/**
 * Runs one web application over exchanges. Made by {@link #builder()}, which initialises
 * the application; {@link #start()} loads its servlets before the kernel is installed;
 * {@link #close()} ends it.
 */
public final class ServletKernel implements Kernel {

	private final WebApplication application;

	private final ExchangeRun run;

	private final LoopHolds holds;

	private ServletKernel(WebApplication application, RouteSource routes, @Nullable Predicate<String> offLoopPaths) {
		this.application = application;
		this.holds = new LoopHolds(application, new LoopRoutes(routes), offLoopPaths);
		this.run = new ExchangeRun(application, this.holds);
	}

	public static Builder builder() {
		return new Builder();
	}

	/** The context of the application. */
	public ServletContext getServletContext() {
		return this.application;
	}

	/**
	 * Loads the servlets that are to be loaded at start, in the calling thread. Does
	 * nothing the second time.
	 * @throws ServletException if a servlet failed
	 */
	public void start() throws ServletException {
		this.application.start();
	}

	WebApplication application() {
		return this.application;
	}

	@Override
	public void handle(HttpExchange exchange) {
		Thread thread = Thread.currentThread();
		ClassLoader before = thread.getContextClassLoader();
		thread.setContextClassLoader(this.application.getClassLoader());
		try {
			this.run.begin(exchange);
		}
		finally {
			thread.setContextClassLoader(before);
		}
	}

	/**
	 * Handles an exchange whose target a host has taken apart and found to be in here.
	 */
	void handle(HttpExchange exchange, RequestTarget target, ContextMatch match) {
		Thread thread = Thread.currentThread();
		ClassLoader before = thread.getContextClassLoader();
		thread.setContextClassLoader(this.application.getClassLoader());
		try {
			this.run.begin(exchange, target, match);
		}
		finally {
			thread.setContextClassLoader(before);
		}
	}

	@Override
	public boolean mayHoldLoop(RequestHead head) {
		return this.holds.mayHold(head);
	}

	/** Destroys the application. Does nothing the second time. */
	@Override
	public void close() {
		this.application.destroy();
	}

	/** Collects what a web application is configured with, and makes its kernel. */
	public static final class Builder extends WebApplicationBuilder<Builder> {

		private RouteSource routes = RouteSource.SERVLET_MAPPINGS;

		private @Nullable Predicate<String> offLoopPaths;

		private Builder() {
		}

		/**
		 * Where routes come from if event loops carry the threads of requests: a route
		 * that holds its loop for long again and again is moved off the loops. Unless
		 * set, all that a servlet mapping leads to is one route for each method.
		 */
		public Builder routes(RouteSource routes) {
			this.routes = routes;
			return this;
		}

		/**
		 * Which requests never run on an event loop, although event loops carry the
		 * threads of others: those of which it is known that they compute for long or
		 * read files.
		 * @param offLoopPaths asked on event loops, with paths as they were sent, without
		 * context path and query; must neither wait nor throw. Null for none
		 * @return this builder
		 */
		public Builder offLoopPaths(@Nullable Predicate<String> offLoopPaths) {
			this.offLoopPaths = offLoopPaths;
			return this;
		}

		/**
		 * Makes the application and initialises it: initializers, context listeners and
		 * filters, in this thread. What was created is destroyed if one of them fails.
		 * @return the kernel, not yet started
		 * @throws ServletException what an initializer, listener or filter threw
		 */
		public ServletKernel build() throws ServletException {
			return new ServletKernel(initialize(), this.routes, this.offLoopPaths);
		}

	}

}
