package io.mvcbridge.jakarta.deploy.descriptor;

import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import jakarta.servlet.DispatcherType;
import org.jspecify.annotations.Nullable;

/** Servlets, filters and what they are mapped to. */
final class ComponentElements {

	private ComponentElements() {
	}

	static ServletDeclaration servlet(XmlElement element) {
		element.allow("servlet-name", "servlet-class", "jsp-file", "init-param", "load-on-startup", "enabled",
				"async-supported", "run-as", "security-role-ref", "multipart-config");
		String name = element.required("servlet-name").requiredText();
		Setting<String> className = element.settingOf("servlet-class");
		XmlElement jspFile = element.child("jsp-file");
		if (className != null && jspFile != null) {
			throw element.error("The servlet '" + name + "' has both a <servlet-class> and a <jsp-file>; "
					+ "remove the one that is not meant");
		}
		return new ServletDeclaration(name, className,
				(jspFile != null) ? new Setting<>(ElementValues.path(jspFile), jspFile.source()) : null,
				initParams(element), loadOnStartup(element), ElementValues.flag(element, "enabled"),
				ElementValues.flag(element, "async-supported"), runAs(element), roleReferences(element),
				multipart(element.child("multipart-config")), element.source());
	}

	static ServletMapping servletMapping(XmlElement element) {
		element.allow("servlet-name", "url-pattern");
		String servletName = element.required("servlet-name").requiredText();
		List<Setting<String>> patterns = ElementValues.patterns(element);
		if (patterns.isEmpty()) {
			throw element.error(
					"The <servlet-mapping> of '" + servletName + "' has no <url-pattern>, which is required; add it");
		}
		return new ServletMapping(servletName, patterns, element.source());
	}

	static FilterDeclaration filter(XmlElement element) {
		element.allow("filter-name", "filter-class", "init-param", "async-supported");
		return new FilterDeclaration(element.required("filter-name").requiredText(), element.settingOf("filter-class"),
				initParams(element), ElementValues.flag(element, "async-supported"), element.source());
	}

	static FilterMapping filterMapping(XmlElement element) {
		element.allow("filter-name", "url-pattern", "servlet-name", "dispatcher");
		String filterName = element.required("filter-name").requiredText();
		List<Setting<String>> patterns = ElementValues.patterns(element);
		List<Setting<String>> servletNames = element.children("servlet-name")
			.stream()
			.map(XmlElement::setting)
			.toList();
		if (patterns.isEmpty() && servletNames.isEmpty()) {
			throw element.error("The <filter-mapping> of '" + filterName
					+ "' has neither a <url-pattern> nor a <servlet-name>; add what it applies to");
		}
		Set<DispatcherType> dispatchers = EnumSet.noneOf(DispatcherType.class);
		for (XmlElement dispatcher : element.children("dispatcher")) {
			dispatchers.add(ElementValues.constant(dispatcher, DispatcherType.class));
		}
		return new FilterMapping(filterName, patterns, servletNames, dispatchers, element.source());
	}

	/**
	 * The specification leaves open which of two counts; it has always been the first.
	 */
	private static List<Parameter> initParams(XmlElement element) {
		Map<String, Parameter> parameters = new LinkedHashMap<>();
		for (XmlElement child : element.children("init-param")) {
			Parameter parameter = ElementValues.parameter(child, "param-name", "param-value");
			parameters.putIfAbsent(parameter.name(), parameter);
		}
		return List.copyOf(parameters.values());
	}

	/** An empty element asks for loading at startup without saying when. */
	private static @Nullable Setting<Integer> loadOnStartup(XmlElement servlet) {
		XmlElement element = servlet.child("load-on-startup");
		if (element == null) {
			return null;
		}
		return new Setting<>(element.text().isEmpty() ? 0 : ElementValues.integer(element), element.source());
	}

	private static @Nullable Setting<String> runAs(XmlElement servlet) {
		XmlElement element = servlet.child("run-as");
		return (element != null) ? element.allow("role-name").required("role-name").setting() : null;
	}

	private static List<ServletDeclaration.RoleReference> roleReferences(XmlElement servlet) {
		return servlet.children("security-role-ref").stream().map((element) -> {
			element.allow("role-name", "role-link");
			return new ServletDeclaration.RoleReference(element.required("role-name").requiredText(),
					element.textOf("role-link"), element.source());
		}).toList();
	}

	private static ServletDeclaration.@Nullable Multipart multipart(@Nullable XmlElement element) {
		if (element == null) {
			return null;
		}
		element.allow("location", "max-file-size", "max-request-size", "file-size-threshold");
		XmlElement location = element.child("location");
		XmlElement maxFileSize = element.child("max-file-size");
		XmlElement maxRequestSize = element.child("max-request-size");
		XmlElement threshold = element.child("file-size-threshold");
		return new ServletDeclaration.Multipart((location != null) ? location.text() : null,
				(maxFileSize != null) ? ElementValues.number(maxFileSize, -1, Long.MAX_VALUE) : null,
				(maxRequestSize != null) ? ElementValues.number(maxRequestSize, -1, Long.MAX_VALUE) : null,
				(threshold != null) ? (int) ElementValues.number(threshold, 0, Integer.MAX_VALUE) : null,
				element.source());
	}

}
