package io.mvcbridge.jakarta.context;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Enumeration;
import java.util.EventListener;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;

import io.mvcbridge.core.kernel.Lease;
import io.mvcbridge.jakarta.http.ContextMatch;
import io.mvcbridge.jakarta.http.MimeTypes;
import io.mvcbridge.jakarta.http.UriPolicy;
import io.mvcbridge.jakarta.request.AcceleratedFolder;
import io.mvcbridge.jakarta.request.BridgeRequest;
import io.mvcbridge.jakarta.request.DispatchFrame;
import io.mvcbridge.jakarta.request.RequestLimits;
import io.mvcbridge.jakarta.context.WebApplicationBuilder.EffectiveVersion;
import io.mvcbridge.jakarta.resource.DirectoryTree;
import io.mvcbridge.jakarta.resource.ResourceServlet;
import io.mvcbridge.jakarta.resource.WebResource;
import io.mvcbridge.jakarta.resource.WebResources;
import io.mvcbridge.jakarta.security.ApplicationSecurity;
import io.mvcbridge.jakarta.session.FileSessionStore;
import io.mvcbridge.jakarta.session.InMemorySessions;
import io.mvcbridge.jakarta.session.SessionStore;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterRegistration;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.Servlet;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRegistration;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestAttributeListener;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.SessionCookieConfig;
import jakarta.servlet.SessionTrackingMode;
import jakarta.servlet.descriptor.JspConfigDescriptor;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletMapping;
import jakarta.servlet.http.MappingMatch;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The servlet context (Servlet 6.1 §4). Longer than other classes because the interface
 * is: nearly every method is one line that asks the part which knows.
 */
final class BridgeServletContext implements WebApplication {

	private static final Logger logger = LoggerFactory.getLogger(ServletContext.class);

	/** The name under which frameworks look for a container's default servlet. */
	private static final String DEFAULT_SERVLET = "default";

	private static final HttpServletMapping NAMED_MAPPING = new ServletMapping("", "", "", MappingMatch.DEFAULT);

	private final String contextPath;

	private final @Nullable String displayName;

	private final ClassLoader classLoader;

	private final String serverInfo;

	private final MimeTypes mimeTypes;

	private final Map<Locale, Charset> localeCharsets;

	private final RequestLimits limits;

	private final @Nullable AcceleratedFolder acceleratedFolder;

	private final UriPolicy uriPolicy;

	private final Consumer<Cookie> cookieCustomizer;

	private final ContextDirectory directory;

	private final boolean sessionAccessedByEveryRequest;

	private final EffectiveVersion effectiveVersion;

	private final @Nullable JspConfigDescriptor jspConfig;

	private final Path tempDirectory;

	private final boolean ownsTempDirectory;

	private final WebResources resources;

	private final ErrorPages errorPages;

	private final Map<String, String> initParameters;

	private final SecurityRegistry securityRegistry;

	private final ContextPhase phase = new ContextPhase();

	private final ComponentFactory factory;

	private final ContextListeners listeners = new ContextListeners(this, this.phase);

	private final ContextAttributes attributes = new ContextAttributes(this.listeners);

	private final ServletRegistry servlets;

	private final FilterRegistry filters;

	private final InMemorySessions sessions;

	private final Set<SessionTrackingMode> defaultTrackingModes;

	private final ContextLifecycle lifecycle;

	private final ServletHolder notFound;

	private final FilteredServlet contextRoot;

	private @Nullable String requestCharacterEncoding;

	private @Nullable String responseCharacterEncoding;

	/** Null if nothing is to be checked. */
	private @Nullable ApplicationSecurity security;

	private @Nullable MappingTable mappingTable;

	private @Nullable FilterTable filterTable;

