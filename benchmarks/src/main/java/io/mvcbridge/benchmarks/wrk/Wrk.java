package io.mvcbridge.benchmarks.wrk;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import io.mvcbridge.benchmarks.BenchmarkException;
import io.mvcbridge.benchmarks.load.Endpoint;
import io.mvcbridge.benchmarks.process.ChildProcesses;

/**
 * Runs {@code wrk}: a closed model, every connection asks again as soon as it was
 * answered.
 */
public final class Wrk {

	private final ChildProcesses processes;

	private final Path script;

	private final Path folder;

	private final int threads;

	private final int connections;

	/**
	 * Creates a load generator.
	 * @param script {@code wrk.lua}
	 * @param folder where request bodies are written to
	 */
	public Wrk(ChildProcesses processes, Path script, Path folder, int threads, int connections) {
		this.processes = processes;
		this.script = script;
		this.folder = folder;
		this.threads = threads;
		this.connections = connections;
	}

	/**
	 * Checks that wrk is there.
	 * @return its version
	 * @throws BenchmarkException if it is not
	 */
	public String version() throws IOException, InterruptedException {
		for (String folderName : System.getenv().getOrDefault("PATH", "").split(":")) {
			if (Files.isExecutable(Path.of(folderName, "wrk"))) {
				// It prints its version and exits with 1, whatever it is asked.
				return run(List.of("wrk", "-v"), false).lines()
					.findFirst()
					.orElse("wrk")
					.replaceFirst(" Copyright.*", "");
			}
		}
		throw new BenchmarkException(
				"wrk is missing: install it (Debian and Ubuntu: apt-get install wrk; macOS cannot run this)");
	}

	public WrkResult run(int port, Endpoint endpoint, int seconds) throws IOException, InterruptedException {
		List<String> command = new ArrayList<>(List.of("wrk", "-t" + this.threads, "-c" + this.connections,
				"-d" + seconds + "s", "--timeout", "20s", "-s", this.script.toString(),
				"http://127.0.0.1:" + port + endpoint.path(), "--", endpoint.method()));
		if (!endpoint.body().isEmpty()) {
			Path body = this.folder.resolve(endpoint.label() + ".json");
			Files.writeString(body, endpoint.body());
			command.add(body.toString());
		}
		return WrkResult.parse(run(command, true));
	}

	private String run(List<String> command, boolean mustSucceed) throws IOException, InterruptedException {
		Process process = this.processes.start(new ProcessBuilder(command).redirectErrorStream(true));
		try {
			String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
			int exit = process.waitFor();
			if (exit != 0 && mustSucceed) {
				this.processes.requireOpen();
				throw new BenchmarkException("wrk ended with " + exit + ": " + output);
			}
			return output;
		}
		finally {
			this.processes.end(process);
		}
	}

}
