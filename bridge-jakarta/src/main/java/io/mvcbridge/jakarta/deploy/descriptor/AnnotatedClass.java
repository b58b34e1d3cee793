package io.mvcbridge.jakarta.deploy.descriptor;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * What annotations say of a servlet's class rather than of one servlet:
 * {@code @MultipartConfig}, {@code @RunAs}, {@code @DeclareRoles} and
 * {@code @ServletSecurity}. It applies to every servlet of this class, by whomever and
 * under whatever name it was declared.
 *
 * @param className the class
 * @param multipart how it receives uploads, null if not said
 * @param runAs the role it calls others with, null if not said
 * @param declaredRoles the roles that its code asks for
 * @param constraints what {@code @ServletSecurity} amounts to (Servlet 6.1 §13.4.1.2):
 * constraints whose collections have no patterns; empty if not said
 */
public record AnnotatedClass(String className, ServletDeclaration.@Nullable Multipart multipart,
		@Nullable Setting<String> runAs, List<Setting<String>> declaredRoles, List<SecurityConstraint> constraints) {

	public AnnotatedClass {
		declaredRoles = List.copyOf(declaredRoles);
		constraints = List.copyOf(constraints);
	}

}