	BridgeServletContext(WebApplicationBuilder<?> settings) throws ServletException {
		this.contextPath = requireContextPath(settings.contextPath);
		this.displayName = settings.displayName;
		this.classLoader = settings.classLoader;
		this.serverInfo = settings.serverInfo;
		this.mimeTypes = MimeTypes.DEFAULTS.with(settings.mimeTypes);
		this.localeCharsets = settings.localeCharsets;
		this.limits = settings.limits;
		this.acceleratedFolder = settings.acceleratedFolder;
		this.uriPolicy = settings.uriPolicy;
		this.cookieCustomizer = settings.cookieCustomizer;
		this.directory = settings.contextDirectory;
		this.sessionAccessedByEveryRequest = settings.sessionAccessedByEveryRequest;
		this.effectiveVersion = settings.effectiveVersion;
		this.jspConfig = settings.jspConfig;
		this.errorPages = new ErrorPages(settings.errorPages);
		this.initParameters = new LinkedHashMap<>(settings.initParameters);
		this.factory = new ComponentFactory(this.classLoader, settings.lifecycleCallbacks);
		this.securityRegistry = new SecurityRegistry(settings);
		this.servlets = new ServletRegistry(this, this.phase, this.factory, this.securityRegistry);
		this.filters = new FilterRegistry(this, this.phase, this.factory);
		this.sessions = new InMemorySessions(this, this.classLoader, settings.clock,
				sessionStore(settings, this.contextPath));
		this.sessions.defaultTimeout((int) Math.min(Integer.MAX_VALUE, settings.sessionTimeout.toSeconds()));
		if (settings.trackingModes != null) {
			this.sessions.trackingModes(settings.trackingModes);
		}
		this.defaultTrackingModes = this.sessions.trackingModes();
		this.lifecycle = new ContextLifecycle(this, this.phase, this.listeners, this.servlets, this.filters,
				this.factory, settings.startWithoutUnavailableServlets);
		this.ownsTempDirectory = settings.tempDirectory == null;
		try {
			this.tempDirectory = (settings.tempDirectory != null) ? Files.createDirectories(settings.tempDirectory)
					: Files.createTempDirectory("mvc-bridge-");
			this.resources = resources(settings);
		}
		catch (IOException ex) {
			throw new ServletException("The files of context '" + this.contextPath + "' cannot be opened", ex);
		}
		this.notFound = this.servlets.unregistered(DEFAULT_SERVLET, new NotFoundServlet());
		this.contextRoot = new FilteredServlet(this.servlets.unregistered(DEFAULT_SERVLET, new ContextRootServlet()),
				List.of());
		if (settings.registerDefaultServlet) {
			this.servlets.addImplicit(DEFAULT_SERVLET,
					new ResourceServlet(this.resources, settings.welcomeFiles, this::isMapped), "/");
		}
		this.attributes.set(TEMPDIR, this.tempDirectory.toFile());
	}

	private static String requireContextPath(String contextPath) {
		if (contextPath.isEmpty() || (contextPath.startsWith("/") && !contextPath.endsWith("/"))) {
			return contextPath;
		}
		throw new IllegalArgumentException("The context path '" + contextPath
				+ "' has to be empty, or to begin with a slash and not to end with one");
	}

	/**
	 * An application without document root gets an empty one: many ask for the real path
	 * of their root and take it for granted.
	 */
	private WebResources resources(WebApplicationBuilder<?> settings) throws IOException {
		boolean opened = false;
		try {
			Path root = (settings.documentRoot != null) ? settings.documentRoot
					: Files.createDirectories(this.tempDirectory.resolve("root"));
			WebResources resources = WebResources.open(root, settings.resourceJars, settings.hiddenResources);
			opened = true;
			return resources;
		}
		finally {
			if (!opened && this.ownsTempDirectory) {
				DirectoryTree.delete(this.tempDirectory);
			}
		}
	}

	private static @Nullable SessionStore sessionStore(WebApplicationBuilder<?> settings, String contextPath) {
		if (settings.sessionStore != null) {
			return settings.sessionStore;
		}
		Path directory = settings.sessionStoreDirectory;
		return (directory != null) ? new FileSessionStore(directory, contextPath) : null;
	}

	ContextLifecycle lifecycle() {
		return this.lifecycle;
	}

