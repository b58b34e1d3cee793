package io.mvcbridge.jakarta.security;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import io.mvcbridge.jakarta.http.UrlPattern;
import jakarta.servlet.HttpConstraintElement;
import jakarta.servlet.HttpMethodConstraintElement;
import jakarta.servlet.ServletSecurityElement;
import jakarta.servlet.annotation.ServletSecurity.EmptyRoleSemantic;
import jakarta.servlet.annotation.ServletSecurity.TransportGuarantee;
import org.jspecify.annotations.Nullable;

/**
 * One security constraint on one collection of resources (Servlet 6.1 §13.8). A
 * descriptor's constraint with several collections is several of these. Begins as open to
 * all over any connection, and is narrowed step by step:
 * {@code SecurityConstraint.on("/admin/*").forMethods("GET").allowing("ADMIN")}.
 *
 * @param patterns URL patterns, as for servlets
 * @param methods the HTTP methods it is for; empty for all, or for all but the omitted
 * @param omittedMethods the HTTP methods it is not for
 * @param roles who may: empty for nobody, null for everybody; {@code *} stands for all
 * declared roles, {@code **} for any user who is logged in
 * @param isConfidential whether an encrypted connection is needed
 * @param source where it was declared, for messages: a file and line, a class
 */
public record SecurityConstraint(List<String> patterns, Set<String> methods, Set<String> omittedMethods,
		@Nullable Set<String> roles, boolean isConfidential, String source) {

	/** All declared roles. */
	static final String ALL_ROLES = "*";

	/** Any user who is logged in. */
	static final String ANY_USER = "**";

	public SecurityConstraint {
		patterns = List.copyOf(patterns);
		methods = Set.copyOf(methods);
		omittedMethods = Set.copyOf(omittedMethods);
		roles = (roles != null) ? Set.copyOf(roles) : null;
		if (patterns.isEmpty()) {
			throw new IllegalArgumentException("A security constraint (" + source + ") has no URL pattern");
		}
		patterns.forEach(UrlPattern::parse);
		if (!methods.isEmpty() && !omittedMethods.isEmpty()) {
			throw new IllegalArgumentException(
					"The security constraint on " + patterns + " (" + source + ") names both methods " + methods
							+ " and omitted methods " + omittedMethods + ": use one of them");
		}
	}

	/** A constraint on URL patterns that constrains nothing yet. */
	public static SecurityConstraint on(String... patterns) {
		return new SecurityConstraint(List.of(patterns), Set.of(), Set.of(), null, false, "by program");
	}

	/** The same for some HTTP methods only. */
	public SecurityConstraint forMethods(String... methods) {
		return new SecurityConstraint(this.patterns, Set.of(methods), this.omittedMethods, this.roles,
				this.isConfidential, this.source);
	}

	/** The same for all HTTP methods but some. */
	public SecurityConstraint exceptMethods(String... omittedMethods) {
		return new SecurityConstraint(this.patterns, this.methods, Set.of(omittedMethods), this.roles,
				this.isConfidential, this.source);
	}

	/** The same for users in one of these roles only; without any, for nobody. */
	public SecurityConstraint allowing(String... roles) {
		return new SecurityConstraint(this.patterns, this.methods, this.omittedMethods, Set.of(roles),
				this.isConfidential, this.source);
	}

	/** The same for nobody, over whatever connection. */
	public SecurityConstraint denied() {
		return allowing();
	}

	/** The same over encrypted connections only. */
	public SecurityConstraint confidential() {
		return new SecurityConstraint(this.patterns, this.methods, this.omittedMethods, this.roles, true, this.source);
	}

	/** The same with the place where it was declared. */
	public SecurityConstraint from(String source) {
		return new SecurityConstraint(this.patterns, this.methods, this.omittedMethods, this.roles, this.isConfidential,
				source);
	}

	/**
	 * Translates what an annotation or {@code setServletSecurity} says (Servlet 6.1
	 * §13.4.1.2): one constraint for each method that is named, one for all others.
	 * @param element the annotation
	 * @param patterns the URL patterns it is for
	 * @param source where it was declared
	 * @return the constraints; empty if there are no patterns
	 */
	public static List<SecurityConstraint> of(ServletSecurityElement element, Collection<String> patterns,
			String source) {
		if (patterns.isEmpty()) {
			return List.of();
		}
		List<SecurityConstraint> constraints = new ArrayList<>();
		boolean specific = false;
		for (HttpMethodConstraintElement method : element.getHttpMethodConstraints()) {
			specific |= !isDefault(method);
			constraints.add(of(method, patterns, Set.of(method.getMethodName()), Set.of(), source));
		}
		if (!specific || !isDefault(element)) {
			constraints.add(of(element, patterns, Set.of(), new LinkedHashSet<>(element.getMethodNames()), source));
		}
		return constraints;
	}

	private static SecurityConstraint of(HttpConstraintElement element, Collection<String> patterns,
			Set<String> methods, Set<String> omittedMethods, String source) {
		Set<String> roles = new LinkedHashSet<>(List.of(element.getRolesAllowed()));
		boolean open = roles.isEmpty() && element.getEmptyRoleSemantic() == EmptyRoleSemantic.PERMIT;
		// Here it is the name of a role, which nobody is in (Servlet 6.1 §13.4.1.3)
		roles.remove(ALL_ROLES);
		return new SecurityConstraint(List.copyOf(patterns), methods, omittedMethods, open ? null : roles,
				element.getTransportGuarantee() == TransportGuarantee.CONFIDENTIAL, source);
	}

	private static boolean isDefault(HttpConstraintElement element) {
		return element.getRolesAllowed().length == 0 && element.getEmptyRoleSemantic() == EmptyRoleSemantic.PERMIT
				&& element.getTransportGuarantee() == TransportGuarantee.NONE;
	}

	/** Whether an HTTP method occurs in the collection (Servlet 6.1 §13.8.1). */
	boolean covers(String method) {
		return this.methods.isEmpty() ? !this.omittedMethods.contains(method) : this.methods.contains(method);
	}

	/** Whether methods occur in the collection that nobody named. */
	boolean coversOtherMethods() {
		return this.methods.isEmpty();
	}

}
