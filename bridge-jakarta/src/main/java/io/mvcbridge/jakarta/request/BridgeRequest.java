package io.mvcbridge.jakarta.request;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UnsupportedEncodingException;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.security.Principal;
import java.util.Collection;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

import io.mvcbridge.core.exchange.BodyReader;
import io.mvcbridge.core.exchange.ConnectionInfo;
import io.mvcbridge.jakarta.http.AcceptLanguage;
import io.mvcbridge.jakarta.http.ContentType;
import io.mvcbridge.jakarta.http.CookieHeader;
import io.mvcbridge.jakarta.http.HttpDate;
import io.mvcbridge.jakarta.http.Parameters;
import io.mvcbridge.jakarta.http.RequestRejectedException;
import io.mvcbridge.jakarta.security.ApplicationSecurity;
import io.mvcbridge.jakarta.security.RequestIdentity;
import io.mvcbridge.jakarta.session.Sessions;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletConnection;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestWrapper;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.SessionTrackingMode;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletMapping;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import jakarta.servlet.http.HttpUpgradeHandler;
import jakarta.servlet.http.Part;
import jakarta.servlet.http.PushBuilder;
import org.jspecify.annotations.Nullable;

/**
 * The request of one exchange as servlets see it (Servlet 6.1 §3). A facade: what takes
 * more than a look at the head is done by the part that owns it.
 * <p>
 * Longer than most classes because {@link HttpServletRequest} is: nothing here but the
 * interface.
 */
public final class BridgeRequest implements HttpServletRequest {

	private static final Cookie[] NO_COOKIES = new Cookie[0];

	private static final String GET = "GET";

	private final ServletExchange exchange;

	private HttpHeaders headers;

	private final DispatchFrames frames = new DispatchFrames();

	private final RequestAttributes attributes;

	private final RequestBody body;

	private final RequestAddress address;

	private @Nullable RequestParts parts;

	private @Nullable RequestParameters parameters;

	private @Nullable RequestSession session;

	/** Null until somebody asks who sent the request, or if nothing is secured. */
	private @Nullable RequestIdentity identity;

	/** The method of a saved request that this one stands for. */
	private @Nullable String restoredMethod;

	private Cookie @Nullable [] cookies;

	private @Nullable ContentType contentType;

	/** The charset that was set, as it was named. */
	private @Nullable String encoding;

	private @Nullable List<Locale> locales;

	BridgeRequest(ServletExchange exchange) {
		this.exchange = exchange;
		this.headers = exchange.http().head().headers();
		this.attributes = new RequestAttributes(exchange, this.frames);
		this.body = new RequestBody(exchange);
		this.address = new RequestAddress(exchange.http(), exchange.target());
	}

	/**
	 * Finds the container's own request behind the application's wrappers.
	 * @param request a request that the application handed back to the container
	 * @return the request of the exchange
	 * @throws IllegalArgumentException if there is none: the request is neither the
	 * container's nor a {@link ServletRequestWrapper} around it (Servlet 6.1 §6.2.2)
	 */
	public static BridgeRequest of(ServletRequest request) {
		ServletRequest candidate = request;
		while (candidate instanceof ServletRequestWrapper wrapper) {
			candidate = wrapper.getRequest();
		}
		if (candidate instanceof BridgeRequest found) {
			return found;
		}
		throw new IllegalArgumentException("Not a request of this container nor a wrapper around one: "
				+ request.getClass().getName() + ". Hand on the request you were given, or a ServletRequestWrapper");
	}

	/** The response of the same exchange. */
	public BridgeResponse response() {
		return this.exchange.response();
	}

	/**
	 * Begins a dispatch: paths, mapping, dispatcher type, attributes and parameters are
	 * those of the frame until {@link #leave(DispatchFrame)}.
	 * @param frame the frame
	 */
	public void enter(DispatchFrame frame) {
		this.frames.push(frame);
		dispatchChanged();
	}

