package io.mvcbridge.jakarta.context;

import java.util.ArrayList;
import java.util.EventListener;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.mvcbridge.jakarta.context.ContextPhase.Step;
import io.mvcbridge.jakarta.session.SessionListeners;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletContextAttributeEvent;
import jakarta.servlet.ServletContextAttributeListener;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestAttributeListener;
import jakarta.servlet.ServletRequestEvent;
import jakarta.servlet.ServletRequestListener;
import jakarta.servlet.http.HttpSessionAttributeListener;
import jakarta.servlet.http.HttpSessionIdListener;
import jakarta.servlet.http.HttpSessionListener;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The listeners of a context (Servlet 6.1 §11), by kind, in the order of registration.
 * Beginnings are told in that order, ends in reverse. Listeners are added while the
 * context is initialised; context attribute listeners may be told meanwhile.
 */
final class ContextListeners {

	private static final Logger logger = LoggerFactory.getLogger(ContextListeners.class);

	private static final List<Class<? extends EventListener>> KINDS = List.of(ServletContextAttributeListener.class,
			ServletRequestListener.class, ServletRequestAttributeListener.class, HttpSessionListener.class,
			HttpSessionAttributeListener.class, HttpSessionIdListener.class);

	private final ServletContext servletContext;

	private final ContextPhase phase;

	private final List<ContextListener> contexts = new ArrayList<>();

	private final List<ServletContextListener> initialized = new ArrayList<>();

	private final List<ServletContextAttributeListener> contextAttributes = new CopyOnWriteArrayList<>();

	private final List<ServletRequestListener> requests = new CopyOnWriteArrayList<>();

	private final List<ServletRequestAttributeListener> requestAttributes = new CopyOnWriteArrayList<>();

	private final List<HttpSessionListener> sessions = new ArrayList<>();

	private final List<HttpSessionAttributeListener> sessionAttributes = new ArrayList<>();

	private final List<HttpSessionIdListener> sessionIds = new ArrayList<>();

	ContextListeners(ServletContext servletContext, ContextPhase phase) {
		this.servletContext = servletContext;
		this.phase = phase;
	}

	/**
	 * Refuses a class that is no listener the container could tell anything.
	 * @param type the class
	 * @param contextListeners whether a context listener will do
	 * @throws IllegalArgumentException if it implements none of the listener interfaces
	 */
	static void requireListener(Class<?> type, boolean contextListeners) {
		if (ServletContextListener.class.isAssignableFrom(type)) {
			if (contextListeners) {
				return;
			}
			throw new IllegalArgumentException(type.getName() + " is a ServletContextListener, which can only be added "
					+ "by an initializer: the context is already telling its listeners");
		}
		for (Class<? extends EventListener> kind : KINDS) {
			if (kind.isAssignableFrom(type)) {
				return;
			}
		}
		throw new IllegalArgumentException(
				type.getName() + " implements no listener interface of a servlet context: " + KINDS);
	}

	/**
	 * Adds a listener.
	 * @param listener the listener
	 * @param declared whether it was declared and not added by a program
	 * @throws IllegalArgumentException if it is no listener, or a context listener added
	 * too late
	 */
	void add(EventListener listener, boolean declared) {
		requireListener(listener.getClass(), this.phase.takesContextListeners());
		if (listener instanceof ServletContextListener context) {
			this.contexts.add(new ContextListener(context, declared));
		}
		if (listener instanceof ServletContextAttributeListener contextAttribute) {
			this.contextAttributes.add(contextAttribute);
		}
		if (listener instanceof ServletRequestListener request) {
			this.requests.add(request);
		}
		if (listener instanceof ServletRequestAttributeListener requestAttribute) {
			this.requestAttributes.add(requestAttribute);
		}
		if (listener instanceof HttpSessionListener session) {
			this.sessions.add(session);
		}
		if (listener instanceof HttpSessionAttributeListener sessionAttribute) {
			this.sessionAttributes.add(sessionAttribute);
		}
		if (listener instanceof HttpSessionIdListener sessionId) {
			this.sessionIds.add(sessionId);
		}
	}

