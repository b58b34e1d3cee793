package io.mvcbridge.samples.storefront.deployment;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.sun.net.httpserver.HttpServer;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.Yaml;

import org.springframework.boot.convert.DurationStyle;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What {@code docs/deploy.md} says, and the files that it explains.
 */
class DeploymentTests {

	private static final Path ROOT = Path.of("").toAbsolutePath().getParent().getParent();

	private static final Path UNIT = ROOT.resolve("samples/systemd/storefront.service");

	private static final Path KUBERNETES = ROOT.resolve("samples/kubernetes");

	/** The default of {@code spring.lifecycle.timeout-per-shutdown-phase}. */
	private static final Duration SHUTDOWN = Duration.ofSeconds(30);

	@ParameterizedTest
	@ValueSource(strings = { "docs/deploy.md", "samples/systemd/storefront.service", "samples/container/Containerfile",
			"samples/kubernetes/deployment.yaml", "samples/kubernetes/ingress.yaml" })
	void everyPropertyThatIsNamedExists(String file) throws IOException {
		KnownProperties known = new KnownProperties();

		assertThat(KnownProperties.in(Files.readString(ROOT.resolve(file)))).filteredOn(Predicate.not(known::contains))
			.isEmpty();
	}

	@Test
	void aPropertyThatDoesNotExistIsFound() throws IOException {
		KnownProperties known = new KnownProperties();

		assertThat(KnownProperties.in("`bridge.idle-time-out`, SERVER_PROT=1 and server.port=1"))
			.filteredOn(Predicate.not(known::contains))
			.containsExactly("SERVER_PROT", "bridge.idle-time-out");
	}

	@Test
	void everyLinkOfTheDocumentLeadsToAFile() throws IOException {
		Matcher links = Pattern.compile("]\\((?!https?:|#)([^)#]+)[^)]*\\)").matcher(document());

		assertThat(links.results().map((link) -> link.group(1))).isNotEmpty()
			.allSatisfy((link) -> assertThat(ROOT.resolve("docs").resolve(link)).exists());
	}

	@Test
	void everyTimeOutOfNginxIsTheOneInItsConfiguration() throws IOException {
		String configuration = Files.readString(ROOT.resolve("samples/nginx/nginx.conf"));
		String table = document().split("\n## Time-outs\n")[1].split("\n## ")[0];

		List<String> directives = Pattern.compile("`([a-z_]+_timeout \\d+s)`")
			.matcher(table)
			.results()
			.map((directive) -> directive.group(1))
			.toList();

		assertThat(directives).hasSizeGreaterThan(5)
			.allSatisfy((directive) -> assertThat(configuration).contains(directive + ";"));
	}

	@Test
	void systemdWaitsLongerThanAGracefulShutdownTakes() throws IOException {
		Matcher time = Pattern.compile("(?m)^TimeoutStopSec=(\\S+)$").matcher(Files.readString(UNIT));

		assertThat(time.find()).isTrue();
		assertThat(DurationStyle.detectAndParse(time.group(1))).isGreaterThan(SHUTDOWN.plusSeconds(10));
	}

	@Test
	void systemdUnderstandsTheUnit(@TempDir Path folder) throws Exception {
		Path systemd = Path.of("/usr/bin/systemd-analyze");
		Assumptions.assumeTrue(Files.isExecutable(systemd),
				"The unit is not checked: systemd-analyze is not installed (Debian: apt-get install systemd)");
		Path unit = folder.resolve("storefront.service");
		Files.writeString(unit,
				Files.readString(UNIT).replace("ExecStart=/usr/bin/java ", "ExecStart=" + java() + " "));

		Run run = run(systemd.toString(), "verify", unit.toString());

		assertThat(run.output()).isEmpty();
		assertThat(run.status()).isZero();
	}

	@Test
	void kubernetesWaitsLongerThanAGracefulShutdownTakes() throws IOException {
		Map<String, Object> pod = pod();

		assertThat((int) get(pod, "terminationGracePeriodSeconds")).isGreaterThan(
				(int) get(container(pod), "lifecycle", "preStop", "sleep", "seconds") + (int) SHUTDOWN.toSeconds() + 5);
	}

