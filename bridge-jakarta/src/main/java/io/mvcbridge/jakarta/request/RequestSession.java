package io.mvcbridge.jakarta.request;

import java.util.IdentityHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

import io.mvcbridge.jakarta.security.SessionLogin;
import io.mvcbridge.jakarta.session.Sessions;
import jakarta.servlet.SessionCookieConfig;
import jakarta.servlet.SessionTrackingMode;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpSession;
import org.jspecify.annotations.Nullable;

/**
 * The session of one request: what the client asked for, what was found or made, and how
 * the client learns of it (Servlet 6.1 §7). A session that was found or made is in use
 * until the exchange ends.
 */
final class RequestSession {

	private static final String DEFAULT_COOKIE_NAME = "JSESSIONID";

	private static final String DEFAULT_PARAMETER_NAME = "jsessionid";

	private final ServletExchange exchange;

	private final WebContext context;

	private final Sessions sessions;

	/**
	 * The session of the application that the request was sent to, if this is that of
	 * another one; null for that application's own.
	 */
	private final @Nullable RequestSession origin;

	/** The sessions in other applications, null before the first. */
	private @Nullable Map<WebContext, RequestSession> across;

	/** In use by this request; whoever takes it out gives it back. */
	private final AtomicReference<@Nullable HttpSession> session = new AtomicReference<>();

	private @Nullable String requestedId;

	private boolean fromCookie;

	private boolean fromUrl;

	private boolean resolved;

	RequestSession(ServletExchange exchange) {
		this(exchange, exchange.context(), null);
	}

	private RequestSession(ServletExchange exchange, WebContext context, @Nullable RequestSession origin) {
		this.exchange = exchange;
		this.context = context;
		this.sessions = context.sessions();
		this.origin = origin;
	}

	/**
	 * The session in another application, which this one has dispatched to: an object of
	 * its own (Servlet 6.1 §7.3), but with the same identifier, because the client knows
	 * no other.
	 */
	RequestSession across(WebContext context) {
		Map<WebContext, RequestSession> across = this.across;
		if (across == null) {
			across = new IdentityHashMap<>();
			this.across = across;
		}
		return across.computeIfAbsent(context, (other) -> new RequestSession(this.exchange, other, this));
	}

	/**
	 * The session.
	 * @param create whether to make one if there is none
	 * @return the session, null if there is none and none is to be made
	 * @throws IllegalStateException if one is to be made and the response is committed,
	 * so that the client could not learn of it
	 */
	@Nullable HttpSession get(boolean create) {
		this.exchange.checkNotEnded();
		HttpSession session = this.session.get();
		if (session != null) {
			if (this.sessions.isValid(session)) {
				return session;
			}
			release();
		}
		resolve();
		session = this.session.get();
		return (session == null && create) ? create() : session;
	}

	/**
	 * What the session knows of its user.
	 * @param create whether to make a session if there is none
	 * @return the login, null if there is no session and none is to be made
	 */
	@Nullable SessionLogin login(boolean create) {
		HttpSession session = get(create);
		return (session != null) ? this.sessions.login(session) : null;
	}

	private @Nullable HttpSession create() {
		if (this.origin != null) {
			return createAs(this.origin.get(true));
		}
		boolean cookie = tracksBy(SessionTrackingMode.COOKIE);
		if (cookie && this.exchange.response().isCommitted()) {
			throw new IllegalStateException("A session cannot be created any more: the response is committed, so the"
					+ " client would not learn of it. Call getSession() before anything is written or flushed");
		}
		HttpSession session = this.sessions.create();
		use(session);
		if (cookie) {
			sendCookie(session.getId());
		}
		return session;
	}

	private @Nullable HttpSession createAs(@Nullable HttpSession known) {
		if (known != null) {
			use(this.sessions.create(known.getId()));
		}
		return this.session.get();
	}

	/**
	 * Keeps a session for this request. A thread that comes after the end of the exchange
	 * must not leave it in use for ever.
	 */
	private void use(HttpSession session) {
		this.session.set(session);
		if (this.exchange.isEnded()) {
			release();
			this.exchange.checkNotEnded();
		}
	}

	/** Finds out what the client asked for, and finds the session if it is valid. */
	private void resolve() {
		if (!this.resolved) {
			this.exchange.checkNotEnded();
			this.resolved = true;
			if (this.origin != null) {
				resolveAs(this.origin);
				return;
			}
			if (tracksBy(SessionTrackingMode.COOKIE)) {
				resolveCookies();
			}
			if (this.requestedId == null && tracksBy(SessionTrackingMode.URL)) {
				resolveUrl();
			}
		}
	}

	private void resolveAs(RequestSession origin) {
		this.requestedId = origin.requestedId();
		this.fromCookie = origin.fromCookie;
		this.fromUrl = origin.fromUrl;
		HttpSession known = origin.get(false);
		if (known != null) {
			find(known.getId());
		}
	}

