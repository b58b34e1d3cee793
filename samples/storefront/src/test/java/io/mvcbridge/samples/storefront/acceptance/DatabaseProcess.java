package io.mvcbridge.samples.storefront.acceptance;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.springframework.util.FileSystemUtils;

/**
 * A database server in a process of its own, with an empty database that several
 * storefronts can share.
 */
final class DatabaseProcess implements AutoCloseable {

	private static final Pattern H2_RUNS = Pattern.compile("TCP server running at tcp://\\S+:(\\d+)");

	private static final Pattern POSTGRESQL_RUNS = Pattern.compile("database system is ready to accept connections");

	/** PostgreSQL does not run as root; this is whom its package makes for it. */
	private static final String POSTGRESQL_ACCOUNT = "postgres";

	private static final int SECONDS = 60;

	private final Process process;

	private final Path folder;

	private final List<String> output = new CopyOnWriteArrayList<>();

	private final CompletableFuture<MatchResult> ready = new CompletableFuture<>();

	private final Thread hook;

	private List<String> arguments = List.of();

	private DatabaseProcess(Process process, Path folder, Pattern ready) {
		this.process = process;
		this.folder = folder;
		this.hook = new Thread(process::destroyForcibly, "database-end");
		Runtime.getRuntime().addShutdownHook(this.hook);
		Thread reader = new Thread(() -> read(ready), "database-output");
		reader.setDaemon(true);
		reader.start();
	}

	/** H2 out of the storefront's own jar, as its README starts it. */
	static DatabaseProcess h2() {
		try {
			Path folder = Files.createTempDirectory("storefront-h2");
			DatabaseProcess server = new DatabaseProcess(
					start(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx128m", "-cp",
							System.getProperty("storefront.jar"), "-Dloader.main=org.h2.tools.Server",
							"org.springframework.boot.loader.launch.PropertiesLauncher", "-tcp", "-tcpPort", "0",
							"-ifNotExists", "-baseDir", folder.toString())),
					folder, H2_RUNS);
			String port = server.awaitReady().group(1);
			server.arguments = List.of("--spring.profiles.active=cluster",
					"--spring.datasource.url=jdbc:h2:tcp://localhost:" + port + "/./storefront;LOCK_TIMEOUT=10000");
			return server;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** PostgreSQL as Debian packs it. */
	static DatabaseProcess postgreSql() {
		try {
			Path folder = Files.createTempDirectory("storefront-postgresql");
			boolean root = "root".equals(System.getProperty("user.name"));
			if (root) {
				Files.setOwner(folder,
						folder.getFileSystem()
							.getUserPrincipalLookupService()
							.lookupPrincipalByName(POSTGRESQL_ACCOUNT));
			}
			run(postgreSqlCommand(root, "initdb", "-D", folder.toString(), "-U", "storefront", "-A", "trust", "-E",
					"UTF8", "--locale=C", "-N"));
			int port = freePort();
			DatabaseProcess server = new DatabaseProcess(
					start(postgreSqlCommand(root, "postgres", "-D", folder.toString(), "-p", Integer.toString(port),
							"-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories=", "-c", "fsync=off")),
					folder, POSTGRESQL_RUNS);
			server.awaitReady();
			server.arguments = List.of("--spring.profiles.active=cluster,postgresql",
					"--spring.datasource.url=jdbc:postgresql://127.0.0.1:" + port + "/postgres",
					"--spring.datasource.username=storefront");
			return server;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static List<String> postgreSqlCommand(boolean root, String program, String... arguments) {
		List<String> command = new ArrayList<>();
		if (root) {
			command.addAll(List.of("setpriv", "--reuid=" + POSTGRESQL_ACCOUNT, "--regid=" + POSTGRESQL_ACCOUNT,
					"--init-groups"));
		}
		Path executable = Programs.find(program);
		if (executable == null) {
			throw new IllegalStateException(Programs.missing(program));
		}
		command.add(executable.toString());
		command.addAll(List.of(arguments));
		return command;
	}

	private static Process start(List<String> command) throws IOException {
		// Not in the current folder, which another account may not read.
		return new ProcessBuilder(command).directory(Path.of("/").toFile()).redirectErrorStream(true).start();
	}

	private static void run(List<String> command) throws IOException {
		Process process = start(command);
		String output = new String(process.getInputStream().readAllBytes());
		if (process.onExit().join().exitValue() != 0) {
			throw new IllegalStateException(String.join(" ", command) + " failed:\n" + output);
		}
	}

	private static int freePort() throws IOException {
		try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			return socket.getLocalPort();
		}
	}

	private void read(Pattern ready) {
		try (BufferedReader lines = this.process.inputReader()) {
			for (String line = lines.readLine(); line != null; line = lines.readLine()) {
				this.output.add(line);
				Matcher matcher = ready.matcher(line);
				if (matcher.find()) {
					this.ready.complete(matcher.toMatchResult());
				}
			}
			this.ready.completeExceptionally(new IllegalStateException("The process ended"));
		}
		catch (IOException ex) {
			this.ready.completeExceptionally(ex);
		}
	}

	private MatchResult awaitReady() {
		try {
			return this.ready.get(SECONDS, TimeUnit.SECONDS);
		}
		catch (InterruptedException | ExecutionException | TimeoutException ex) {
			close();
			throw new IllegalStateException("The database did not start:\n" + String.join("\n", this.output), ex);
		}
	}

	/** What a storefront is told to use this database, and sessions in it. */
	List<String> arguments() {
		return this.arguments;
	}

	/** End it with all that is in it. */
	@Override
	public void close() {
		List<ProcessHandle> children = this.process.descendants().toList();
		this.process.toHandle().destroy();
		try {
			this.process.waitFor(SECONDS, TimeUnit.SECONDS);
			FileSystemUtils.deleteRecursively(this.folder);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		finally {
			Stream.concat(Stream.of(this.process.toHandle()), children.stream())
				.forEach(ProcessHandle::destroyForcibly);
			Runtime.getRuntime().removeShutdownHook(this.hook);
		}
	}

}
