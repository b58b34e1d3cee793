package io.mvcbridge.benchmarks.report;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/**
 * What a reader must know before believing a figure: machine, versions, and the command
 * that made it.
 */
public final class MachineFacts {

	private final List<String> facts = new ArrayList<>();

	/** Looks at this machine. */
	public MachineFacts() throws IOException {
		add("Command", "`" + System.getProperty("benchmark.command", "?") + "`");
		add("Commit", System.getProperty("benchmark.commit", "unknown"));
		add("Date", LocalDate.now(ZoneOffset.UTC).toString());
		add("Processor", Runtime.getRuntime().availableProcessors() + " × "
				+ fieldOf(Path.of("/proc/cpuinfo"), "model name") + ", shared by server and load generator");
		add("Memory", fieldOf(Path.of("/proc/meminfo"), "MemTotal"));
		add("System", System.getProperty("os.name") + " " + System.getProperty("os.version"));
		add("Load average before",
				Figures.shortly(ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage()));
	}

	public MachineFacts add(String name, String value) {
		this.facts.add("- " + name + ": " + value);
		return this;
	}

	public String toMarkdown() {
		return String.join("\n", this.facts) + "\n";
	}

	private static String fieldOf(Path file, String name) throws IOException {
		return Files.readAllLines(file)
			.stream()
			.filter((line) -> line.startsWith(name))
			.findFirst()
			.map((line) -> line.substring(line.indexOf(':') + 1).strip())
			.orElse("unknown");
	}

}
