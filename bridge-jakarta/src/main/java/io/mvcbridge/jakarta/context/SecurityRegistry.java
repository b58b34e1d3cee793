package io.mvcbridge.jakarta.context;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import io.mvcbridge.jakarta.security.ApplicationSecurity;
import io.mvcbridge.jakarta.security.SecurityConstraint;
import io.mvcbridge.jakarta.security.SecuritySettings;
import jakarta.servlet.ServletException;
import org.jspecify.annotations.Nullable;

/**
 * What a context is told of its security, by its builder, by a program or by annotations,
 * until everything is registered (Servlet 6.1 §13.4). Changed by the thread that
 * initialises the context only.
 */
final class SecurityRegistry {

	private final WebApplicationBuilder<?> settings;

	private final Set<String> roles;

	/** Patterns that the application's own constraints name: they are decided there. */
	private final Set<String> constrained = new LinkedHashSet<>();

	SecurityRegistry(WebApplicationBuilder<?> settings) {
		this.settings = settings;
		this.roles = new LinkedHashSet<>(settings.securityRoles);
		settings.securityConstraints.forEach((constraint) -> this.constrained.addAll(constraint.patterns()));
	}

	/** Whether annotations of servlet classes count. */
	boolean takesAnnotations() {
		return !this.settings.metadataComplete;
	}

	void declareRoles(String... roleNames) {
		for (String role : roleNames) {
			if (role == null || role.isEmpty()) {
				throw new IllegalArgumentException("A role needs a name to be declared");
			}
			this.roles.add(role);
		}
	}

	/**
	 * Which of these patterns what a servlet says of its security has no effect on.
	 * @param patterns URL patterns
	 * @return those that a constraint of the application names
	 */
	Set<String> constrained(Collection<String> patterns) {
		Set<String> decided = new LinkedHashSet<>(patterns);
		decided.retainAll(this.constrained);
		return decided;
	}

	/**
	 * Everything is registered: puts all constraints together.
	 * @param contextPath the context path
	 * @param servlets all servlets by name
	 * @return the security, null if there is none
	 * @throws ServletException if it cannot work
	 */
	@Nullable ApplicationSecurity freeze(String contextPath, Map<String, DynamicServlet> servlets) throws ServletException {
		linkRoles(contextPath, servlets);
		List<SecurityConstraint> constraints = new ArrayList<>(this.settings.securityConstraints);
		servlets.forEach((name, servlet) -> {
			if (servlet.security() != null) {
				Set<String> patterns = new LinkedHashSet<>(servlet.getMappings());
				patterns.removeAll(this.constrained);
				constraints.addAll(SecurityConstraint.of(servlet.security(), patterns, "of servlet '" + name + "'"));
			}
		});
		return ApplicationSecurity.of(contextPath,
				new SecuritySettings(constraints, rolesWith(servlets), this.settings.denyUncoveredMethods,
						this.settings.loginConfig, this.settings.identityStore, this.settings.securePort,
						this.settings.clock));
	}

	/** Roles that an annotation or a program allows are declared thereby. */
	private Set<String> rolesWith(Map<String, DynamicServlet> servlets) {
		Set<String> declared = new LinkedHashSet<>(this.roles);
		servlets.values().forEach((servlet) -> declared.addAll(servlet.allowedRoles()));
		return declared;
	}

	private void linkRoles(String contextPath, Map<String, DynamicServlet> servlets) throws ServletException {
		for (Map.Entry<String, Map<String, String>> links : this.settings.roleLinks.entrySet()) {
			DynamicServlet servlet = servlets.get(links.getKey());
			if (servlet == null) {
				throw new ServletException("Application '" + contextPath + "' links the roles "
						+ new TreeSet<>(links.getValue().keySet()) + " for the servlet '" + links.getKey()
						+ "', which is not registered. Registered are " + new TreeSet<>(servlets.keySet()));
			}
			servlet.linkRoles(new LinkedHashMap<>(links.getValue()));
		}
	}

}
