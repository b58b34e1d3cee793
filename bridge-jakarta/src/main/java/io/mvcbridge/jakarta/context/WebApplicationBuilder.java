package io.mvcbridge.jakarta.context;

import java.net.URL;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

import io.mvcbridge.jakarta.request.RequestLimits;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.Servlet;
import jakarta.servlet.ServletException;
import jakarta.servlet.SessionCookieConfig;
import jakarta.servlet.SessionTrackingMode;
import jakarta.servlet.http.Cookie;
import org.jspecify.annotations.Nullable;

/**
 * Collects what a web application is configured with. Used through the kernel's builder.
 *
 * @param <B> the concrete builder
 */
public abstract class WebApplicationBuilder<B extends WebApplicationBuilder<B>> {

	String contextPath = "";

	String displayName = "application";

	ClassLoader classLoader = defaultClassLoader();

	String serverInfo = "MVC Bridge";

	@Nullable Path documentRoot;

	List<URL> resourceJars = List.of();

	Map<String, String> mimeTypes = Map.of();

	Map<Locale, Charset> localeCharsets = Map.of();

	final Map<String, String> initParameters = new LinkedHashMap<>();

	final List<ErrorPage> errorPages = new ArrayList<>();

	RequestLimits limits = RequestLimits.DEFAULTS;

	@Nullable Path tempDirectory;

	Duration sessionTimeout = Duration.ofMinutes(30);

	@Nullable Path sessionStoreDirectory;

	Consumer<SessionCookieConfig> sessionCookie = (config) -> {
	};

	@Nullable Set<SessionTrackingMode> trackingModes;

	Consumer<Cookie> cookieCustomizer = (cookie) -> {
	};

	boolean registerDefaultServlet;

	List<String> listenerClassNames = List.of();

	final List<ServletContextStartup> initializers = new ArrayList<>();

	protected WebApplicationBuilder() {
	}

	/**
	 * The context path: empty for the root, or begins with a slash and ends with none.
	 */
	public B contextPath(String contextPath) {
		this.contextPath = contextPath;
		return self();
	}

	/** What {@code getServletContextName} answers. */
	public B displayName(String displayName) {
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

	/** A directory whose files are the application's resources, null for none. */
	public B documentRoot(@Nullable Path documentRoot) {
		this.documentRoot = documentRoot;
		return self();
	}

	/** Roots of {@code META-INF/resources}, searched after the document root. */
	public B resourceJars(List<URL> resourceJars) {
		this.resourceJars = List.copyOf(resourceJars);
		return self();
	}

	/** Media types by file extension without the dot. */
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

	/** Where sessions are kept while the application is down; null to forget them. */
	public B sessionStoreDirectory(@Nullable Path sessionStoreDirectory) {
		this.sessionStoreDirectory = sessionStoreDirectory;
		return self();
	}

	/** Configures the session cookie before the application's initializers run. */
	public B sessionCookie(Consumer<SessionCookieConfig> sessionCookie) {
		this.sessionCookie = sessionCookie;
		return self();
	}

	/** How sessions may be tracked; the default is by cookie. */
	public B trackingModes(Set<SessionTrackingMode> trackingModes) {
		this.trackingModes = Set.copyOf(trackingModes);
		return self();
	}

	/**
	 * Completes every cookie but that of the session before it is sent, in place.
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

	/** Listeners to be made from the application's class loader, before initializers. */
	public B listenerClassNames(List<String> listenerClassNames) {
		this.listenerClassNames = List.copyOf(listenerClassNames);
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
		throw new IllegalStateException("skeleton");
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
	 * A declared error page.
	 *
	 * @param status the status it answers, or null
	 * @param type the exception it answers, or null
	 * @param location its path
	 */
	record ErrorPage(@Nullable Integer status, @Nullable Class<? extends Throwable> type, String location) {

	}

}
