package io.mvcbridge.jakarta.session;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

import io.mvcbridge.jakarta.security.SessionLogin;
import io.mvcbridge.jakarta.session.BridgeSession.State;
import jakarta.servlet.ServletContext;
import jakarta.servlet.SessionCookieConfig;
import jakarta.servlet.SessionTrackingMode;
import jakarta.servlet.http.HttpSession;
import jakarta.servlet.http.HttpSessionAttributeListener;
import jakarta.servlet.http.HttpSessionBindingEvent;
import jakarta.servlet.http.HttpSessionEvent;
import jakarta.servlet.http.HttpSessionIdListener;
import jakarta.servlet.http.HttpSessionListener;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the sessions of one web application in memory. Its life has three moments: it is
 * configured until {@link #freeze(SessionListeners)}, {@link #start()} brings stored
 * sessions back and begins to expire idle ones, {@link #close()} stores or ends what is
 * left.
 * <p>
 * A session leaves the map before its listeners hear of its end, so no new request sees
 * one that is ending (Servlet 6.1 §7.5). Identifier and state of a session change only
 * under {@link #transition}; listeners are called without it.
 */
public final class InMemorySessions implements Sessions {

	private static final Logger logger = LoggerFactory.getLogger(InMemorySessions.class);

	/**
	 * What is in effect unless an application chooses (Servlet 6.1 §7.1). Identifiers in
	 * URLs end up in logs, bookmarks and referrers, and let anybody hand a session of his
	 * own to others: only who needs them should have them.
	 */
	public static final Set<SessionTrackingMode> DEFAULT_TRACKING_MODES = Collections
		.unmodifiableSet(EnumSet.of(SessionTrackingMode.COOKIE));

	private static final Duration SWEEP_INTERVAL = Duration.ofSeconds(10);

	private final ServletContext servletContext;

	private final ClassLoader classLoader;

	private final InstantSource clock;

	private final @Nullable SessionStore store;

	private final SessionIds ids = new SessionIds();

	private final Map<String, BridgeSession> sessions = new ConcurrentHashMap<>();

	private final ReentrantLock transition = new ReentrantLock();

	private final SessionCookieSettings cookie = new SessionCookieSettings();

	private Set<SessionTrackingMode> trackingModes = DEFAULT_TRACKING_MODES;

	private int defaultTimeout = 30 * 60;

	private SessionListeners listeners = SessionListeners.NONE;

	private @Nullable ScheduledThreadPoolExecutor sweeper;

	/**
	 * Makes the sessions of a context.
	 * @param servletContext what sessions answer as their context
	 * @param classLoader the application's class loader, for listeners and stored
	 * attributes
	 * @param clock tells the time
	 * @param store keeps sessions while no application runs, null to end them then
	 */
	public InMemorySessions(ServletContext servletContext, ClassLoader classLoader, InstantSource clock,
			@Nullable SessionStore store) {
		this.servletContext = servletContext;
		this.classLoader = classLoader;
		this.clock = clock;
		this.store = store;
	}

	/** How many seconds a new session may be idle; zero or less for ever. */
	public int defaultTimeout() {
		return this.defaultTimeout;
	}

	/**
	 * Sets how long new sessions may be idle.
	 * @param seconds the time, zero or less for ever
	 */
	public void defaultTimeout(int seconds) {
		this.defaultTimeout = seconds;
	}

	/**
	 * Sets how sessions may be tracked (Servlet 6.1 §7.1).
	 * @param modes {@code COOKIE}, {@code URL}, both or none
	 * @throws IllegalArgumentException for {@code SSL}
	 */
	public void trackingModes(Set<SessionTrackingMode> modes) {
		if (modes.contains(SessionTrackingMode.SSL)) {
			throw new IllegalArgumentException(
					"Sessions cannot be tracked by SSL: this container knows COOKIE and URL, was asked for " + modes);
		}
		EnumSet<SessionTrackingMode> copy = EnumSet.noneOf(SessionTrackingMode.class);
		copy.addAll(modes);
		this.trackingModes = Collections.unmodifiableSet(copy);
	}

	@Override
	public Set<SessionTrackingMode> trackingModes() {
		return this.trackingModes;
	}

	@Override
	public SessionCookieConfig cookieConfig() {
		return this.cookie;
	}

	/**
	 * Ends the configuration.
	 * @param listeners who is told of sessions from now on
	 */
	public void freeze(SessionListeners listeners) {
		this.listeners = listeners;
		this.cookie.freeze();
	}

	/**
	 * Brings stored sessions back and begins to expire idle ones. Called before the first
	 * request, with the application's class loader as context class loader. A store that
	 * cannot be read is logged and does not keep the application from starting.
	 */
	public void start() {
		if (this.store != null) {
			for (BridgeSession session : new SessionArchive(this, this.store, this.classLoader).restore()) {
				this.sessions.put(session.getId(), session);
			}
		}
		ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(1, (task) -> {
			Thread thread = new Thread(task, "mvc-bridge-sessions");
			thread.setDaemon(true);
			thread.setContextClassLoader(this.classLoader);
			return thread;
		});
		executor.scheduleWithFixedDelay(this::expireIdle, SWEEP_INTERVAL.toMillis(), SWEEP_INTERVAL.toMillis(),
				TimeUnit.MILLISECONDS);
		this.sweeper = executor;
	}

	@Override
	public HttpSession create() {
		BridgeSession session;
		do {
			session = new BridgeSession(this, this.ids.next(), this.clock.millis(), this.defaultTimeout);
			session.acquire();
		}
		while (this.sessions.putIfAbsent(session.getId(), session) != null);
		return begin(session);
	}

	@Override
	public HttpSession create(String id) {
		BridgeSession session = new BridgeSession(this, id, this.clock.millis(), this.defaultTimeout);
		session.acquire();
		while (this.sessions.putIfAbsent(id, session) != null) {
			HttpSession other = find(id);
			if (other != null) {
				return other;
			}
		}
		return begin(session);
	}

	private HttpSession begin(BridgeSession session) {
		if (!this.listeners.lifecycle().isEmpty()) {
			tellCreated(session);
		}
		return session;
	}

	private void tellCreated(BridgeSession session) {
		HttpSessionEvent event = new HttpSessionEvent(session);
		boolean created = false;
		try {
			for (HttpSessionListener listener : this.listeners.lifecycle()) {
				listener.sessionCreated(event);
			}
			created = true;
		}
		finally {
			if (!created) {
				// Its identifier will never leave: end it now instead of at its time-out.
				session.release();
				expired(session);
			}
		}
	}

	@Override
	public boolean isEmpty() {
		return this.sessions.isEmpty();
	}

	@Override
	public @Nullable HttpSession find(String id) {
		BridgeSession session = acquire(id);
		if (session != null) {
			session.join();
		}
		return session;
	}

	private @Nullable BridgeSession acquire(String id) {
		BridgeSession session = this.sessions.get(id);
		if (session == null) {
			return null;
		}
		long now = this.clock.millis();
		if (session.expire(now)) {
			expired(session);
			return null;
		}
		if (!session.acquire()) {
			return null;
		}
		if (session.state() != State.VALID || !session.getId().equals(id)) {
			session.release();
			return null;
		}
		session.accessed(now);
		return session;
	}

	@Override
	public SessionLogin login(HttpSession session) {
		return ((BridgeSession) session).login();
	}

	@Override
	public boolean isValid(HttpSession session) {
		return ((BridgeSession) session).state() == State.VALID;
	}

	@Override
	public void release(HttpSession session) {
		((BridgeSession) session).release();
	}

	void access(String id, Consumer<HttpSession> consumer) {
		BridgeSession session = acquire(id);
		if (session == null) {
			throw new IllegalStateException("The session can no longer be accessed: it was invalidated, has expired, "
					+ "or its identifier was changed after this accessor was obtained");
		}
		try {
			consumer.accept(session);
		}
		finally {
			release(session);
		}
	}

	@Override
	public String changeId(HttpSession session) {
		String id = null;
		while (id == null) {
			id = tryChangeId((BridgeSession) session, this.ids.next());
		}
		return id;
	}

	@Override
	public String changeId(HttpSession session, String id) {
		String changed = tryChangeId((BridgeSession) session, id);
		if (changed == null) {
			throw new IllegalStateException(
					"The identifier of the session cannot be changed to that of the application "
							+ "which dispatched here: another session has it");
		}
		return changed;
	}

	/** Null if another session has the identifier. */
	private @Nullable String tryChangeId(BridgeSession changed, String newId) {
		String oldId;
		this.transition.lock();
		try {
			if (changed.state() != State.VALID) {
				throw new IllegalStateException("The session is invalid: its identifier cannot be changed");
			}
			oldId = changed.getId();
			if (this.sessions.putIfAbsent(newId, changed) != null) {
				return null;
			}
			changed.id(newId);
			this.sessions.remove(oldId, changed);
		}
		finally {
			this.transition.unlock();
		}
		if (!this.listeners.ids().isEmpty()) {
			HttpSessionEvent event = new HttpSessionEvent(changed);
			for (HttpSessionIdListener listener : this.listeners.ids()) {
				listener.sessionIdChanged(event, oldId);
			}
		}
		return newId;
	}

	/**
	 * Ends a session: listeners in reverse order, then its attributes (Servlet 6.1
	 * §11.3.3). Does nothing if it is ending already. What a listener throws leaves this
	 * method after the session has ended all the same.
	 * @param session the session
	 */
	void invalidate(BridgeSession session) {
		this.transition.lock();
		try {
			if (session.state() != State.VALID) {
				return;
			}
			session.state(State.ENDING);
			this.sessions.remove(session.getId(), session);
		}
		finally {
			this.transition.unlock();
		}
		RuntimeException failure = null;
		try {
			tellDestroyed(session);
		}
		catch (RuntimeException ex) {
			failure = ex;
		}
		finally {
			session.state(State.INVALID);
		}
		for (String name : new ArrayList<>(session.attributes().keySet())) {
			try {
				session.unbind(name);
			}
			catch (RuntimeException ex) {
				failure = join(failure, ex);
			}
		}
		if (failure != null) {
			throw failure;
		}
	}

	private void tellDestroyed(BridgeSession session) {
		List<HttpSessionListener> told = this.listeners.lifecycle();
		if (!told.isEmpty()) {
			HttpSessionEvent event = new HttpSessionEvent(session);
			for (int i = told.size() - 1; i >= 0; i--) {
				told.get(i).sessionDestroyed(event);
			}
		}
	}

	private static RuntimeException join(@Nullable RuntimeException first, RuntimeException next) {
		if (first == null) {
			return next;
		}
		if (first != next) {
			first.addSuppressed(next);
		}
		return first;
	}

	/** Ends every session that is unused and idle for too long. */
	void expireIdle() {
		long now = this.clock.millis();
		for (BridgeSession session : this.sessions.values()) {
			if (session.expire(now)) {
				expired(session);
			}
		}
	}

	/** What a listener throws now has nobody to go to but the log. */
	private void expired(BridgeSession session) {
		try {
			invalidate(session);
		}
		catch (Throwable ex) {
			// Whatever it is: the other sessions have to end too.
			logger.error("A listener failed while a session of context '{}' expired",
					this.servletContext.getContextPath(), ex);
		}
	}

	/**
	 * Stores the sessions, or ends them where there is no store. Does nothing if they
	 * were never started. Called after the last request, with the application's class
	 * loader as context class loader.
	 */
	public void close() {
		if (this.sweeper == null) {
			// Never started: what the store keeps is still there.
			return;
		}
		stop(this.sweeper);
		this.sweeper = null;
		expireIdle();
		if (this.store != null) {
			new SessionArchive(this, this.store, this.classLoader).save(valid());
		}
		else {
			valid().forEach(this::expired);
		}
		this.sessions.clear();
	}

	private Collection<BridgeSession> valid() {
		return new ArrayList<>(this.sessions.values());
	}

	private static void stop(ScheduledThreadPoolExecutor sweeper) {
		sweeper.shutdownNow();
		try {
			if (!sweeper.awaitTermination(10, TimeUnit.SECONDS)) {
				logger.warn("A session listener has been running for 10 s: sessions are closed without waiting for it");
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	ServletContext servletContext() {
		return this.servletContext;
	}

	/** How many sessions there are, idle ones included. */
	public int size() {
		return this.sessions.size();
	}

	void attributeSet(BridgeSession session, String name, Object value, @Nullable Object old) {
		if (this.listeners.attributes().isEmpty()) {
			return;
		}
		HttpSessionBindingEvent event = new HttpSessionBindingEvent(session, name, (old != null) ? old : value);
		for (HttpSessionAttributeListener listener : this.listeners.attributes()) {
			if (old != null) {
				listener.attributeReplaced(event);
			}
			else {
				listener.attributeAdded(event);
			}
		}
	}

	void attributeRemoved(BridgeSession session, String name, Object old) {
		if (this.listeners.attributes().isEmpty()) {
			return;
		}
		HttpSessionBindingEvent event = new HttpSessionBindingEvent(session, name, old);
		for (HttpSessionAttributeListener listener : this.listeners.attributes()) {
			listener.attributeRemoved(event);
		}
	}

}
