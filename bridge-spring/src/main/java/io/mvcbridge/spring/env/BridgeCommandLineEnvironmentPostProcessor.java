package io.mvcbridge.spring.env;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import org.apache.commons.logging.Log;

import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.config.ConfigDataEnvironmentPostProcessor;
import org.springframework.boot.env.OriginTrackedMapPropertySource;
import org.springframework.boot.logging.DeferredLogFactory;
import org.springframework.boot.origin.Origin;
import org.springframework.boot.origin.OriginTrackedValue;
import org.springframework.core.Ordered;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.log.LogMessage;

/**
 * Lets {@code mvn spring-boot:run -Dbridge.mode=...} reach the application without a
 * change to its build: Maven does not hand {@code -D} to the process that the goal forks,
 * but that process inherits {@value #VARIABLE}.
 * <p>
 * The values lose to program arguments, system properties and environment variables, and
 * beat application files. They count only if a goal that starts the application is on the
 * same command line, and only for properties that say how the application is run; nothing
 * that guards it can be changed this way.
 */
class BridgeCommandLineEnvironmentPostProcessor implements EnvironmentPostProcessor, Ordered {

	static final String VARIABLE = "MAVEN_CMD_LINE_ARGS";

	static final String SOURCE_NAME = "mavenCommandLine";

	private static final List<String> PROPERTIES = List.of("bridge.mode", "bridge.threads");

	private static final List<String> PREFIXES = List.of("bridge.kernel.", "bridge.sandbox.");

	private final Log log;

	BridgeCommandLineEnvironmentPostProcessor(DeferredLogFactory logFactory) {
		this.log = logFactory.getLog(BridgeCommandLineEnvironmentPostProcessor.class);
	}

	/**
	 * Before the application files are read, so that they may refer to these values.
	 */
	@Override
	public int getOrder() {
		return ConfigDataEnvironmentPostProcessor.ORDER - 1;
	}

	@Override
	public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
		String arguments = (String) environment.getSystemEnvironment().get(VARIABLE);
		MutablePropertySources sources = environment.getPropertySources();
		String place = StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME;
		if (arguments == null || arguments.isBlank() || !sources.contains(place) || sources.contains(SOURCE_NAME)) {
			return;
		}
		Map<String, Object> values = honoured(MavenCommandLine.parse(arguments));
		if (!values.isEmpty()) {
			sources.addAfter(place, new OriginTrackedMapPropertySource(SOURCE_NAME, values, true));
			values.forEach((name, value) -> this.log.info(LogMessage
				.format("Using %s=%s from the Maven command line (environment variable %s)", name, value, VARIABLE)));
		}
	}

	private static Map<String, Object> honoured(MavenCommandLine commandLine) {
		Map<String, Object> values = new LinkedHashMap<>();
		if (commandLine.startsApplication()) {
			commandLine.properties().forEach((name, value) -> {
				if (!value.isEmpty() && isHonoured(name.toLowerCase(Locale.ROOT))) {
					values.put(name, OriginTrackedValue.of(value, CommandLineOrigin.INSTANCE));
				}
			});
		}
		return values;
	}

	private static boolean isHonoured(String name) {
		return PROPERTIES.contains(name) || PREFIXES.stream().anyMatch(name::startsWith);
	}

	/** Shown by failure analyses and the {@code env} endpoint. */
	private enum CommandLineOrigin implements Origin {

		INSTANCE;

		@Override
		public String toString() {
			return "Maven command line (environment variable " + VARIABLE + ")";
		}

	}

}
