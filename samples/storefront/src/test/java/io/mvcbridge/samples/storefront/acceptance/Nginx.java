package io.mvcbridge.samples.storefront.acceptance;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
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
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The nginx of this machine with the sample's own configuration, on a port that was free
 * and in front of storefronts that run. What differs from the sample is put in by
 * replacing its literals, and a literal that is not there is an error: the test is of the
 * file that people copy.
 */
final class Nginx implements AutoCloseable {

	private static final String LISTEN = "listen 8081;";

	private static final String SERVER_1 = "server 127.0.0.1:5501 ";

	private static final String SERVER_2 = "# server 127.0.0.1:5502 ";

	private static final String STATIC_FOLDER = "root ../storefront/target/static;";

	private static final String PICTURE_FOLDER = "alias ../storefront/target/pictures/;";

	private static final String ERROR_FOLDER = "alias errors/;";

	private static final String READY = "start worker process ";

	private static final String PORT_TAKEN = "Address already in use";

	private static final int ATTEMPTS = 5;

	private static final int SECONDS = 20;

	private final Process process;

	private final int port;

	private final Path folder;

	private final Thread hook;

	private final CompletableFuture<Boolean> ready = new CompletableFuture<>();

	private final List<String> output = new CopyOnWriteArrayList<>();

	private final Thread reader;

	private Nginx(Process process, int port, Path folder) {
		this.process = process;
		this.port = port;
		this.folder = folder;
		this.hook = new Thread(this::end, "nginx-end");
		this.reader = new Thread(this::read, "nginx-output");
	}

	/**
	 * Prepare an nginx.
	 * @param folder an empty folder for what it writes
	 * @param upstreamPorts the ports of the storefronts behind it, on 127.0.0.1
	 * @return what can be added to before it is started
	 */
	static Launch launch(Path folder, int... upstreamPorts) {
		return new Launch(folder, upstreamPorts);
	}

	/**
	 * Start an nginx with everything as in the sample.
	 * @param folder an empty folder for what it writes
	 * @param upstreamPorts the ports of the storefronts behind it, on 127.0.0.1
	 * @return the nginx, which accepts connections
	 */
	static Nginx start(Path folder, int... upstreamPorts) {
		return launch(folder, upstreamPorts).start();
	}

	int port() {
		return this.port;
	}

	URI baseUri() {
		return URI.create("http://localhost:" + this.port);
	}

	/** The shop as it is seen through this nginx. */
	Storefront storefront() {
		return new Storefront(baseUri(), StorefrontProcess.USERNAME, StorefrontProcess.PASSWORD);
	}

	/** What it has written to its error log so far. */
	List<String> output() {
		return List.copyOf(this.output);
	}

	/** The log of its requests. */
	Path accessLog() {
		return this.folder.resolve("target/access.log");
	}

	/** End it with all its workers, without waiting for connections that are open. */
	void stop() {
		end();
		Runtime.getRuntime().removeShutdownHook(this.hook);
	}

	@Override
	public void close() {
		if (this.process.isAlive()) {
			stop();
		}
	}

