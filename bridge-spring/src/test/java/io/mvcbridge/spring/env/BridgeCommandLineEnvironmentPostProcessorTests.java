package io.mvcbridge.spring.env;

import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.origin.OriginLookup;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;

import static org.assertj.core.api.Assertions.assertThat;

/** Over {@link SpringApplication}, which orders the sources. */
@ExtendWith(OutputCaptureExtension.class)
class BridgeCommandLineEnvironmentPostProcessorTests {

	private static final String RUN = "spring-boot:run -Dbridge.mode=sandbox";

	@Test
	void theModeOnTheCommandLineReachesTheApplication() {
		assertThat(run(RUN).getProperty("bridge.mode")).isEqualTo("sandbox");
	}

	@Test
	void theSourceStandsDirectlyAfterTheEnvironmentVariables() {
		assertThat(run(RUN).getPropertySources().stream().map(PropertySource::getName).toList())
			.containsSubsequence("systemProperties", "systemEnvironment", "mavenCommandLine", "random");
	}

	@Test
	void itBeatsApplicationFiles(CapturedOutput output) {
		assertThat(run("spring-boot:run -Dbridge.kernel.count=7", "--spring.config.name=command-line")
			.getProperty("bridge.kernel.count")).isEqualTo("7");
		assertThat(run("", "--spring.config.name=command-line").getProperty("bridge.kernel.count")).isEqualTo("3");
	}

	@Test
	void programArgumentsBeatIt() {
		assertThat(run(RUN, "--bridge.mode=reboot").getProperty("bridge.mode")).isEqualTo("reboot");
	}

	@Test
	void systemPropertiesBeatIt() {
		System.setProperty("bridge.mode", "reboot");
		try {
			assertThat(run(RUN).getProperty("bridge.mode")).isEqualTo("reboot");
		}
		finally {
			System.clearProperty("bridge.mode");
		}
	}

	@Test
	void environmentVariablesBeatIt() {
		ConfigurableEnvironment environment = run(Map.of("MAVEN_CMD_LINE_ARGS", RUN, "BRIDGE_MODE", "reboot"));
		assertThat(environment.getProperty("bridge.mode")).isEqualTo("reboot");
	}

	@ParameterizedTest
	@CsvSource({ "bridge.mode,a", "bridge.threads,b", "bridge.kernel.recycle,c", "bridge.sandbox.auto,d" })
	void whatSaysHowTheApplicationIsRunIsHonoured(String name, String value) {
		assertThat(run("spring-boot:run -D" + name + "=" + value).getProperty(name)).isEqualTo(value);
	}

	@ParameterizedTest
	@CsvSource({ "bridge.max-active", "server.address", "spring.security.user.password", "bridge.kernel",
			"bridge.modes", "management.endpoints.web.exposure.include" })
	void nothingElseIs(String name) {
		assertThat(run("spring-boot:run -D" + name + "=1").getProperty(name)).isNull();
	}

	@Test
	void withoutAGoalThatStartsTheApplicationNothingIsHonoured() {
		assertThat(run("verify -Dbridge.mode=sandbox").getProperty("bridge.mode")).isNull();
	}

	@Test
	void anEmptyValueMeansUnset() {
		assertThat(run("spring-boot:run -Dbridge.mode=").getProperty("bridge.mode")).isNull();
	}

	@Test
	void anEmptyValueTakesBackAnEarlierOne() {
		assertThat(run("spring-boot:run -Dbridge.mode=sandbox -Dbridge.mode=").getProperty("bridge.mode")).isNull();
	}

	@Test
	void theLogSaysWhereTheValueCameFrom(CapturedOutput output) {
		run(RUN);
		assertThat(output).contains(
				"Using bridge.mode=sandbox from the Maven command line (environment variable MAVEN_CMD_LINE_ARGS)");
	}

	@Test
	void theOriginSaysWhereTheValueCameFrom() {
		PropertySource<?> source = run(RUN).getPropertySources().get("mavenCommandLine");
		assertThat(OriginLookup.getOrigin(source, "bridge.mode"))
			.hasToString("Maven command line (environment variable MAVEN_CMD_LINE_ARGS)");
	}

	private static ConfigurableEnvironment run(String commandLine, String... arguments) {
		return run(Map.of("MAVEN_CMD_LINE_ARGS", commandLine), arguments);
	}

	private static ConfigurableEnvironment run(Map<String, Object> variables, String... arguments) {
		SpringApplication application = new SpringApplication(Empty.class);
		application.setWebApplicationType(WebApplicationType.NONE);
		application.setEnvironment(new FixedEnvironment(variables));
		try (ConfigurableApplicationContext context = application.run(arguments)) {
			return context.getEnvironment();
		}
	}

	@Configuration(proxyBeanMethods = false)
	static class Empty {

	}

	/** The variables of this process do not count. */
	private static final class FixedEnvironment extends StandardEnvironment {

		private final Map<String, Object> variables;

		FixedEnvironment(Map<String, Object> variables) {
			this.variables = variables;
			getPropertySources().replace(SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
					new org.springframework.core.env.SystemEnvironmentPropertySource(
							SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, variables));
		}

		@Override
		public Map<String, Object> getSystemEnvironment() {
			return (this.variables != null) ? this.variables : Map.of();
		}

	}

}
