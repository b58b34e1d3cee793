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
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;

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

	@Test
	void twoStorefrontsAreOpenedAndClosed() throws Exception {
		int port = freePort();
		Process script = script("--instances", "2", "--port", Integer.toString(port), "--first-port",
				Integer.toString(freePorts()));
		List<ProcessHandle> started = List.of();
		try {
			String output = readUntil(script, OPEN);
			assertThat(output).as(output).endsWith(OPEN + "http://localhost:" + port + " (Ctrl-C ends it)");
			started = script.descendants().toList();
			Storefront storefront = new Storefront(URI.create("http://localhost:" + port), StorefrontProcess.USERNAME,
					StorefrontProcess.PASSWORD);
			Visitor customer = storefront.customer();
			customer.addToCart(3, 1);
			assertThat(customer.cart()).containsEntry(3L, 1);
			assertThat(customer.get("/css/storefront.css").header("Server")).isEqualTo("nginx");
			assertThat(started).hasSizeGreaterThanOrEqualTo(4);
		}
		finally {
			// Not Process.destroy(), which closes the pipe that the script still writes
			// to
			script.toHandle().destroy();
			if (!script.waitFor(60, TimeUnit.SECONDS)) {
				script.destroyForcibly();
			}
			started.stream().filter(ProcessHandle::isAlive).forEach((left) -> {
				left.destroyForcibly();
				throw new AssertionError("The script has left " + left.info());
			});
		}
		assertThat(script.exitValue()).isEqualTo(143);
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

	private static int freePort() throws IOException {
		try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			return socket.getLocalPort();
		}
	}

	/** The first of two free ports in a row. */
	private static int freePorts() throws IOException {
		while (true) {
			try (ServerSocket first = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
					ServerSocket second = new ServerSocket(first.getLocalPort() + 1, 1,
							InetAddress.getLoopbackAddress())) {
				return first.getLocalPort();
			}
			catch (BindException ex) {
				// The one after it is taken: another pair.
			}
		}
	}

}
