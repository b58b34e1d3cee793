package io.mvcbridge.samples.storefront.acceptance;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The executable jar in a process of its own, on a port that was free. Its output is kept
 * in a file, and read while it comes: the port it bound, and that it is ready. Any number
 * may run at once; each has a name, and a log file that is called after it.
 */
final class StorefrontProcess implements AutoCloseable {

	/** Who may do everything, where nothing else is said. */
	static final String USERNAME = System.getProperty("storefront.admin.username", "warehouse");

	static final String PASSWORD = System.getProperty("storefront.admin.password", "kiln-and-wheel-9");

	private static final Pattern STARTED_ON_PORT = Pattern.compile(" started on ports? (\\d+)");

	private static final String READY = "Started StorefrontApplication in ";

	/** What must never be in the log of a healthy run. */
	private static final Pattern UNHEALTHY = Pattern.compile(" ERROR \\d+ --- |LEAK: |OutOfMemoryError");

	private static final int START_SECONDS = 180;

	// Less than the grace of a graceful shutdown: nobody is left who would need it.
	private static final int STOP_SECONDS = 25;

	private final Process process;

	private final Path log;

	private final Thread hook;

	private final CompletableFuture<Integer> port = new CompletableFuture<>();

	private final List<String> complaints = new CopyOnWriteArrayList<>();

	private final Thread reader;

	private StorefrontProcess(Process process, Path log) {
		this.process = process;
		this.log = log;
		this.hook = new Thread(process::destroyForcibly, "storefront-process-end");
		this.reader = new Thread(this::read, "storefront-process-output");
	}

	/**
	 * Prepare a process.
	 * @param name tells its log file from those of others: {@code storefront-<name>.log}
	 * @return what can be added to before it is started
	 */
	static Launch launch(String name) {
		return new Launch(name);
	}

	private void awaitReady() {
		try {
			this.port.get(START_SECONDS, TimeUnit.SECONDS);
		}
		catch (InterruptedException | ExecutionException | TimeoutException ex) {
			this.process.destroyForcibly();
			throw new IllegalStateException("The storefront did not start, see " + this.log, ex);
		}
	}

	private void read() {
		int bound = 0;
		try (BufferedReader output = this.process.inputReader();
				BufferedWriter file = Files.newBufferedWriter(this.log)) {
			for (String line = output.readLine(); line != null; line = output.readLine()) {
				file.write(line);
				file.newLine();
				file.flush();
				Matcher started = STARTED_ON_PORT.matcher(line);
				if (started.find()) {
					bound = Integer.parseInt(started.group(1));
				}
				if (line.contains(READY)) {
					this.port.complete(bound);
				}
				if (UNHEALTHY.matcher(line).find()) {
					this.complaints.add(line);
				}
			}
			this.port.completeExceptionally(new IllegalStateException("The process ended before it was ready"));
		}
		catch (IOException ex) {
			this.port.completeExceptionally(ex);
		}
	}

	int port() {
		return this.port.join();
	}

	URI baseUrl() {
		return URI.create("http://localhost:" + port());
	}

	/** The shop of this process, asked directly. */
	Storefront storefront() {
		return new Storefront(baseUrl(), USERNAME, PASSWORD);
	}

	long pid() {
		return this.process.pid();
	}

	boolean isRunning() {
		return this.process.isAlive();
	}

	/** Where its output is kept. */
	Path log() {
		return this.log;
	}

	/** The lines of its log so far that a healthy run does not have. */
	List<String> complaints() {
		return List.copyOf(this.complaints);
	}

	/**
	 * End the process as an operating system does, and fail if it does not end in time or
	 * its log shows that something went wrong unseen.
	 */
	void stop() {
		// Not Process.destroy(), which closes the pipe before the last lines are read.
		this.process.toHandle().destroy();
		if (!awaitEnd()) {
			throw new IllegalStateException("The storefront did not end within " + STOP_SECONDS + " seconds");
		}
		if (!this.complaints.isEmpty()) {
			throw new IllegalStateException(
					"The storefront complained, see " + this.log + ":\n" + String.join("\n", this.complaints));
		}
	}

	/** End the process at once, as a crash does: no shutdown, no answer to anybody. */
	void kill() {
		this.process.toHandle().destroyForcibly();
		awaitEnd();
	}

	/** As {@link #stop()}; a process that was stopped or killed is left alone. */
	@Override
	public void close() {
		if (isRunning()) {
			stop();
		}
	}

	private boolean awaitEnd() {
		try {
			boolean ended = this.process.waitFor(STOP_SECONDS, TimeUnit.SECONDS);
			this.reader.join(TimeUnit.SECONDS.toMillis(STOP_SECONDS));
			return ended;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return false;
		}
		finally {
			this.process.destroyForcibly();
			Runtime.getRuntime().removeShutdownHook(this.hook);
		}
	}

	/** What a process is started with. */
	static final class Launch {

		private final Path log;

		private final List<String> options = new ArrayList<>();

		private final List<String> arguments = new ArrayList<>();

		private final Map<String, String> environment = new LinkedHashMap<>();

		private Launch(String name) {
			this.log = Path.of(required("storefront.logs"), "storefront-" + name + ".log");
			this.options.addAll(List.of("-Xmx512m", "-Dio.netty.leakDetection.level=paranoid"));
			String mode = System.getProperty("bridge.mode", "");
			if (!mode.isBlank()) {
				this.options.add("-Dbridge.mode=" + mode);
			}
			// The heart beat is put off, so that an event can only be seen because it was
			// pushed.
			this.arguments.addAll(List.of("--server.port=0", "--storefront.heartbeat=1h",
					"--storefront.admin.username=" + USERNAME, "--storefront.admin.password=" + PASSWORD));
		}

		/**
		 * Add options of the virtual machine; of two that contradict the later one wins.
		 */
		Launch options(String... options) {
			this.options.addAll(List.of(options));
			return this;
		}

		/**
		 * Add or replace arguments of the application, such as {@code --server.port=0}.
		 */
		Launch arguments(String... arguments) {
			for (String argument : arguments) {
				// Boot joins the values of an option that is given twice.
				String name = argument.substring(0, argument.indexOf('=') + 1);
				this.arguments.removeIf((earlier) -> !name.isEmpty() && earlier.startsWith(name));
				this.arguments.add(argument);
			}
			return this;
		}

		Launch environment(String name, String value) {
			this.environment.put(name, value);
			return this;
		}

		/**
		 * Start the process and wait until it is ready.
		 * @return the process
		 * @throws IllegalStateException if it ends or is not ready in time
		 */
		StorefrontProcess start() {
			Path jar = Path.of(required("storefront.jar"));
			if (!Files.isRegularFile(jar)) {
				throw new IllegalStateException("There is no " + jar + ": run the acceptance tests with ./mvnw verify");
			}
			List<String> command = new ArrayList<>();
			command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
			command.addAll(this.options);
			command.addAll(List.of("-jar", jar.toString()));
			command.addAll(this.arguments);
			ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
			builder.environment().putAll(this.environment);
			try {
				StorefrontProcess started = new StorefrontProcess(builder.start(), this.log);
				Runtime.getRuntime().addShutdownHook(started.hook);
				started.reader.setDaemon(true);
				started.reader.start();
				started.awaitReady();
				return started;
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}

		private static String required(String property) {
			String value = System.getProperty(property);
			if (value == null) {
				throw new IllegalStateException("Run the acceptance tests with ./mvnw verify, or set -D" + property
						+ ", or name a running shop with -Dstorefront.base-url");
			}
			return value;
		}

	}

}
