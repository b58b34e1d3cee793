package io.mvcbridge.jakarta.context;

import java.net.URL;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

import io.mvcbridge.jakarta.http.UriPolicy;
import io.mvcbridge.jakarta.request.AcceleratedFolder;
import io.mvcbridge.jakarta.request.RequestLimits;
import io.mvcbridge.jakarta.security.IdentityStore;
import io.mvcbridge.jakarta.security.LoginConfig;
import io.mvcbridge.jakarta.security.SecurityConstraint;
import io.mvcbridge.jakarta.session.SessionStore;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.Servlet;
import jakarta.servlet.ServletException;
import jakarta.servlet.SessionCookieConfig;
import jakarta.servlet.SessionTrackingMode;
import jakarta.servlet.descriptor.JspConfigDescriptor;
import jakarta.servlet.http.Cookie;
import org.jspecify.annotations.Nullable;

/**
 * Collects what a web application is configured with. Used through the kernel's builder.
 *
 * @param <B> the concrete builder
 */
public abstract class WebApplicationBuilder<B extends WebApplicationBuilder<B>> {

	String contextPath = "";

	@Nullable String displayName = "application";

	ClassLoader classLoader = defaultClassLoader();

	String serverInfo = "MVC Bridge";

	@Nullable Path documentRoot;

	List<URL> resourceJars = List.of();

	List<String> hiddenResources = List.of();

	List<String> welcomeFiles = List.of("index.html");

	UriPolicy uriPolicy = UriPolicy.STRICT;

	Map<String, String> mimeTypes = Map.of();

	Map<Locale, Charset> localeCharsets = Map.of();

	final Map<String, String> initParameters = new LinkedHashMap<>();

	final List<ErrorPage> errorPages = new ArrayList<>();

	RequestLimits limits = RequestLimits.DEFAULTS;

	@Nullable AcceleratedFolder acceleratedFolder;

	@Nullable Path tempDirectory;

	Duration sessionTimeout = Duration.ofMinutes(30);

	@Nullable Path sessionStoreDirectory;

	@Nullable SessionStore sessionStore;

	InstantSource clock = InstantSource.system();

	Consumer<SessionCookieConfig> sessionCookie = (config) -> {
	};

	@Nullable Set<SessionTrackingMode> trackingModes;

	Consumer<Cookie> cookieCustomizer = (cookie) -> {
	};

	boolean registerDefaultServlet;

	final List<SecurityConstraint> securityConstraints = new ArrayList<>();

	final Set<String> securityRoles = new LinkedHashSet<>();

	/** By servlet, then by the name that its code uses. */
	final Map<String, Map<String, String>> roleLinks = new LinkedHashMap<>();

	boolean denyUncoveredMethods;

	boolean metadataComplete;

	@Nullable LoginConfig loginConfig;

	@Nullable IdentityStore identityStore;

	int securePort;

	List<String> listenerClassNames = List.of();

	final List<Declarations.Source> declarations = new ArrayList<>();

	final List<ServletContextStartup> initializers = new ArrayList<>();

	LifecycleCallbacks lifecycleCallbacks = LifecycleCallbacks.ANNOTATED;

	boolean startWithoutUnavailableServlets;

	boolean sessionAccessedByEveryRequest;

	ContextDirectory contextDirectory = ContextDirectory.EMPTY;

	EffectiveVersion effectiveVersion = EffectiveVersion.CURRENT;

	@Nullable JspConfigDescriptor jspConfig;

	protected WebApplicationBuilder() {
	}

	/**
	 * The context path: empty for the root, or begins with a slash and ends with none.
	 */
	public B contextPath(String contextPath) {
		this.contextPath = contextPath;
		return self();
	}

	/** The context path that was given last, empty for the root. */
	public String contextPath() {
		return this.contextPath;
	}

	/** The class loader that was given last. */
	public ClassLoader classLoader() {
		return this.classLoader;
	}

	/** What {@code getServletContextName} answers, null if it has no name. */
	public B displayName(@Nullable String displayName) {
		this.displayName = displayName;
		return self();
	}

