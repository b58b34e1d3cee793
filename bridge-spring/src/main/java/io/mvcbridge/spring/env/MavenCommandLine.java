package io.mvcbridge.spring.env;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The command line of a Maven build, as Maven's start scripts leave it in the environment
 * variable {@code MAVEN_CMD_LINE_ARGS}: one string, arguments joined by spaces. The Unix
 * script drops the shell's quotes, so that spaces within an argument cannot be told from
 * those between two; the Windows script keeps double quotes.
 */
final class MavenCommandLine {

	/** Options of Maven that take the next argument as their value. */
	private static final Set<String> OPTIONS_WITH_VALUE = Set.of("-b", "--builder", "-color", "--color", "-emp",
			"--encrypt-master-password", "-ep", "--encrypt-password", "-f", "--file", "-gs", "--global-settings", "-gt",
			"--global-toolchains", "-is", "--install-settings", "-it", "--install-toolchains", "-l", "--log-file", "-P",
			"--activate-profiles", "-pl", "--projects", "-ps", "--project-settings", "-rf", "--resume-from", "-s",
			"--settings", "-t", "--toolchains", "-T", "--threads");

	/**
	 * A goal that starts the application: prefix or group:artifact[:version], the goal,
	 * perhaps an execution.
	 */
	private static final Pattern RUN_GOAL = Pattern
		.compile("[\\w.$+-]+(?::[\\w.$+-]+){0,2}:(?:run|test-run|start)(?:@[^\\s:]+)?");

	private final Map<String, String> properties;

	private final boolean startsApplication;

	private MavenCommandLine(Map<String, String> properties, boolean startsApplication) {
		this.properties = Collections.unmodifiableMap(properties);
		this.startsApplication = startsApplication;
	}

	static MavenCommandLine parse(String commandLine) {
		Map<String, String> properties = new LinkedHashMap<>();
		boolean startsApplication = false;
		List<String> arguments = split(commandLine);
		for (int i = 0; i < arguments.size(); i++) {
			String argument = arguments.get(i);
			if (argument.equals("-D") || argument.equals("--define")) {
				if (i + 1 < arguments.size()) {
					define(properties, arguments.get(++i));
				}
			}
			else if (argument.startsWith("--define=")) {
				define(properties, argument.substring("--define=".length()));
			}
			else if (argument.startsWith("-D")) {
				define(properties, argument.substring("-D".length()));
			}
			else if (OPTIONS_WITH_VALUE.contains(argument)) {
				i++;
			}
			else if (!argument.startsWith("-") && RUN_GOAL.matcher(argument).matches()) {
				startsApplication = true;
			}
		}
		return new MavenCommandLine(properties, startsApplication);
	}

	/** As Maven does: the last one counts, and no value means true. */
	private static void define(Map<String, String> properties, String definition) {
		int equals = definition.indexOf('=');
		String name = ((equals < 0) ? definition : definition.substring(0, equals)).trim();
		if (!name.isEmpty()) {
			properties.put(name, (equals < 0) ? "true" : definition.substring(equals + 1).trim());
		}
	}

	private static List<String> split(String commandLine) {
		List<String> arguments = new ArrayList<>();
		StringBuilder argument = new StringBuilder();
		boolean quoted = false;
		boolean any = false;
		for (int i = 0; i < commandLine.length(); i++) {
			char c = commandLine.charAt(i);
			if (c == '"' && (quoted || commandLine.indexOf('"', i + 1) > 0)) {
				quoted = !quoted;
				any = true;
			}
			else if (Character.isWhitespace(c) && !quoted) {
				if (any) {
					arguments.add(argument.toString());
				}
				argument.setLength(0);
				any = false;
			}
			else {
				argument.append(c);
				any = true;
			}
		}
		if (any) {
			arguments.add(argument.toString());
		}
		return arguments;
	}

	/** The user properties, the last definition of each. */
	Map<String, String> properties() {
		return this.properties;
	}

	/** Whether a goal on the command line starts the application. */
	boolean startsApplication() {
		return this.startsApplication;
	}

}
