package io.mvcbridge.jakarta.context;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.Servlet;
import jakarta.servlet.ServletException;
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

	/** Null if the servlet was declared without a class. */
	private @Nullable ServletSource source;

	private boolean disabled;

	private final Set<String> mappings = new LinkedHashSet<>();

	private int loadOnStartup = -1;

	private @Nullable MultipartConfigElement multipartConfig;

	private @Nullable ServletSecurityElement security;

	/** Security roles by the names that the servlet's code uses for them. */
	private Map<String, String> roleLinks = Map.of();

	private @Nullable String runAsRole;

	DynamicServlet(ServletRegistry registry, ContextPhase phase, String name, @Nullable String className,
			ServletSource source) {
		super(phase, name, className);
		this.registry = registry;
		this.source = source;
		this.holder = new ServletHolder(this, registry.servletContext(), registry.factory(), registry.nextOrdinal());
	}

	/** One that is not complete. */
	DynamicServlet(ServletRegistry registry, ContextPhase phase, String name) {
		super(phase, name, null);
		this.registry = registry;
		this.holder = new ServletHolder(this, registry.servletContext(), registry.factory(), registry.nextOrdinal());
	}

	/**
	 * Gives a servlet that was declared without a class what it is made from.
	 * @return false if it is complete
	 */
	boolean complete(@Nullable String className, ServletSource source) {
		if (this.source != null) {
			return false;
		}
		className(className);
		this.source = source;
		return true;
	}

	/** Makes the servlet. */
	Servlet make() throws ServletException {
		ServletSource source = this.source;
		if (source == null) {
			throw new ServletException(
					"Servlet '" + getName() + "' is declared without a class, and no initializer has "
							+ "added a servlet of that name: name its class in the descriptor");
		}
		return source.get();
	}

	void disable() {
		this.disabled = true;
		this.holder.disable();
	}

	boolean isDisabled() {
		return this.disabled;
	}

	/**
	 * Takes over what the annotations of the servlet's class say (Servlet 6.1 §4.4.4),
	 * unless a descriptor says all.
	 * @param type the class
	 */
	void introspect(Class<? extends Servlet> type) {
		if (!this.registry.security().takesAnnotations()) {
			return;
		}
		MultipartConfig multipart = type.getAnnotation(MultipartConfig.class);
		if (multipart != null) {
			this.multipartConfig = new MultipartConfigElement(multipart);
		}
		ServletSecurity constraint = type.getAnnotation(ServletSecurity.class);
		if (constraint != null) {
			this.security = new ServletSecurityElement(constraint);
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

	/** What is said of the servlet's security, null if nothing is. */
	@Nullable ServletSecurityElement security() {
		return this.security;
	}

	/** All roles that what is said of the servlet's security names. */
	Set<String> allowedRoles() {
		Set<String> roles = new LinkedHashSet<>();
		if (this.security != null) {
			roles.addAll(Arrays.asList(this.security.getRolesAllowed()));
			this.security.getHttpMethodConstraints()
				.forEach((method) -> roles.addAll(Arrays.asList(method.getRolesAllowed())));
			// These stand for other roles, or for none
			roles.removeAll(Set.of("*", "**"));
		}
		return roles;
	}

	void linkRoles(Map<String, String> roleLinks) {
		this.roleLinks = roleLinks;
	}

	/** The security role that a name stands for in the servlet's code. */
	String linkedRole(String name) {
		return this.roleLinks.getOrDefault(name, name);
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
	 * {@inheritDoc} Patterns that are mapped later are constrained too.
	 */
	@Override
	public Set<String> setServletSecurity(ServletSecurityElement constraint) {
		requireConfigurable("setServletSecurity");
		if (constraint == null) {
			throw new IllegalArgumentException("No security constraint given for servlet '" + getName() + "'");
		}
		this.security = constraint;
		return this.registry.security().constrained(this.mappings);
	}

	@Override
	public void setMultipartConfig(MultipartConfigElement multipartConfig) {
		requireConfigurable("setMultipartConfig");
		if (multipartConfig == null) {
			throw new IllegalArgumentException("No multipart configuration given for servlet '" + getName() + "'");
		}
		this.multipartConfig = multipartConfig;
	}

	/**
	 * {@inheritDoc} The role is for what a servlet calls with an identity of its own, as
	 * enterprise beans are. What its request says of its sender stays as it is, and this
	 * container calls nothing else.
	 */
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
