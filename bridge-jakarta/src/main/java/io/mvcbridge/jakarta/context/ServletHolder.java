package io.mvcbridge.jakarta.context;

import java.io.IOException;
import java.util.Enumeration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.Servlet;
import jakarta.servlet.ServletConfig;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.UnavailableException;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A servlet's life (Servlet 6.1 §2.3): made and initialised once, by the first request or
 * at start; asked to serve; destroyed when no call is in it any more.
 * <p>
 * {@code init} runs outside every lock, others wait for its outcome. Calls are counted on
 * their way in and out by two adders, which requests do not contend for; a retired
 * instance is destroyed by whoever sees both counts agree.
 */
final class ServletHolder implements ServletConfig {

	private static final Logger logger = LoggerFactory.getLogger(ServletHolder.class);

	private static final long PERMANENTLY = Long.MAX_VALUE;

	/** As on Tomcat: whoever wants to wait longer has the graceful shutdown. */
	private static final long DESTROY_LIMIT_SECONDS = 2;

	private final DynamicServlet registration;

	private final ServletContext servletContext;

	private final ComponentFactory factory;

	private final int ordinal;

	private final LongAdder entered = new LongAdder();

	private final LongAdder left = new LongAdder();

	private final AtomicReference<@Nullable Initialization> initialization = new AtomicReference<>();

	/** The instance that was taken out of service and waits for its last call. */
	private final AtomicReference<@Nullable Servlet> retired = new AtomicReference<>();

	private final CountDownLatch destroyed = new CountDownLatch(1);

	private final AtomicReference<@Nullable Servlet> servlet = new AtomicReference<>();

	/** Whether there was ever an instance to destroy. */
	private volatile boolean initialized;

	/** Time until which calls are refused, by {@link System#currentTimeMillis()}. */
	private volatile long unavailableUntil;

	ServletHolder(DynamicServlet registration, ServletContext servletContext, ComponentFactory factory, int ordinal) {
		this.registration = registration;
		this.servletContext = servletContext;
		this.factory = factory;
		this.ordinal = ordinal;
	}

	String getName() {
		return this.registration.getName();
	}

	/** The place of the servlet among all of the context, from zero. */
	int ordinal() {
		return this.ordinal;
	}

	boolean isAsyncSupported() {
		return this.registration.isAsyncSupported();
	}

	String linkedRole(String name) {
		return this.registration.linkedRole(name);
	}

	@Nullable MultipartConfigElement getMultipartConfig() {
		return this.registration.multipartConfig();
	}

	/**
	 * Makes and initialises the servlet if that was not done yet.
	 * @throws ServletException what the servlet threw, or why it cannot be made
	 */
	void load() throws ServletException {
		if (this.servlet.get() == null) {
			initialize();
		}
	}

	/**
	 * Lets the servlet serve. A servlet out of service is not called: the response is 404
	 * if that is for good, else 503 with {@code Retry-After}.
	 * @param request the request
	 * @param response the response
	 * @throws IOException what the servlet threw
	 * @throws ServletException what the servlet threw
	 */
	void service(ServletRequest request, ServletResponse response) throws IOException, ServletException {
		this.entered.increment();
		try {
			Servlet active = this.servlet.get();
			if (active == null || this.unavailableUntil != 0) {
				if (isUnavailable()) {
					refuse(request, response);
					return;
				}
				active = initialize();
			}
			serve(active, request, response);
		}
		finally {
			this.left.increment();
			if (this.retired.get() != null) {
				destroyIfUnused();
			}
		}
	}

	private void serve(Servlet active, ServletRequest request, ServletResponse response)
			throws IOException, ServletException {
		try {
			active.service(request, response);
		}
		catch (UnavailableException ex) {
			takeOutOfService(ex);
			throw ex;
		}
	}

	private Servlet initialize() throws ServletException {
		Initialization mine = new Initialization();
		Initialization running = this.initialization.compareAndExchange(null, mine);
		if (running != null) {
			return running.await(getName());
		}
		try {
			Servlet ready = this.servlet.get();
			if (ready == null) {
				requireInService();
				ready = this.registration.make();
				init(ready);
				this.initialized = true;
				this.servlet.set(ready);
				if (this.unavailableUntil == PERMANENTLY) {
					// The context has ended meanwhile and did not see this instance
					retire();
					requireInService();
				}
			}
			mine.outcome.complete(ready);
			return ready;
		}
		catch (ServletException | RuntimeException | Error ex) {
			if (ex instanceof UnavailableException unavailable) {
				takeOutOfService(unavailable);
			}
			mine.outcome.completeExceptionally(ex);
			throw ex;
		}
		finally {
			this.initialization.set(null);
		}
	}

	private void init(Servlet made) throws ServletException {
		boolean ready = false;
		try {
			made.init(this);
			ready = true;
		}
		finally {
			if (!ready) {
				this.factory.giveUp(made);
			}
		}
	}

	/** Has the servlet answer 404 as long as the context lives. */
	void disable() {
		this.unavailableUntil = PERMANENTLY;
	}

