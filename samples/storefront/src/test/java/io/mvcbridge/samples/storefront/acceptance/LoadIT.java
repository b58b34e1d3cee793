package io.mvcbridge.samples.storefront.acceptance;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Many visitors at once through nginx, and what is left of them when they have gone. How
 * long they stay is {@code -Dload.seconds}.
 */
@Tag("long")
@EnabledOnOs(OS.LINUX)
@EnabledIfInstalled({ "nginx", "siege" })
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Timeout(value = 4, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LoadIT {

	private static final int SECONDS = Integer.getInteger("load.seconds", 30);

	/** Pages, files that nginx has, files that it has not, pictures and JSON. */
	private static final List<String> PATHS = List.of("/", "/?page=2", "/?category=Cups", "/products/1", "/products/7",
			"/products/1/picture", "/products/12/picture", "/css/storefront.css", "/favicon.svg", "/img/no-picture.svg",
			"/api/products?q=mug", "/api/products/3", "/login", "/info");

	private static StorefrontProcess process;

	private static Nginx nginx;

	private static JvmCount before;

	@TempDir
	private static Path folder;

	@BeforeAll
	static void start() throws IOException {
		// Every buffer is followed, but not what is done with it: that would be most of
		// the
		// load
		process = StorefrontProcess.launch("load")
			.options("-Dio.netty.leakDetection.level=simple", "-Dio.netty.leakDetection.samplingInterval=1")
			.arguments("--server.forward-headers-strategy=native")
			.start();
		// Whatever is made once for all is made now
		try (Nginx first = Nginx.start(Files.createDirectory(folder.resolve("first")), process.port())) {
			siege(first, 16, 3);
		}
		before = JvmCount.of(process);
		// siege sends on where a response has said that it is the last of its connection,
		// which nginx says after 1000
		nginx = Nginx.launch(Files.createDirectory(folder.resolve("nginx")), process.port())
			.replace("\tkeepalive_timeout 65s;", "\tkeepalive_timeout 65s; keepalive_requests 1000000;")
			.start();
	}

	@AfterAll
	static void stop() {
		try (StorefrontProcess stopped = process; Nginx ended = nginx) {
			assertThat(stopped.complaints()).isEmpty();
		}
	}

	@ParameterizedTest
	@ValueSource(ints = { 128, 256 })
	@Order(1)
	void nobodyIsTurnedAway(int clients) throws IOException {
		JsonNode result = siege(nginx, clients, SECONDS);
		String report = result + "\n" + Files.readString(folder.resolve("siege.err")) + String.join("\n", troubles());
		// 499: siege hung up when its time was over
		assertThat(statusCodes()).as(report).isSubsetOf("200", "499");
		assertThat(result.get("failed_transactions").asInt()).as(report).isZero();
		assertThat(result.get("availability").asDouble()).as(report).isEqualTo(100.0);
		// How many, is a matter of the machine and what else it does
		assertThat(result.get("transactions").asInt()).as(report).isGreaterThan(SECONDS);
	}

	@Test
	@Order(2)
	void nothingIsLeftOfThem() {
		// What siege left unanswered at the end of its time is still served
		Eventually.hold(() -> assertThat(activeRequests()).as("active requests, this one included").isEqualTo(1));
		nginx.stop();
		Eventually.hold(() -> {
			JvmCount after = JvmCount.of(process);
			assertThat(after.sockets()).as("sockets").isZero();
			assertThat(after.connections()).as("connections").isZero();
			assertThat(after.exchanges()).as("exchanges").isZero();
			assertThat(after.buffers()).as("buffers").isLessThanOrEqualTo(before.buffers());
			assertThat(after.servletThreads()).as("servlet threads").isLessThanOrEqualTo(200);
			assertThat(before.threads()).as("threads before").containsAll(after.threads());
		});
	}

	/** On a connection that ends with the answer, and is none of those counted later. */
	private static int activeRequests() {
		return Wire.get(process.port(), "GET /info HTTP/1.1", "Host: localhost")
			.json()
			.get("threads")
			.get("activeRequests")
			.asInt();
	}

	/** Lets clients ask for one thing after the other, without a pause. */
	private static JsonNode siege(Nginx nginx, int clients, int seconds) throws IOException {
		Path urls = folder.resolve("urls");
		Files.write(urls, PATHS.stream().map((path) -> nginx.baseUri() + path).toList());
		Path settings = folder.resolve("siegerc");
		Files.writeString(settings, """
				verbose = false
				quiet = true
				logging = false
				show-logfile = false
				parser = false
				follow-location = false
				connection = keep-alive
				protocol = HTTP/1.1
				timeout = 60
				failures = 1024
				limit = 1024
				""");
		ProcessBuilder siege = new ProcessBuilder(Programs.find("siege").toString(), "--rc=" + settings, "--benchmark",
				"--json-output", "--concurrent=" + clients, "--time=" + seconds + "S", "--file=" + urls)
			.redirectError(folder.resolve("siege.err").toFile());
		// It keeps files of its own in the home folder
		siege.environment().put("HOME", folder.toString());
		Process run = siege.start();
		String output = new String(run.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		int start = output.indexOf('{');
		if (start == -1) {
			throw new IllegalStateException(
					"siege reported nothing: " + output + Files.readString(folder.resolve("siege.err")));
		}
		return JsonMapper.shared().readTree(output.substring(start, output.lastIndexOf('}') + 1));
	}

	/** What nginx has to say of requests that were not answered as they should be. */
	private static List<String> troubles() throws IOException {
		try (Stream<String> lines = Files.lines(nginx.accessLog())) {
			return Stream.concat(nginx.output().stream(), lines)
				.filter((line) -> line.contains("[error]") || (line.contains("upstream=") && !line.contains(" 200 ")))
				.limit(20)
				.toList();
		}
	}

	/** The status codes that nginx has answered with. */
	private static Set<String> statusCodes() throws IOException {
		Pattern status = Pattern.compile("\" (\\d{3}) ");
		try (Stream<String> lines = Files.lines(nginx.accessLog())) {
			return lines.map(status::matcher)
				.filter(Matcher::find)
				.map((line) -> line.group(1))
				.collect(Collectors.toCollection(TreeSet::new));
		}
	}

}