	@Test
	void everyProbeAsksAPortThatTheContainerHas() throws IOException {
		Map<String, Object> container = container(pod());
		List<Map<String, Object>> ports = get(container, "ports");

		assertThat(ports).extracting((port) -> port.get("name") + " " + port.get("containerPort"))
			.containsExactly("http 8080", "management 8081");
		assertThat(Stream.of("startupProbe", "livenessProbe", "readinessProbe")
			.map((probe) -> get(container, probe, "httpGet", "port") + " " + get(container, probe, "httpGet", "path")))
			.containsExactly("management /actuator/health/liveness", "management /actuator/health/liveness",
					"management /actuator/health/readiness");
		assertThat(environment(container)).containsEntry("SERVER_PORT", "8080")
			.containsEntry("MANAGEMENT_SERVER_PORT", "8081")
			.containsEntry("SPRING_LIFECYCLE_TIMEOUTPERSHUTDOWNPHASE", "30s");
	}

	@Test
	void whatIsInFrontOfThePodsFindsThem() throws IOException {
		Map<String, Object> labels = get(manifest("deployment.yaml"), "spec", "template", "metadata", "labels");

		assertThat(labels).containsExactly(Map.entry("app.kubernetes.io/name", "storefront"));
		assertThat((Object) get(manifest("deployment.yaml"), "spec", "selector", "matchLabels")).isEqualTo(labels);
		assertThat((Object) get(manifest("service.yaml"), "spec", "selector")).isEqualTo(labels);
		assertThat((Object) get(manifest("pod-disruption-budget.yaml"), "spec", "selector", "matchLabels"))
			.isEqualTo(labels);
		List<Map<String, Object>> rules = get(manifest("ingress.yaml"), "spec", "rules");
		List<Map<String, Object>> paths = get(rules.get(0), "http", "paths");
		assertThat((Object) get(paths.get(0), "backend", "service", "name"))
			.isEqualTo(get(manifest("service.yaml"), "metadata", "name"));
	}

	@ParameterizedTest
	@ValueSource(ints = { 200, 503 })
	void theContainersHealthCheckTellsByItsExitStatus(int status) throws Exception {
		HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		server.createContext("/", (exchange) -> {
			exchange.sendResponseHeaders(status, -1);
			exchange.close();
		});
		server.start();
		try {
			Run run = run(java(), ROOT.resolve("samples/container/Health.java").toString(),
					"http://127.0.0.1:" + server.getAddress().getPort() + "/actuator/health/readiness");

			assertThat(run.output()).isEqualToIgnoringWhitespace(Integer.toString(status));
			assertThat(run.status()).isEqualTo((status == 200) ? 0 : 1);
		}
		finally {
			server.stop(0);
		}
	}

	private static String document() throws IOException {
		return Files.readString(ROOT.resolve("docs/deploy.md"));
	}

	private static Map<String, Object> manifest(String file) throws IOException {
		return new Yaml().load(Files.readString(KUBERNETES.resolve(file)));
	}

	private static Map<String, Object> pod() throws IOException {
		return get(manifest("deployment.yaml"), "spec", "template", "spec");
	}

	private static Map<String, Object> container(Map<String, Object> pod) {
		List<Map<String, Object>> containers = get(pod, "containers");
		return containers.get(0);
	}

	private static Map<String, String> environment(Map<String, Object> container) {
		List<Map<String, Object>> variables = get(container, "env");
		return variables.stream()
			.filter((variable) -> variable.containsKey("value"))
			.collect(Collectors.toMap((variable) -> (String) variable.get("name"),
					(variable) -> (String) variable.get("value")));
	}

	@SuppressWarnings("unchecked")
	private static <T> T get(Map<String, Object> map, String... path) {
		Object value = map;
		for (String key : path) {
			Map<String, Object> parent = (Map<String, Object>) value;
			assertThat(parent).containsKey(key);
			value = parent.get(key);
		}
		return (T) value;
	}

	private static String java() {
		return Path.of(System.getProperty("java.home"), "bin", "java").toString();
	}

	private static Run run(String... command) throws IOException, InterruptedException {
		Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
		try {
			String output = new String(process.getInputStream().readAllBytes());
			assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
			return new Run(process.exitValue(), output);
		}
		finally {
			process.destroyForcibly();
		}
	}

	/**
	 * How a program ended.
	 *
	 * @param status its exit status
	 * @param output all that it wrote
	 */
	private record Run(int status, String output) {

	}

}