	/**
	 * Ends a dispatch, and those above it that were not left. One whose target started
	 * asynchronous processing is not left by the one who dispatched: the request goes on
	 * to speak of it until the next dispatch by the container (Servlet 6.1 §9.3, §9.4).
	 * @param frame the frame
	 */
	public void leave(DispatchFrame frame) {
		this.frames.pop(frame);
		dispatchChanged();
	}

	/** Ends all dispatches but the original one, before the container starts another. */
	public void leaveAll() {
		this.frames.cutToOriginal();
		dispatchChanged();
		this.exchange.response().leaveIncludes();
	}

	private void dispatchChanged() {
		if (this.parameters != null) {
			this.parameters.dispatchChanged();
		}
	}

	/** The dispatch that runs. */
	public DispatchFrame frame() {
		return this.frames.top();
	}

	DispatchFrames frames() {
		return this.frames;
	}

	RequestBody body() {
		return this.body;
	}

	RequestAddress address() {
		return this.address;
	}

	private RequestSession sessionOf() {
		RequestSession own = ownSession();
		WebContext context = context();
		return (context == this.exchange.context()) ? own : own.across(context);
	}

	/** That of the application which the request was sent to. */
	private RequestSession ownSession() {
		RequestSession session = this.session;
		if (session == null) {
			session = new RequestSession(this.exchange);
			this.session = session;
		}
		return session;
	}

	/** The application that the request was dispatched to last. */
	public WebContext context() {
		DispatchFrame frame = this.frames.topOrNull();
		return (frame != null) ? frame.target().context() : this.exchange.context();
	}

	/**
	 * Runs a task when nothing runs for the exchange any more.
	 * @param task must neither block nor throw
	 */
	public void whenReleased(Runnable task) {
		this.exchange.http().whenReleased(task);
	}

	/**
	 * Finds the session that the client named, which thereby is accessed, whether or not
	 * the application asks for it (Servlet 6.1 §7.6). Looks for none while the
	 * application has no sessions, or the request nothing to name one by.
	 */
	public void accessSession() {
		Sessions sessions = this.exchange.context().sessions();
		if (!sessions.isEmpty() && (this.headers.contains(HttpHeaderNames.COOKIE)
				|| sessions.trackingModes().contains(SessionTrackingMode.URL))) {
			ownSession().get(false);
		}
	}

	String encodeUrl(String url) {
		return sessionOf().encode(url);
	}

	/**
	 * Holds the request against the security constraints of the application, and answers
	 * it if it may not pass (Servlet 6.1 §13.8.3). Called once, in the original dispatch,
	 * before any filter.
	 * @return whether the request may be dispatched
	 * @throws IOException if the answer cannot be written
	 * @throws ServletException if a page of the login failed
	 */
	public boolean admit() throws IOException, ServletException {
		RequestIdentity identity = identity();
		return identity == null || identity.admit();
	}

	private @Nullable RequestIdentity identity() {
		RequestIdentity identity = this.identity;
		if (identity == null) {
			ApplicationSecurity security = this.exchange.context().security();
			if (security != null) {
				identity = new RequestIdentity(security, new SecuredExchange(this.exchange, ownSession()));
				this.identity = identity;
			}
		}
		return identity;
	}

	/** Stands for another request from now on, before the application sees this one. */
	void restore(String method, HttpHeaders headers, BodyReader body) {
		this.restoredMethod = method;
		this.headers = headers;
		this.contentType = null;
		this.locales = null;
		this.cookies = null;
		this.parameters = null;
		this.parts = null;
		this.body.replace(body);
	}

	/** The method that the client meant, in error dispatches too. */
	String ownMethod() {
		String restored = this.restoredMethod;
		return (restored != null) ? restored : this.exchange.http().head().method();
	}

	/** Gives back what the request held. Called when the exchange ends. */
	void release() {
		if (this.session != null) {
			this.session.release();
		}
		if (this.parts != null) {
			this.parts.release();
		}
		this.body.release();
	}

	// ---- attributes