	/**
	 * Everything is registered: makes the tables that requests are mapped by.
	 * @throws ServletException if the security of the application cannot work
	 */
	void freeze() throws ServletException {
		this.security = this.securityRegistry.freeze(this.contextPath, this.servlets.servlets());
		this.sessions.freeze(this.listeners.sessionListeners());
		this.mappingTable = new MappingTable(this.servlets.mappings(), this.notFound);
		this.filterTable = new FilterTable(this.filters.mappings(), this.servlets.size());
	}

	/** The application is over: lets go of all that it held. */
	void release() {
		this.attributes.clear();
		this.resources.close();
		if (this.ownsTempDirectory) {
			DirectoryTree.delete(this.tempDirectory);
		}
	}

	// Mapping and dispatching

	@Override
	public DispatchFrame map(DispatcherType type, String requestUri, ContextMatch match, @Nullable String queryString) {
		MappingTable mappings = this.mappingTable;
		FilterTable filterTable = this.filterTable;
		if (mappings == null || filterTable == null) {
			throw new IllegalStateException("The context is not initialised: nothing can be dispatched yet");
		}
		String path = match.path();
		MappingTable.Match found = mappings.match(path);
		if (found == null) {
			return new DispatchFrame(type, requestUri, match.contextPath(), "", null, queryString, NAMED_MAPPING,
					this.contextRoot);
		}
		return new DispatchFrame(type, requestUri, match.contextPath(), found.servletPath(), found.pathInfo(),
				queryString, found.mapping(), filterTable.find(found.servlet(), type, path));
	}

	@Override
	public @Nullable DispatchFrame map(DispatcherType type, String path) {
		DispatchPath parsed = DispatchPath.parse(this.contextPath, path, this.uriPolicy);
		return (parsed != null) ? map(type, parsed) : null;
	}

	private DispatchFrame map(DispatcherType type, DispatchPath path) {
		return map(type, path.requestUri(), path.path(), path.query());
	}

	private DispatchFrame mapNamed(DispatcherType type, ServletHolder servlet) {
		FilterTable filterTable = Objects.requireNonNull(this.filterTable, "The context is not initialised");
		return new DispatchFrame(type, "", "", "", null, null, NAMED_MAPPING, filterTable.findNamed(servlet, type),
				true);
	}

	@Override
	public void invoke(DispatchFrame frame, ServletRequest request, ServletResponse response)
			throws IOException, ServletException {
		// Of requests from outside only, and before any filter (Servlet 6.1 §13.2)
		if (this.security != null && frame.type() == DispatcherType.REQUEST && !BridgeRequest.of(request).admit()) {
			return;
		}
		((FilteredServlet) frame.target()).service(request, response);
	}

	@Override
	public void invokeFromOutside(DispatchFrame frame, ServletRequest request, ServletResponse response)
			throws IOException, ServletException {
		Lease lease = this.directory.lease(this);
		if (lease == null) {
			throw new IllegalStateException("The application with context path '" + this.contextPath
					+ "' was undeployed: it cannot be dispatched to any more");
		}
		BridgeRequest bridgeRequest = BridgeRequest.of(request);
		try (ClassLoaderScope scope = new ClassLoaderScope(this.classLoader)) {
			this.listeners.requestInitialized(request);
			try {
				invoke(frame, request, response);
			}
			finally {
				this.listeners.requestDestroyed(request);
			}
		}
		finally {
			if (bridgeRequest.isAsyncStarted()) {
				bridgeRequest.whenReleased(lease::release);
			}
			else {
				lease.release();
			}
		}
	}

	@Override
	public @Nullable RequestDispatcher getRequestDispatcher(String path) {
		DispatchPath parsed = (path != null) ? DispatchPath.parse(this.contextPath, path, this.uriPolicy) : null;
		return (parsed != null) ? new BridgeRequestDispatcher(this, (type) -> map(type, parsed)) : null;
	}

	@Override
	public @Nullable RequestDispatcher getNamedDispatcher(String name) {
		DynamicServlet servlet = (name != null) ? this.servlets.get(name) : null;
		return (servlet != null) ? new BridgeRequestDispatcher(this, (type) -> mapNamed(type, servlet.holder())) : null;
	}

