package io.mvcbridge.jakarta.deploy.descriptor;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

/** Assembles servlets, their mappings, and what annotations say of their classes. */
final class ServletMerge {

	private final List<Contribution> contributions;

	private final Set<String> containerServlets;

	private final Map<String, AnnotatedClass> annotatedClasses = new HashMap<>();

	private final Map<String, ServletDeclaration> servlets = new LinkedHashMap<>();

	ServletMerge(List<Contribution> contributions, Set<String> containerServlets) {
		this.contributions = contributions;
		this.containerServlets = containerServlets;
		for (Contribution contribution : contributions) {
			// as the class loader, which takes the first class of a name
			contribution.descriptor()
				.annotatedClasses()
				.forEach((annotated) -> this.annotatedClasses.putIfAbsent(annotated.className(), annotated));
		}
	}

	void mergeInto(WebDescriptorBuilder merged) {
		Set<String> names = new LinkedHashSet<>();
		for (Contribution contribution : this.contributions) {
			contribution.descriptor().servlets().forEach((servlet) -> names.add(servlet.name()));
		}
		for (String name : names) {
			this.servlets.put(name, servlet(name));
		}
		this.servlets.values().forEach(merged::servlet);
		List<ServletMapping> mappings = mappings();
		requireUnique(mappings);
		mappings.forEach(merged::servletMapping);
		new AnnotatedSecurity(this.annotatedClasses, this.servlets.values(), this.contributions).mergeInto(merged,
				mappings);
	}

	private ServletDeclaration servlet(String name) {
		Statements<ServletDeclaration> declarations = new Statements<>();
		Statements<ServletDeclaration> code = new Statements<>();
		forEach(name, (servlet, layer) -> {
			declarations.add(servlet, layer);
			code.add((servlet.className() != null || servlet.jspFile() != null) ? servlet : null, layer);
		});
		ServletDeclaration runs = code.settled("The class of the servlet '" + name + "'", ServletMerge::code,
				ServletDeclaration::source);
		Setting<String> className = (runs != null) ? runs.className() : null;
		AnnotatedClass annotated = (className != null) ? this.annotatedClasses.get(className.value()) : null;
		return new ServletDeclaration(name, className, (runs != null) ? runs.jspFile() : null, initParams(name),
				settled(name, "load-on-startup", ServletDeclaration::loadOnStartup, null),
				settled(name, "enabled", ServletDeclaration::enabled, null),
				settled(name, "async-supported", ServletDeclaration::asyncSupported, null),
				settled(name, "run-as", ServletDeclaration::runAs, (annotated != null) ? annotated.runAs() : null),
				roleReferences(name), multipart(name, (annotated != null) ? annotated.multipart() : null),
				declarations.all().get(0).source());
	}

	private static String code(ServletDeclaration servlet) {
		Setting<String> code = (servlet.className() != null) ? servlet.className() : servlet.jspFile();
		return (code != null) ? code.value() : "";
	}

	private <T> @Nullable Setting<T> settled(String name, String what,
			Function<ServletDeclaration, @Nullable Setting<T>> setting, @Nullable Setting<T> annotated) {
		Statements<Setting<T>> statements = new Statements<>();
		forEach(name, (servlet, layer) -> statements.add(setting.apply(servlet), layer));
		statements.add(annotated, Contribution.Layer.ANNOTATION);
		return Statements.settled(statements, "The " + what + " of the servlet '" + name + "'");
	}

	private List<Parameter> initParams(String name) {
		NamedStatements<Parameter> parameters = new NamedStatements<>();
		forEach(name, (servlet, layer) -> parameters.addAll(servlet.initParams(), Parameter::name, layer));
		return NamedStatements.settled(parameters, "The init-param '%s' of the servlet '" + escaped(name) + "'");
	}

	private List<ServletDeclaration.RoleReference> roleReferences(String name) {
		NamedStatements<ServletDeclaration.RoleReference> references = new NamedStatements<>();
		forEach(name, (servlet, layer) -> references.addAll(servlet.roleReferences(),
				ServletDeclaration.RoleReference::name, layer));
		return references.settled("The link of the security-role-ref '%s' of the servlet '" + escaped(name) + "'",
				(reference) -> (reference.link() != null) ? reference.link() : reference.name(),
				ServletDeclaration.RoleReference::source);
	}

