package io.mvcbridge.jakarta.context;

import java.util.EventListener;

import io.mvcbridge.jakarta.context.ContextPhase.Step;
import io.mvcbridge.jakarta.session.InMemorySessions;
import jakarta.servlet.ServletException;

/**
 * Starts and ends a context in the order of the specification. Each step runs with the
 * application's class loader as context class loader, called by one thread at a time.
 */
final class ContextLifecycle {

	private final BridgeServletContext context;

	private final ContextPhase phase;

	private final ContextListeners listeners;

	private final ServletRegistry servlets;

	private final FilterRegistry filters;

	private final ComponentFactory factory;

	private final boolean startWithoutUnavailable;

	private boolean started;

	private boolean destroyed;

	ContextLifecycle(BridgeServletContext context, ContextPhase phase, ContextListeners listeners,
			ServletRegistry servlets, FilterRegistry filters, ComponentFactory factory,
			boolean startWithoutUnavailable) {
		this.context = context;
		this.phase = phase;
		this.listeners = listeners;
		this.servlets = servlets;
		this.filters = filters;
		this.factory = factory;
		this.startWithoutUnavailable = startWithoutUnavailable;
	}

	/**
	 * Configures the session cookie, then what is declared, listeners by class name,
	 * initializers, context listeners, filters. Destroys what was created if one of them
	 * fails.
	 * @param settings what the context is configured with
	 * @throws ServletException what failed
	 */
	void initialize(WebApplicationBuilder<?> settings) throws ServletException {
		boolean initialized = false;
		try (ClassLoaderScope scope = new ClassLoaderScope(this.context.getClassLoader())) {
			settings.sessionCookie.accept(this.context.getSessionCookieConfig());
			declare(settings);
			for (String className : settings.listenerClassNames) {
				this.listeners.add(listener(className), true);
			}
			for (ServletContextStartup initializer : settings.initializers) {
				initializer.onStartup(this.context);
			}
			this.listeners.contextInitialized();
			this.phase.enter(Step.INITIALIZED);
			this.context.freeze();
			this.filters.init();
			initialized = true;
		}
		finally {
			if (!initialized) {
				destroy();
			}
		}
	}

	private void declare(WebApplicationBuilder<?> settings) throws ServletException {
		DeclaredComponents declared = new DeclaredComponents(this.context, this.servlets, this.filters);
		for (Declarations.Source source : settings.declarations) {
			source.declare(declared);
		}
		for (String className : declared.listeners()) {
			this.listeners.add(listener(className), true);
		}
	}

	private EventListener listener(String className) throws ServletException {
		try {
			Class<? extends EventListener> type = this.factory.load(className, EventListener.class);
			ContextListeners.requireListener(type, true);
			return this.factory.create(type);
		}
		catch (ClassNotFoundException ex) {
			throw new ServletException("The listener class " + className + " is not found", ex);
		}
		catch (IllegalArgumentException ex) {
			throw new ServletException("The declared listener is none: " + ex.getMessage(), ex);
		}
	}

	void start() throws ServletException {
		if (this.started) {
			return;
		}
		this.started = true;
		try (ClassLoaderScope scope = new ClassLoaderScope(this.context.getClassLoader())) {
			this.context.sessions().start();
			this.servlets.loadOnStartup(this.startWithoutUnavailable);
		}
	}

	void destroy() {
		if (this.destroyed) {
			return;
		}
		this.destroyed = true;
		try (ClassLoaderScope scope = new ClassLoaderScope(this.context.getClassLoader())) {
			this.servlets.destroy();
			this.filters.destroy();
			InMemorySessions sessions = this.context.sessions();
			sessions.close();
			this.listeners.contextDestroyed();
			this.factory.giveUpAll();
			this.context.release();
		}
	}

}