	/** Whether a servlet other than a default one is mapped to a path. */
	private boolean isMapped(String path) {
		MappingTable.Match found = (this.mappingTable != null) ? this.mappingTable.match(path) : null;
		return found != null && found.mapping().getMappingMatch() != MappingMatch.DEFAULT;
	}

	@Override
	public boolean isSessionAccessedByEveryRequest() {
		return this.sessionAccessedByEveryRequest;
	}

	@Override
	public UriPolicy uriPolicy() {
		return this.uriPolicy;
	}

	@Override
	public @Nullable String errorPageFor(Throwable failure) {
		return this.errorPages.find(failure);
	}

	@Override
	public @Nullable String errorPageFor(int status) {
		return this.errorPages.find(status);
	}

	// Life cycle

	@Override
	public void requestInitialized(ServletRequest request) {
		this.listeners.requestInitialized(request);
	}

	@Override
	public void requestDestroyed(ServletRequest request) {
		this.listeners.requestDestroyed(request);
	}

	@Override
	public void start() throws ServletException {
		this.lifecycle.start();
	}

	@Override
	public void destroy() {
		this.lifecycle.destroy();
	}

	// What requests and responses ask

	@Override
	public InMemorySessions sessions() {
		return this.sessions;
	}

	@Override
	public @Nullable ApplicationSecurity security() {
		return this.security;
	}

	@Override
	public RequestLimits limits() {
		return this.limits;
	}

	@Override
	public @Nullable AcceleratedFolder acceleratedFolder() {
		return this.acceleratedFolder;
	}

	@Override
	public @Nullable Charset charsetFor(Locale locale) {
		if (this.localeCharsets.isEmpty()) {
			return null;
		}
		Charset charset = this.localeCharsets.get(locale);
		if (charset == null) {
			charset = this.localeCharsets.get(new Locale(locale.getLanguage(), locale.getCountry()));
		}
		return (charset != null) ? charset : this.localeCharsets.get(new Locale(locale.getLanguage()));
	}

	@Override
	public Path tempDirectory() {
		return this.tempDirectory;
	}

	@Override
	public List<ServletRequestAttributeListener> requestAttributeListeners() {
		return this.listeners.requestAttributes();
	}

	@Override
	public void completeCookie(Cookie cookie) {
		this.cookieCustomizer.accept(cookie);
	}

	// What the context is

	@Override
	public String getContextPath() {
		return this.contextPath;
	}

	/**
	 * {@inheritDoc} Other applications of the same host are found, too; on a host of its
	 * own an application finds itself.
	 */
	@Override
	public @Nullable ServletContext getContext(String uripath) {
		if (uripath == null || !uripath.startsWith("/")) {
			return null;
		}
		WebApplication found = this.directory.find(uripath);
		boolean inside = uripath.startsWith(this.contextPath) && (uripath.length() == this.contextPath.length()
				|| uripath.startsWith("/", this.contextPath.length()));
		// While this context starts, the directory does not know it
		if (inside && (found == null || found.getContextPath().length() <= this.contextPath.length())) {
			return this;
		}
		return found;
	}

	@Override
	public int getMajorVersion() {
		return 6;
	}

	@Override
	public int getMinorVersion() {
		return 1;
	}

	@Override
	public int getEffectiveMajorVersion() {
		return this.effectiveVersion.major();
	}

	@Override
	public int getEffectiveMinorVersion() {
		return this.effectiveVersion.minor();
	}

	@Override
	public String getServerInfo() {
		return this.serverInfo;
	}

	@Override
	public @Nullable String getServletContextName() {
		return this.displayName;
	}

	@Override
	public String getVirtualServerName() {
		return "mvc-bridge";
	}

	@Override
	public ClassLoader getClassLoader() {
		return this.classLoader;
	}

	@Override
	public @Nullable JspConfigDescriptor getJspConfigDescriptor() {
		return this.jspConfig;
	}

	@Override
	public void log(String message) {
		logger.info("{}", labelled(message));
	}

	@Override
	public void log(String message, Throwable throwable) {
		logger.error("{}", labelled(message), throwable);
	}

