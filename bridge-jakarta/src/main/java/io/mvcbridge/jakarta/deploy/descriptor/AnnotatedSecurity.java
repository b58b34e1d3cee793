package io.mvcbridge.jakarta.deploy.descriptor;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What {@code @ServletSecurity} and {@code @DeclareRoles} on classes of servlets amount
 * to (Servlet 6.1 §13.4.1): constraints for the patterns of all servlets of such a class,
 * except for patterns of which a descriptor has a constraint.
 */
final class AnnotatedSecurity {

	private final Map<String, AnnotatedClass> annotatedClasses;

	private final Collection<ServletDeclaration> servlets;

	private final List<Contribution> contributions;

	AnnotatedSecurity(Map<String, AnnotatedClass> annotatedClasses, Collection<ServletDeclaration> servlets,
			List<Contribution> contributions) {
		this.annotatedClasses = annotatedClasses;
		this.servlets = servlets;
		this.contributions = contributions;
	}

	void mergeInto(WebDescriptorBuilder merged, List<ServletMapping> mappings) {
		Map<String, List<Setting<String>>> patternsByClass = new LinkedHashMap<>();
		Set<String> constrained = constrainedPatterns();
		for (ServletDeclaration servlet : this.servlets) {
			String className = (servlet.className() != null) ? servlet.className().value() : "";
			if (this.annotatedClasses.containsKey(className)) {
				List<Setting<String>> patterns = patternsByClass.computeIfAbsent(className,
						(name) -> new ArrayList<>());
				mappings.stream()
					.filter((mapping) -> mapping.servletName().equals(servlet.name()))
					.flatMap((mapping) -> mapping.patterns().stream())
					.filter((pattern) -> !constrained.contains(pattern.value()))
					.forEach(patterns::add);
			}
		}
		Set<String> declared = declaredRoles();
		patternsByClass.forEach((className, patterns) -> {
			AnnotatedClass annotated = this.annotatedClasses.get(className);
			if (annotated == null) {
				return;
			}
			annotated.declaredRoles().forEach((role) -> declare(role, declared, merged));
			for (SecurityConstraint constraint : annotated.constraints()) {
				roles(constraint).forEach((role) -> declare(role, declared, merged));
				if (!patterns.isEmpty()) {
					merged.securityConstraint(withPatterns(constraint, patterns));
				}
			}
		});
	}

	private Set<String> constrainedPatterns() {
		Set<String> patterns = new LinkedHashSet<>();
		for (Contribution contribution : this.contributions) {
			for (SecurityConstraint constraint : contribution.descriptor().securityConstraints()) {
				constraint.collections()
					.forEach((collection) -> collection.patterns().forEach((pattern) -> patterns.add(pattern.value())));
			}
		}
		return patterns;
	}

	private Set<String> declaredRoles() {
		Set<String> roles = new LinkedHashSet<>();
		for (Contribution contribution : this.contributions) {
			contribution.descriptor().securityRoles().forEach((role) -> roles.add(role.value()));
		}
		return roles;
	}

	private static List<Setting<String>> roles(SecurityConstraint constraint) {
		List<Setting<String>> roles = new ArrayList<>();
		if (constraint.roles() != null) {
			for (String role : constraint.roles()) {
				if (!role.equals("*") && !role.equals("**")) {
					roles.add(new Setting<>(role, constraint.source()));
				}
			}
		}
		return roles;
	}

	private static void declare(Setting<String> role, Set<String> declared, WebDescriptorBuilder merged) {
		if (declared.add(role.value())) {
			merged.securityRole(role);
		}
	}

	private static SecurityConstraint withPatterns(SecurityConstraint constraint, List<Setting<String>> patterns) {
		List<SecurityConstraint.ResourceCollection> collections = constraint.collections()
			.stream()
			.map((collection) -> new SecurityConstraint.ResourceCollection(collection.name(), patterns,
					collection.methods(), collection.methodOmissions(), collection.source()))
			.toList();
		return new SecurityConstraint(collections, constraint.roles(), constraint.transport(), constraint.source());
	}

}