	@Override
	public @Nullable Object getAttribute(String name) {
		this.exchange.checkNotEnded();
		return this.attributes.get(name);
	}

	@Override
	public Enumeration<String> getAttributeNames() {
		this.exchange.checkNotEnded();
		return Collections.enumeration(this.attributes.names());
	}

	@Override
	public void setAttribute(String name, @Nullable Object value) {
		this.exchange.checkNotEnded();
		this.attributes.set(Objects.requireNonNull(name, "name"), value);
	}

	@Override
	public void removeAttribute(String name) {
		this.exchange.checkNotEnded();
		this.attributes.remove(name);
	}

	// ---- body and charset

	@Override
	public @Nullable String getCharacterEncoding() {
		if (this.encoding != null) {
			return this.encoding;
		}
		ContentType contentType = parsedContentType();
		String named = (contentType != null) ? contentType.charsetName() : null;
		return (named != null) ? named : this.exchange.context().getRequestCharacterEncoding();
	}

	@Override
	public void setCharacterEncoding(@Nullable String encoding) throws UnsupportedEncodingException {
		if (!isCharsetOpen()) {
			return;
		}
		if (encoding != null) {
			try {
				Charset.forName(encoding);
			}
			catch (IllegalCharsetNameException | UnsupportedCharsetException ex) {
				throw unsupported("There is no charset of the name '" + encoding + "'", ex);
			}
		}
		this.encoding = encoding;
	}

	@Override
	public void setCharacterEncoding(@Nullable Charset encoding) {
		if (isCharsetOpen()) {
			this.encoding = (encoding != null) ? encoding.name() : null;
		}
	}

	private boolean isCharsetOpen() {
		return (this.parameters == null || !this.parameters.isDecoded()) && !this.body.hasReader();
	}

	/**
	 * The charset to decode a form with: UTF-8 if none was named, as every browser sends
	 * it (the US-ASCII of Servlet 6.1 §3.12 is a part of that).
	 * @throws RequestRejectedException with 400 if the client named one that does not
	 * exist
	 */
	Charset formCharset() {
		return bodyCharset(StandardCharsets.UTF_8);
	}

	private Charset bodyCharset(Charset fallback) {
		String name = getCharacterEncoding();
		if (name == null) {
			return fallback;
		}
		try {
			return Charset.forName(name);
		}
		catch (IllegalCharsetNameException | UnsupportedCharsetException ex) {
			throw RequestParameters.unknownCharset(name, ex);
		}
	}

	/**
	 * JSON is UTF-8 (RFC 8259 §8.1), other text what Servlet 6.1 §3.12 says.
	 * @throws UnsupportedEncodingException if the client named a charset that does not
	 * exist; caused by the rejection with 400, which is the answer unless the application
	 * has another
	 */
	private Charset readerCharset() throws UnsupportedEncodingException {
		ContentType contentType = parsedContentType();
		String mediaType = (contentType != null) ? contentType.mediaType() : "";
		boolean json = mediaType.equals("application/json") || mediaType.endsWith("+json");
		try {
			return bodyCharset(json ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1);
		}
		catch (RequestRejectedException ex) {
			throw unsupported(ex.getMessage(), ex);
		}
	}

	private static UnsupportedEncodingException unsupported(String message, Throwable cause) {
		UnsupportedEncodingException unsupported = new UnsupportedEncodingException(message);
		unsupported.initCause(cause);
		return unsupported;
	}

	@Nullable ContentType parsedContentType() {
		ContentType contentType = this.contentType;
		if (contentType == null) {
			String value = getContentType();
			if (value != null) {
				contentType = ContentType.parse(value);
				this.contentType = contentType;
			}
		}
		return contentType;
	}

	@Override
	public int getContentLength() {
		long length = getContentLengthLong();
		return (length <= Integer.MAX_VALUE) ? (int) length : -1;
	}

	@Override
	public long getContentLengthLong() {
		long length = this.body.declaredLength();
		return (length == 0 && !this.headers.contains(HttpHeaderNames.CONTENT_LENGTH)) ? -1 : length;
	}

