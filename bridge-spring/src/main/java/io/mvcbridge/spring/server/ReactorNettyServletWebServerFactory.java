package io.mvcbridge.spring.server;

import java.io.File;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Predicate;

import io.mvcbridge.core.server.ServerSettings;
import io.mvcbridge.core.server.ServerSettings.CompressionSettings;
import io.mvcbridge.jakarta.ServletKernel;
import io.mvcbridge.jakarta.request.AcceleratedFolder;
import io.mvcbridge.jakarta.request.RequestLimits;
import io.mvcbridge.spring.BridgeMode;
import io.mvcbridge.spring.route.HandlerRoutes;
import jakarta.servlet.ServletException;
import jakarta.servlet.SessionCookieConfig;
import jakarta.servlet.http.Cookie;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.web.error.ErrorPage;
import org.springframework.boot.web.server.AbstractConfigurableWebServerFactory;
import org.springframework.boot.web.server.Compression;
import org.springframework.boot.web.server.Cookie.SameSite;
import org.springframework.boot.web.server.MimeMappings;
import org.springframework.boot.web.server.Ssl;
import org.springframework.boot.web.server.WebServer;
import org.springframework.boot.web.server.WebServerException;
import org.springframework.boot.web.server.servlet.ConfigurableServletWebServerFactory;
import org.springframework.boot.web.server.servlet.ContextPath;
import org.springframework.boot.web.server.servlet.CookieSameSiteSupplier;
import org.springframework.boot.web.server.servlet.DocumentRoot;
import org.springframework.boot.web.server.servlet.Jsp;
import org.springframework.boot.web.server.servlet.ServletContextInitializers;
import org.springframework.boot.web.server.servlet.ServletWebServerSettings;
import org.springframework.boot.web.server.servlet.Session;
import org.springframework.boot.web.servlet.ServletContextInitializer;
import org.springframework.context.ResourceLoaderAware;
import org.springframework.core.io.ResourceLoader;
import org.springframework.util.Assert;
import org.springframework.util.ClassUtils;
import org.springframework.util.StringUtils;

/**
 * Makes {@link ReactorNettyWebServer}s. Each has a kernel host and a listener of its own,
 * so that any number of applications can live in one JVM: cached test contexts, a
 * management context beside the main one.
 */
