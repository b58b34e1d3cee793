package io.mvcbridge.jakarta.context;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;

import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.Servlet;
import jakarta.servlet.ServletRegistration;
import jakarta.servlet.ServletSecurityElement;
import jakarta.servlet.annotation.MultipartConfig;
import jakarta.servlet.annotation.ServletSecurity;
import org.jspecify.annotations.Nullable;

/**
 * The registration of a servlet: what it is configured with, and one of three things that
 * it is made from, an instance, a class or the path of a JSP file.
 */
final class DynamicServlet extends ComponentRegistration implements ServletRegistration.Dynamic {

	private final ServletRegistry registry;

	private final ServletHolder holder;

	private final Set<String> mappings = new LinkedHashSet<>();

	private int loadOnStartup = -1;

	private @Nullable MultipartConfigElement multipartConfig;

	private @Nullable SecurityConstraint security;

	private @Nullable String runAsRole;

	DynamicServlet(ServletRegistry registry, ContextPhase phase, String name, @Nullable String className,
			ServletSource source) {
		super(phase, name, className);
		this.registry = registry;
		this.holder = new ServletHolder(this, registry.servletContext(), source, registry.nextOrdinal());
	}

	/**
	 * Takes over what the annotations of the servlet's class say (Servlet 6.1 §4.4.4).
	 * @param type the class
	 */
	void introspect(Class<? extends Servlet> type) {
		MultipartConfig multipart = type.getAnnotation(MultipartConfig.class);
		if (multipart != null) {
			this.multipartConfig = new MultipartConfigElement(multipart);
		}
		ServletSecurity constraint = type.getAnnotation(ServletSecurity.class);
		if (constraint != null) {
			this.security = new SecurityConstraint(new ServletSecurityElement(constraint));
		}
	}

	ServletHolder holder() {
		return this.holder;
	}

	int loadOnStartup() {
		return this.loadOnStartup;
	}

	@Nullable MultipartConfigElement multipartConfig() {
		return this.multipartConfig;
	}

	/** The security constraint for all mappings, null if there is none. */
	@Nullable SecurityConstraint security() {
		return this.security;
	}

	/**
	 * {@inheritDoc} A pattern that is mapped to the container's own default servlet is
	 * free to take.
	 */
	@Override
	public Set<String> addMapping(String... urlPatterns) {
		requireConfigurable("addMapping");
		if (urlPatterns == null || urlPatterns.length == 0) {
			throw new IllegalArgumentException("No URL pattern given to map servlet '" + getName() + "' to");
		}
		Set<String> conflicts = this.registry.map(this, urlPatterns);
		if (conflicts.isEmpty()) {
			this.mappings.addAll(Arrays.asList(urlPatterns));
		}
		return conflicts;
	}

	void mapped(String pattern) {
		this.mappings.add(pattern);
	}

	void unmap(String pattern) {
		this.mappings.remove(pattern);
	}

	@Override
	public Collection<String> getMappings() {
		return new ArrayList<>(this.mappings);
	}

	@Override
	public void setLoadOnStartup(int loadOnStartup) {
		requireConfigurable("setLoadOnStartup");
		this.loadOnStartup = loadOnStartup;
	}

	/**
	 * {@inheritDoc} No pattern is ever left out: no descriptor constrains any.
	 */
	@Override
	public Set<String> setServletSecurity(ServletSecurityElement constraint) {
		requireConfigurable("setServletSecurity");
		if (constraint == null) {
			throw new IllegalArgumentException("No security constraint given for servlet '" + getName() + "'");
		}
		this.security = new SecurityConstraint(constraint);
		return new LinkedHashSet<>();
	}

	@Override
	public void setMultipartConfig(MultipartConfigElement multipartConfig) {
		requireConfigurable("setMultipartConfig");
		if (multipartConfig == null) {
			throw new IllegalArgumentException("No multipart configuration given for servlet '" + getName() + "'");
		}
		this.multipartConfig = multipartConfig;
	}

	@Override
	public void setRunAsRole(String roleName) {
		requireConfigurable("setRunAsRole");
		if (roleName == null) {
			throw new IllegalArgumentException("No role given for servlet '" + getName() + "' to run as");
		}
		this.runAsRole = roleName;
	}

	@Override
	public @Nullable String getRunAsRole() {
		return this.runAsRole;
	}

}
