package io.mvcbridge.jakarta.deploy.descriptor;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * Reads {@code web.xml} and {@code web-fragment.xml} of Servlet 2.2 to 6.1 (Servlet 6.1
 * §14). Elements may come in any order, those of foreign namespaces are passed over; what
 * is misspelt, missing, repeated or of no sense fails with its line. Nothing is fetched,
 * neither a schema nor a DTD.
 */
public final class DescriptorReader {

	private static final List<String> VERSIONS = List.of("2.2", "2.3", "2.4", "2.5", "3.0", "3.1", "4.0", "5.0", "6.0",
			"6.1");

	private static final Set<String> OF_WEB_XML = Set.of("absolute-ordering", "default-context-path",
			"deny-uncovered-http-methods", "module-name", "request-character-encoding", "response-character-encoding");

	private static final Set<String> OF_FRAGMENT = Set.of("name", "ordering");

	private static final List<String> OF_BOTH = List.of("context-param", "distributable", "error-page", "filter",
			"filter-mapping", "jsp-config", "listener", "locale-encoding-mapping-list", "login-config", "mime-mapping",
			"post-construct", "pre-destroy", "security-constraint", "security-role", "servlet", "servlet-mapping",
			"session-config", "taglib", "welcome-file-list");

	private final String root;

	private final WebDescriptorBuilder descriptor;

	/** Elements that may be there once, by name. */
	private final Map<String, XmlElement> first = new LinkedHashMap<>();

	private final Map<String, Source> names = new LinkedHashMap<>();

	private final Map<String, Parameter> contextParams = new LinkedHashMap<>();

	private final Map<String, Parameter> mimeMappings = new LinkedHashMap<>();

	private final Map<String, ErrorPage> errorPages = new LinkedHashMap<>();

	private DescriptorReader(String root, Source source) {
		this.root = root;
		this.descriptor = WebDescriptor.builder(source);
	}

	/**
	 * Reads a {@code web.xml}.
	 * @param file its name, for messages, like {@code WEB-INF/web.xml}
	 * @param in the file, which is not closed
	 * @return what it says
	 * @throws IOException if the file cannot be read
	 * @throws DescriptorException if it is not right
	 */
	public static WebDescriptor readWebXml(String file, InputStream in) throws IOException {
		return read("web-app", file, in);
	}

	/**
	 * Reads a {@code web-fragment.xml}.
	 * @param file its name, for messages, like
	 * {@code WEB-INF/lib/shop.jar!/META-INF/web-fragment.xml}
	 * @param in the file, which is not closed
	 * @return what it says
	 * @throws IOException if the file cannot be read
	 * @throws DescriptorException if it is not right
	 */
	public static WebDescriptor readWebFragment(String file, InputStream in) throws IOException {
		return read("web-fragment", file, in);
	}

	private static WebDescriptor read(String root, String file, InputStream in) throws IOException {
		DescriptorXml.Document document = DescriptorXml.read(file, in);
		XmlElement element = document.root();
		if (!element.name().equals(root)) {
			throw element
				.error("The root element is <" + element.name() + ">; in this file it has to be <" + root + ">");
		}
		DescriptorReader reader = new DescriptorReader(root, element.source());
		reader.readAttributes(element, document.doctypeVersion());
		for (XmlElement child : element.withoutText().children()) {
			reader.readElement(child);
		}
		// displayed by managers of applications, so not without a meaning
		List<XmlElement> displayNames = element.children("display-name");
		if (!displayNames.isEmpty()) {
			XmlElement displayName = displayNames.get(0);
			reader.descriptor.displayName(new Setting<>(displayName.text(), displayName.source()));
		}
		return reader.build();
	}