	/**
	 * Tells the context listeners.
	 * @throws ServletException names the first that threw, with its exception as cause:
	 * the others are not told, and the start fails
	 */
	void contextInitialized() throws ServletException {
		ServletContextEvent event = new ServletContextEvent(this.servletContext);
		for (ContextListener listener : this.contexts) {
			this.phase.enter(listener.declared() ? Step.DECLARED_LISTENER : Step.RESTRICTED_LISTENER);
			try {
				listener.listener().contextInitialized(event);
			}
			catch (RuntimeException ex) {
				throw new ServletException(
						"Listener " + listener.listener().getClass().getName() + " failed in contextInitialized: " + ex,
						ex);
			}
			this.initialized.add(listener.listener());
		}
		this.phase.enter(Step.DECLARED_LISTENER);
	}

	/** Tells the context listeners that were told of the beginning, the last first. */
	void contextDestroyed() {
		ServletContextEvent event = new ServletContextEvent(this.servletContext);
		for (int i = this.initialized.size() - 1; i >= 0; i--) {
			ServletContextListener listener = this.initialized.get(i);
			try {
				listener.contextDestroyed(event);
			}
			catch (Throwable ex) {
				// Whatever it is: the others have to be told too.
				logger.error("Listener {} of context '{}' failed in contextDestroyed", listener.getClass().getName(),
						this.servletContext.getContextPath(), ex);
			}
		}
		this.initialized.clear();
	}

	void contextAttributeSet(String name, Object value, @Nullable Object old) {
		if (this.contextAttributes.isEmpty()) {
			return;
		}
		ServletContextAttributeEvent event = new ServletContextAttributeEvent(this.servletContext, name,
				(old != null) ? old : value);
		for (ServletContextAttributeListener listener : this.contextAttributes) {
			if (old != null) {
				listener.attributeReplaced(event);
			}
			else {
				listener.attributeAdded(event);
			}
		}
	}

	void contextAttributeRemoved(String name, Object old) {
		if (this.contextAttributes.isEmpty()) {
			return;
		}
		ServletContextAttributeEvent event = new ServletContextAttributeEvent(this.servletContext, name, old);
		for (ServletContextAttributeListener listener : this.contextAttributes) {
			listener.attributeRemoved(event);
		}
	}

	void requestInitialized(ServletRequest request) {
		if (this.requests.isEmpty()) {
			return;
		}
		ServletRequestEvent event = new ServletRequestEvent(this.servletContext, request);
		for (int i = 0; i < this.requests.size(); i++) {
			this.requests.get(i).requestInitialized(event);
		}
	}

	void requestDestroyed(ServletRequest request) {
		if (this.requests.isEmpty()) {
			return;
		}
		ServletRequestEvent event = new ServletRequestEvent(this.servletContext, request);
		for (int i = this.requests.size() - 1; i >= 0; i--) {
			ServletRequestListener listener = this.requests.get(i);
			try {
				listener.requestDestroyed(event);
			}
			catch (Throwable ex) {
				// Whatever it is: the others have to be told too.
				logger.error("Listener {} of context '{}' failed in requestDestroyed", listener.getClass().getName(),
						this.servletContext.getContextPath(), ex);
			}
		}
	}

	/** Live: shows listeners that are added later. */
	List<ServletRequestAttributeListener> requestAttributes() {
		return this.requestAttributes;
	}

	SessionListeners sessionListeners() {
		return new SessionListeners(this.sessions, this.sessionAttributes, this.sessionIds);
	}

	/**
	 * A context listener.
	 *
	 * @param listener the listener
	 * @param declared whether it was declared and not added by a program
	 */
	private record ContextListener(ServletContextListener listener, boolean declared) {

	}

}