	/** The application's class loader: the context class loader of all its code. */
	public B classLoader(ClassLoader classLoader) {
		this.classLoader = classLoader;
		return self();
	}

	/** What {@code getServerInfo} answers. */
	public B serverInfo(String serverInfo) {
		this.serverInfo = serverInfo;
		return self();
	}

	/**
	 * A directory whose files are the application's resources, or a jar or war file; null
	 * for an empty directory below the temporary one.
	 */
	public B documentRoot(@Nullable Path documentRoot) {
		this.documentRoot = documentRoot;
		return self();
	}

	/**
	 * Jars, nested ones too, and directories of classes whose {@code META-INF/resources}
	 * are resources of the application, searched after the document root. Those that have
	 * none are left out.
	 */
	public B resourceJars(List<URL> resourceJars) {
		this.resourceJars = List.copyOf(resourceJars);
		return self();
	}

	/** Paths among the resources that are not found, nor what is below them. */
	public B hiddenResources(List<String> hiddenResources) {
		this.hiddenResources = List.copyOf(hiddenResources);
		return self();
	}

	/** Names that the default servlet looks for in a directory, in order. */
	public B welcomeFiles(List<String> welcomeFiles) {
		this.welcomeFiles = List.copyOf(welcomeFiles);
		return self();
	}

	/** What to do with suspicious sequences in paths; the default refuses all. */
	public B uriPolicy(UriPolicy uriPolicy) {
		this.uriPolicy = uriPolicy;
		return self();
	}

	/**
	 * Media types by file extension without the dot, besides those every server knows; an
	 * empty one removes that of its extension.
	 */
	public B mimeTypes(Map<String, String> mimeTypes) {
		this.mimeTypes = Map.copyOf(mimeTypes);
		return self();
	}

	/** Charsets that a response's locale implies (Servlet 6.1 §5.5). */
	public B localeCharsets(Map<Locale, Charset> localeCharsets) {
		this.localeCharsets = Map.copyOf(localeCharsets);
		return self();
	}

	/** Init parameters of the servlet context; adds to those already given. */
	public B initParameters(Map<String, String> initParameters) {
		this.initParameters.putAll(initParameters);
		return self();
	}

	/**
	 * Declares an error page. Without status and type it is the page for all errors.
	 * @param status the status it answers, or null
	 * @param type the exception it answers, sub classes included, or null
	 * @param location its path within the application, beginning with a slash
	 * @return this builder
	 */
	public B errorPage(@Nullable Integer status, @Nullable Class<? extends Throwable> type, String location) {
		this.errorPages.add(new ErrorPage(status, type, location));
		return self();
	}

	/** Limits for what a request may contain. */
	public B limits(RequestLimits limits) {
		this.limits = limits;
		return self();
	}

	/**
	 * The folder whose files are left to a trusted proxy in front, which sends them; null
	 * to send all files from here.
	 */
	public B acceleratedFolder(@Nullable AcceleratedFolder acceleratedFolder) {
		this.acceleratedFolder = acceleratedFolder;
		return self();
	}

	/** The directory for uploads and {@code TEMPDIR}; null to make one. */
	public B tempDirectory(@Nullable Path tempDirectory) {
		this.tempDirectory = tempDirectory;
		return self();
	}

	/** How long a session may be unused; zero or negative for ever. */
	public B sessionTimeout(Duration sessionTimeout) {
		this.sessionTimeout = sessionTimeout;
		return self();
	}

	/**
	 * The directory where sessions are kept while the application is down; null to end
	 * them then.
	 */
	public B sessionStoreDirectory(@Nullable Path sessionStoreDirectory) {
		this.sessionStoreDirectory = sessionStoreDirectory;
		return self();
	}

	/**
	 * What keeps sessions while the application is down, in place of a directory; null to
	 * end them then.
	 */
	public B sessionStore(@Nullable SessionStore sessionStore) {
		this.sessionStore = sessionStore;
		return self();
	}