	private void readAttributes(XmlElement element, @Nullable String doctypeVersion) {
		for (String attribute : element.attributes().keySet()) {
			if (!Set.of("version", "metadata-complete", "id").contains(attribute)) {
				String similar = Spelling.nearest(attribute, List.of("version", "metadata-complete"));
				throw element.error("<" + this.root + "> has no attribute '" + attribute + "'; "
						+ ((similar != null) ? "did you mean '" + similar + "'?" : "remove it"));
			}
		}
		String version = element.attributes().getOrDefault("version", doctypeVersion);
		if (version != null) {
			version = version.strip();
			if (!VERSIONS.contains(version)) {
				throw element
					.error("The version is '" + version + "'; it has to be one of " + String.join(", ", VERSIONS));
			}
			int dot = version.indexOf('.');
			this.descriptor.version(new WebDescriptor.Version(Integer.parseInt(version.substring(0, dot)),
					Integer.parseInt(version.substring(dot + 1))));
		}
		String complete = element.attributes().getOrDefault("metadata-complete", "false").strip();
		if (!Set.of("true", "false", "1", "0").contains(complete)) {
			throw element.error("metadata-complete is '" + complete + "'; it has to be 'true' or 'false'");
		}
		this.descriptor.metadataComplete(complete.equals("true") || complete.equals("1"));
	}

	private void readElement(XmlElement element) {
		if (EnvironmentElements.isReference(element)) {
			this.descriptor.resourceReference(EnvironmentElements.reference(element));
			return;
		}
		requireRightFile(element);
		switch (element.name()) {
			case "context-param" -> {
				Parameter parameter = ElementValues.parameter(element, "param-name", "param-value");
				this.contextParams.put(parameter.name(), parameter);
			}
			case "distributable" -> this.descriptor.distributable(element.present());
			case "error-page" -> readErrorPage(element);
			case "filter" -> {
				FilterDeclaration filter = ComponentElements.filter(element);
				requireUnique("filter", filter.name(), element);
				this.descriptor.filter(filter);
			}
			case "filter-mapping" -> this.descriptor.filterMapping(ComponentElements.filterMapping(element));
			case "jsp-config" -> readJspConfig(once(element));
			case "taglib" -> this.descriptor.tagLibrary(JspElements.tagLibrary(element));
			case "listener" ->
				this.descriptor.listener(element.allow("listener-class").required("listener-class").setting());
			case "locale-encoding-mapping-list" -> readLocaleEncodings(element);
			case "login-config" -> this.descriptor.loginConfig(SecurityElements.loginConfig(once(element)));
			case "mime-mapping" -> {
				Parameter mapping = ElementValues.parameter(element, "extension", "mime-type");
				this.mimeMappings.put(mapping.name(), mapping);
			}
			case "post-construct" -> this.descriptor.postConstruct(EnvironmentElements.callback(element));
			case "pre-destroy" -> this.descriptor.preDestroy(EnvironmentElements.callback(element));
			case "security-constraint" -> this.descriptor.securityConstraint(SecurityElements.constraint(element));
			case "security-role" ->
				this.descriptor.securityRole(element.allow("role-name").required("role-name").setting());
			case "servlet" -> {
				ServletDeclaration servlet = ComponentElements.servlet(element);
				requireUnique("servlet", servlet.name(), element);
				this.descriptor.servlet(servlet);
			}
			case "servlet-mapping" -> this.descriptor.servletMapping(ComponentElements.servletMapping(element));
			case "session-config" -> this.descriptor.sessionConfig(SessionElements.sessionConfig(once(element)));
			case "welcome-file-list" -> readWelcomeFiles(element);
			default -> readOwnElement(element);
		}
	}

	/** Elements that either a {@code web.xml} or a fragment has. */
	private void readOwnElement(XmlElement element) {
		once(element);
		switch (element.name()) {
			case "absolute-ordering" -> this.descriptor.absoluteOrdering(OrderingElements.absolute(element));
			case "default-context-path" -> this.descriptor.defaultContextPath(contextPath(element));
			case "deny-uncovered-http-methods" -> this.descriptor.denyUncoveredHttpMethods(element.present());
			case "module-name", "name" -> this.descriptor.name(element.setting());
			case "ordering" -> this.descriptor.ordering(OrderingElements.relative(element));
			case "request-character-encoding" ->
				this.descriptor.requestCharacterEncoding(ElementValues.charset(element));
			case "response-character-encoding" ->
				this.descriptor.responseCharacterEncoding(ElementValues.charset(element));
			default -> throw new IllegalStateException("Nobody reads " + element);
		}
	}

