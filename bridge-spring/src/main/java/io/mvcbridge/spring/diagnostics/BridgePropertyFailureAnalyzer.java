package io.mvcbridge.spring.diagnostics;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.core.Ordered;
import org.springframework.core.convert.ConversionFailedException;
import org.springframework.core.convert.ConverterNotFoundException;
import org.springframework.util.ClassUtils;
import org.springframework.util.unit.DataSize;

/**
 * Explains a {@code bridge.*} property whose value cannot be read: what it may be, what
 * was probably meant. Asked before Boot's own analyzer, which names Java types only.
 */
class BridgePropertyFailureAnalyzer extends AbstractFailureAnalyzer<BindException> implements Ordered {

	private static final ConfigurationPropertyName PREFIX = ConfigurationPropertyName.of("bridge");

	@Override
	public int getOrder() {
		return Ordered.HIGHEST_PRECEDENCE;
	}

	/**
	 * Explains the failure.
	 * @return the analysis, null to leave it to {@link FailureAnalyzer}s that come later
	 */
	@Override
	protected @Nullable FailureAnalysis analyze(Throwable rootFailure, BindException cause) {
		ConfigurationProperty property = cause.getProperty();
		if (property == null || !PREFIX.isAncestorOf(property.getName()) || !isConversionFailure(cause)) {
			return null;
		}
		Class<?> type = ClassUtils.resolvePrimitiveIfNecessary(cause.getTarget().getType().toClass());
		return type.isEnum() ? choice(property, values(type), cause) : value(property, expected(type), cause);
	}

	private boolean isConversionFailure(BindException cause) {
		return findCause(cause, ConversionFailedException.class) != null
				|| findCause(cause, ConverterNotFoundException.class) != null;
	}

	private static FailureAnalysis choice(ConfigurationProperty property, List<String> values, BindException cause) {
		String written = String.valueOf(property.getValue()).trim().toLowerCase(Locale.ROOT);
		String nearest = NearestName.of(written, values);
		String action = (nearest != null)
				? "Did you mean " + property.getName() + "=" + nearest
						+ "? Correct the value, or remove the property to use its default."
				: "Use one of these values, or remove the property to use its default.";
		return new FailureAnalysis(written(property) + " It can be: " + String.join(", ", values) + ".", action, cause);
	}

	private static FailureAnalysis value(ConfigurationProperty property, String expected, BindException cause) {
		return new FailureAnalysis(written(property) + " It must be " + expected + ".",
				"Correct the value, or remove the property to use its default.", cause);
	}

	private static String written(ConfigurationProperty property) {
		String origin = (property.getOrigin() != null) ? " (" + property.getOrigin() + ")" : "";
		return property.getName() + " is set to \"" + property.getValue() + "\"" + origin + ".";
	}

	private static List<String> values(Class<?> type) {
		return Arrays.stream(type.getEnumConstants())
			.map((constant) -> ((Enum<?>) constant).name().toLowerCase(Locale.ROOT).replace('_', '-'))
			.toList();
	}

	private static String expected(Class<?> type) {
		if (type == Duration.class) {
			return "a duration: a number with a unit, such as 500ms, 30s or 2m";
		}
		if (type == DataSize.class) {
			return "a size: a number with a unit, such as 512B, 64KB or 2MB";
		}
		if (type == Integer.class || type == Long.class) {
			return "a whole number";
		}
		if (type == Boolean.class) {
			return "true or false";
		}
		return "convertible to " + type.getName();
	}

}
