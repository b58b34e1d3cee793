package io.mvcbridge.jakarta.deploy.descriptor;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import jakarta.servlet.DispatcherType;
import org.jspecify.annotations.Nullable;

/** Assembles filters and what they apply to. */
final class FilterMerge {

	private final List<Contribution> contributions;

	FilterMerge(List<Contribution> contributions) {
		this.contributions = contributions;
	}

	void mergeInto(WebDescriptorBuilder merged) {
		Map<String, List<FilterDeclaration>> names = new LinkedHashMap<>();
		for (Contribution contribution : this.contributions) {
			contribution.descriptor()
				.filters()
				.forEach((filter) -> names.computeIfAbsent(filter.name(), (name) -> new ArrayList<>()).add(filter));
		}
		names.keySet().forEach((name) -> merged.filter(filter(name)));
		mappings(names.keySet()).forEach(merged::filterMapping);
	}

	private FilterDeclaration filter(String name) {
		Statements<Setting<String>> className = new Statements<>();
		Statements<Setting<Boolean>> asyncSupported = new Statements<>();
		Statements<Source> sources = new Statements<>();
		NamedStatements<Parameter> initParams = new NamedStatements<>();
		for (Contribution contribution : this.contributions) {
			for (FilterDeclaration filter : contribution.descriptor().filters()) {
				if (filter.name().equals(name)) {
					className.add(filter.className(), contribution.layer());
					asyncSupported.add(filter.asyncSupported(), contribution.layer());
					initParams.addAll(filter.initParams(), Parameter::name, contribution.layer());
					sources.add(filter.source(), contribution.layer());
				}
			}
		}
		String of = " of the filter '" + name + "'";
		return new FilterDeclaration(name, Statements.settled(className, "The class" + of),
				NamedStatements.settled(initParams, "The init-param '%s'" + of.replace("%", "%%")),
				Statements.settled(asyncSupported, "The async-supported" + of), sources.all().get(0));
	}

	private List<FilterMapping> mappings(Set<String> filters) {
		Map<String, Statements<FilterMapping>> byFilter = new LinkedHashMap<>();
		Map<String, List<FilterMapping>> annotated = new LinkedHashMap<>();
		List<FilterMapping> all = new ArrayList<>();
		for (Contribution contribution : this.contributions) {
			for (FilterMapping mapping : contribution.descriptor().filterMappings()) {
				requireKnown(mapping, filters);
				all.add(mapping);
				byFilter.computeIfAbsent(mapping.filterName(), (name) -> new Statements<>())
					.add(mapping, contribution.layer());
				if (contribution.layer() == Contribution.Layer.ANNOTATION) {
					annotated.computeIfAbsent(mapping.filterName(), (name) -> new ArrayList<>()).add(mapping);
				}
			}
		}
		List<FilterMapping> mappings = new ArrayList<>();
		Set<FilterMapping> seen = new LinkedHashSet<>();
		for (FilterMapping mapping : all) {
			Statements<FilterMapping> counting = byFilter.getOrDefault(mapping.filterName(), new Statements<>());
			List<FilterMapping> augmenting = (counting.layer() != Contribution.Layer.ANNOTATION)
					? annotated.getOrDefault(mapping.filterName(), List.of()) : List.of();
			FilterMapping effective = counting.all().contains(mapping) ? withDispatchers(mapping, augmenting)
					: augmenting.contains(mapping) ? augmentation(mapping, counting.all()) : null;
			if (effective != null && seen.add(effective)) {
				mappings.add(effective);
			}
		}
		return mappings;
	}

	/** Dispatchers that an annotation names count if the descriptor names none. */
	private static FilterMapping withDispatchers(FilterMapping mapping, List<FilterMapping> annotated) {
		Set<DispatcherType> types = new LinkedHashSet<>(mapping.dispatchers());
		if (types.isEmpty()) {
			annotated.forEach((annotation) -> types.addAll(annotation.dispatchers()));
		}
		return new FilterMapping(mapping.filterName(), mapping.patterns(), mapping.servletNames(), types,
				mapping.source());
	}

	/** What is left of an annotation where a descriptor maps its filter too. */
	private static @Nullable FilterMapping augmentation(FilterMapping annotated, List<FilterMapping> mappings) {
		boolean patterns = mappings.stream().allMatch((mapping) -> mapping.patterns().isEmpty());
		boolean servletNames = mappings.stream().allMatch((mapping) -> mapping.servletNames().isEmpty());
		Set<DispatcherType> types = new LinkedHashSet<>();
		mappings.forEach((mapping) -> types.addAll(mapping.dispatchers()));
		FilterMapping rest = new FilterMapping(annotated.filterName(), patterns ? annotated.patterns() : List.of(),
				servletNames ? annotated.servletNames() : List.of(), types.isEmpty() ? annotated.dispatchers() : types,
				annotated.source());
		return (rest.patterns().isEmpty() && rest.servletNames().isEmpty()) ? null : rest;
	}

	private static void requireKnown(FilterMapping mapping, Set<String> filters) {
		if (filters.contains(mapping.filterName())) {
			return;
		}
		String similar = Spelling.nearest(mapping.filterName(), filters);
		throw DescriptorException.at(mapping.source(),
				"The filter '" + mapping.filterName() + "' is mapped but nobody declares it; "
						+ ((similar != null) ? "did you mean '" + similar + "'?" : "declare it with <filter>"));
	}

}