	private void requireRightFile(XmlElement element) {
		boolean fragment = this.root.equals("web-fragment");
		Set<String> own = fragment ? OF_FRAGMENT : OF_WEB_XML;
		if (OF_BOTH.contains(element.name()) || own.contains(element.name())) {
			return;
		}
		if (fragment && OF_WEB_XML.contains(element.name())) {
			throw element.error("<" + element.name()
					+ "> may be in a web.xml only, not in a web-fragment.xml; move it to " + "WEB-INF/web.xml");
		}
		if (!fragment && OF_FRAGMENT.contains(element.name())) {
			throw element.error("<" + element.name() + "> may be in a web-fragment.xml only, not in a web.xml; "
					+ "use <absolute-ordering> to order fragments here");
		}
		List<String> known = new ArrayList<>(OF_BOTH);
		known.addAll(own.stream().sorted().toList());
		known.addAll(EnvironmentElements.references());
		throw element.misplaced(this.root, known);
	}

	private XmlElement once(XmlElement element) {
		XmlElement before = this.first.putIfAbsent(element.name(), element);
		if (before != null) {
			throw element.twice(before);
		}
		return element;
	}

	private void requireUnique(String kind, String name, XmlElement element) {
		Source before = this.names.putIfAbsent(kind + " " + name, element.source());
		if (before != null) {
			throw new DescriptorException(element.source() + ": The " + kind + " '" + name + "' was declared in line "
					+ before.line() + " already; rename one of them, or remove it", element.source(), before);
		}
	}

	private void readErrorPage(XmlElement element) {
		element.allow("error-code", "exception-type", "location");
		XmlElement code = element.child("error-code");
		String exceptionType = element.textOf("exception-type");
		if (code != null && exceptionType != null) {
			throw element.error(
					"<error-page> has both an <error-code> and an <exception-type>; " + "make two of it, one for each");
		}
		Integer status = (code != null) ? (int) ElementValues.number(code, 100, 999) : null;
		String location = ElementValues.path(element.required("location"));
		this.errorPages.put((status != null) ? "" + status : String.valueOf(exceptionType),
				new ErrorPage(status, exceptionType, location, element.source()));
	}

	private void readJspConfig(XmlElement element) {
		element.allow("taglib", "jsp-property-group");
		element.children("taglib").forEach((library) -> this.descriptor.tagLibrary(JspElements.tagLibrary(library)));
		element.children("jsp-property-group")
			.forEach((group) -> this.descriptor.jspPropertyGroup(JspElements.propertyGroup(group)));
	}

	private void readLocaleEncodings(XmlElement element) {
		for (XmlElement mapping : element.allow("locale-encoding-mapping").children()) {
			mapping.allow("locale", "encoding");
			String locale = mapping.required("locale").requiredText();
			String encoding = ElementValues.charset(mapping.required("encoding")).value();
			this.descriptor.localeEncoding(new Parameter(locale, encoding, mapping.source()));
		}
	}

	private void readWelcomeFiles(XmlElement element) {
		for (XmlElement file : element.allow("welcome-file").children()) {
			String path = file.text();
			this.descriptor.welcomeFile(new Setting<>(path.startsWith("/") ? path.substring(1) : path, file.source()));
		}
	}

	private static Setting<String> contextPath(XmlElement element) {
		String path = ElementValues.path(element);
		if (path.length() > 1 && path.endsWith("/")) {
			throw element.error("<default-context-path> is '" + path + "'; it must not end with '/'");
		}
		return new Setting<>(path, element.source());
	}

	/** Of what is repeated with another value, the last one counts, as it always did. */
	private WebDescriptor build() {
		this.contextParams.values().forEach(this.descriptor::contextParam);
		this.mimeMappings.values().forEach(this.descriptor::mimeMapping);
		this.errorPages.values().forEach(this.descriptor::errorPage);
		return this.descriptor.build();
	}

}