	private void requireInService() throws ServletException {
		if (this.unavailableUntil == PERMANENTLY) {
			throw new ServletException(
					"Servlet '" + getName() + "' does not serve any more: its context is being destroyed");
		}
	}

	private boolean isUnavailable() {
		long until = this.unavailableUntil;
		if (until == 0) {
			return false;
		}
		if (System.currentTimeMillis() < until) {
			return true;
		}
		this.unavailableUntil = 0;
		return false;
	}

	private void refuse(ServletRequest request, ServletResponse response) throws IOException, ServletException {
		long until = this.unavailableUntil;
		int seconds = (until == PERMANENTLY) ? 0 : (int) Math.max(1, (until - System.currentTimeMillis() + 999) / 1000);
		if (request.getDispatcherType() == DispatcherType.INCLUDE) {
			// An included servlet cannot set a status.
			throw (seconds == 0) ? new UnavailableException("Servlet '" + getName() + "' is out of service")
					: new UnavailableException("Servlet '" + getName() + "' is out of service", seconds);
		}
		HttpServletResponse answer = (HttpServletResponse) response;
		if (seconds == 0) {
			answer.sendError(HttpServletResponse.SC_NOT_FOUND);
		}
		else {
			answer.setHeader("Retry-After", String.valueOf(seconds));
			answer.sendError(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
		}
	}

	private void takeOutOfService(UnavailableException ex) {
		if (!ex.isPermanent()) {
			this.unavailableUntil = System.currentTimeMillis() + Math.max(1, ex.getUnavailableSeconds()) * 1000L;
			return;
		}
		logger.error("Servlet '{}' of context '{}' is out of service for good: it says so", getName(),
				this.servletContext.getContextPath(), ex);
		retire();
	}

	private void retire() {
		this.unavailableUntil = PERMANENTLY;
		Servlet old = this.servlet.getAndSet(null);
		if (old != null) {
			this.retired.set(old);
		}
	}

	private void destroyIfUnused() {
		// In this order: whoever enters between the two reads finds no servlet.
		long out = this.left.sum();
		if (out == this.entered.sum()) {
			destroyRetired();
		}
	}

	private void destroyRetired() {
		Servlet old = this.retired.getAndSet(null);
		if (old != null) {
			try {
				old.destroy();
			}
			catch (Throwable ex) {
				// Whatever it is: the rest of the context has to end too.
				logger.error("Servlet '{}' of context '{}' failed in destroy", getName(),
						this.servletContext.getContextPath(), ex);
			}
			this.factory.giveUp(old);
			this.destroyed.countDown();
		}
	}

	/**
	 * Takes the servlet out of service for good and destroys it when its last call has
	 * returned, or after {@value #DESTROY_LIMIT_SECONDS} seconds. Does nothing if it was
	 * never initialised. The context class loader is the application's.
	 */
	void destroy() {
		retire();
		if (!this.initialized && !isInitializedMeanwhile()) {
			return;
		}
		destroyIfUnused();
		try {
			if (!this.destroyed.await(DESTROY_LIMIT_SECONDS, TimeUnit.SECONDS)) {
				logger.warn("Servlet '{}' of context '{}' is destroyed although calls have been in it for {} s",
						getName(), this.servletContext.getContextPath(), DESTROY_LIMIT_SECONDS);
				destroyRetired();
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			destroyRetired();
		}
	}

	/** Waits for an {@code init} that is running: what it makes has to be destroyed. */
	private boolean isInitializedMeanwhile() {
		Initialization running = this.initialization.get();
		if (running != null && !running.awaitEnd(DESTROY_LIMIT_SECONDS)) {
			logger.warn("Servlet '{}' of context '{}' is still in its init method: it is destroyed when that returns",
					getName(), this.servletContext.getContextPath());
		}
		return this.initialized;
	}

	@Override
	public String getServletName() {
		return getName();
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

	/** One run of {@code init}, which other threads wait for. */
	private static final class Initialization {

		private final Thread thread = Thread.currentThread();

		private final CompletableFuture<Servlet> outcome = new CompletableFuture<>();

		Servlet await(String name) throws ServletException {
			if (this.thread == Thread.currentThread()) {
				throw new ServletException("Servlet '" + name + "' is called by its own init method");
			}
			try {
				return this.outcome.get();
			}
			catch (ExecutionException ex) {
				if (ex.getCause() instanceof UnavailableException unavailable) {
					throw unavailable;
				}
				throw new ServletException("Servlet '" + name + "' could not be initialised by another request",
						ex.getCause());
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
				throw new ServletException("Interrupted while another request initialises servlet '" + name + "'", ex);
			}
		}

		/** Waits for the outcome, whatever it is; false if there is none in time. */
		boolean awaitEnd(long seconds) {
			try {
				this.outcome.get(seconds, TimeUnit.SECONDS);
				return true;
			}
			catch (ExecutionException ex) {
				// Its request gets to know
				return true;
			}
			catch (TimeoutException ex) {
				return false;
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
				return false;
			}
		}

	}

}
