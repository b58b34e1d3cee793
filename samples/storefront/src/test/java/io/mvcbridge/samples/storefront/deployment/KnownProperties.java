package io.mvcbridge.samples.storefront.deployment;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.env.PropertiesPropertySourceLoader;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.io.ClassPathResource;

/**
 * The properties that exist: of Boot and the bridge by the metadata that comes with them,
 * of the shop by its own settings.
 */
final class KnownProperties {

	private static final Pattern NAME = Pattern.compile(
			"(?<![\\w./@-])(?:bridge|server|spring|management|storefront)(?:\\.[a-z0-9]+(?:-[a-z0-9]+)*)+(?![\\w*])");

	private static final Pattern VARIABLE = Pattern
		.compile("(?<!\\w)(?:BRIDGE|SERVER|SPRING|MANAGEMENT|STOREFRONT)_[A-Z0-9_]+");

	/** What looks like a property and is the name of a file. */
	private static final Set<String> FILES = Set.of("storefront.service", "storefront.jar", "storefront.css");

	private final Set<String> names = new TreeSet<>(List.of("storefront.admin.username", "storefront.admin.password"));

	private final Set<String> variables = new TreeSet<>();

	KnownProperties() throws IOException {
		ClassLoader loader = KnownProperties.class.getClassLoader();
		for (URL metadata : Collections.list(loader.getResources("META-INF/spring-configuration-metadata.json"))) {
			try (InputStream input = metadata.openStream()) {
				for (JsonNode property : JsonMapper.shared().readTree(input).get("properties")) {
					this.names.add(property.get("name").asString());
				}
			}
		}
		for (PropertySource<?> source : new PropertiesPropertySourceLoader().load("application",
				new ClassPathResource("application.properties"))) {
			List.of(((EnumerablePropertySource<?>) source).getPropertyNames())
				.stream()
				.filter((name) -> name.startsWith("storefront."))
				.forEach(this.names::add);
		}
		this.names
			.forEach((name) -> this.variables.add(name.toUpperCase(Locale.ROOT).replace('.', '_').replace("-", "")));
	}

	/** The names of properties and their variables in a text. */
	static Set<String> in(String text) {
		Set<String> found = new TreeSet<>();
		NAME.matcher(text)
			.results()
			.map(MatchResult::group)
			.filter((name) -> !FILES.contains(name))
			.forEach(found::add);
		VARIABLE.matcher(text).results().map(MatchResult::group).forEach(found::add);
		return found;
	}

	boolean contains(String name) {
		return this.names.contains(name) || this.variables.contains(name);
	}

}
