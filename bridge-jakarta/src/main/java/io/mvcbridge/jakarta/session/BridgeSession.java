package io.mvcbridge.jakarta.session;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import io.mvcbridge.jakarta.security.SessionLogin;
import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpSession;
import jakarta.servlet.http.HttpSessionBindingEvent;
import jakarta.servlet.http.HttpSessionBindingListener;
import org.jspecify.annotations.Nullable;

/**
 * One session. Its end is decided once: {@link State} leaves {@code VALID} under the lock
 * of {@link InMemorySessions}, which also guards the identifier, so that an identifier
 * change and an invalidation exclude each other. {@link #uses} counts the requests that
 * use it; only a count of zero can be swapped for {@link #EXPIRED}, so that a session
 * never expires under a request.
 */
final class BridgeSession implements HttpSession {

	/** Value of {@link #uses} that no request can add to any more. */
	private static final int EXPIRED = Integer.MIN_VALUE;

	private final InMemorySessions sessions;

	private final long creationTime;

	private final Map<String, Object> attributes = new ConcurrentHashMap<>();

	private final AtomicInteger uses = new AtomicInteger();

	private volatile String id;

	private volatile State state = State.VALID;

	private volatile int maxInactiveInterval;

	private volatile boolean joined;

	/** Made when somebody first asks who is logged in. */
	private final AtomicReference<@Nullable SessionLogin> login = new AtomicReference<>();

	/** When the request before the current one began. */
	private volatile long lastAccessedTime;

	/** When the current request began: idle time counts from here. */
	private volatile long accessedTime;

	BridgeSession(InMemorySessions sessions, String id, long now, int maxInactiveInterval) {
		this.sessions = sessions;
		this.id = id;
		this.creationTime = now;
		this.lastAccessedTime = now;
		this.accessedTime = now;
		this.maxInactiveInterval = maxInactiveInterval;
	}

	BridgeSession(InMemorySessions sessions, StoredSession stored) {
		this.sessions = sessions;
		this.id = stored.id();
		this.creationTime = stored.creationTime();
		this.lastAccessedTime = stored.lastAccessedTime();
		this.accessedTime = stored.lastAccessedTime();
		this.maxInactiveInterval = stored.maxInactiveInterval();
		this.joined = stored.joined();
	}

	/**
	 * Begins a use, unless the session has ended.
	 * @return whether the session may be used until {@link #release()}
	 */
	boolean acquire() {
		int count;
		do {
			count = this.uses.get();
			if (count < 0) {
				return false;
			}
		}
		while (!this.uses.compareAndSet(count, count + 1));
		return true;
	}

	void accessed(long now) {
		this.lastAccessedTime = this.accessedTime;
		this.accessedTime = now;
	}

	void join() {
		this.joined = true;
	}

	void release() {
		this.uses.decrementAndGet();
	}

	boolean isIdleTooLong(long now) {
		int interval = this.maxInactiveInterval;
		return interval > 0 && now - this.accessedTime >= interval * 1000L;
	}

	/**
	 * Closes the session for requests if it is unused and idle for too long.
	 * @return whether this call closed it: the caller invalidates it
	 */
	boolean expire(long now) {
		return isIdleTooLong(now) && this.uses.compareAndSet(0, EXPIRED);
	}

	SessionLogin login() {
		SessionLogin login = this.login.get();
		if (login == null) {
			SessionLogin made = new SessionLogin();
			login = this.login.compareAndSet(null, made) ? made : Objects.requireNonNull(this.login.get());
		}
		return login;
	}

	State state() {
		return this.state;
	}

	void state(State state) {
		this.state = state;
	}

	void id(String id) {
		this.id = id;
	}

	long accessedTime() {
		return this.accessedTime;
	}

	boolean joined() {
		return this.joined;
	}

	/** The live attributes, for the sessions' own use: nobody is told of changes. */
	Map<String, Object> attributes() {
		return this.attributes;
	}

	@Override
	public long getCreationTime() {
		requireValid("getCreationTime");
		return this.creationTime;
	}

	long creationTime() {
		return this.creationTime;
	}

	@Override
	public String getId() {
		return this.id;
	}

	@Override
	public long getLastAccessedTime() {
		requireValid("getLastAccessedTime");
		return this.lastAccessedTime;
	}

	@Override
	public ServletContext getServletContext() {
		return this.sessions.servletContext();
	}

	@Override
	public void setMaxInactiveInterval(int seconds) {
		this.maxInactiveInterval = seconds;
	}

	@Override
	public int getMaxInactiveInterval() {
		return this.maxInactiveInterval;
	}

	@Override
	public @Nullable Object getAttribute(String name) {
		requireValid("getAttribute");
		return (name != null) ? this.attributes.get(name) : null;
	}

	@Override
	public Enumeration<String> getAttributeNames() {
		requireValid("getAttributeNames");
		List<String> names = new ArrayList<>(this.attributes.keySet());
		return Collections.enumeration(names);
	}

	/**
	 * {@inheritDoc} The value learns that it is bound before anyone can get it (Servlet
	 * 6.1 §7.4).
	 */
	@Override
	public void setAttribute(String name, @Nullable Object value) {
		if (name == null) {
			throw new IllegalArgumentException("A session attribute needs a name");
		}
		if (value == null) {
			removeAttribute(name);
			return;
		}
		requireValid("setAttribute");
		if (value instanceof HttpSessionBindingListener listener && this.attributes.get(name) != value) {
			listener.valueBound(new HttpSessionBindingEvent(this, name, value));
		}
		Object old = this.attributes.put(name, value);
		if (this.state == State.INVALID && this.attributes.remove(name, value)) {
			// The unbinding of all attributes has passed by: nobody else would unbind it.
			unbound(name, value);
			requireValid("setAttribute");
		}
		if (old != value && old instanceof HttpSessionBindingListener listener) {
			listener.valueUnbound(new HttpSessionBindingEvent(this, name, old));
		}
		this.sessions.attributeSet(this, name, value, old);
	}

	@Override
	public void removeAttribute(String name) {
		requireValid("removeAttribute");
		if (name != null) {
			unbind(name);
		}
	}

	/**
	 * Takes an attribute out and tells its value and the listeners.
	 * @param name the attribute
	 */
	void unbind(String name) {
		Object old = this.attributes.remove(name);
		if (old != null) {
			unbound(name, old);
			this.sessions.attributeRemoved(this, name, old);
		}
	}

	private void unbound(String name, Object value) {
		if (value instanceof HttpSessionBindingListener listener) {
			listener.valueUnbound(new HttpSessionBindingEvent(this, name, value));
		}
	}

	@Override
	public void invalidate() {
		requireValid("invalidate");
		this.sessions.invalidate(this);
	}

	@Override
	public boolean isNew() {
		requireValid("isNew");
		return !this.joined;
	}

	@Override
	public Accessor getAccessor() {
		requireValid("getAccessor");
		String accessibleId = this.id;
		return (consumer) -> this.sessions.access(accessibleId, consumer);
	}

	private void requireValid(String method) {
		if (this.state == State.INVALID) {
			throw new IllegalStateException(method + ": the session is invalid, because it was invalidated or has "
					+ "expired. Get the current one with HttpServletRequest.getSession()");
		}
	}

	/** The life of a session, in this order. */
	enum State {

		/** In use or waiting for its next request. */
		VALID,

		/**
		 * Its listeners are being told; they still see its attributes, but no request
		 * finds it any more.
		 */
		ENDING,

		/** Over; attributes are being unbound or are. */
		INVALID

	}

}
