package io.mvcbridge.jakarta.deploy.descriptor;

import java.util.List;

/**
 * Something that the application wants from its environment: {@code <env-entry>},
 * {@code <resource-ref>}, {@code <data-source>} and their like. Kept as it was said.
 *
 * @param element the name of the element
 * @param name the name that the application looks up
 * @param content the other children in order; those of nested elements have a path with
 * {@code /} as name; descriptions are left out
 * @param injectionTargets where it is injected
 * @param source where it was said
 */
public record ResourceReference(String element, String name, List<Parameter> content,
		List<InjectionTarget> injectionTargets, Source source) {

	public ResourceReference {
		content = List.copyOf(content);
		injectionTargets = List.copyOf(injectionTargets);
	}

	/**
	 * Where a resource is injected: {@code <injection-target>}.
	 *
	 * @param className the class
	 * @param target the name of the field, or of the property
	 * @param source where it was said
	 */
	public record InjectionTarget(String className, String target, Source source) {
	}

}
