package io.mvcbridge.jakarta.context;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.EventListener;

import io.mvcbridge.jakarta.context.ContextPhase.Step;
import io.mvcbridge.jakarta.session.InMemorySessions;
import jakarta.servlet.ServletException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts and ends a context in the order of the specification. Each step runs with the
 * application's class loader as context class loader, called by one thread at a time.
 */
final class ContextLifecycle {

	private static final Logger logger = LoggerFactory.getLogger(ContextLifecycle.class);

	private final BridgeServletContext context;

	private final ContextPhase phase;

	private final ContextListeners listeners;

	private final ServletRegistry servlets;

	private final FilterRegistry filters;

	private final ComponentFactory factory;

	private boolean started;

	private boolean destroyed;

	ContextLifecycle(BridgeServletContext context, ContextPhase phase, ContextListeners listeners,
			ServletRegistry servlets, FilterRegistry filters, ComponentFactory factory) {
		this.context = context;
		this.phase = phase;
		this.listeners = listeners;
		this.servlets = servlets;
		this.filters = filters;
		this.factory = factory;
	}

	/**
	 * Configures the session cookie, then listeners by class name, initializers, context
	 * listeners, filters. Destroys what was created if one of them fails.
	 * @param settings what the context is configured with
	 * @throws ServletException what failed
	 */
	void initialize(WebApplicationBuilder<?> settings) throws ServletException {
		boolean initialized = false;
		try (ClassLoaderScope scope = new ClassLoaderScope(this.context.getClassLoader())) {
			settings.sessionCookie.accept(this.context.getSessionCookieConfig());
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

	private EventListener listener(String className) throws ServletException {
		try {
			return this.factory.create(this.factory.load(className, EventListener.class));
		}
		catch (ClassNotFoundException ex) {
			throw new ServletException("The listener class " + className + " is not found", ex);
		}
	}

	void start() throws ServletException {
		if (this.started) {
			return;
		}
		this.started = true;
		try (ClassLoaderScope scope = new ClassLoaderScope(this.context.getClassLoader())) {
			this.context.sessions().start();
			this.servlets.loadOnStartup();
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
			this.context.release();
		}
	}

	/**
	 * Removes a directory and all that is in it, as far as that is possible.
	 * @param directory the directory
	 */
	static void delete(Path directory) {
		try {
			Files.walkFileTree(directory, new SimpleFileVisitor<>() {

				@Override
				public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
					Files.delete(file);
					return FileVisitResult.CONTINUE;
				}

				@Override
				public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failure)
						throws IOException {
					Files.delete(visited);
					return FileVisitResult.CONTINUE;
				}

			});
		}
		catch (IOException ex) {
			logger.warn("The temporary directory {} could not be removed", directory, ex);
		}
	}

}