	private String labelled(String message) {
		return this.contextPath.isEmpty() ? message : "[" + this.contextPath + "] " + message;
	}

	// Resources

	@Override
	public @Nullable String getMimeType(String file) {
		return (file != null) ? this.mimeTypes.forFile(file) : null;
	}

	@Override
	public @Nullable Set<String> getResourcePaths(String path) {
		return (path != null && path.startsWith("/")) ? this.resources.list(path) : null;
	}

	@Override
	public @Nullable URL getResource(String path) throws MalformedURLException {
		if (path == null || !path.startsWith("/")) {
			throw new MalformedURLException("The path '" + path + "' of a resource has to begin with a slash");
		}
		WebResource found = this.resources.find(path);
		return (found != null) ? found.url() : null;
	}

	@Override
	public @Nullable InputStream getResourceAsStream(String path) {
		WebResource found = (path != null) ? this.resources.find(path) : null;
		if (found == null || found.isDirectory()) {
			return null;
		}
		try {
			return found.open();
		}
		catch (IOException ex) {
			throw new UncheckedIOException("The resource " + path + " cannot be opened", ex);
		}
	}

	@Override
	public @Nullable String getRealPath(String path) {
		if (path == null) {
			return null;
		}
		Path file = this.resources.file(path.startsWith("/") ? path : "/" + path);
		return (file != null) ? file.toString() : null;
	}

	// Init parameters and attributes

	@Override
	public @Nullable String getInitParameter(String name) {
		return this.initParameters.get(Objects.requireNonNull(name, "The name of a parameter must not be null"));
	}

	@Override
	public Enumeration<String> getInitParameterNames() {
		return Collections.enumeration(this.initParameters.keySet());
	}

	@Override
	public boolean setInitParameter(String name, String value) {
		Objects.requireNonNull(name, "The name of a parameter must not be null");
		this.phase.requireConfigurable("setInitParameter");
		return this.initParameters.putIfAbsent(name, value) == null;
	}

	@Override
	public @Nullable Object getAttribute(String name) {
		return this.attributes.get(name);
	}

	@Override
	public Enumeration<String> getAttributeNames() {
		return this.attributes.names();
	}

	@Override
	public void setAttribute(String name, @Nullable Object value) {
		this.attributes.set(name, value);
	}

	@Override
	public void removeAttribute(String name) {
		this.attributes.remove(name);
	}

	// Servlets

	@Override
	public ServletRegistration.@Nullable Dynamic addServlet(String name, String className) {
		this.phase.requireConfigurable("addServlet");
		return this.servlets.add(name, className);
	}

	@Override
	public ServletRegistration.@Nullable Dynamic addServlet(String name, Servlet servlet) {
		this.phase.requireConfigurable("addServlet");
		return this.servlets.add(name, servlet);
	}

	@Override
	public ServletRegistration.@Nullable Dynamic addServlet(String name, Class<? extends Servlet> type) {
		this.phase.requireConfigurable("addServlet");
		return this.servlets.add(name, type);
	}

	@Override
	public ServletRegistration.@Nullable Dynamic addJspFile(String name, String jspFile) {
		this.phase.requireConfigurable("addJspFile");
		return this.servlets.addJsp(name, jspFile);
	}

	@Override
	public <T extends Servlet> T createServlet(Class<T> type) throws ServletException {
		this.phase.requireUnrestricted("createServlet");
		return this.factory.create(type);
	}

	@Override
	public @Nullable ServletRegistration getServletRegistration(String name) {
		this.phase.requireUnrestricted("getServletRegistration");
		return this.servlets.get(name);
	}

	@Override
	public Map<String, ? extends ServletRegistration> getServletRegistrations() {
		this.phase.requireUnrestricted("getServletRegistrations");
		return this.servlets.all();
	}

	@Override
	public void declareRoles(String... roleNames) {
		this.phase.requireConfigurable("declareRoles");
		this.securityRegistry.declareRoles(roleNames);
	}

	// Filters

	@Override
	public FilterRegistration.@Nullable Dynamic addFilter(String name, String className) {
		this.phase.requireConfigurable("addFilter");
		return this.filters.add(name, className);
	}