	private ServletDeclaration.@Nullable Multipart multipart(String name,
			ServletDeclaration.@Nullable Multipart annotated) {
		Statements<ServletDeclaration.Multipart> all = new Statements<>();
		forEach(name, (servlet, layer) -> all.add(servlet.multipart(), layer));
		all.add(annotated, Contribution.Layer.ANNOTATION);
		if (all.isEmpty()) {
			return null;
		}
		String location = ofMultipart(name, "location", ServletDeclaration.Multipart::location, annotated);
		Long maxFileSize = ofMultipart(name, "max-file-size", ServletDeclaration.Multipart::maxFileSize, annotated);
		Long maxRequestSize = ofMultipart(name, "max-request-size", ServletDeclaration.Multipart::maxRequestSize,
				annotated);
		Integer threshold = ofMultipart(name, "file-size-threshold", ServletDeclaration.Multipart::fileSizeThreshold,
				annotated);
		return new ServletDeclaration.Multipart(location, (maxFileSize != null) ? maxFileSize : -1L,
				(maxRequestSize != null) ? maxRequestSize : -1L, (threshold != null) ? threshold : 0,
				all.all().get(0).source());
	}

	private <T> @Nullable T ofMultipart(String name, String what,
			Function<ServletDeclaration.Multipart, @Nullable T> part,
			ServletDeclaration.@Nullable Multipart annotated) {
		Function<ServletDeclaration, @Nullable Setting<T>> setting = (servlet) -> setting(servlet.multipart(), part);
		Setting<T> settled = settled(name, what, setting, setting(annotated, part));
		return (settled != null) ? settled.value() : null;
	}

	private static <T> @Nullable Setting<T> setting(ServletDeclaration.@Nullable Multipart multipart,
			Function<ServletDeclaration.Multipart, @Nullable T> part) {
		T value = (multipart != null) ? part.apply(multipart) : null;
		return (multipart != null && value != null) ? new Setting<>(value, multipart.source()) : null;
	}

	private void forEach(String name, Declared declared) {
		for (Contribution contribution : this.contributions) {
			for (ServletDeclaration servlet : contribution.descriptor().servlets()) {
				if (servlet.name().equals(name)) {
					declared.accept(servlet, contribution.layer());
				}
			}
		}
	}

	/** The patterns of whoever is strongest among those who map a servlet. */
	private List<ServletMapping> mappings() {
		Map<String, Statements<ServletMapping>> byServlet = new HashMap<>();
		List<ServletMapping> all = new ArrayList<>();
		for (Contribution contribution : this.contributions) {
			for (ServletMapping mapping : contribution.descriptor().servletMappings()) {
				requireKnown(mapping);
				all.add(mapping);
				byServlet.computeIfAbsent(mapping.servletName(), (name) -> new Statements<>())
					.add(mapping, contribution.layer());
			}
		}
		return all.stream()
			.filter((mapping) -> byServlet.getOrDefault(mapping.servletName(), new Statements<>())
				.all()
				.contains(mapping) && isEnabled(mapping.servletName()))
			.toList();
	}

	/** A servlet that is not enabled is not available where it is mapped, §8.2.3. */
	private boolean isEnabled(String name) {
		ServletDeclaration servlet = this.servlets.get(name);
		return servlet == null || servlet.enabled() == null || servlet.enabled().value();
	}

	private void requireKnown(ServletMapping mapping) {
		String name = mapping.servletName();
		if (this.servlets.containsKey(name) || this.containerServlets.contains(name)) {
			return;
		}
		String similar = Spelling.nearest(name, this.servlets.keySet());
		throw DescriptorException.at(mapping.source(), "The servlet '" + name + "' is mapped but nobody declares it; "
				+ ((similar != null) ? "did you mean '" + similar + "'?" : "declare it with <servlet>"));
	}

	private static void requireUnique(List<ServletMapping> mappings) {
		Map<String, ServletMapping> owners = new HashMap<>();
		Map<String, Source> sources = new HashMap<>();
		for (ServletMapping mapping : mappings) {
			for (Setting<String> pattern : mapping.patterns()) {
				ServletMapping owner = owners.putIfAbsent(pattern.value(), mapping);
				Source before = sources.putIfAbsent(pattern.value(), pattern.source());
				if (owner != null && before != null && !owner.servletName().equals(mapping.servletName())) {
					throw new DescriptorException(
							"The url-pattern '" + pattern.value() + "' is mapped to the servlet '" + owner.servletName()
									+ "' in " + before + " and to the servlet '" + mapping.servletName() + "' in "
									+ pattern.source() + "; it can be mapped to one only, remove one of them",
							before, pattern.source());
				}
			}
		}
	}

	/** Names may contain a percent sign, which a format must not take for its own. */
	private static String escaped(String name) {
		return name.replace("%", "%%");
	}

	private interface Declared {

		void accept(ServletDeclaration servlet, Contribution.Layer layer);

	}

}
