package io.mvcbridge.jakarta;

import io.mvcbridge.core.exchange.HttpExchange;
import io.mvcbridge.core.kernel.Kernel;
import io.mvcbridge.jakarta.context.WebApplication;
import io.mvcbridge.jakarta.context.WebApplicationBuilder;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;

/**
 * Runs one web application over exchanges. Made by {@link #builder()}, which initialises
 * the application; {@link #start()} loads its servlets before the kernel is installed;
 * {@link #close()} ends it.
 */
public final class ServletKernel implements Kernel {

	private final WebApplication application;

	private final ExchangeRun run;

	private ServletKernel(WebApplication application) {
		this.application = application;
		this.run = new ExchangeRun(application);
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

	/** Destroys the application. Does nothing the second time. */
	@Override
	public void close() {
		this.application.destroy();
	}

	/** Collects what a web application is configured with, and makes its kernel. */
	public static final class Builder extends WebApplicationBuilder<Builder> {

		private Builder() {
		}

		/**
		 * Makes the application and initialises it: initializers, context listeners and
		 * filters, in this thread. What was created is destroyed if one of them fails.
		 * @return the kernel, not yet started
		 * @throws ServletException what an initializer, listener or filter threw
		 */
		public ServletKernel build() throws ServletException {
			return new ServletKernel(initialize());
		}

	}

}