	/** Configures the session cookie before the application's initializers run. */
	public B sessionCookie(Consumer<SessionCookieConfig> sessionCookie) {
		this.sessionCookie = sessionCookie;
		return self();
	}

	/**
	 * How sessions may be tracked unless the application chooses; the default is by
	 * cookie.
	 */
	public B trackingModes(Set<SessionTrackingMode> trackingModes) {
		this.trackingModes = Set.copyOf(trackingModes);
		return self();
	}

	/**
	 * Completes every cookie, that of the session too, before it is sent, in place.
	 * @param cookieCustomizer called by servlet threads with a copy of the cookie
	 * @return this builder
	 */
	public B cookieCustomizer(Consumer<Cookie> cookieCustomizer) {
		this.cookieCustomizer = cookieCustomizer;
		return self();
	}

	/** Whether a servlet that answers with the application's resources is mapped to /. */
	public B registerDefaultServlet(boolean registerDefaultServlet) {
		this.registerDefaultServlet = registerDefaultServlet;
		return self();
	}

	/**
	 * Adds a security constraint. What it says of a URL pattern counts, whatever the
	 * servlet that is mapped to the pattern says by annotation or program (Servlet 6.1
	 * §13.4).
	 */
	public B securityConstraint(SecurityConstraint securityConstraint) {
		this.securityConstraints.add(securityConstraint);
		return self();
	}

	/** Declares security roles, which {@code *} in a constraint stands for. */
	public B securityRole(String... roleNames) {
		this.securityRoles.addAll(List.of(roleNames));
		return self();
	}

	/**
	 * Links a name that a servlet asks {@code isUserInRole} for to a security role
	 * (Servlet 6.1 §13.3).
	 * @param servletName the name of a servlet, which is registered now or later
	 * @param roleName the name in its code
	 * @param roleLink the security role
	 * @return this builder
	 */
	public B roleLink(String servletName, String roleName, String roleLink) {
		this.roleLinks.computeIfAbsent(servletName, (key) -> new LinkedHashMap<>()).put(roleName, roleLink);
		return self();
	}

	/**
	 * Whether HTTP methods are denied that no constraint on a constrained URL pattern
	 * covers (Servlet 6.1 §13.8.4.2). Else they are open to all, and the log says so.
	 */
	public B denyUncoveredMethods(boolean denyUncoveredMethods) {
		this.denyUncoveredMethods = denyUncoveredMethods;
		return self();
	}

	/**
	 * Whether annotations of servlet classes count for nothing, since a descriptor says
	 * all (Servlet 6.1 §8.1).
	 */
	public B metadataComplete(boolean metadataComplete) {
		this.metadataComplete = metadataComplete;
		return self();
	}

	/**
	 * How users log in; needs an identity store. Null to leave that to a framework or to
	 * programs.
	 */
	public B loginConfig(@Nullable LoginConfig loginConfig) {
		this.loginConfig = loginConfig;
		return self();
	}

	/** Who knows the users; null if the application logs nobody in by the container. */
	public B identityStore(@Nullable IdentityStore identityStore) {
		this.identityStore = identityStore;
		return self();
	}

	/**
	 * The port where clients reach this application by https, perhaps that of a proxy in
	 * front. They are sent there when a constraint asks for an encrypted connection; 0,
	 * the default, if that is not known: then they are refused.
	 */
	public B securePort(int securePort) {
		if (securePort < 0 || securePort > 65535) {
			throw new IllegalArgumentException("The secure port is " + securePort + ": ports go from 0 to 65535");
		}
		this.securePort = securePort;
		return self();
	}

	/** Listeners to be made from the application's class loader, before initializers. */
	public B listenerClassNames(List<String> listenerClassNames) {
		this.listenerClassNames = List.copyOf(listenerClassNames);
		return self();
	}

	/**
	 * Adds a source of declared components; they are asked in the order they were added,
	 * before listeners are made and initializers run.
	 */
	public B declarations(Declarations.Source declarations) {
		this.declarations.add(declarations);
		return self();
	}

