package io.mvcbridge.jakarta.deploy.descriptor;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the application wants from its environment (Servlet 6.1 §15.5). Nobody asks for it
 * here, so besides name and injection targets it is kept as it was said.
 */
final class EnvironmentElements {

	/** Elements, and which of their children is the name. */
	private static final Map<String, String> REFERENCES = references("env-entry", "env-entry-name", "ejb-ref",
			"ejb-ref-name", "ejb-local-ref", "ejb-ref-name", "service-ref", "service-ref-name", "resource-ref",
			"res-ref-name", "resource-env-ref", "resource-env-ref-name", "message-destination-ref",
			"message-destination-ref-name", "message-destination", "message-destination-name",
			"persistence-context-ref", "persistence-context-ref-name", "persistence-unit-ref",
			"persistence-unit-ref-name", "data-source", "name", "jms-connection-factory", "name", "jms-destination",
			"name", "mail-session", "name", "connection-factory", "name", "administered-object", "name",
			"context-service", "name", "managed-executor", "name", "managed-scheduled-executor", "name",
			"managed-thread-factory", "name");

	private EnvironmentElements() {
	}

	private static Map<String, String> references(String... elementsAndNames) {
		Map<String, String> references = new LinkedHashMap<>();
		for (int i = 0; i < elementsAndNames.length; i += 2) {
			references.put(elementsAndNames[i], elementsAndNames[i + 1]);
		}
		return references;
	}

	static Collection<String> references() {
		return REFERENCES.keySet();
	}

	static boolean isReference(XmlElement element) {
		return REFERENCES.containsKey(element.name());
	}

	static ResourceReference reference(XmlElement element) {
		String nameElement = REFERENCES.getOrDefault(element.name(), "name");
		String name = element.withoutText().required(nameElement).requiredText();
		List<Parameter> content = new ArrayList<>();
		List<ResourceReference.InjectionTarget> targets = new ArrayList<>();
		for (XmlElement child : element.children()) {
			if (child.name().equals("injection-target")) {
				child.allow("injection-target-class", "injection-target-name");
				targets
					.add(new ResourceReference.InjectionTarget(child.required("injection-target-class").requiredText(),
							child.required("injection-target-name").requiredText(), child.source()));
			}
			else if (!child.name().equals(nameElement)) {
				flatten("", child, content);
			}
		}
		return new ResourceReference(element.name(), name, content, targets, element.source());
	}

	/** A method to call after an object was made, or before it is given up. */
	static Parameter callback(XmlElement element) {
		element.allow("lifecycle-callback-class", "lifecycle-callback-method");
		return new Parameter(element.required("lifecycle-callback-class").requiredText(),
				element.required("lifecycle-callback-method").requiredText(), element.source());
	}

	private static void flatten(String parent, XmlElement element, List<Parameter> content) {
		String path = parent + element.name();
		List<XmlElement> children = element.children();
		if (children.isEmpty()) {
			content.add(new Parameter(path, element.text(), element.source()));
			return;
		}
		element.withoutText();
		for (XmlElement child : children) {
			flatten(path + "/", child, content);
		}
	}

}
