package io.mvcbridge.jakarta.security;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import io.mvcbridge.jakarta.http.UrlPattern;
import jakarta.servlet.http.MappingMatch;
import org.jspecify.annotations.Nullable;

/**
 * All constraints of an application as a table of URL patterns and HTTP methods. A
 * request is held against the pattern that matches it best and against no other (Servlet
 * 6.1 §13.8.3, §12.1). Immutable.
 * <p>
 * The patterns are tried one after the other, the best first: an application has few of
 * them, and it takes a comparison or two to see that one does not match.
 */
final class SecurityConstraints {

	/** The best match first. */
	private final PatternRules[] table;

	/**
	 * Combines constraints.
	 * @param constraints the constraints in any order
	 * @param declaredRoles the roles that {@code *} stands for
	 * @param denyUncovered whether a method that no constraint of its pattern names is
	 * denied
	 */
	SecurityConstraints(List<SecurityConstraint> constraints, Set<String> declaredRoles, boolean denyUncovered) {
		Map<String, List<SecurityConstraint>> byPattern = new LinkedHashMap<>();
		for (SecurityConstraint constraint : constraints) {
			for (String pattern : constraint.patterns()) {
				byPattern.computeIfAbsent(pattern, (key) -> new ArrayList<>()).add(constraint);
			}
		}
		AccessRule uncovered = denyUncovered ? AccessRule.PRECLUDED : AccessRule.OPEN;
		this.table = byPattern.entrySet()
			.stream()
			.map((entry) -> new PatternRules(UrlPattern.parse(entry.getKey()), entry.getValue(), declaredRoles,
					uncovered))
			.sorted(Comparator.comparingInt(PatternRules::rank)
				.thenComparingInt((rules) -> -rules.pattern.value().length()))
			.toArray(PatternRules[]::new);
	}

	/**
	 * The rule for a request.
	 * @param path decoded and canonical, without the context path
	 * @param method the HTTP method
	 * @return the rule; {@link AccessRule#OPEN} if no constraint applies
	 */
	AccessRule find(String path, String method) {
		for (PatternRules rules : this.table) {
			if (rules.matches(path)) {
				AccessRule rule = rules.methods.get(method);
				return (rule != null) ? rule : rules.others;
			}
		}
		return AccessRule.OPEN;
	}

	/**
	 * What the application leaves uncovered, to be told to whoever deploys it (Servlet
	 * 6.1 §13.8.4.2).
	 * @return a line for each pattern that has uncovered methods
	 */
	List<String> uncovered() {
		List<String> lines = new ArrayList<>();
		for (PatternRules rules : this.table) {
			if (rules.uncovered != null) {
				lines.add("'" + rules.pattern.pattern() + "': " + rules.uncovered);
			}
		}
		return lines;
	}

	/** The rules of one pattern. */
	private static final class PatternRules {

		private final UrlPattern pattern;

		/** Of the methods that a constraint names. */
		private final Map<String, AccessRule> methods = new HashMap<>();

		/** Of all others. */
		private final AccessRule others;

		private final @Nullable String uncovered;

		PatternRules(UrlPattern pattern, List<SecurityConstraint> constraints, Set<String> declaredRoles,
				AccessRule uncoveredRule) {
			this.pattern = pattern;
			Set<String> named = new TreeSet<>();
			List<SecurityConstraint> general = new ArrayList<>();
			for (SecurityConstraint constraint : constraints) {
				named.addAll(constraint.methods());
				named.addAll(constraint.omittedMethods());
				if (constraint.coversOtherMethods()) {
					general.add(constraint);
				}
			}
			Set<String> covered = new TreeSet<>();
			for (String method : named) {
				List<SecurityConstraint> applying = new ArrayList<>(constraints);
				applying.removeIf((constraint) -> !constraint.covers(method));
				if (applying.isEmpty()) {
					this.methods.put(method, uncoveredRule);
				}
				else {
					covered.add(method);
					this.methods.put(method, AccessRule.combine(applying, declaredRoles));
				}
			}
			this.others = general.isEmpty() ? uncoveredRule : AccessRule.combine(general, declaredRoles);
			named.removeAll(covered);
			this.uncovered = uncovered(named, covered, general.isEmpty());
		}

		private static @Nullable String uncovered(Set<String> uncovered, Set<String> covered, boolean others) {
			if (others) {
				return "all methods but " + String.join(", ", covered);
			}
			return uncovered.isEmpty() ? null : String.join(", ", uncovered);
		}

		/**
		 * Exact patterns before prefixes, extensions and the rest (Servlet 6.1 §12.1).
		 */
		int rank() {
			return switch (this.pattern.match()) {
				case EXACT, CONTEXT_ROOT -> 0;
				case PATH -> 1;
				case EXTENSION -> 2;
				case DEFAULT -> 3;
			};
		}

		boolean matches(String path) {
			return this.pattern.match() == MappingMatch.DEFAULT || this.pattern.matches(path);
		}

	}

}
