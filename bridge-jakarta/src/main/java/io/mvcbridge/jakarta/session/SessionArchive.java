package io.mvcbridge.jakarta.session;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InvalidClassException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import jakarta.servlet.http.HttpSessionActivationListener;
import jakarta.servlet.http.HttpSessionEvent;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns sessions into {@link StoredSession}s and back. Every attribute is serialised by
 * itself, so that one that cannot be is lost alone and named in the log, once for each
 * name and reason.
 */
final class SessionArchive {

	private static final Logger logger = LoggerFactory.getLogger(SessionArchive.class);

	private final InMemorySessions sessions;

	private final SessionStore store;

	private final ClassLoader classLoader;

	private final Set<String> reported = new HashSet<>();

	SessionArchive(InMemorySessions sessions, SessionStore store, ClassLoader classLoader) {
		this.sessions = sessions;
		this.store = store;
		this.classLoader = classLoader;
	}

	void save(Collection<BridgeSession> saved) {
		List<StoredSession> stored = new ArrayList<>(saved.size());
		for (BridgeSession session : saved) {
			stored.add(passivate(session));
		}
		try {
			this.store.save(stored);
		}
		catch (IOException | RuntimeException ex) {
			logger.error("{} sessions of context '{}' are lost: they could not be saved", stored.size(), contextPath(),
					ex);
		}
	}

	private StoredSession passivate(BridgeSession session) {
		Map<String, byte[]> attributes = new HashMap<>();
		session.attributes().forEach((name, value) -> {
			byte[] serialized = passivate(session, name, value);
			if (serialized != null) {
				attributes.put(name, serialized);
			}
		});
		return new StoredSession(session.getId(), session.creationTime(), session.accessedTime(),
				session.getMaxInactiveInterval(), session.joined(), attributes);
	}

	private byte @Nullable [] passivate(BridgeSession session, String name, Object value) {
		try {
			if (value instanceof HttpSessionActivationListener listener) {
				listener.sessionWillPassivate(new HttpSessionEvent(session));
			}
			ByteArrayOutputStream bytes = new ByteArrayOutputStream();
			try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
				out.writeObject(value);
			}
			return bytes.toByteArray();
		}
		catch (IOException | RuntimeException | StackOverflowError ex) {
			report("Session attribute '" + name + "' of " + value.getClass().getName() + " is not kept across the "
					+ "restart: it cannot be serialised (" + ex + "). Make it and all it refers to Serializable, or "
					+ "keep it elsewhere");
			return null;
		}
	}

	Collection<BridgeSession> restore() {
		Collection<StoredSession> stored;
		try {
			stored = this.store.take();
		}
		catch (IOException | RuntimeException ex) {
			logger.error("Stored sessions of context '{}' are lost: they could not be read", contextPath(), ex);
			return List.of();
		}
		List<BridgeSession> restored = new ArrayList<>(stored.size());
		for (StoredSession session : stored) {
			restored.add(activate(session));
		}
		return restored;
	}

	private BridgeSession activate(StoredSession stored) {
		BridgeSession session = new BridgeSession(this.sessions, stored);
		stored.attributes().forEach((name, serialized) -> {
			Object value = deserialize(name, serialized);
			if (value != null) {
				session.attributes().put(name, value);
			}
		});
		session.attributes().forEach((name, value) -> {
			if (value instanceof HttpSessionActivationListener listener) {
				activated(session, name, listener);
			}
		});
		return session;
	}

	private void activated(BridgeSession session, String name, HttpSessionActivationListener listener) {
		try {
			listener.sessionDidActivate(new HttpSessionEvent(session));
		}
		catch (RuntimeException ex) {
			logger.error("Session attribute '{}' of {} failed in sessionDidActivate", name,
					listener.getClass().getName(), ex);
		}
	}

	private @Nullable Object deserialize(String name, byte[] serialized) {
		try (ObjectInputStream in = new ApplicationObjectInputStream(new ByteArrayInputStream(serialized),
				this.classLoader)) {
			return in.readObject();
		}
		catch (IOException | ClassNotFoundException | RuntimeException | LinkageError ex) {
			String cure = (ex instanceof InvalidClassException) ? ". Give the class a serialVersionUID and keep it"
					: "";
			report("Session attribute '" + name + "' is lost: it cannot be read back (" + ex + ")" + cure);
			return null;
		}
	}

	private void report(String message) {
		if (this.reported.add(message)) {
			logger.warn(message);
		}
	}

	private String contextPath() {
		return this.sessions.servletContext().getContextPath();
	}

	/** Finds classes by the application's class loader. */
	private static final class ApplicationObjectInputStream extends ObjectInputStream {

		private final ClassLoader classLoader;

		ApplicationObjectInputStream(InputStream in, ClassLoader classLoader) throws IOException {
			super(in);
			this.classLoader = classLoader;
		}

		@Override
		protected Class<?> resolveClass(ObjectStreamClass description) throws IOException, ClassNotFoundException {
			try {
				return Class.forName(description.getName(), false, this.classLoader);
			}
			catch (ClassNotFoundException ex) {
				// Primitive types and the classes of the JDK that only this class's
				// loader
				// sees.
				return super.resolveClass(description);
			}
		}

		@Override
		@SuppressWarnings("deprecation")
		protected Class<?> resolveProxyClass(String[] interfaces) throws IOException, ClassNotFoundException {
			Class<?>[] classes = new Class<?>[interfaces.length];
			for (int i = 0; i < interfaces.length; i++) {
				classes[i] = Class.forName(interfaces[i], false, this.classLoader);
			}
			try {
				return Proxy.getProxyClass(this.classLoader, classes);
			}
			catch (IllegalArgumentException ex) {
				throw new ClassNotFoundException(ex.getMessage(), ex);
			}
		}

	}

}
