package io.mvcbridge.benchmarks.commandline;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.mvcbridge.benchmarks.BenchmarkException;

/**
 * The options of one program, {@code --name value} each, and what was given for them. Not
 * thread-safe.
 */
public final class Options {

	private final Map<String, Option> known = new LinkedHashMap<>();

	private final Map<String, List<String>> given = new LinkedHashMap<>();

	/** Adds an option; a value given for it takes the place of the default. */
	public Options add(String name, String defaultValue, String description) {
		this.known.put(name, new Option(defaultValue, description, false));
		return this;
	}

	/** Adds an option without a default that may be given more than once. */
	public Options addRepeatable(String name, String description) {
		this.known.put(name, new Option("", description, true));
		return this;
	}

	/**
	 * Takes in a command line.
	 * @throws BenchmarkException if it holds what no option is, or an option without
	 * value
	 */
	public Options parse(String... arguments) {
		for (int i = 0; i < arguments.length; i += 2) {
			String name = arguments[i].startsWith("--") ? arguments[i].substring(2) : "";
			Option option = this.known.get(name);
			if (option == null) {
				throw new BenchmarkException("Unknown option '" + arguments[i] + "'.\n" + usage());
			}
			if (i + 1 == arguments.length) {
				throw new BenchmarkException("Option --" + name + " needs a value: " + option.description());
			}
			List<String> values = this.given.computeIfAbsent(name, (key) -> new ArrayList<>());
			if (!option.repeatable()) {
				values.clear();
			}
			values.add(arguments[i + 1]);
		}
		return this;
	}

	public String text(String name) {
		List<String> values = this.given.get(name);
		return (values != null) ? values.get(values.size() - 1) : option(name).defaultValue();
	}

	/** Every value that was given for a repeatable option, in order. */
	public List<String> all(String name) {
		return this.given.getOrDefault(name, List.of());
	}

	/** The parts of a comma-separated value, without blanks; empty parts are left out. */
	public List<String> list(String name) {
		return Arrays.stream(text(name).split(",")).map(String::strip).filter((part) -> !part.isEmpty()).toList();
	}

	/**
	 * A whole number.
	 * @throws BenchmarkException if it is none or less than {@code least}
	 */
	public int number(String name, int least) {
		return parseNumber(name, text(name), least);
	}

	/** The parts of a comma-separated value as whole numbers. */
	public List<Integer> numbers(String name, int least) {
		return list(name).stream().map((part) -> parseNumber(name, part, least)).toList();
	}

	/** Every option with its default, a line each. */
	public String usage() {
		StringBuilder usage = new StringBuilder("Options:\n");
		this.known.forEach((name, option) -> {
			usage.append("  --").append(name).append(" VALUE\n      ").append(option.description());
			if (option.repeatable()) {
				usage.append(" May be given more than once.");
			}
			else {
				usage.append(" Default: ").append(option.defaultValue().isEmpty() ? "none" : option.defaultValue());
			}
			usage.append('\n');
		});
		return usage.toString();
	}

	private Option option(String name) {
		Option option = this.known.get(name);
		if (option == null) {
			throw new IllegalArgumentException("No option is named " + name);
		}
		return option;
	}

	private static int parseNumber(String name, String value, int least) {
		try {
			int number = Integer.parseInt(value);
			if (number >= least) {
				return number;
			}
		}
		catch (NumberFormatException ex) {
			throw new BenchmarkException("Option --" + name + " needs a whole number, not '" + value + "'", ex);
		}
		throw new BenchmarkException("Option --" + name + " must be at least " + least + ", not " + value);
	}

	private record Option(String defaultValue, String description, boolean repeatable) {

	}

}