public class ReactorNettyServletWebServerFactory extends AbstractConfigurableWebServerFactory
		implements ConfigurableServletWebServerFactory, ResourceLoaderAware {

	private static final String SAME_SITE = "SameSite";

	private static final Duration NEVER = Duration.ZERO;

	/** Lies in the root of an executable war. */
	private static final List<String> LAUNCHER = List.of("/org/springframework/boot");

	private final ServletWebServerSettings settings = new ServletWebServerSettings();

	private List<BridgeServerCustomizer> serverCustomizers = new ArrayList<>();

	private BridgeMode mode = BridgeMode.PERSISTENT;

	private RequestLimits requestLimits = RequestLimits.DEFAULTS;

	private @Nullable AcceleratedFolder acceleratedFolder;

	private @Nullable Predicate<String> offLoopPaths;

	private @Nullable ResourceLoader resourceLoader;

	/** Creates a factory for port 8080 and the root context. */
	public ReactorNettyServletWebServerFactory() {
	}

	/**
	 * Creates a factory for a port and the root context.
	 * @param port the port, 0 for any free one, negative for none
	 */
	public ReactorNettyServletWebServerFactory(int port) {
		super(port);
	}

	/**
	 * Creates a factory for a context path and a port.
	 * @param contextPath the context path, empty for the root
	 * @param port the port, 0 for any free one, negative for none
	 */
	public ReactorNettyServletWebServerFactory(String contextPath, int port) {
		super(port);
		this.settings.setContextPath(ContextPath.of(contextPath));
	}

	@Override
	public WebServer getWebServer(ServletContextInitializer... initializers) {
		requireAvailable();
		ServerSettings serverSettings = serverSettings();
		ServletKernel kernel;
		try {
			kernel = kernel(initializers);
		}
		catch (ServletException | RuntimeException ex) {
			throw new WebServerException("Unable to initialize the servlet context", ex);
		}
		return new ReactorNettyWebServer(kernel, serverSettings, getPort() >= 0, this.requestLimits, this.mode,
				getShutdown());
	}

	private void requireAvailable() {
		if (Ssl.isEnabled(getSsl())) {
			throw new UnavailableFeatureException("TLS (server.ssl or management.server.ssl)",
					"MVC Bridge does not serve TLS yet.",
					"Let the proxy in front end TLS and remove the ssl properties, or set their enabled to false.");
		}
		if (getHttp2() != null && getHttp2().isEnabled()) {
			throw new UnavailableFeatureException("server.http2.enabled=true", "MVC Bridge does not serve HTTP/2 yet.",
					"Remove the property: clients and proxies then use HTTP/1.1.");
		}
		if (this.mode != BridgeMode.PERSISTENT) {
			throw new UnavailableFeatureException("bridge.mode=" + this.mode,
					"MVC Bridge does not run in this mode yet.", "Set bridge.mode=persistent, or remove the property.");
		}
		Jsp jsp = this.settings.getJsp();
		if (jsp.getRegistered() && ClassUtils.isPresent(jsp.getClassName(), classLoader())) {
			throw new UnavailableFeatureException("JSP pages (" + jsp.getClassName() + " is on the class path)",
					"MVC Bridge does not serve JSP.",
					"Use another view technology, such as Thymeleaf, and remove the JSP engine, "
							+ "or set server.servlet.jsp.registered=false.");
		}
	}

	private ServerSettings serverSettings() {
		ServerSettings.Builder builder = ServerSettings.builder();
		InetAddress address = getAddress();
		builder.address(address).port(Math.max(getPort(), 0));
		builder.serverHeader(StringUtils.hasText(getServerHeader()) ? getServerHeader() : null);
		Compression compression = getCompression();
		if (compression != null && compression.getEnabled()) {
			builder.compression(compressionSettings(compression));
		}
		this.serverCustomizers.forEach((customizer) -> customizer.customize(builder));
		return builder.build();
	}

	private static CompressionSettings compressionSettings(Compression compression) {
		String[] userAgents = compression.getExcludedUserAgents();
		return new CompressionSettings(List.of(CompressedMimeTypes.of(compression)),
				compression.getMinResponseSize().toBytes(), (userAgents != null) ? List.of(userAgents) : List.of());
	}

	private ServletKernel kernel(ServletContextInitializer... initializers) throws ServletException {
		ServletKernel.Builder builder = ServletKernel.builder()
			.contextPath(this.settings.getContextPath().toString())
			.classLoader(classLoader())
			.serverInfo("MVC Bridge/" + Versions.bridge())
			.resourceJars(this.settings.getStaticResourceUrls())
			.hiddenResources(LAUNCHER)
			.mimeTypes(mimeTypes())
			.localeCharsets(this.settings.getLocaleCharsetMappings())
			.limits(this.requestLimits)
			.routes(new HandlerRoutes())
			.offLoopPaths(this.offLoopPaths)
			.acceleratedFolder(this.acceleratedFolder)
			.registerDefaultServlet(this.settings.isRegisterDefaultServlet())
			.listenerClassNames(List.copyOf(new TreeSet<>(this.settings.getWebListenerClassNames())));
		if (this.settings.getDisplayName() != null) {
			builder.displayName(this.settings.getDisplayName());
		}
		File documentRoot = documentRoot();
		builder.documentRoot((documentRoot != null) ? documentRoot.toPath() : null);
		for (ErrorPage page : getErrorPages()) {
			builder.errorPage((page.getStatus() != null) ? page.getStatusCode() : null, page.getException(),
					page.getPath());
		}
		addSession(builder);
		addCookies(builder);
		for (ServletContextInitializer initializer : ServletContextInitializers.from(this.settings, initializers)) {
			builder.initializer(initializer::onStartup);
		}
		return builder.build();
	}

	private ClassLoader classLoader() {
		ClassLoader classLoader = (this.resourceLoader != null) ? this.resourceLoader.getClassLoader()
				: ClassUtils.getDefaultClassLoader();
		return (classLoader != null) ? classLoader : getClass().getClassLoader();
	}

	private @Nullable File documentRoot() {
		DocumentRoot documentRoot = new DocumentRoot(LogFactory.getLog(getClass()));
		documentRoot.setDirectory(this.settings.getDocumentRoot());
		return documentRoot.getValidDirectory();
	}

	private Map<String, String> mimeTypes() {
		Map<String, String> mimeTypes = new HashMap<>();
		for (MimeMappings.Mapping mapping : this.settings.getMimeMappings()) {
			mimeTypes.put(mapping.getExtension(), mapping.getMimeType());
		}
		return mimeTypes;
	}

	private void addSession(ServletKernel.Builder builder) {
		Session session = this.settings.getSession();
		Duration timeout = session.getTimeout();
		builder.sessionTimeout((timeout != null) ? timeout : NEVER);
		if (session.isPersistent()) {
			builder.sessionStoreDirectory(session.getSessionStoreDirectory().getValidDirectory(true).toPath());
		}
	}

	private void addCookies(ServletKernel.Builder builder) {
		List<CookieSameSiteSupplier> suppliers = new ArrayList<>(this.settings.getCookieSameSiteSuppliers());
		SameSite sameSite = this.settings.getSession().getCookie().getSameSite();
		builder.sessionCookie((config) -> {
			// As on Tomcat: out of the reach of scripts unless the application says
			// otherwise.
			config.setHttpOnly(true);
			if (sameSite == SameSite.OMITTED) {
				suppliers.add(0, CookieSameSiteSupplier.of(sameSite).whenHasName(() -> sessionCookieName(config)));
			}
			else if (sameSite != null) {
				config.setAttribute(SAME_SITE, sameSite.attributeValue());
			}
		});
		builder.cookieCustomizer((cookie) -> addSameSite(cookie, suppliers));
	}

	private static String sessionCookieName(SessionCookieConfig config) {
		String name = config.getName();
		return (name != null) ? name : "JSESSIONID";
	}

	/** The first supplier that has an answer decides; what the application set stays. */
	private static void addSameSite(Cookie cookie, List<CookieSameSiteSupplier> suppliers) {
		if (cookie.getAttribute(SAME_SITE) != null) {
			return;
		}
		for (CookieSameSiteSupplier supplier : suppliers) {
			SameSite sameSite = supplier.getSameSite(cookie);
			if (sameSite != null) {
				if (sameSite != SameSite.OMITTED) {
					cookie.setAttribute(SAME_SITE, sameSite.attributeValue());
				}
				return;
			}
		}
	}

	@Override
	public ServletWebServerSettings getSettings() {
		return this.settings;
	}

	@Override
	public void setResourceLoader(ResourceLoader resourceLoader) {
		this.resourceLoader = resourceLoader;
	}

	/** The mode that applications are served in; persistent unless set. */
	public BridgeMode getMode() {
		return this.mode;
	}

	public void setMode(BridgeMode mode) {
		Assert.notNull(mode, "'mode' must not be null");
		this.mode = mode;
	}

	/** Limits for what a request may contain. */
	public RequestLimits getRequestLimits() {
		return this.requestLimits;
	}

	public void setRequestLimits(RequestLimits requestLimits) {
		Assert.notNull(requestLimits, "'requestLimits' must not be null");
		this.requestLimits = requestLimits;
	}

	/** The folder whose files the proxy in front sends, null if there is none. */
	public @Nullable AcceleratedFolder getAcceleratedFolder() {
		return this.acceleratedFolder;
	}

	public void setAcceleratedFolder(@Nullable AcceleratedFolder acceleratedFolder) {
		this.acceleratedFolder = acceleratedFolder;
	}

	/**
	 * Which paths, as they were sent and relative to the context path, stay off event
	 * loops that carry the threads of requests; null for none.
	 */
	public @Nullable Predicate<String> getOffLoopPaths() {
		return this.offLoopPaths;
	}

	public void setOffLoopPaths(@Nullable Predicate<String> offLoopPaths) {
		this.offLoopPaths = offLoopPaths;
	}

	/** What changes the listener's settings, in order; may be changed. */
	public List<BridgeServerCustomizer> getServerCustomizers() {
		return this.serverCustomizers;
	}

	public void setServerCustomizers(List<? extends BridgeServerCustomizer> serverCustomizers) {
		Assert.notNull(serverCustomizers, "'serverCustomizers' must not be null");
		this.serverCustomizers = new ArrayList<>(serverCustomizers);
	}

	public void addServerCustomizers(BridgeServerCustomizer... serverCustomizers) {
		Assert.notNull(serverCustomizers, "'serverCustomizers' must not be null");
		this.serverCustomizers.addAll(List.of(serverCustomizers));
	}

}
