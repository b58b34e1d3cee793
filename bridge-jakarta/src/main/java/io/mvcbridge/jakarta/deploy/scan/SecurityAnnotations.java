package io.mvcbridge.jakarta.deploy.scan;

import java.util.ArrayList;
import java.util.List;

import io.mvcbridge.jakarta.deploy.descriptor.SecurityConstraint;
import io.mvcbridge.jakarta.deploy.descriptor.SecurityConstraint.ResourceCollection;
import io.mvcbridge.jakarta.deploy.descriptor.Source;
import jakarta.servlet.annotation.ServletSecurity.TransportGuarantee;
import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.AnnotationValue;
import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.DotName;
import org.jspecify.annotations.Nullable;

/**
 * Turns {@code @ServletSecurity} into the constraints that it amounts to (Servlet 6.1
 * §13.4.1.2): one for each method that it names, and one for all others unless it says
 * nothing about them.
 */
final class SecurityAnnotations {

	private static final DotName SERVLET_SECURITY = DotName.createSimple("jakarta.servlet.annotation.ServletSecurity");

	private final ClassIndex classes;

	SecurityAnnotations(ClassIndex classes) {
		this.classes = classes;
	}

	/**
	 * The constraints of a class.
	 * @param type the class
	 * @return the constraints, without patterns; empty if there are none
	 */
	List<SecurityConstraint> constraints(ClassInfo type) {
		AnnotationInstance annotation = annotation(type);
		if (annotation == null) {
			return List.of();
		}
		Source source = AnnotationReader.source(type);
		List<SecurityConstraint> constraints = new ArrayList<>();
		List<String> methods = new ArrayList<>();
		AnnotationValue methodConstraints = annotation.value("httpMethodConstraints");
		if (methodConstraints != null) {
			for (AnnotationInstance constraint : methodConstraints.asNestedArray()) {
				String method = constraint.value().asString();
				if (method.isEmpty() || methods.contains(method)) {
					throw new ScanException(
							"The @ServletSecurity of " + type.name() + " has "
									+ (method.isEmpty() ? "an @HttpMethodConstraint without a method"
											: "two of @HttpMethodConstraint for " + method)
									+ ": name each method once");
				}
				methods.add(method);
				constraints.add(constraint(type, constraint, "emptyRoleSemantic", List.of(method), List.of(), source));
			}
		}
		AnnotationValue rest = annotation.value();
		if (rest != null) {
			SecurityConstraint others = constraint(type, rest.asNested(), "value", List.of(), methods, source);
			if (others.roles() != null || others.transport() != TransportGuarantee.NONE) {
				constraints.add(others);
			}
		}
		return constraints;
	}

	/** The annotation is inherited. */
	private @Nullable AnnotationInstance annotation(ClassInfo type) {
		ClassInfo declaring = type;
		while (declaring != null) {
			AnnotationInstance annotation = declaring.declaredAnnotation(SERVLET_SECURITY);
			if (annotation != null) {
				return annotation;
			}
			declaring = (declaring.superName() != null) ? this.classes.find(declaring.superName()) : null;
		}
		return null;
	}

	private static SecurityConstraint constraint(ClassInfo type, AnnotationInstance constraint, String semantic,
			List<String> methods, List<String> omissions, Source source) {
		List<String> roles = AnnotationReader.strings(constraint, "rolesAllowed");
		AnnotationValue empty = constraint.value(semantic);
		boolean deny = empty != null && empty.asEnum().equals("DENY");
		if (deny && !roles.isEmpty()) {
			throw new ScanException("The @ServletSecurity of " + type.name() + " denies access and allows it to "
					+ roles + " at once: leave out DENY, or the roles");
		}
		AnnotationValue transport = constraint.value("transportGuarantee");
		TransportGuarantee guarantee = (transport != null) ? TransportGuarantee.valueOf(transport.asEnum())
				: TransportGuarantee.NONE;
		ResourceCollection collection = new ResourceCollection("@ServletSecurity", List.of(), methods, omissions,
				source);
		return new SecurityConstraint(List.of(collection), (roles.isEmpty() && !deny) ? null : roles, guarantee,
				source);
	}

}
