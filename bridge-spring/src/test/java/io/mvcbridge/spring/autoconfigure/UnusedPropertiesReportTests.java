package io.mvcbridge.spring.autoconfigure;

import java.util.Map;

import io.mvcbridge.spring.server.ReactorNettyServletWebServerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

import static org.assertj.core.api.Assertions.assertThat;

@ExtendWith(OutputCaptureExtension.class)
class UnusedPropertiesReportTests {

	@Test
	void propertiesOfOtherServersAreListedInOneWarningWithOurs(CapturedOutput output) {
		report(Map.of("server.tomcat.threads.max", "50", "server.jetty.accesslog.enabled", "true", "server.port",
				"8081"));
		String newLine = System.lineSeparator();
		assertThat(output.getOut().strip())
			.endsWith("The server is MVC Bridge: these properties of other servers have no effect:" + newLine
					+ "    server.jetty.accesslog.enabled -> no equivalent" + newLine
					+ "    server.tomcat.threads.max      -> bridge.max-active "
					+ "(a request beyond it waits bridge.acquire-timeout and then gets 503)");
	}

	@ParameterizedTest
	@CsvSource({ "server.tomcat.max-http-form-post-size,bridge.max-form-size",
			"server.tomcat.maxHttpFormPostSize,bridge.max-form-size",
			"server.tomcat.max_http_form_post_size,bridge.max-form-size",
			"server.tomcat.max-swallow-size,bridge.max-swallow-size",
			"server.tomcat.max-parameter-count,bridge.max-parameters", "server.tomcat.max-part-count,bridge.max-parts",
			"server.tomcat.max-part-header-size,bridge.max-part-header-size",
			"server.tomcat.connection-timeout,bridge.header-timeout",
			"server.tomcat.keep-alive-timeout,bridge.idle-timeout", "server.jetty.threads.selectors,bridge.event-loops",
			"server.jetty.connection-idle-timeout,bridge.idle-timeout", "server.undertow.threads.io,bridge.event-loops",
			"server.tomcat.remoteip.internal-proxies,bridge.trusted-proxies",
			"server.tomcat.accesslog.enabled,no equivalent", "server.tomcat.relaxed-path-chars[0],no equivalent" })
	void everyWayToWriteAPropertyFindsItsReplacement(String property, String replacement, CapturedOutput output) {
		report(Map.of(property, "1"));
		assertThat(output.getOut().strip()).endsWith(" -> " + replacement);
	}

	@ParameterizedTest
	@ValueSource(strings = { "server.jetty.threads.max", "server.undertow.threads.worker" })
	void whoBoundsThreadsIsToldWhatBecomesOfRequestsBeyondThem(String property, CapturedOutput output) {
		report(Map.of(property, "1"));
		assertThat(output.getOut().strip())
			.endsWith(" -> bridge.max-active (a request beyond it waits bridge.acquire-timeout and then gets 503)");
	}

	@Test
	void environmentVariablesFindTheirReplacementToo(CapturedOutput output) {
		report(environment(Map.of("SERVER_TOMCAT_MAX_SWALLOW_SIZE", "1MB")));
		assertThat(output).contains("server.tomcat.max.swallow.size -> bridge.max-swallow-size");
	}

	@Test
	void propertiesThatHaveAnEffectAreNotReported(CapturedOutput output) {
		report(Map.of("server.port", "1", "server.compression.enabled", "true", "bridge.mode", "persistent",
				"bridge.maxActive", "3", "bridge.header_timeout", "1s", "bridge.static.accel", "/internal/"));
		assertThat(output).doesNotContain("no effect");
	}

	@Test
	void aMisspeltPropertyOfOursIsReportedWithTheNearestOne(CapturedOutput output) {
		report(Map.of("bridge.max-actif", "3"));
		assertThat(output)
			.contains("The property bridge.max-actif is not known and has no effect: did you mean bridge.max-active?");
	}

	@Test
	void aMisspeltPropertyBelowAnotherIsReportedWithTheNearestOne(CapturedOutput output) {
		report(Map.of("bridge.static.acel", "/internal/"));
		assertThat(output)
			.contains("bridge.static.acel is not known and has no effect: did you mean bridge.static.accel?");
	}

