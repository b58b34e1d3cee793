package io.mvcbridge.jakarta.deploy.scan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.mvcbridge.jakarta.deploy.descriptor.AnnotatedClass;
import io.mvcbridge.jakarta.deploy.descriptor.FilterDeclaration;
import io.mvcbridge.jakarta.deploy.descriptor.FilterMapping;
import io.mvcbridge.jakarta.deploy.descriptor.Parameter;
import io.mvcbridge.jakarta.deploy.descriptor.ServletDeclaration;
import io.mvcbridge.jakarta.deploy.descriptor.ServletDeclaration.Multipart;
import io.mvcbridge.jakarta.deploy.descriptor.ServletMapping;
import io.mvcbridge.jakarta.deploy.descriptor.Setting;
import io.mvcbridge.jakarta.deploy.descriptor.Source;
import io.mvcbridge.jakarta.deploy.descriptor.WebDescriptor;
import io.mvcbridge.jakarta.deploy.descriptor.WebDescriptorBuilder;
import jakarta.servlet.DispatcherType;
import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.AnnotationTarget;
import org.jboss.jandex.AnnotationValue;
import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.DotName;
import org.jboss.jandex.Index;
import org.jspecify.annotations.Nullable;

/**
 * Turns the annotations of one place into a descriptor (Servlet 6.1 §8.1). What an
 * annotation leaves out is left out there, so that a descriptor can tell it.
 */
final class AnnotationReader {

	private static final DotName WEB_SERVLET = DotName.createSimple("jakarta.servlet.annotation.WebServlet");

	private static final DotName WEB_FILTER = DotName.createSimple("jakarta.servlet.annotation.WebFilter");

	private static final DotName WEB_LISTENER = DotName.createSimple("jakarta.servlet.annotation.WebListener");

	private static final DotName MULTIPART = DotName.createSimple("jakarta.servlet.annotation.MultipartConfig");

	private static final DotName RUN_AS = DotName.createSimple("jakarta.annotation.security.RunAs");

	private static final DotName DECLARE_ROLES = DotName.createSimple("jakarta.annotation.security.DeclareRoles");

	private static final DotName HTTP_SERVLET = DotName.createSimple("jakarta.servlet.http.HttpServlet");

	private static final DotName SERVLET = DotName.createSimple("jakarta.servlet.Servlet");

	private static final DotName FILTER = DotName.createSimple("jakarta.servlet.Filter");

	private static final Set<DotName> LISTENERS = Set.of(DotName.createSimple("jakarta.servlet.ServletContextListener"),
			DotName.createSimple("jakarta.servlet.ServletContextAttributeListener"),
			DotName.createSimple("jakarta.servlet.ServletRequestListener"),
			DotName.createSimple("jakarta.servlet.ServletRequestAttributeListener"),
			DotName.createSimple("jakarta.servlet.http.HttpSessionListener"),
			DotName.createSimple("jakarta.servlet.http.HttpSessionAttributeListener"),
			DotName.createSimple("jakarta.servlet.http.HttpSessionIdListener"));

	private final ClassIndex classes;

	private final Index index;

	AnnotationReader(ClassIndex classes, Index index) {
		this.classes = classes;
		this.index = index;
	}

	WebDescriptor read(WebDescriptorBuilder descriptor) {
		for (AnnotationInstance found : annotations(WEB_SERVLET)) {
			addServlet(descriptor, found);
		}
		for (AnnotationInstance found : annotations(WEB_FILTER)) {
			addFilter(descriptor, found);
		}
		for (AnnotationInstance found : annotations(WEB_LISTENER)) {
			addListener(descriptor, found);
		}
		annotatedClasses().values().forEach(descriptor::annotatedClass);
		return descriptor.build();
	}

	/** The annotations of classes, by the names of these: files have no order. */
	private List<AnnotationInstance> annotations(DotName name) {
		List<AnnotationInstance> found = new ArrayList<>();
		for (AnnotationInstance annotation : this.index.getAnnotations(name)) {
			if (annotation.target().kind() == AnnotationTarget.Kind.CLASS
					&& this.classes.isVisible(annotation.target().asClass())) {
				found.add(annotation);
			}
		}
		found.sort(Comparator.comparing((annotation) -> annotation.target().asClass().name()));
		return found;
	}

	private void addServlet(WebDescriptorBuilder descriptor, AnnotationInstance annotation) {
		ClassInfo type = annotation.target().asClass();
		requireSuperType(type, HTTP_SERVLET, "@WebServlet");
		Source source = source(type);
		String name = name(annotation, "name", type);
		List<Setting<String>> patterns = patterns(annotation, "@WebServlet", type);
		if (patterns.isEmpty()) {
			throw new ScanException(
					"The @WebServlet of " + type.name() + " has no URL pattern: give it a value (Servlet 6.1 §8.1.1)");
		}
		descriptor.servlet(new ServletDeclaration(name, new Setting<>(type.name().toString(), source), null,
				initParams(annotation, source), integer(annotation, "loadOnStartup", source), null,
				bool(annotation, "asyncSupported", source), null, List.of(), null, source));
		descriptor.servletMapping(new ServletMapping(name, patterns, source));
	}

	private void addFilter(WebDescriptorBuilder descriptor, AnnotationInstance annotation) {
		ClassInfo type = annotation.target().asClass();
		requireSuperType(type, FILTER, "@WebFilter");
		Source source = source(type);
		String name = name(annotation, "filterName", type);
		descriptor.filter(new FilterDeclaration(name, new Setting<>(type.name().toString(), source),
				initParams(annotation, source), bool(annotation, "asyncSupported", source), source));
		List<Setting<String>> patterns = patterns(annotation, "@WebFilter", type);
		List<Setting<String>> servletNames = settings(strings(annotation, "servletNames"), source);
		if (!patterns.isEmpty() || !servletNames.isEmpty()) {
			descriptor.filterMapping(new FilterMapping(name, patterns, servletNames, dispatchers(annotation), source));
		}
	}