	/**
	 * What is called on servlets, filters and listeners that are made from their classes;
	 * the default is what their annotations say.
	 */
	public B lifecycleCallbacks(LifecycleCallbacks lifecycleCallbacks) {
		this.lifecycleCallbacks = lifecycleCallbacks;
		return self();
	}

	/**
	 * Whether the application starts although a servlet that is loaded then throws
	 * {@code UnavailableException}, which leaves that servlet out of service (Servlet 6.1
	 * §2.3.2.1). By default the start fails.
	 */
	public B startWithoutUnavailableServlets(boolean startWithoutUnavailableServlets) {
		this.startWithoutUnavailableServlets = startWithoutUnavailableServlets;
		return self();
	}

	/**
	 * Whether a request accesses the session that it names even if nobody asks for that,
	 * as the specification wants it (Servlet 6.1 §7.6). By default those only do that use
	 * the session, and requests for files need not look for one.
	 */
	public B sessionAccessedByEveryRequest(boolean sessionAccessedByEveryRequest) {
		this.sessionAccessedByEveryRequest = sessionAccessedByEveryRequest;
		return self();
	}

	/** The applications that this one may know; by default itself alone. */
	public B contextDirectory(ContextDirectory contextDirectory) {
		this.contextDirectory = contextDirectory;
		return self();
	}

	/**
	 * The version of the specification that the application was written for, which is
	 * that of its descriptor (Servlet 6.1 §4.4.4).
	 */
	public B effectiveVersion(int major, int minor) {
		this.effectiveVersion = new EffectiveVersion(major, minor);
		return self();
	}

	/** What descriptors say of JSP files, null if they say nothing. */
	public B jspConfig(@Nullable JspConfigDescriptor jspConfig) {
		this.jspConfig = jspConfig;
		return self();
	}

	/** Adds an initializer; they run in the order they were added. */
	public B initializer(ServletContextStartup initializer) {
		this.initializers.add(initializer);
		return self();
	}

	/** Adds a servlet that supports asynchronous requests. */
	public B servlet(String name, Servlet servlet, String... mappings) {
		return initializer((context) -> {
			var registration = context.addServlet(name, servlet);
			registration.setAsyncSupported(true);
			registration.addMapping(mappings);
		});
	}

	/** Adds a filter for every kind of dispatch, that supports asynchronous requests. */
	public B filter(String name, Filter filter, String... mappings) {
		return initializer((context) -> {
			var registration = context.addFilter(name, filter);
			registration.setAsyncSupported(true);
			registration.addMappingForUrlPatterns(EnumSet.allOf(DispatcherType.class), true, mappings);
		});
	}

	/**
	 * Makes the application and initialises it: initializers, context listeners, filters,
	 * in this thread. What was created is destroyed if one of them fails.
	 * @return the application, not yet started
	 * @throws ServletException what an initializer, listener or filter threw
	 */
	protected final WebApplication initialize() throws ServletException {
		BridgeServletContext context = new BridgeServletContext(this);
		context.lifecycle().initialize(this);
		return context;
	}

	@SuppressWarnings("unchecked")
	private B self() {
		return (B) this;
	}

	private static ClassLoader defaultClassLoader() {
		ClassLoader loader = Thread.currentThread().getContextClassLoader();
		return (loader != null) ? loader : WebApplicationBuilder.class.getClassLoader();
	}

	/**
	 * A version of the specification.
	 *
	 * @param major like 6
	 * @param minor like 1
	 */
	record EffectiveVersion(int major, int minor) {

		/** The one that is implemented. */
		static final EffectiveVersion CURRENT = new EffectiveVersion(6, 1);

	}

	/**
	 * A declared error page.
	 *
	 * @param status the status it answers, or null
	 * @param type the exception it answers, or null
	 * @param location its path
	 */
	record ErrorPage(@Nullable Integer status, @Nullable Class<? extends Throwable> type, String location) {

	}

}
