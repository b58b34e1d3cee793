package io.mvcbridge.benchmarks.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

import io.mvcbridge.benchmarks.BenchmarkException;
import io.mvcbridge.benchmarks.commandline.Options;
import io.mvcbridge.benchmarks.process.ChildProcesses;
import io.mvcbridge.benchmarks.report.MachineFacts;

/**
 * What every program asks its command line: who takes part, on which JDK, and where
 * results go.
 */
public final class Lineup {

	private final Options options;

	private final Path work;

	private final JavaHome java;

	private final List<Candidate> candidates;

	private final ServerLauncher launcher;

	/**
	 * Reads the options and checks that all candidates are there before one is started.
	 * @param benchmarks the folder of the benchmarks
	 * @throws BenchmarkException if something is missing or there is nothing to start
	 */
	public Lineup(Options options, Path benchmarks, ChildProcesses processes) throws IOException {
		this.options = options;
		this.work = benchmarks.resolve("target/results").resolve(options.text("name"));
		this.java = JavaHome.of(Path.of(options.text("java-home")));
		this.candidates = candidates(benchmarks);
		Files.createDirectories(this.work);
		this.launcher = new ServerLauncher(this.java, jvmArguments(), this.work.resolve("logs"), processes);
	}

	/** Adds the options that are the same for every program. */
	public static Options addTo(Options options, String defaultServers, String defaultThreads, String defaultName) {
		return options.add("servers", defaultServers, "Servers to measure.")
			.add("threads", defaultThreads, "Kinds of threads: platform, virtual, event-loop (bridge only).")
			.addRepeatable("candidate",
					"'NAME=SERVER/THREADS [jar=FILE] [ARGUMENT]...': one more row, with settings or a jar of its own.")
			.add("java-home", System.getProperty("java.home"), "The JDK that servers run on.")
			.add("java-args", "-Xms512m -Xmx512m -XX:+UseG1GC", "JVM arguments of every server.")
			.add("output", "", "Folder for the report, such as docs; without it, benchmarks/target/results/NAME.")
			.add("name", defaultName, "Name of the report's files.");
	}

	public List<Candidate> candidates() {
		return this.candidates;
	}

	public JavaHome java() {
		return this.java;
	}

	public ServerLauncher launcher() {
		return this.launcher;
	}

	/** Where raw results and logs go. */
	public Path work() {
		return this.work;
	}

	/** Where the report goes. */
	public Path output() {
		String output = this.options.text("output");
		return output.isEmpty() ? this.work : Path.of(output);
	}

	/** The report's files are called after this. */
	public String name() {
		return this.options.text("name");
	}

	/** The machine, and what runs on it. */
	public MachineFacts facts() throws IOException {
		Set<String> libraries = new TreeSet<>();
		for (Candidate candidate : this.candidates) {
			libraries.addAll(Libraries.in(candidate.jar()));
		}
		MachineFacts facts = new MachineFacts()
			.add("Java of the servers",
					this.java.version() + " (" + this.java.vendor() + "), `" + String.join(" ", jvmArguments())
							+ "`, started with `java -jar`, no `optimizedLaunch`")
			.add("Libraries", String.join(", ", libraries));
		this.options.all("candidate").forEach((text) -> facts.add("Candidate", "`" + text + "`"));
		return facts;
	}

	private List<String> jvmArguments() {
		return List.of(this.options.text("java-args").strip().split("\\s+"));
	}

	private List<Candidate> candidates(Path benchmarks) {
		List<Candidate> all = new ArrayList<>(Candidate.combine(this.options.list("servers"),
				this.options.list("threads"), this.java.major(), benchmarks));
		this.options.all("candidate").forEach((text) -> all.add(Candidate.parse(text, benchmarks)));
		if (all.isEmpty()) {
			throw new BenchmarkException("There is nothing to start: no server has such threads on Java "
					+ this.java.major() + " (options --servers, --threads)");
		}
		all.forEach(Candidate::requireJar);
		return List.copyOf(all);
	}

}
