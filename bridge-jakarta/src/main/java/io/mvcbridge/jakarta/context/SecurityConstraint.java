package io.mvcbridge.jakarta.context;

import jakarta.servlet.HttpConstraintElement;
import jakarta.servlet.HttpMethodConstraintElement;
import jakarta.servlet.ServletSecurityElement;
import jakarta.servlet.annotation.ServletSecurity.EmptyRoleSemantic;
import jakarta.servlet.annotation.ServletSecurity.TransportGuarantee;
import jakarta.servlet.http.HttpServletRequest;

/**
 * The security constraint of a servlet (Servlet 6.1 §13.4). Nobody logs in with the
 * container, so nobody has a role: what is for some roles only is for nobody, as it is on
 * any server without a login mechanism. Applications leave this to Spring Security, but
 * one that says so here must not be open to all.
 */
final class SecurityConstraint {

	private final ServletSecurityElement element;

	SecurityConstraint(ServletSecurityElement element) {
		this.element = element;
	}

	/** Whether a client may send this request to the servlet. */
	boolean permits(HttpServletRequest request) {
		HttpConstraintElement constraint = constraintOf(request.getMethod());
		boolean open = constraint.getRolesAllowed().length == 0
				&& constraint.getEmptyRoleSemantic() == EmptyRoleSemantic.PERMIT;
		return open && (constraint.getTransportGuarantee() == TransportGuarantee.NONE || request.isSecure());
	}

	private HttpConstraintElement constraintOf(String method) {
		for (HttpMethodConstraintElement candidate : this.element.getHttpMethodConstraints()) {
			if (candidate.getMethodName().equals(method)) {
				return candidate;
			}
		}
		return this.element;
	}

}
