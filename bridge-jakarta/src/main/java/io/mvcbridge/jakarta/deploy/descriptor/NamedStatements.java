package io.mvcbridge.jakarta.deploy.descriptor;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * What several descriptors say of things that have names: of each name the rules of
 * {@link Statements} hold, and different names add up.
 *
 * @param <T> what they say
 */
final class NamedStatements<T> {

	private final Map<String, Statements<T>> byName = new LinkedHashMap<>();

	void add(String name, T statement, Contribution.Layer by) {
		this.byName.computeIfAbsent(name, (key) -> new Statements<>()).add(statement, by);
	}

	void addAll(List<T> statements, Function<T, String> name, Contribution.Layer by) {
		statements.forEach((statement) -> add(name.apply(statement), statement, by));
	}

	/**
	 * The one statement for each name, in the order in which the names came up.
	 * @param what what they are about, for the message; the name is put behind it
	 * @param meaning what has to be equal
	 * @param source who says it
	 * @return the statements
	 * @throws DescriptorException if two of a name differ
	 */
	List<T> settled(String what, Function<T, ?> meaning, Function<T, Source> source) {
		List<T> settled = new ArrayList<>();
		this.byName.forEach((name, statements) -> {
			T statement = statements.settled(what.formatted(name), meaning, source);
			if (statement != null) {
				settled.add(statement);
			}
		});
		return settled;
	}

	/** The one parameter for each name. */
	static List<Parameter> settled(NamedStatements<Parameter> statements, String what) {
		return statements.settled(what, Parameter::value, Parameter::source);
	}

}
