package io.mvcbridge.jakarta.security;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * What all constraints on one URL pattern and HTTP method demand together (Servlet 6.1
 * §13.8.1).
 *
 * @param access who may
 * @param roles if users in a role may, the roles
 * @param confidential whether an encrypted connection is needed
 */
record AccessRule(Access access, Set<String> roles, boolean confidential) {

	static final AccessRule OPEN = new AccessRule(Access.EVERYBODY, Set.of(), false);

	static final AccessRule PRECLUDED = new AccessRule(Access.NOBODY, Set.of(), false);

	/**
	 * Combines the constraints in which a pattern and method occur.
	 * @param constraints the constraints, at least one
	 * @param declaredRoles the roles that {@code *} stands for
	 * @return the rule
	 */
	static AccessRule combine(List<SecurityConstraint> constraints, Set<String> declaredRoles) {
		boolean confidential = true;
		boolean everybody = false;
		Set<String> roles = new LinkedHashSet<>();
		for (SecurityConstraint constraint : constraints) {
			confidential &= constraint.isConfidential();
			if (constraint.roles() == null) {
				everybody = true;
			}
			else if (constraint.roles().isEmpty()) {
				return PRECLUDED;
			}
			else {
				roles.addAll(constraint.roles());
			}
		}
		if (everybody) {
			return confidential ? new AccessRule(Access.EVERYBODY, Set.of(), true) : OPEN;
		}
		if (roles.remove(SecurityConstraint.ALL_ROLES)) {
			roles.addAll(declaredRoles);
		}
		boolean anyUser = roles.contains(SecurityConstraint.ANY_USER)
				&& !declaredRoles.contains(SecurityConstraint.ANY_USER);
		return new AccessRule(anyUser ? Access.ANY_USER : Access.ROLES, Set.copyOf(roles), confidential);
	}

	/** Whether the rule needs to know who asks. */
	boolean needsLogin() {
		return this.access == Access.ROLES || this.access == Access.ANY_USER;
	}

	/** Whether an identity may; null is somebody who is not logged in. */
	boolean permits(@Nullable Identity identity) {
		return switch (this.access) {
			case EVERYBODY -> true;
			case ANY_USER -> identity != null;
			case ROLES -> identity != null && isInRole(identity);
			case NOBODY -> false;
		};
	}

	private boolean isInRole(Identity identity) {
		for (String role : this.roles) {
			if (identity.roles().contains(role)) {
				return true;
			}
		}
		return false;
	}

	/** Who may. */
	enum Access {

		/** Without a login, too. */
		EVERYBODY,

		/** Whoever is logged in. */
		ANY_USER,

		/** Whoever is logged in and in a role. */
		ROLES,

		/** Under no circumstances. */
		NOBODY

	}

}