	private void addListener(WebDescriptorBuilder descriptor, AnnotationInstance annotation) {
		ClassInfo type = annotation.target().asClass();
		if (this.classes.superTypes(type).stream().noneMatch(LISTENERS::contains)) {
			throw new ScanException("The @WebListener " + type.name() + " implements none of the listener interfaces "
					+ "(Servlet 6.1 §8.1.4): implement one, or remove the annotation");
		}
		descriptor.listener(new Setting<>(type.name().toString(), source(type)));
	}

	private void requireSuperType(ClassInfo type, DotName required, String annotation) {
		if (!this.classes.superTypes(type).contains(required)) {
			throw new ScanException("The class " + type.name() + " has " + annotation + " but is no " + required
					+ ": extend or implement that, or remove the annotation");
		}
	}

	/** What is said of classes of servlets, by their names. */
	private Map<DotName, AnnotatedClass> annotatedClasses() {
		Map<DotName, AnnotatedClass> found = new LinkedHashMap<>();
		SecurityAnnotations security = new SecurityAnnotations(this.classes);
		this.index.getKnownClasses()
			.stream()
			.filter((type) -> this.classes.isVisible(type) && this.classes.superTypes(type).contains(SERVLET))
			.sorted(Comparator.comparing(ClassInfo::name))
			.forEach((type) -> {
				AnnotatedClass annotated = annotatedClass(type, security);
				if (annotated != null) {
					found.put(type.name(), annotated);
				}
			});
		return found;
	}

	private static @Nullable AnnotatedClass annotatedClass(ClassInfo type, SecurityAnnotations security) {
		Source source = source(type);
		AnnotationInstance multipart = type.declaredAnnotation(MULTIPART);
		AnnotationInstance runAs = type.declaredAnnotation(RUN_AS);
		AnnotationInstance roles = type.declaredAnnotation(DECLARE_ROLES);
		var constraints = security.constraints(type);
		if (multipart == null && runAs == null && roles == null && constraints.isEmpty()) {
			return null;
		}
		return new AnnotatedClass(type.name().toString(), (multipart != null) ? multipart(multipart, source) : null,
				(runAs != null) ? new Setting<>(runAs.value().asString(), source) : null,
				(roles != null) ? settings(strings(roles, "value"), source) : List.of(), constraints);
	}

	private static Multipart multipart(AnnotationInstance annotation, Source source) {
		AnnotationValue location = annotation.value("location");
		AnnotationValue maxFileSize = annotation.value("maxFileSize");
		AnnotationValue maxRequestSize = annotation.value("maxRequestSize");
		AnnotationValue threshold = annotation.value("fileSizeThreshold");
		return new Multipart((location != null) ? location.asString() : null,
				(maxFileSize != null) ? maxFileSize.asLong() : null,
				(maxRequestSize != null) ? maxRequestSize.asLong() : null,
				(threshold != null) ? threshold.asInt() : null, source);
	}

	static Source source(ClassInfo type) {
		return Source.of(type.name().toString());
	}

	private static String name(AnnotationInstance annotation, String attribute, ClassInfo type) {
		AnnotationValue value = annotation.value(attribute);
		return (value != null && !value.asString().isEmpty()) ? value.asString() : type.name().toString();
	}

	/** The attributes {@code value} and {@code urlPatterns}, which exclude each other. */
	private static List<Setting<String>> patterns(AnnotationInstance annotation, String what, ClassInfo type) {
		List<String> value = strings(annotation, "value");
		List<String> urlPatterns = strings(annotation, "urlPatterns");
		if (!value.isEmpty() && !urlPatterns.isEmpty()) {
			throw new ScanException("The " + what + " of " + type.name() + " has a value " + value + " and urlPatterns "
					+ urlPatterns + ": use one of them (Servlet 6.1 §8.1)");
		}
		return settings(value.isEmpty() ? urlPatterns : value, source(type));
	}

	private static List<Setting<String>> settings(List<String> values, Source source) {
		return values.stream().map((value) -> new Setting<>(value, source)).toList();
	}

	static List<String> strings(AnnotationInstance annotation, String attribute) {
		AnnotationValue value = annotation.value(attribute);
		return (value != null) ? Arrays.asList(value.asStringArray()) : List.of();
	}

	private static List<Parameter> initParams(AnnotationInstance annotation, Source source) {
		List<Parameter> parameters = new ArrayList<>();
		AnnotationValue value = annotation.value("initParams");
		if (value != null) {
			for (AnnotationInstance parameter : value.asNestedArray()) {
				parameters.add(
						new Parameter(parameter.value("name").asString(), parameter.value("value").asString(), source));
			}
		}
		return parameters;
	}

	private static @Nullable Setting<Boolean> bool(AnnotationInstance annotation, String attribute, Source source) {
		AnnotationValue value = annotation.value(attribute);
		return (value != null) ? new Setting<>(value.asBoolean(), source) : null;
	}

	private static @Nullable Setting<Integer> integer(AnnotationInstance annotation, String attribute, Source source) {
		AnnotationValue value = annotation.value(attribute);
		return (value != null) ? new Setting<>(value.asInt(), source) : null;
	}

	private static Set<DispatcherType> dispatchers(AnnotationInstance annotation) {
		Set<DispatcherType> types = EnumSet.noneOf(DispatcherType.class);
		AnnotationValue value = annotation.value("dispatcherTypes");
		if (value != null) {
			for (String name : value.asEnumArray()) {
				types.add(DispatcherType.valueOf(name));
			}
		}
		return types;
	}

}
