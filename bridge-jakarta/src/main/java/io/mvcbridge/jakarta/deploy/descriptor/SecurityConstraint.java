package io.mvcbridge.jakarta.deploy.descriptor;

import java.util.List;

import jakarta.servlet.annotation.ServletSecurity.TransportGuarantee;
import org.jspecify.annotations.Nullable;

/**
 * A security constraint (Servlet 6.1 §13.8): {@code <security-constraint>}, or what
 * {@code @ServletSecurity} amounts to (§13.4.1.2).
 *
 * @param collections what it is about, at least one
 * @param roles who may: null is everybody, even without login (no
 * {@code <auth-constraint>}); empty is nobody; {@code *} is every role of the
 * application, {@code **} every user
 * @param transport how; {@code INTEGRAL} is read as {@code CONFIDENTIAL}, since one
 * protocol gives both
 * @param source where it was said
 */
public record SecurityConstraint(List<ResourceCollection> collections, @Nullable List<String> roles,
		TransportGuarantee transport, Source source) {

	public SecurityConstraint {
		collections = List.copyOf(collections);
		roles = (roles != null) ? List.copyOf(roles) : null;
	}

	/**
	 * Requests that a constraint is about: {@code <web-resource-collection>}.
	 *
	 * @param name what its author calls it
	 * @param patterns legal URL patterns; empty only in an {@link AnnotatedClass}, where
	 * those of the servlets of the class are meant
	 * @param methods the only methods meant; empty for all
	 * @param methodOmissions the only methods not meant; never together with methods
	 * @param source where it was said
	 */
	public record ResourceCollection(String name, List<Setting<String>> patterns, List<String> methods,
			List<String> methodOmissions, Source source) {

		public ResourceCollection {
			patterns = List.copyOf(patterns);
			methods = List.copyOf(methods);
			methodOmissions = List.copyOf(methodOmissions);
		}

	}

}
