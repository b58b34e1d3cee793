package io.mvcbridge.jakarta.deploy.descriptor;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Roles that a descriptor uses but does not declare, which is most often a misspelling
 * (Servlet 6.1 §14.2 asks to check it). Not an error, because applications with such
 * descriptors are in use, and nobody gets in by it.
 */
public final class UndeclaredRoles {

	private UndeclaredRoles() {
	}

	/**
	 * Finds them.
	 * @param merged a merged descriptor
	 * @return a warning for each, with file and line
	 */
	public static List<String> warnings(WebDescriptor merged) {
		Set<String> declared = merged.securityRoles().stream().map(Setting::value).collect(Collectors.toSet());
		List<String> warnings = new ArrayList<>();
		for (SecurityConstraint constraint : merged.securityConstraints()) {
			if (constraint.roles() != null) {
				constraint.roles()
					.stream()
					.filter((role) -> !role.equals("*") && !role.equals("**"))
					.forEach((role) -> check("a constraint is for", role, constraint.source(), declared, warnings));
			}
		}
		for (ServletDeclaration servlet : merged.servlets()) {
			if (servlet.runAs() != null) {
				check("the servlet '" + servlet.name() + "' runs as", servlet.runAs().value(), servlet.runAs().source(),
						declared, warnings);
			}
			for (ServletDeclaration.RoleReference reference : servlet.roleReferences()) {
				if (reference.link() != null) {
					check("the servlet '" + servlet.name() + "' links '" + reference.name() + "' to", reference.link(),
							reference.source(), declared, warnings);
				}
			}
		}
		return warnings;
	}

	private static void check(String use, String role, Source source, Set<String> declared, List<String> warnings) {
		if (!declared.contains(role)) {
			String similar = Spelling.nearest(role, declared);
			warnings.add(source + ": " + use + " the role '" + role + "', which is not declared; "
					+ ((similar != null) ? "did you mean '" + similar + "'?" : "declare it with <security-role>"));
		}
	}

}