	// A worker whose master was killed goes on, so the workers are found first and
	// looked after to their end.
	private void end() {
		List<ProcessHandle> workers = this.process.descendants().toList();
		this.process.toHandle().destroy();
		try {
			if (!this.process.waitFor(SECONDS, TimeUnit.SECONDS)) {
				this.process.toHandle().destroyForcibly();
			}
			this.reader.join(TimeUnit.SECONDS.toMillis(SECONDS));
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		finally {
			workers.forEach(ProcessHandle::destroyForcibly);
		}
	}

	private void read() {
		try (BufferedReader lines = this.process.inputReader()) {
			for (String line = lines.readLine(); line != null; line = lines.readLine()) {
				this.output.add(line);
				if (line.contains(READY)) {
					this.ready.complete(true);
				}
			}
			this.ready.complete(false);
		}
		catch (IOException ex) {
			this.ready.completeExceptionally(ex);
		}
	}

	private boolean awaitReady() {
		try {
			return this.ready.get(SECONDS, TimeUnit.SECONDS);
		}
		catch (InterruptedException | ExecutionException | TimeoutException ex) {
			end();
			throw new IllegalStateException("nginx did not start:\n" + String.join("\n", this.output), ex);
		}
	}

	/** What an nginx is started with. */
	static final class Launch {

		private final Path folder;

		private final int[] upstreamPorts;

		private final Map<String, String> replacements = new LinkedHashMap<>();

		private String listenSuffix = "";

		private Launch(Path folder, int... upstreamPorts) {
			if (upstreamPorts.length == 0) {
				throw new IllegalArgumentException("nginx needs a storefront to pass requests on to");
			}
			this.folder = folder;
			this.upstreamPorts = upstreamPorts;
		}

		/**
		 * Put something else in a place of the configuration.
		 * @param literal what stands there in the sample
		 * @param replacement what shall stand there
		 */
		Launch replace(String literal, String replacement) {
			this.replacements.put(literal, replacement);
			return this;
		}

		/**
		 * End TLS in this nginx.
		 * @param certificate a file with the certificate
		 * @param key a file with its private key
		 */
		Launch tls(Path certificate, Path key) {
			this.listenSuffix = " ssl http2";
			return replace("server_name localhost;",
					"server_name localhost;\nssl_certificate " + certificate + ";\nssl_certificate_key " + key + ";");
		}

		/**
		 * Start nginx and wait until it accepts connections.
		 * @return the nginx
		 * @throws IllegalStateException if it does not start
		 */
		Nginx start() {
			Path executable = Programs.find("nginx");
			if (executable == null) {
				throw new IllegalStateException(Programs.missing("nginx"));
			}
			try {
				for (int i = 1; true; i++) {
					Nginx nginx = attempt(executable, freePort());
					if (nginx.awaitReady()) {
						return nginx;
					}
					String output = String.join("\n", nginx.output);
					nginx.stop();
					// Somebody else may take a port that was free a moment ago.
					if (i == ATTEMPTS || !output.contains(PORT_TAKEN)) {
						throw new IllegalStateException("nginx did not start:\n" + output);
					}
				}
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}

		private Nginx attempt(Path executable, int port) throws IOException {
			Path configuration = this.folder.resolve("nginx.conf");
			Files.createDirectories(this.folder.resolve("target"));
			Files.writeString(configuration, configuration(port));
			// Where root runs it, its workers would be nobody, who may not read a
			// temporary folder.
			String user = ("root".equals(System.getProperty("user.name"))) ? " user root;" : "";
			Process process = new ProcessBuilder(executable.toString(), "-p", this.folder.toString(), "-c",
					configuration.toString(), "-e", "stderr", "-g", "daemon off;" + user)
				.redirectErrorStream(true)
				.start();
			Nginx nginx = new Nginx(process, port, this.folder);
			Runtime.getRuntime().addShutdownHook(nginx.hook);
			nginx.reader.setDaemon(true);
			nginx.reader.start();
			return nginx;
		}

		private String configuration(int port) throws IOException {
			Path sample = sample();
			String configuration = Files.readString(sample);
			Map<String, String> replaced = new LinkedHashMap<>(this.replacements);
			replaced.put(LISTEN, "listen 127.0.0.1:" + port + this.listenSuffix + ";");
			for (String relative : List.of(STATIC_FOLDER, PICTURE_FOLDER, ERROR_FOLDER)) {
				replaced.put(relative, absolute(sample, relative));
			}
			replaced.put(SERVER_1, server(0));
			replaced.put(SERVER_2, (this.upstreamPorts.length > 1) ? servers() : SERVER_2);
			for (Map.Entry<String, String> entry : replaced.entrySet()) {
				if (!configuration.contains(entry.getKey())) {
					throw new IllegalStateException("There is no '" + entry.getKey() + "' in " + sample
							+ ": a test replaces it, so change both or none");
				}
				configuration = configuration.replace(entry.getKey(), entry.getValue());
			}
			return configuration;
		}

		/** Make the path of a directive independent of where nginx is started. */
		private static String absolute(Path sample, String directive) {
			int start = directive.indexOf(' ') + 1;
			String path = directive.substring(start, directive.length() - 1);
			return directive.substring(0, start) + sample.resolveSibling(path).normalize()
					+ (path.endsWith("/") ? "/;" : ";");
		}

		private String server(int index) {
			return "server 127.0.0.1:" + this.upstreamPorts[index] + " ";
		}

		/** All but the first; the last one gets what follows in the sample. */
		private String servers() {
			return IntStream.range(1, this.upstreamPorts.length)
				.mapToObj(this::server)
				.collect(Collectors.joining("max_fails=3 fail_timeout=5s;\n"));
		}

		private static Path sample() {
			String sample = System.getProperty("nginx.conf");
			if (sample == null) {
				throw new IllegalStateException(
						"Run the tests with nginx by ./mvnw verify, or name samples/nginx/nginx.conf with -Dnginx.conf");
			}
			return Path.of(sample);
		}

		private static int freePort() throws IOException {
			try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
				return socket.getLocalPort();
			}
		}

	}

}
