package io.mvcbridge.spring.autoconfigure;

import java.beans.PropertyDescriptor;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

import io.mvcbridge.spring.diagnostics.NearestName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.BeanUtils;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.json.JsonParseException;
import org.springframework.boot.json.JsonParserFactory;

/**
 * The names of all {@code bridge.*} properties: those of this module, and where one is
 * not among them, those that other modules state in their configuration metadata.
 */
final class KnownBridgeProperties {

	private static final Logger logger = LoggerFactory.getLogger(KnownBridgeProperties.class);

	private static final String METADATA = "META-INF/spring-configuration-metadata.json";

	static final String VARIABLE_PREFIX = "BRIDGE_";

	private static final Pattern INDEX = Pattern.compile("_\\d+_?$");

	private KnownBridgeProperties() {
	}

	/**
	 * Finds the names that no property has.
	 * @param names the names that are set, canonical
	 * @return each unknown name with the nearest known one, empty if none is near
	 */
	static Map<String, String> findUnknown(Set<String> names) {
		Set<String> known = ofThisModule();
		if (names.stream().allMatch((name) -> isOneOf(known, name))) {
			return Collections.emptyMap();
		}
		known.addAll(ofMetadata());
		Map<String, String> unknown = new TreeMap<>();
		for (String name : names) {
			if (!isOneOf(known, name)) {
				String nearest = NearestName.of(name, known);
				unknown.put(name, (nearest != null) ? nearest : "");
			}
		}
		return unknown;
	}

	/**
	 * Finds the environment variables that set no property.
	 * @param variables names of variables that begin with {@code BRIDGE_}
	 * @return each unknown name with the variable of the nearest property, empty if none
	 * is near
	 */
	static Map<String, String> findUnknownVariables(Set<String> variables) {
		Set<String> known = variablesOf(ofThisModule());
		Set<String> unmatched = new TreeSet<>(variables);
		unmatched.removeIf((variable) -> known.contains(withoutIndex(variable)));
		if (unmatched.isEmpty()) {
			return Collections.emptyMap();
		}
		// What lies below a property of this module is none; below another's may be a map
		Set<String> stated = variablesOf(ofMetadata());
		stated.removeAll(known);
		Map<String, String> unknown = new TreeMap<>();
		for (String variable : unmatched) {
			String written = withoutIndex(variable);
			if (stated.stream().noneMatch((name) -> written.equals(name) || written.startsWith(name + "_"))) {
				// The prefix is the same in all, and would count as likeness
				Set<String> candidates = new TreeSet<>();
				known.forEach((name) -> candidates.add(name.substring(VARIABLE_PREFIX.length())));
				stated.forEach((name) -> candidates.add(name.substring(VARIABLE_PREFIX.length())));
				String nearest = NearestName.of(written.substring(VARIABLE_PREFIX.length()), candidates);
				unknown.put(variable, (nearest != null) ? VARIABLE_PREFIX + nearest : "");
			}
		}
		return unknown;
	}

	/**
	 * Boot finds a property in two variables: dashes left out, and dashes as underscores.
	 */
	private static Set<String> variablesOf(Set<String> properties) {
		Set<String> variables = new TreeSet<>();
		for (String property : properties) {
			String name = property.replace('.', '_').toUpperCase(Locale.ROOT);
			variables.add(name.replace("-", ""));
			variables.add(name.replace('-', '_'));
		}
		return variables;
	}

	/** The variable of a list, if this is the variable of one of its elements. */
	private static String withoutIndex(String variable) {
		return INDEX.matcher(variable.toUpperCase(Locale.ROOT)).replaceFirst("");
	}

	/** Whether it is one, an element of a list or a key of a map, however written. */
	private static boolean isOneOf(Set<String> known, String name) {
		ConfigurationPropertyName written = ConfigurationPropertyName.of(name);
		for (String property : known) {
			ConfigurationPropertyName candidate = ConfigurationPropertyName.of(property);
			if (candidate.equals(written) || candidate.isAncestorOf(written)) {
				return true;
			}
		}
		return false;
	}

	private static Set<String> ofThisModule() {
		Set<String> names = new TreeSet<>();
		add("bridge.", BridgeProperties.class, names);
		return names;
	}

	private static void add(String prefix, Class<?> type, Set<String> names) {
		for (PropertyDescriptor property : BeanUtils.getPropertyDescriptors(type)) {
			String name = prefix + DataObjectPropertyName.toDashedForm(property.getName());
			if (property.getWriteMethod() != null) {
				names.add(name);
			}
			else if (property.getPropertyType().getEnclosingClass() == BridgeProperties.class) {
				add(name + ".", property.getPropertyType(), names);
			}
		}
	}

	private static Set<String> ofMetadata() {
		Set<String> names = new TreeSet<>();
		try {
			for (URL url : Collections.list(KnownBridgeProperties.class.getClassLoader().getResources(METADATA))) {
				try (InputStream in = url.openStream()) {
					addStated(new String(in.readAllBytes(), StandardCharsets.UTF_8), names);
				}
			}
		}
		catch (IOException | JsonParseException ex) {
			logger.debug("Unable to read {}: unknown properties may be reported that are none", METADATA, ex);
		}
		return names;
	}

	/** Of properties alone: metadata names groups of them and hints in the same way. */
	private static void addStated(String metadata, Set<String> names) {
		Map<String, Object> content = JsonParserFactory.getJsonParser().parseMap(metadata);
		if (content.get("properties") instanceof List<?> properties) {
			for (Object property : properties) {
				if (property instanceof Map<?, ?> entry && entry.get("name") instanceof String name
						&& name.startsWith("bridge.")) {
					names.add(name);
				}
			}
		}
	}

}
