package io.mvcbridge.benchmarks.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.mvcbridge.benchmarks.BenchmarkException;
import io.mvcbridge.benchmarks.load.Endpoint;
import io.mvcbridge.benchmarks.load.SingleRequest;
import io.mvcbridge.benchmarks.process.ChildProcesses;

/**
 * Starts candidates as processes of their own, on ports that the system chooses.
 */
public final class ServerLauncher {

	private static final int PATIENCE_SECONDS = 180;

	/**
	 * Compiler threads stay, for what one has done must not be lost with it: it would
	 * count as work for requests.
	 */
	private static final List<String> ALWAYS = List.of("-XX:-UseDynamicNumberOfCompilerThreads",
			"-Dspring.main.banner-mode=off");

	private final JavaHome java;

	private final List<String> jvmArguments;

	private final Path folder;

	private final ChildProcesses processes;

	private int started;

	/**
	 * Creates a launcher.
	 * @param jvmArguments for every candidate
	 * @param folder for logs and port files
	 */
	public ServerLauncher(JavaHome java, List<String> jvmArguments, Path folder, ChildProcesses processes) {
		this.java = java;
		this.jvmArguments = List.copyOf(jvmArguments);
		this.folder = folder;
		this.processes = processes;
	}

	/**
	 * Starts a candidate and waits for the first 200.
	 * @throws BenchmarkException if it ends or does not answer, with the end of its log
	 */
	public RunningServer start(Candidate candidate) throws IOException, InterruptedException {
		Files.createDirectories(this.folder);
		this.started++;
		Path log = this.folder.resolve(candidate.name() + "-" + this.started + ".log");
		Path portFile = this.folder.resolve(candidate.name() + "-" + this.started + ".port").toAbsolutePath();
		Files.deleteIfExists(portFile);
		ProcessBuilder builder = new ProcessBuilder(command(candidate, portFile)).redirectErrorStream(true)
			.redirectOutput(log.toFile());
		// What a user has set for applications must not change what is measured.
		builder.environment()
			.keySet()
			.removeIf((name) -> name.startsWith("SPRING_") || name.startsWith("BRIDGE_") || name.startsWith("SERVER_")
					|| name.equals("JAVA_TOOL_OPTIONS") || name.equals("JDK_JAVA_OPTIONS"));
		long begin = System.nanoTime();
		Process process = this.processes.start(builder);
		try {
			int port = awaitPort(process, portFile, candidate, log);
			SingleRequest first = SingleRequest.get(port, Endpoint.PLAINTEXT.path());
			long nanos = System.nanoTime() - begin;
			Endpoint.PLAINTEXT.verify(first.status(), first.body(), candidate.name());
			return new RunningServer(candidate, process, port, nanos, this.java, this.processes);
		}
		catch (IOException | RuntimeException ex) {
			this.processes.end(process);
			throw ex;
		}
		finally {
			Files.deleteIfExists(portFile);
		}
	}

	private List<String> command(Candidate candidate, Path portFile) {
		List<String> command = new ArrayList<>();
		command.add(this.java.java());
		command.addAll(ALWAYS);
		command.addAll(this.jvmArguments);
		command.addAll(candidate.jvmArguments());
		command.add("-jar");
		command.add(candidate.jar().toString());
		command.add("--server.address=127.0.0.1");
		command.add("--server.port=0");
		command.add("--benchmark.port-file=" + portFile);
		command.addAll(candidate.server().arguments());
		command.addAll(candidate.arguments());
		return command;
	}

	private int awaitPort(Process process, Path portFile, Candidate candidate, Path log)
			throws IOException, InterruptedException {
		long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
		while (!Files.exists(portFile)) {
			if (process.waitFor(2, TimeUnit.MILLISECONDS)) {
				this.processes.requireOpen();
				throw new BenchmarkException(candidate.name() + " ended with " + process.exitValue()
						+ " instead of starting:\n" + endOf(log));
			}
			if (System.nanoTime() > deadline) {
				throw new BenchmarkException(
						candidate.name() + " did not start within " + PATIENCE_SECONDS + " s:\n" + endOf(log));
			}
		}
		return Integer.parseInt(Files.readString(portFile));
	}

	private static String endOf(Path log) throws IOException {
		List<String> lines = Files.readAllLines(log);
		return String.join("\n", lines.subList(Math.max(0, lines.size() - 20), lines.size()));
	}

}