	private void resolveUrl() {
		String id = this.exchange.target().pathParameter(parameterName());
		if (id != null) {
			this.requestedId = id;
			this.fromUrl = true;
			find(id);
		}
	}

	private boolean find(String id) {
		HttpSession found = this.sessions.find(id);
		if (found != null) {
			use(found);
		}
		return found != null;
	}

	/**
	 * Of several cookies of that name, that of a valid session counts, else the first.
	 */
	private void resolveCookies() {
		String name = cookieName();
		for (Cookie cookie : this.exchange.request().cookies()) {
			if (!cookie.getName().equals(name)) {
				continue;
			}
			boolean found = find(cookie.getValue());
			if (found || this.requestedId == null) {
				this.requestedId = cookie.getValue();
				this.fromCookie = true;
			}
			if (found) {
				return;
			}
		}
	}

	@Nullable String requestedId() {
		resolve();
		return this.requestedId;
	}

	boolean isRequestedIdValid() {
		String requested = requestedId();
		if (requested == null) {
			return false;
		}
		HttpSession session = get(false);
		return session != null && session.getId().equals(requested);
	}

	boolean isFromCookie() {
		resolve();
		return this.fromCookie;
	}

	boolean isFromUrl() {
		resolve();
		return this.fromUrl;
	}

	/** Gives the session a new identifier and tells the client (Servlet 6.1 §7.3.1). */
	String changeId() {
		HttpSession session = get(false);
		if (session == null) {
			throw new IllegalStateException("The session identifier cannot be changed: the request has no session");
		}
		if (this.origin != null) {
			return this.sessions.changeId(session, this.origin.changeId());
		}
		String id = this.sessions.changeId(session);
		if (tracksBy(SessionTrackingMode.COOKIE)) {
			sendCookie(id);
		}
		return id;
	}

	private void sendCookie(String id) {
		SessionCookieConfig config = this.sessions.cookieConfig();
		Cookie cookie = new Cookie(cookieName(), id);
		for (Map.Entry<String, String> attribute : config.getAttributes().entrySet()) {
			cookie.setAttribute(attribute.getKey(), attribute.getValue());
		}
		if (cookie.getPath() == null) {
			String contextPath = this.context.getContextPath();
			cookie.setPath(contextPath.isEmpty() ? "/" : contextPath);
		}
		if (!config.isSecure() && this.exchange.request().isSecure()) {
			cookie.setSecure(true);
		}
		this.context.completeCookie(cookie);
		this.exchange.response().setSessionCookie(cookie);
	}

	/**
	 * Adds the session identifier to a URL of this application if the client may know it
	 * from nowhere else (Servlet 6.1 §7.1.3).
	 * @param url absolute or relative
	 * @return the URL to send
	 */
	String encode(String url) {
		if (!tracksBy(SessionTrackingMode.URL) || url.startsWith("#") || isFromCookie()) {
			return url;
		}
		HttpSession session = get(false);
		if (session == null || !isOwn(url)) {
			return url;
		}
		int end = url.length();
		for (int i = 0; i < end; i++) {
			char c = url.charAt(i);
			if (c == '?' || c == '#') {
				end = i;
			}
		}
		String parameter = ";" + parameterName() + "=";
		if (url.lastIndexOf(parameter, end) >= 0) {
			return url;
		}
		return url.substring(0, end) + parameter + session.getId() + url.substring(end);
	}

	/** Whether a URL leads into this application. */
	private boolean isOwn(String url) {
		String contextPath = this.context.getContextPath();
		String path = url;
		if (Redirects.hasScheme(url)) {
			String origin = this.exchange.request().address().origin();
			if (!url.regionMatches(true, 0, origin, 0, origin.length())) {
				return false;
			}
			path = url.substring(origin.length());
			if (!path.isEmpty() && "/?#".indexOf(path.charAt(0)) < 0) {
				return false;
			}
		}
		else if (url.startsWith("//")) {
			return false;
		}
		else if (!url.startsWith("/")) {
			return true;
		}
		return path.startsWith(contextPath)
				&& (path.length() == contextPath.length() || "/?#;".indexOf(path.charAt(contextPath.length())) >= 0);
	}

	private boolean tracksBy(SessionTrackingMode mode) {
		return this.sessions.trackingModes().contains(mode);
	}

	private String cookieName() {
		String name = this.sessions.cookieConfig().getName();
		return (name != null) ? name : DEFAULT_COOKIE_NAME;
	}

	private String parameterName() {
		String name = this.sessions.cookieConfig().getName();
		return (name != null) ? name : DEFAULT_PARAMETER_NAME;
	}

	/** Lets the session go. */
	void release() {
		HttpSession session = this.session.getAndSet(null);
		if (session != null) {
			this.sessions.release(session);
		}
		if (this.across != null) {
			this.across.values().forEach(RequestSession::release);
		}
	}

}
