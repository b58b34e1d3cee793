package io.mvcbridge.jakarta.context;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.mvcbridge.jakarta.http.UrlPattern;
import jakarta.servlet.Servlet;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRegistration;
import jakarta.servlet.UnavailableException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The servlets of a context and what they are mapped to (Servlet 6.1 §4.4.1). Changed by
 * the thread that initialises the context only.
 */
final class ServletRegistry {

	/** The name of the servlet that JSP files are run by, by custom of all containers. */
	private static final String JSP_SERVLET = "jsp";

	private static final Logger logger = LoggerFactory.getLogger(ServletRegistry.class);

	private final ServletContext servletContext;

	private final ContextPhase phase;

	private final ComponentFactory factory;

	private final SecurityRegistry security;

	private final Map<String, DynamicServlet> servlets = new LinkedHashMap<>();

	private final Map<String, DynamicServlet> mappings = new LinkedHashMap<>();

	/** What the container maps by itself and an application may map otherwise. */
	private final Map<String, DynamicServlet> implicitMappings = new LinkedHashMap<>();

	private final List<Servlet> instances = new ArrayList<>();

	private int ordinals;

	ServletRegistry(ServletContext servletContext, ContextPhase phase, ComponentFactory factory,
			SecurityRegistry security) {
		this.servletContext = servletContext;
		this.phase = phase;
		this.factory = factory;
		this.security = security;
	}

	SecurityRegistry security() {
		return this.security;
	}

	ServletContext servletContext() {
		return this.servletContext;
	}

	ComponentFactory factory() {
		return this.factory;
	}

	int nextOrdinal() {
		return this.ordinals++;
	}

	/** How many servlets there are; their ordinals are below. */
	int size() {
		return this.ordinals;
	}

	ServletRegistration.@Nullable Dynamic add(String name, Servlet servlet) {
		requireName(name);
		for (Servlet registered : this.instances) {
			if (registered == servlet) {
				return null;
			}
		}
		DynamicServlet added = add(name, servlet.getClass().getName(), () -> servlet);
		if (added != null) {
			this.instances.add(servlet);
			added.introspect(servlet.getClass());
		}
		return added;
	}

	ServletRegistration.@Nullable Dynamic add(String name, Class<? extends Servlet> type) {
		requireName(name);
		DynamicServlet added = add(name, type.getName(), () -> this.servletContext.createServlet(type));
		if (added != null) {
			added.introspect(type);
		}
		return added;
	}

	ServletRegistration.@Nullable Dynamic add(String name, String className) {
		requireName(name);
		try {
			return add(name, this.factory.load(className, Servlet.class));
		}
		catch (ClassNotFoundException ex) {
			// Registered all the same: that it is missing matters when it is called.
			return add(name, className, () -> {
				throw new ServletException("Servlet '" + name + "': class " + className + " is not found", ex);
			});
		}
	}

	ServletRegistration.@Nullable Dynamic addJsp(String name, String jspFile) {
		requireName(name);
		DynamicServlet added = add(name, null, () -> jspServlet(name));
		if (added != null) {
			added.setInitParameter("jspFile", jspFile);
			DynamicServlet engine = this.servlets.get(JSP_SERVLET);
			if (engine != null) {
				added.setInitParameters(engine.getInitParameters());
			}
		}
		return added;
	}

	private Servlet jspServlet(String name) throws ServletException {
		DynamicServlet engine = this.servlets.get(JSP_SERVLET);
		if (engine == null || engine.getClassName() == null) {
			throw new ServletException("Servlet '" + name + "' is a JSP file, but no servlet named '" + JSP_SERVLET
					+ "' is registered to run it: add a JSP engine");
		}
		try {
			return this.servletContext.createServlet(this.factory.load(engine.getClassName(), Servlet.class));
		}
		catch (ClassNotFoundException ex) {
			throw new ServletException("The JSP servlet " + engine.getClassName() + " is not found", ex);
		}
	}

	/** Adds a servlet, or completes one that was declared without a class. */
	private @Nullable DynamicServlet add(String name, @Nullable String className, ServletSource source) {
		DynamicServlet declared = this.servlets.get(name);
		if (declared != null) {
			return declared.complete(className, source) ? declared : null;
		}
		DynamicServlet servlet = new DynamicServlet(this, this.phase, name, className, source);
		this.servlets.put(name, servlet);
		return servlet;
	}

	/**
	 * Declares a servlet: its class is neither loaded nor looked at.
	 * @param name its name; the container's own servlet of that name makes room
	 * @param className its class, null if an initializer will tell it
	 * @return its registration
	 */
	DynamicServlet declare(String name, @Nullable String className) {
		requireName(name);
		DynamicServlet known = this.servlets.get(name);
		if (known != null && !this.implicitMappings.containsValue(known)) {
			throw new IllegalArgumentException("Servlet '" + name + "' is declared twice");
		}
		this.implicitMappings.values().removeIf((implicit) -> implicit == known);
		DynamicServlet servlet = (className != null)
				? new DynamicServlet(this, this.phase, name, className, () -> load(name, className))
				: new DynamicServlet(this, this.phase, name);
		this.servlets.put(name, servlet);
		return servlet;
	}

