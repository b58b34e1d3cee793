package io.mvcbridge.benchmarks.profiles;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

import io.mvcbridge.benchmarks.load.Endpoint;
import io.mvcbridge.benchmarks.process.Timeline;
import io.mvcbridge.benchmarks.report.Figures;
import io.mvcbridge.benchmarks.report.LineChart;
import io.mvcbridge.benchmarks.report.MachineFacts;
import io.mvcbridge.benchmarks.report.MarkdownTable;

/**
 * Writes what the profiles found: a table and a chart for each rate.
 *
 * @param facts what a reader must know
 * @param endpoint what was asked for
 * @param rates that were asked for
 * @param runs of these rates
 * @param highest the highest rate met, for candidates that missed one
 */
record ProfileReport(MachineFacts facts, Endpoint endpoint, List<Integer> rates, List<ProfileRun> runs,
		Map<String, Integer> highest) {

	/**
	 * Writes {@code NAME.md} and {@code NAME-RATE.svg} for each rate.
	 * @return the Markdown
	 */
	String write(Path folder, String name) throws IOException {
		Files.createDirectories(folder);
		StringBuilder text = new StringBuilder("# Load profiles: ").append(this.endpoint.description())
			.append("\n\n")
			.append(this.facts.toMarkdown())
			.append("\nLatencies count from when a request was due, in the constant part. A rate that was not met says why: "
					+ "its latencies are those of a queue.\n");
		for (int rate : this.rates) {
			List<ProfileRun> ofRate = this.runs.stream().filter((run) -> run.rate() == rate).toList();
			if (ofRate.isEmpty()) {
				continue;
			}
			String file = name + "-" + rate + ".svg";
			text.append("\n## ")
				.append(String.format(Locale.ROOT, "%,d", rate))
				.append(" requests a second\n\n")
				.append(table(ofRate))
				.append("\n![Latency, CPU and memory at ")
				.append(rate)
				.append(" requests a second](")
				.append(file)
				.append(")\n");
			Files.writeString(folder.resolve(file), chart(rate, ofRate).toSvg());
		}
		if (!this.highest.isEmpty()) {
			MarkdownTable table = new MarkdownTable(List.of("server", "highest rate met, requests/s"));
			this.highest.forEach((candidate, rate) -> table.row(List.of(candidate, Figures.shortly(rate))));
			text.append("\n## Highest rate met\n\nBy servers that missed one of the above, found by halving.\n\n")
				.append(table);
		}
		Files.writeString(folder.resolve(name + ".md"), text);
		return text.toString();
	}

	private static MarkdownTable table(List<ProfileRun> runs) {
		MarkdownTable table = new MarkdownTable(List.of("server", "met", "p50 ms", "p90 ms", "p99 ms", "p99.9 ms",
				"max ms", "CPU µs/request", "resident memory, MB", "generator late, p99 ms", "generator, cores"));
		for (ProfileRun run : runs) {
			table.row(List.of(run.candidate(), run.verdict().met() ? "yes" : "no: " + run.verdict().reason(),
					Figures.shortly(run.latencyMillis(50)), Figures.shortly(run.latencyMillis(90)),
					Figures.shortly(run.latencyMillis(99)), Figures.shortly(run.latencyMillis(99.9)),
					Figures.shortly(run.latencyMillis(100)), Figures.shortly(run.cpuMicrosPerRequest()),
					Figures.shortly(run.greatestResidentMegabytes()),
					Figures.shortly(run.recorder().lateness().getValueAtPercentile(99) / 1e3),
					Figures.shortly(run.generatorCores())));
		}
		return table;
	}

	private LineChart chart(int rate, List<ProfileRun> runs) {
		return new LineChart(String.format(Locale.ROOT, "%,d requests a second: %s", rate, this.endpoint.description()),
				pace(runs.get(0)),
				List.of(panel("p99 of latency, ms", runs, (run) -> run.recorder().eachSecond(99)),
						panel("CPU, cores busy (compiler threads left out)", runs, timeline(Timeline.Point::cores)),
						panel("Resident memory, MB", runs, timeline(Timeline.Point::residentMegabytes))));
	}

	private static Function<ProfileRun, List<Double>> timeline(Function<Timeline.Point, Double> figure) {
		return (run) -> run.timeline().stream().map(figure).toList();
	}

	private static LineChart.Panel panel(String heading, List<ProfileRun> runs,
			Function<ProfileRun, List<Double>> values) {
		List<LineChart.Line> lines = new ArrayList<>();
		runs.forEach((run) -> lines.add(new LineChart.Line(run.candidate(), values.apply(run))));
		return new LineChart.Panel(heading, lines);
	}

	private static String pace(ProfileRun run) {
		return "A ramp of " + run.schedule().rampSeconds() + " s, then the rate for " + run.schedule().constantSeconds()
				+ " s; latency counts from when a request was due.";
	}

}
