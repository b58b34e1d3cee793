package io.mvcbridge.spring.autoconfigure;

import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

import io.mvcbridge.spring.server.ReactorNettyServletWebServerFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * Names, once at start, the properties that have no effect: those of the servers that
 * were replaced, each with ours that does the same, and misspelt ones of our own.
 */
class UnusedPropertiesReport implements WebServerFactoryCustomizer<ReactorNettyServletWebServerFactory> {

	private static final Logger logger = LoggerFactory.getLogger(UnusedPropertiesReport.class);

	private static final ConfigurationPropertyName BRIDGE = ConfigurationPropertyName.of("bridge");

	private final ConfigurableEnvironment environment;

	UnusedPropertiesReport(ConfigurableEnvironment environment) {
		this.environment = environment;
	}

	@Override
	public void customize(ReactorNettyServletWebServerFactory factory) {
		Map<String, String> foreign = new TreeMap<>();
		Set<String> own = new TreeSet<>();
		Set<String> variables = new TreeSet<>();
		for (ConfigurationPropertySource source : ConfigurationPropertySources.get(this.environment)) {
			if (source.getUnderlyingSource() instanceof SystemEnvironmentPropertySource named) {
				// Their names do not tell a dot from a dash: they are compared as they
				// are
				Stream.of(named.getPropertyNames()).filter(UnusedPropertiesReport::isOurs).forEach(variables::add);
			}
			if (source instanceof IterableConfigurationPropertySource names) {
				boolean environmentVariables = source.getUnderlyingSource() instanceof SystemEnvironmentPropertySource;
				for (ConfigurationPropertyName name : names) {
					if (OtherServerProperties.isOne(name)) {
						foreign.put(name.toString(), OtherServerProperties.replacement(name));
					}
					else if (BRIDGE.isAncestorOf(name) && !environmentVariables) {
						own.add(name.toString());
					}
				}
			}
		}
		reportForeign(foreign);
		KnownBridgeProperties.findUnknown(own).forEach(UnusedPropertiesReport::reportUnknown);
		reportVariables(KnownBridgeProperties.findUnknownVariables(variables));
	}

	private static boolean isOurs(String variable) {
		String prefix = KnownBridgeProperties.VARIABLE_PREFIX;
		return variable.regionMatches(true, 0, prefix, 0, prefix.length());
	}

	private static void reportForeign(Map<String, String> foreign) {
		if (foreign.isEmpty()) {
			return;
		}
		int width = foreign.keySet().stream().mapToInt(String::length).max().orElse(0);
		StringBuilder table = new StringBuilder();
		foreign.forEach((name, replacement) -> table.append(System.lineSeparator())
			.append("    ")
			.append(name)
			.append(" ".repeat(width - name.length()))
			.append(" -> ")
			.append(replacement));
		logger.warn("The server is MVC Bridge: these properties of other servers have no effect:{}", table);
	}

	private static void reportUnknown(String name, String nearest) {
		logger.warn("The property {} is not known and has no effect{}", name,
				nearest.isEmpty() ? "" : ": did you mean " + nearest + "?");
	}

	/** In one line: a container's environment may have many that are somebody else's. */
	private static void reportVariables(Map<String, String> unknown) {
		if (unknown.isEmpty()) {
			return;
		}
		StringJoiner names = new StringJoiner(", ");
		unknown.forEach(
				(name, nearest) -> names.add(nearest.isEmpty() ? name : name + " (did you mean " + nearest + "?)"));
		logger.warn("No property of MVC Bridge is set by these environment variables, which may be meant "
				+ "for other software: {}", names);
	}

}