	private Servlet load(String name, String className) throws ServletException {
		try {
			return this.servletContext.createServlet(this.factory.load(className, Servlet.class));
		}
		catch (ClassNotFoundException ex) {
			throw new ServletException("Servlet '" + name + "': class " + className + " is not found", ex);
		}
		catch (IllegalArgumentException ex) {
			throw new ServletException("Servlet '" + name + "': " + ex.getMessage(), ex);
		}
	}

	private static void requireName(String name) {
		if (name == null || name.isEmpty()) {
			throw new IllegalArgumentException("A servlet needs a name to be registered with");
		}
	}

	/**
	 * Maps a servlet to all of the patterns, or to none if one is taken.
	 * @param servlet the servlet
	 * @param patterns the patterns
	 * @return those that another servlet is mapped to
	 * @throws IllegalArgumentException if one is no pattern
	 */
	Set<String> map(DynamicServlet servlet, String... patterns) {
		Set<String> conflicts = new LinkedHashSet<>();
		for (String pattern : patterns) {
			UrlPattern.parse(pattern);
			DynamicServlet mapped = this.mappings.get(pattern);
			if (mapped != null && mapped != servlet) {
				conflicts.add(pattern);
			}
		}
		if (conflicts.isEmpty()) {
			for (String pattern : patterns) {
				this.mappings.put(pattern, servlet);
				DynamicServlet implicit = this.implicitMappings.remove(pattern);
				if (implicit != null) {
					implicit.unmap(pattern);
				}
			}
		}
		return conflicts;
	}

	/**
	 * Maps a servlet of the container's own to a pattern until the application maps
	 * another one to it.
	 * @param name the servlet's name
	 * @param servlet the servlet
	 * @param pattern the pattern
	 */
	void addImplicit(String name, Servlet servlet, String pattern) {
		DynamicServlet added = new DynamicServlet(this, this.phase, name, servlet.getClass().getName(), () -> servlet);
		added.setAsyncSupported(true);
		this.servlets.put(name, added);
		this.implicitMappings.put(pattern, added);
		added.mapped(pattern);
	}

	/**
	 * Makes a servlet that is not registered: no name leads to it and no list shows it.
	 * @param name the name it answers with
	 * @param servlet the servlet
	 * @return its holder
	 */
	ServletHolder unregistered(String name, Servlet servlet) {
		DynamicServlet hidden = new DynamicServlet(this, this.phase, name, servlet.getClass().getName(), () -> servlet);
		hidden.setAsyncSupported(true);
		return hidden.holder();
	}

	@Nullable DynamicServlet get(String name) {
		return this.servlets.get(name);
	}

	/** All registered servlets by name. */
	Map<String, DynamicServlet> servlets() {
		return Collections.unmodifiableMap(this.servlets);
	}

	Map<String, ServletRegistration> all() {
		return Collections.unmodifiableMap(new LinkedHashMap<>(this.servlets));
	}

	/** Everything that is mapped, by pattern. */
	Map<String, ServletHolder> mappings() {
		Map<String, ServletHolder> all = new LinkedHashMap<>();
		this.implicitMappings.forEach((pattern, servlet) -> all.put(pattern, servlet.holder()));
		this.mappings.forEach((pattern, servlet) -> all.put(pattern, servlet.holder()));
		return all;
	}

	/**
	 * Initialises the servlets with a load-on-startup order, in that order and else in
	 * that of their registration.
	 * @param startWithoutUnavailable whether the context starts without a servlet that
	 * says it is unavailable
	 * @throws ServletException what the first that failed threw
	 */
	void loadOnStartup(boolean startWithoutUnavailable) throws ServletException {
		List<DynamicServlet> loaded = new ArrayList<>(this.servlets.values());
		loaded.removeIf((servlet) -> servlet.loadOnStartup() < 0 || servlet.isDisabled());
		loaded.sort(Comparator.comparingInt(DynamicServlet::loadOnStartup));
		for (DynamicServlet servlet : loaded) {
			load(servlet, startWithoutUnavailable);
		}
	}

	private void load(DynamicServlet servlet, boolean startWithoutUnavailable) throws ServletException {
		try {
			servlet.holder().load();
		}
		catch (ServletException | RuntimeException ex) {
			if (ex instanceof UnavailableException && startWithoutUnavailable) {
				logger.warn("Context '{}' starts without servlet '{}', which says that it is unavailable",
						this.servletContext.getContextPath(), servlet.getName(), ex);
				return;
			}
			throw new ServletException("Servlet '" + servlet.getName() + "' (" + servlet.getClassName()
					+ ") failed to load at start: " + ((ex instanceof ServletException) ? ex.getMessage() : ex), ex);
		}
	}

	/** Destroys all servlets, the last registered first. */
	void destroy() {
		Collection<DynamicServlet> registered = this.servlets.values();
		List<DynamicServlet> reversed = new ArrayList<>(registered);
		Collections.reverse(reversed);
		for (DynamicServlet servlet : reversed) {
			servlet.holder().destroy();
		}
	}

}