	@Override
	public @Nullable String getContentType() {
		return this.headers.get(HttpHeaderNames.CONTENT_TYPE);
	}

	@Override
	public ServletInputStream getInputStream() {
		return this.body.give();
	}

	@Override
	public BufferedReader getReader() throws UnsupportedEncodingException {
		this.body.checkReaderAllowed();
		return this.body.reader(readerCharset());
	}

	@Override
	public Collection<Part> getParts() throws IOException, ServletException {
		return parts().all();
	}

	@Override
	public @Nullable Part getPart(String name) throws IOException, ServletException {
		return parts().first(name);
	}

	@Override
	public boolean isTrailerFieldsReady() {
		return this.body.declaredLength() >= 0 || this.body.stream().isFinished();
	}

	@Override
	public Map<String, String> getTrailerFields() {
		return RequestHeaders.trailers(this.body.source(), isTrailerFieldsReady());
	}

	private RequestParts parts() {
		RequestParts parts = this.parts;
		if (parts == null) {
			parts = new RequestParts(this.exchange, this.frames);
			this.parts = parts;
		}
		return parts;
	}

	// ---- parameters

	private Parameters parameters() {
		RequestParameters parameters = this.parameters;
		if (parameters == null) {
			parameters = new RequestParameters(this.exchange, this.frames, parts());
			this.parameters = parameters;
		}
		return parameters.get();
	}

	@Override
	public @Nullable String getParameter(String name) {
		return parameters().get(name);
	}

	@Override
	public Enumeration<String> getParameterNames() {
		return Collections.enumeration(parameters().names());
	}

	@Override
	public String @Nullable [] getParameterValues(String name) {
		return parameters().values(name);
	}

	@Override
	public Map<String, String[]> getParameterMap() {
		return parameters().map();
	}

	// ---- head

	@Override
	public String getMethod() {
		return this.frames.isInErrorDispatch() ? GET : ownMethod();
	}

	@Override
	public String getProtocol() {
		return this.exchange.http().head().protocol();
	}

	@Override
	public @Nullable String getHeader(String name) {
		return this.headers.get(name);
	}

	@Override
	public Enumeration<String> getHeaders(String name) {
		// Spring MVC asks for several that few clients send
		return this.headers.contains(name) ? Collections.enumeration(this.headers.getAll(name))
				: Collections.emptyEnumeration();
	}

	@Override
	public Enumeration<String> getHeaderNames() {
		return Collections.enumeration(RequestHeaders.names(this.headers));
	}

	@Override
	public long getDateHeader(String name) {
		String value = this.headers.get(name);
		return (value != null) ? HttpDate.parse(value) : -1;
	}

	@Override
	public int getIntHeader(String name) {
		String value = this.headers.get(name);
		return (value != null) ? Integer.parseInt(value.trim()) : -1;
	}

	@Override
	public Cookie @Nullable [] getCookies() {
		Cookie[] cookies = cookies();
		return (cookies.length > 0) ? cookies.clone() : null;
	}

	Cookie[] cookies() {
		Cookie[] cookies = this.cookies;
		if (cookies == null) {
			List<String> fields = this.headers.getAll(HttpHeaderNames.COOKIE);
			cookies = fields.isEmpty() ? NO_COOKIES : CookieHeader.parse(fields);
			this.cookies = cookies;
		}
		return cookies;
	}

	@Override
	public Locale getLocale() {
		return this.headers.contains(HttpHeaderNames.ACCEPT_LANGUAGE) ? locales().get(0) : Locale.getDefault();
	}

	@Override
	public Enumeration<Locale> getLocales() {
		return Collections.enumeration(locales());
	}

	private List<Locale> locales() {
		List<Locale> locales = this.locales;
		if (locales == null) {
			locales = AcceptLanguage.parse(this.headers.getAll(HttpHeaderNames.ACCEPT_LANGUAGE));
			if (locales.isEmpty()) {
				locales = List.of(Locale.getDefault());
			}
			this.locales = locales;
		}
		return locales;
	}