	@Test
	void propertiesThatAnotherModuleStatesAreKnown(CapturedOutput output) {
		report(Map.of("bridge.other.color", "red", "bridge.other.colour", "red"));
		assertThat(output.getOut().strip()).endsWith("The property bridge.other.colour is not known and has no effect:"
				+ " did you mean bridge.other.color?");
		assertThat(output).doesNotContain("bridge.other.color is");
	}

	@Test
	void aPropertyThatResemblesNoneOfOursIsReportedAlone(CapturedOutput output) {
		report(Map.of("bridge.something.else.entirely", "3"));
		assertThat(output.getOut().strip())
			.endsWith("The property bridge.something.else.entirely is not known and has no effect");
	}

	@ParameterizedTest
	@CsvSource({ "BRIDGE_IDLETIMOUT,BRIDGE_IDLETIMEOUT", "BRIDGE_IDLE_TIMOUT,BRIDGE_IDLE_TIMEOUT",
			"BRIDGE_TRUSTED_PROXIS,BRIDGE_TRUSTED_PROXIES", "BRIDGE_TRUSTEDPROXIS_0,BRIDGE_TRUSTEDPROXIES",
			"bridge_idletimout,BRIDGE_IDLETIMEOUT", "BRIDGE_STATICACCEL,BRIDGE_STATIC_ACCEL",
			"BRIDGE_MAX_PARTHEADERSIZE,BRIDGE_MAXPARTHEADERSIZE" })
	void aMisspeltEnvironmentVariableIsReportedWithTheNearestOne(String variable, String nearest,
			CapturedOutput output) {
		report(environment(Map.of(variable, "1s")));
		assertThat(output.getOut().strip()).endsWith(
				"No property of MVC Bridge is set by these environment variables, which may be meant for other software: "
						+ variable + " (did you mean " + nearest + "?)");
	}

	@ParameterizedTest
	@ValueSource(strings = { "BRIDGE_TRUSTEDPROXIES", "BRIDGE_TRUSTED_PROXIES", "BRIDGE_TRUSTEDPROXIES_0",
			"BRIDGE_TRUSTED_PROXIES_0", "bridge_trustedproxies" })
	void aVariableThatBootReadsIsNotReported(String variable, CapturedOutput output) {
		StandardEnvironment environment = environment(Map.of(variable, "192.0.2.1", "BRIDGE_MODE", "persistent",
				"BRIDGE_MAXACTIVE", "7", "BRIDGE_MAX_PART_HEADER_SIZE", "1KB", "BRIDGE_STATIC_ACCEL", "/internal/",
				"BRIDGE_OTHER_COLOR", "red"));
		report(environment);
		assertThat(Binder.get(environment).bind("bridge", BridgeProperties.class).get().getTrustedProxies())
			.containsExactly("192.0.2.1");
		assertThat(output).doesNotContain("environment variables");
	}

	@Test
	void variablesOfOtherSoftwareAreInOneLineThatSaysSo(CapturedOutput output) {
		report(environment(Map.of("BRIDGE_SERVICE_HOST", "10.0.0.7", "BRIDGE_PORT_8080_TCP_ADDR", "10.0.0.7",
				"BRIDGEHEAD", "1", "PATH", "/bin")));
		assertThat(output.getOut().strip())
			.endsWith("No property of MVC Bridge is set by these environment variables, which may be meant "
					+ "for other software: BRIDGE_PORT_8080_TCP_ADDR, BRIDGE_SERVICE_HOST");
	}

	private static StandardEnvironment environment(Map<String, Object> variables) {
		StandardEnvironment environment = new StandardEnvironment();
		environment.getPropertySources()
			.replace(StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, new SystemEnvironmentPropertySource(
					StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, variables));
		return environment;
	}

	private static void report(Map<String, Object> properties) {
		StandardEnvironment environment = new StandardEnvironment();
		environment.getPropertySources().addFirst(new MapPropertySource("test", properties));
		report(environment);
	}

	private static void report(StandardEnvironment environment) {
		new UnusedPropertiesReport(environment).customize(new ReactorNettyServletWebServerFactory());
	}

}