	@Override
	public FilterRegistration.@Nullable Dynamic addFilter(String name, Filter filter) {
		this.phase.requireConfigurable("addFilter");
		return this.filters.add(name, filter);
	}

	@Override
	public FilterRegistration.@Nullable Dynamic addFilter(String name, Class<? extends Filter> type) {
		this.phase.requireConfigurable("addFilter");
		return this.filters.add(name, type);
	}

	@Override
	public <T extends Filter> T createFilter(Class<T> type) throws ServletException {
		this.phase.requireUnrestricted("createFilter");
		return this.factory.create(type);
	}

	@Override
	public @Nullable FilterRegistration getFilterRegistration(String name) {
		this.phase.requireUnrestricted("getFilterRegistration");
		return this.filters.get(name);
	}

	@Override
	public Map<String, ? extends FilterRegistration> getFilterRegistrations() {
		this.phase.requireUnrestricted("getFilterRegistrations");
		return this.filters.all();
	}

	// Listeners

	@Override
	public void addListener(String className) {
		this.phase.requireConfigurable("addListener");
		try {
			addListener(this.factory.load(className, EventListener.class));
		}
		catch (ClassNotFoundException ex) {
			throw new IllegalArgumentException("The listener class " + className + " is not found", ex);
		}
	}

	@Override
	public <T extends EventListener> void addListener(T listener) {
		this.phase.requireConfigurable("addListener");
		this.listeners.add(listener, false);
	}

	@Override
	public void addListener(Class<? extends EventListener> type) {
		this.phase.requireConfigurable("addListener");
		ContextListeners.requireListener(type, this.phase.takesContextListeners());
		try {
			this.listeners.add(this.factory.create(type), false);
		}
		catch (ServletException ex) {
			throw new IllegalArgumentException(ex.getMessage(), ex);
		}
	}

	@Override
	public <T extends EventListener> T createListener(Class<T> type) throws ServletException {
		this.phase.requireUnrestricted("createListener");
		ContextListeners.requireListener(type, true);
		return this.factory.create(type);
	}

	// Sessions and character encodings

	@Override
	public SessionCookieConfig getSessionCookieConfig() {
		this.phase.requireUnrestricted("getSessionCookieConfig");
		return this.sessions.cookieConfig();
	}

	@Override
	public void setSessionTrackingModes(Set<SessionTrackingMode> modes) {
		this.phase.requireConfigurable("setSessionTrackingModes");
		this.sessions.trackingModes(modes);
	}

	@Override
	public Set<SessionTrackingMode> getDefaultSessionTrackingModes() {
		return new LinkedHashSet<>(this.defaultTrackingModes);
	}

	@Override
	public Set<SessionTrackingMode> getEffectiveSessionTrackingModes() {
		return new LinkedHashSet<>(this.sessions.trackingModes());
	}

	/** {@inheritDoc} A time-out of less than a minute is one, 0 means never. */
	@Override
	public int getSessionTimeout() {
		int seconds = this.sessions.defaultTimeout();
		return (seconds <= 0) ? 0 : Math.max(1, seconds / 60);
	}

	@Override
	public void setSessionTimeout(int minutes) {
		this.phase.requireConfigurable("setSessionTimeout");
		this.sessions.defaultTimeout((int) Math.min(Integer.MAX_VALUE, minutes * 60L));
	}

	@Override
	public @Nullable String getRequestCharacterEncoding() {
		return this.requestCharacterEncoding;
	}

	@Override
	public void setRequestCharacterEncoding(@Nullable String encoding) {
		this.phase.requireConfigurable("setRequestCharacterEncoding");
		this.requestCharacterEncoding = encoding;
	}

	@Override
	public @Nullable String getResponseCharacterEncoding() {
		return this.responseCharacterEncoding;
	}

	@Override
	public void setResponseCharacterEncoding(@Nullable String encoding) {
		this.phase.requireConfigurable("setResponseCharacterEncoding");
		this.responseCharacterEncoding = encoding;
	}

}