	// ---- paths

	@Override
	public String getRequestURI() {
		return this.frames.paths().requestUri();
	}

	@Override
	public StringBuffer getRequestURL() {
		return new StringBuffer(this.address.origin()).append(getRequestURI());
	}

	@Override
	public String getContextPath() {
		return this.frames.paths().contextPath();
	}

	@Override
	public String getServletPath() {
		return this.frames.paths().servletPath();
	}

	@Override
	public @Nullable String getPathInfo() {
		return this.frames.paths().pathInfo();
	}

	@Override
	public @Nullable String getPathTranslated() {
		String pathInfo = getPathInfo();
		return (pathInfo != null) ? context().getRealPath(pathInfo) : null;
	}

	@Override
	public @Nullable String getQueryString() {
		return this.frames.queryString();
	}

	@Override
	public HttpServletMapping getHttpServletMapping() {
		return this.frames.paths().mapping();
	}

	@Override
	public DispatcherType getDispatcherType() {
		return this.frames.top().type();
	}

	@Override
	public ServletContext getServletContext() {
		return context();
	}

	@Override
	public @Nullable RequestDispatcher getRequestDispatcher(@Nullable String path) {
		if (path == null) {
			return null;
		}
		if (path.startsWith("/")) {
			return context().getRequestDispatcher(path);
		}
		DispatchFrame top = this.frames.top();
		DispatchFrame frame = (top.type() == DispatcherType.INCLUDE && !top.named()) ? top : this.frames.paths();
		String current = frame.requestUri();
		int contextEnd = current.startsWith(frame.contextPath()) ? frame.contextPath().length() : 0;
		int lastSlash = current.lastIndexOf('/');
		String directory = (lastSlash >= contextEnd) ? current.substring(contextEnd, lastSlash + 1) : "/";
		String resolved = Redirects.normalize(directory + path);
		return (resolved != null) ? context().getRequestDispatcher(resolved) : null;
	}

	// ---- addresses

	/** Whether the request came through a proxy that is trusted. */
	public boolean isForwarded() {
		return this.exchange.http().forwarding() != null;
	}

	@Override
	public String getScheme() {
		return this.address.scheme();
	}

	@Override
	public boolean isSecure() {
		return this.address.isSecure();
	}

	@Override
	public String getServerName() {
		return this.address.serverName();
	}

	@Override
	public int getServerPort() {
		return this.address.serverPort();
	}

	@Override
	public String getRemoteAddr() {
		return this.address.remoteAddress();
	}

	@Override
	public String getRemoteHost() {
		return this.address.remoteAddress();
	}

	@Override
	public int getRemotePort() {
		return this.address.remotePort();
	}

	@Override
	public String getLocalName() {
		return this.address.localAddress();
	}

	@Override
	public String getLocalAddr() {
		return this.address.localAddress();
	}

	@Override
	public int getLocalPort() {
		return this.address.localPort();
	}

	@Override
	public String getRequestId() {
		return this.exchange.id();
	}

	@Override
	public String getProtocolRequestId() {
		return "";
	}

	@Override
	public ServletConnection getServletConnection() {
		ConnectionInfo connection = this.exchange.http().connection();
		return new BridgeConnection(connection.id(), getProtocol(), connection.tls() != null);
	}

	// ---- session

	@Override
	public @Nullable HttpSession getSession(boolean create) {
		return sessionOf().get(create);
	}

	@Override
	public HttpSession getSession() {
		return Objects.requireNonNull(getSession(true));
	}

	@Override
	public String changeSessionId() {
		return sessionOf().changeId();
	}

	@Override
	public @Nullable String getRequestedSessionId() {
		return sessionOf().requestedId();
	}

	@Override
	public boolean isRequestedSessionIdValid() {
		return sessionOf().isRequestedIdValid();
	}

	@Override
	public boolean isRequestedSessionIdFromCookie() {
		return sessionOf().isFromCookie();
	}

