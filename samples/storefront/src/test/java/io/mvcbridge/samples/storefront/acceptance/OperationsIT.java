package io.mvcbridge.samples.storefront.acceptance;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What those who run the shop look at.
 */
@AcceptanceTest
class OperationsIT {

	private static final String NOT_PUBLIC = "nginx lets nobody ask for metrics, see BehindNginxIT";

	private final Storefront storefront;

	OperationsIT(Storefront storefront) {
		this.storefront = storefront;
	}

	@Test
	void infoSaysThatReactorNettyServes() {
		Answer answer = this.storefront.visitor().get("/info");

		assertThat(answer.status()).isEqualTo(200);
		assertThat(answer.mediaType()).isEqualTo("application/json");
		JsonNode info = answer.json();
		assertThat(info.get("server").asString()).contains("Reactor Netty");
		assertThat(info.get("version").asString()).matches("\\d+\\.\\d+\\.\\d+.*");
		assertThat(info.get("netty").asString()).matches("\\d+\\.\\d+\\.\\d+.*");
		assertThat(info.get("mode").asString()).isEqualTo(System.getProperty("bridge.mode", "persistent"));
		assertThat(info.get("pid").asLong()).isPositive();
		assertThat(info.get("java").asString()).matches("\\d+.*");
		assertThat(info.get("threads").get("kind").asString()).isIn("platform", "virtual");
		assertThat(info.get("threads").get("activeRequests").asInt()).isPositive();
		assertThat(info.get("settings").get("maxActive").asInt()).isPositive();
	}

	@Test
	void infoIsNeverTheSameTwice() {
		Visitor visitor = this.storefront.visitor();

		assertThat(visitor.get("/info").json().get("random")).isNotEqualTo(visitor.get("/info").json().get("random"));
	}

	@Test
	@EnabledIfSystemProperty(named = "storefront.jar", matches = ".+")
	void noOtherServerIsPacked() throws IOException {
		try (JarFile jar = new JarFile(System.getProperty("storefront.jar"))) {
			assertThat(jar.stream().map(JarEntry::getName).filter((name) -> name.startsWith("BOOT-INF/lib/")))
				.anyMatch((name) -> name.contains("reactor-netty-core"))
				.anyMatch((name) -> name.contains("bridge-spring"))
				.noneMatch((name) -> name.contains("tomcat-embed-core") || name.contains("spring-boot-tomcat")
						|| name.contains("jetty") || name.contains("undertow"));
		}
	}

	/**
	 * As {@code ./mvnw spring-boot:run -Dbridge.mode=...} starts it: the mode stands only
	 * on Maven's own command line, which the process inherits. A misspelt one shows that
	 * it was read, and needs no shop that runs.
	 */
	@Test
	@EnabledIfSystemProperty(named = "storefront.jar", matches = ".+")
	void modeOnMavensCommandLineReachesTheProcess(@TempDir Path folder) throws Exception {
		Path log = folder.resolve("start.log");
		ProcessBuilder start = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
				"-Xmx512m", "-jar", System.getProperty("storefront.jar"), "--server.port=0");
		start.environment().remove("BRIDGE_MODE");
		start.environment().put("MAVEN_CMD_LINE_ARGS", "-q spring-boot:run -Dbridge.mode=persitent");
		Process process = start.redirectErrorStream(true).redirectOutput(log.toFile()).start();
		try {
			assertThat(process.waitFor(120, TimeUnit.SECONDS)).as("The process ended").isTrue();
			assertThat(process.exitValue()).isEqualTo(1);
			assertThat(log).content()
				.contains("Using bridge.mode=persitent from the Maven command line")
				.contains("APPLICATION FAILED TO START")
				.contains("persistent, sandbox, reboot");
		}
		finally {
			process.destroyForcibly();
		}
	}

	@Test
	void healthIsOpenButItsDetailsAreNot() {
		JsonNode open = this.storefront.visitor().get("/actuator/health").json();
		JsonNode details = this.storefront.administratorProgram().get("/actuator/health").json();

		assertThat(open.get("status").asString()).isEqualTo("UP");
		assertThat(open.has("components")).isFalse();
		assertThat(details.get("components").get("db").get("status").asString()).isEqualTo("UP");
	}

	@Test
	@DisabledIfSystemProperty(named = "storefront.through", matches = "nginx", disabledReason = NOT_PUBLIC)
	void metricsAreTheAdministrators() {
		assertThat(this.storefront.visitor().get("/actuator/metrics").status()).isEqualTo(401);
		assertThat(this.storefront.customerProgram().get("/actuator/metrics").status()).isEqualTo(403);
		assertThat(this.storefront.administratorProgram().get("/actuator/metrics").status()).isEqualTo(200);
	}

	@Test
	@DisabledIfSystemProperty(named = "storefront.through", matches = "nginx", disabledReason = NOT_PUBLIC)
	void requestsAreCounted() {
		Visitor administrator = this.storefront.administratorProgram();
		this.storefront.visitor().get("/api/products/1");

		JsonNode requests = administrator.get("/actuator/metrics/http.server.requests?tag=uri:/api/products/%7Bid%7D")
			.json();

		assertThat(requests.get("measurements").get(0).get("value").asDouble()).isPositive();
	}

	@Test
	void whatIsNotExposedIsNotThere() {
		assertThat(this.storefront.administratorProgram().get("/actuator/env").status()).isEqualTo(404);
	}

}
