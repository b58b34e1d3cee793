package io.mvcbridge.samples.storefront.acceptance;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The script that starts nginx and the storefronts behind it.
 */
@Tag("long")
@EnabledIfInstalled({ "nginx", "bash" })
@DisabledIfSystemProperty(named = "storefront.base-url", matches = ".+",
		disabledReason = "the script starts storefronts of its own")
@Timeout(value = 4, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RunScriptIT {

	private static final String OPEN = "Kiln Street is open: ";

	private static final String PORT_TAKEN = "already in use";

	private static final int ATTEMPTS = 3;

	@Test
	void twoStorefrontsAreOpenedAndClosed() throws Exception {
		int port = 0;
		Process script = null;
		String output = PORT_TAKEN;
		// Somebody else may take a port that was free a moment ago.
		for (int i = 0; i < ATTEMPTS && output.contains(PORT_TAKEN); i++) {
			port = freePorts();
			script = script("--instances", "2", "--port", Integer.toString(port), "--first-port",
					Integer.toString(port + 1));
			output = readUntil(script, OPEN);
		}
		List<ProcessHandle> started = script.descendants().toList();
		try {
			assertThat(output).endsWith(OPEN + "http://localhost:" + port + " (Ctrl-C ends it)");
			assertThat(started).hasSizeGreaterThanOrEqualTo(4);
			visit(new Storefront(URI.create("http://localhost:" + port), StorefrontProcess.USERNAME,
					StorefrontProcess.PASSWORD));
		}
		finally {
			// Not Process.destroy(), which closes the pipe that the script writes to
			script.toHandle().destroy();
			assertThat(script.waitFor(60, TimeUnit.SECONDS)).isTrue();
			List<ProcessHandle> left = started.stream().filter(ProcessHandle::isAlive).toList();
			left.forEach(ProcessHandle::destroyForcibly);
			assertThat(left).isEmpty();
		}
		assertThat(script.exitValue()).isEqualTo(143);
	}

	private static void visit(Storefront storefront) {
		Visitor customer = storefront.customer();
		customer.addToCart(3, 1);
		assertThat(customer.cart()).containsEntry(3L, 1);
		assertThat(customer.get("/css/storefront.css").header("Server")).isEqualTo("nginx");
	}

	@Test
	void aPortThatIsTakenIsNamed() throws Exception {
		try (ServerSocket taken = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
			Process script = script("--port", Integer.toString(taken.getLocalPort()));

			assertThat(read(script)).isEqualTo("run.sh: port " + taken.getLocalPort()
					+ " is taken: end what listens there, or choose another with --port or --first-port");
			assertThat(script.waitFor()).isEqualTo(1);
		}
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					--port 99999                       | --port must be between 1 and 65535, not 99999
					--port 65536                       | --port must be between 1 and 65535, not 65536
					--first-port 70000                 | --first-port must be between 1 and 65535, not 70000
					--port 0                           | --port needs a number, not '0'
					--port 8o81                        | --port needs a number, not '8o81'
					--first-port                       | --first-port needs a number, not ''
					--instances 3 --first-port 65534   | --instances 3 from --first-port 65534 would need ports up to 65536, \
					and there are 65535
					--instances 2 --port 5502          | nginx and a storefront cannot both have port 5502: choose another with \
					--port or --first-port
					""")
	void aNumberThatIsNoneIsNamed(String arguments, String complaint) throws Exception {
		Process script = script(arguments.split(" "));

		assertThat(read(script)).isEqualTo("run.sh: " + complaint);
		assertThat(script.waitFor()).isEqualTo(1);
	}

	@Test
	void anOptionThatDoesNotExistIsNamed() throws Exception {
		Process script = script("--instance", "2");

		assertThat(read(script)).startsWith("Usage: samples/nginx/run.sh").endsWith("there is no option --instance");
		assertThat(script.waitFor()).isEqualTo(1);
	}

	private static Process script(String... arguments) throws IOException {
		Path file = Path.of(System.getProperty("nginx.conf")).resolveSibling("run.sh").normalize();
		assertThat(Files.isExecutable(file)).isTrue();
		List<String> command = new ArrayList<>(List.of(file.toString(), "--no-build"));
		command.addAll(List.of(arguments));
		ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
		builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
		// What lives for a minute is ready sooner without code that is worth it later.
		builder.environment().put("JAVA_TOOL_OPTIONS", "-XX:TieredStopAtLevel=1");
		return builder.start();
	}

	private static String read(Process script) {
		return readUntil(script, null);
	}

	/** What it says up to a line that begins like this, or to the end. */
	private static String readUntil(Process script, @Nullable String beginning) {
		try {
			StringBuilder output = new StringBuilder();
			BufferedReader reader = script.inputReader();
			for (String line = reader.readLine(); line != null; line = reader.readLine()) {
				output.append((output.isEmpty()) ? "" : "\n").append(line);
				if (beginning != null && line.startsWith(beginning)) {
					break;
				}
			}
			return output.toString();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** The first of three free ports in a row, below those that connections are given. */
	private static int freePorts() throws IOException {
		while (true) {
			int first = ThreadLocalRandom.current().nextInt(20_000, 30_000);
			try (ServerSocket one = bound(first);
					ServerSocket two = bound(first + 1);
					ServerSocket three = bound(first + 2)) {
				return first;
			}
			catch (BindException ex) {
				// One of them is taken: three others.
			}
		}
	}

	private static ServerSocket bound(int port) throws IOException {
		return new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
	}

}