	@Override
	public boolean isRequestedSessionIdFromURL() {
		return sessionOf().isFromUrl();
	}

	// ---- users

	@Override
	public @Nullable String getAuthType() {
		RequestIdentity identity = identity();
		return (identity != null) ? identity.authType() : null;
	}

	@Override
	public @Nullable String getRemoteUser() {
		RequestIdentity identity = identity();
		return (identity != null) ? identity.name() : null;
	}

	@Override
	public @Nullable Principal getUserPrincipal() {
		RequestIdentity identity = identity();
		return (identity != null) ? identity.principal() : null;
	}

	@Override
	public boolean isUserInRole(String role) {
		RequestIdentity identity = identity();
		return identity != null && identity.isUserInRole(role);
	}

	@Override
	public boolean authenticate(HttpServletResponse response) throws IOException, ServletException {
		return securedIdentity("authenticate").authenticate(response);
	}

	@Override
	public void login(String username, String password) throws ServletException {
		securedIdentity("login").login(username, password);
	}

	@Override
	public void logout() {
		RequestIdentity identity = identity();
		if (identity != null) {
			identity.logout();
		}
	}

	private RequestIdentity securedIdentity(String method) throws ServletException {
		this.exchange.checkNotEnded();
		RequestIdentity identity = identity();
		if (identity == null) {
			throw new ServletException(method + "() is not possible: this application has neither a login configuration"
					+ " nor an identity store, so the container knows no users. Configure them, or use the framework"
					+ " that logs users in");
		}
		return identity;
	}

	// ---- asynchronous processing

	@Override
	public boolean isAsyncSupported() {
		return this.frames.isAsyncSupported();
	}

	@Override
	public boolean isAsyncStarted() {
		return this.exchange.isAsyncOpen();
	}

	@Override
	public AsyncContext startAsync() {
		return startAsync(this, this.exchange.response(), false);
	}

	@Override
	public AsyncContext startAsync(ServletRequest request, ServletResponse response) {
		if (of(request) != this || BridgeResponse.of(response) != this.exchange.response()) {
			throw new IllegalArgumentException(
					"startAsync() needs the request and the response of this exchange, or" + " wrappers around them");
		}
		return startAsync(request, response, true);
	}

	private AsyncContext startAsync(ServletRequest request, ServletResponse response, boolean supplied) {
		this.exchange.checkNotEnded();
		if (!isAsyncSupported()) {
			throw new IllegalStateException(
					"Asynchronous processing is not supported by the servlet '" + this.frames.top().target().getName()
							+ "' or by a filter in front of it: set asyncSupported on" + " each of them");
		}
		if (this.exchange.response().isClosed()) {
			throw new IllegalStateException("Asynchronous processing cannot be started: the response is closed");
		}
		return this.exchange.openAsync().start(request, response, supplied);
	}

	@Override
	public AsyncContext getAsyncContext() {
		AsyncState async = this.exchange.asyncState();
		if (async == null) {
			throw new IllegalStateException("There is no asynchronous context: startAsync() was not called");
		}
		return async.context();
	}

	// ---- protocol

	/**
	 * Sets the status 101. The response is sent and the handler called when all filters
	 * and servlets have returned and asynchronous processing, if there is any, is
	 * complete (Servlet 6.1 §2.3.3.5). An error, a redirect or another status that comes
	 * until then is the answer instead, and the handler is not used.
	 */
	@Override
	public <T extends HttpUpgradeHandler> T upgrade(Class<T> type) throws ServletException {
		return this.exchange.upgrade(type);
	}

	/**
	 * There is no server push: browsers do not take it any more, and early hints do the
	 * same (Servlet 6.1 §3.9 leaves it to the container).
	 * @see io.mvcbridge.jakarta.EarlyHints
	 */
	@Override
	@Deprecated
	@SuppressWarnings("removal")
	public @Nullable PushBuilder newPushBuilder() {
		return null;
	}

	@Override
	public String toString() {
		return this.exchange.http().head().method() + " " + this.exchange.http().head().target();
	}

}
