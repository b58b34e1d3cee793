package io.mvcbridge.jakarta.deploy.descriptor;

import java.util.List;

import org.jspecify.annotations.Nullable;

/** Configuration of JSP pages. */
final class JspElements {

	private JspElements() {
	}

	static JspConfig.TagLibrary tagLibrary(XmlElement element) {
		element.allow("taglib-uri", "taglib-location");
		return new JspConfig.TagLibrary(element.required("taglib-uri").requiredText(),
				element.required("taglib-location").requiredText(), element.source());
	}

	static JspConfig.PropertyGroup propertyGroup(XmlElement element) {
		element.allow("url-pattern", "el-ignored", "error-on-el-not-found", "page-encoding", "scripting-invalid",
				"is-xml", "include-prelude", "include-coda", "deferred-syntax-allowed-as-literal",
				"trim-directive-whitespaces", "default-content-type", "buffer", "error-on-undeclared-namespace");
		List<Setting<String>> patterns = ElementValues.patterns(element);
		if (patterns.isEmpty()) {
			throw element.error("<jsp-property-group> has no <url-pattern>, which is required; add it");
		}
		return new JspConfig.PropertyGroup(patterns, flag(element, "el-ignored"),
				flag(element, "error-on-el-not-found"), element.textOf("page-encoding"),
				flag(element, "scripting-invalid"), flag(element, "is-xml"), texts(element, "include-prelude"),
				texts(element, "include-coda"), flag(element, "deferred-syntax-allowed-as-literal"),
				flag(element, "trim-directive-whitespaces"), element.textOf("default-content-type"),
				element.textOf("buffer"), flag(element, "error-on-undeclared-namespace"), element.source());
	}

	private static @Nullable Boolean flag(XmlElement element, String name) {
		Setting<Boolean> flag = ElementValues.flag(element, name);
		return (flag != null) ? flag.value() : null;
	}

	private static List<String> texts(XmlElement element, String name) {
		return element.children(name).stream().map(XmlElement::requiredText).toList();
	}

}
