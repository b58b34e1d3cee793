package io.mvcbridge.samples.storefront.acceptance;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The executable jar in a process of its own, on a port that was free. Its output is kept
 * in a file, and read while it comes: the port it bound, and that it is ready.
 */
final class StorefrontProcess {

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

	private final List<String> complaints = new ArrayList<>();

	private final Thread reader;

	private StorefrontProcess(Process process, Path log) {
		this.process = process;
		this.log = log;
		this.hook = new Thread(process::destroyForcibly, "storefront-process-end");
		this.reader = new Thread(this::read, "storefront-process-output");
	}

	static StorefrontProcess start(Path jar, Path log, String username, String password) {
		if (!Files.isRegularFile(jar)) {
			throw new IllegalStateException("There is no " + jar + ": run the acceptance tests with ./mvnw verify");
		}
		List<String> command = new ArrayList<>();
		command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
		command.addAll(List.of("-Xmx512m", "-Dio.netty.leakDetection.level=paranoid"));
		String mode = System.getProperty("bridge.mode", "");
		if (!mode.isBlank()) {
			command.add("-Dbridge.mode=" + mode);
		}
		// The heart beat is put off, so that an event can only be seen because it was
		// pushed.
		command.addAll(List.of("-jar", jar.toString(), "--server.port=0", "--storefront.heartbeat=1h",
				"--storefront.admin.username=" + username, "--storefront.admin.password=" + password));
		try {
			StorefrontProcess started = new StorefrontProcess(
					new ProcessBuilder(command).redirectErrorStream(true).start(), log);
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

	URI baseUrl() {
		return URI.create("http://localhost:" + this.port.join());
	}

	/**
	 * End the process as an operating system does, and fail if it does not end in time or
	 * its log shows that something went wrong unseen.
	 */
	void stop() {
		// Not Process.destroy(), which closes the pipe before the last lines are read.
		this.process.toHandle().destroy();
		try {
			if (!this.process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
				throw new IllegalStateException("The storefront did not end within " + STOP_SECONDS + " seconds");
			}
			this.reader.join(TimeUnit.SECONDS.toMillis(STOP_SECONDS));
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		finally {
			this.process.destroyForcibly();
			Runtime.getRuntime().removeShutdownHook(this.hook);
		}
		if (!this.complaints.isEmpty()) {
			throw new IllegalStateException(
					"The storefront complained, see " + this.log + ":\n" + String.join("\n", this.complaints));
		}
	}

}
