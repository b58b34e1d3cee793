package io.mvcbridge.benchmarks.beside;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import io.mvcbridge.benchmarks.report.Figures;
import io.mvcbridge.benchmarks.report.LineChart;
import io.mvcbridge.benchmarks.report.MachineFacts;
import io.mvcbridge.benchmarks.report.MarkdownTable;
import org.HdrHistogram.Histogram;

/**
 * Writes what was measured: tables and a chart for each neighbour.
 *
 * @param facts what a reader must know
 * @param plan what was asked for
 * @param runs of all candidates
 */
record BesideReport(MachineFacts facts, BesideRun.Plan plan, List<BesideRun> runs) {

	private static final List<Double> PERCENTILES = List.of(50.0, 99.0, 99.9, 100.0);

	/**
	 * Writes {@code NAME.md}, and {@code NAME-NEIGHBOUR.svg} for each neighbour.
	 * @return the Markdown
	 */
	String write(Path folder, String name) throws IOException {
		Files.createDirectories(folder);
		StringBuilder text = new StringBuilder("# A light endpoint beside heavy ones\n\n")
			.append(this.facts.toMarkdown())
			.append("\nLatency of `")
			.append(this.plan.light().label())
			.append("` at ")
			.append(this.plan.rate())
			.append(" requests a second on ")
			.append(this.plan.connections())
			.append(" connections in turn, in ms from when a request was due.\n");
		for (String label : this.runs.stream().map(BesideRun::neighbourLabel).distinct().toList()) {
			List<BesideRun> beside = this.runs.stream().filter((run) -> run.neighbourLabel().equals(label)).toList();
			Neighbour neighbour = beside.get(0).neighbour();
			String heading = (neighbour != null) ? "Beside " + neighbour.heading() : "Alone";
			String file = name + "-" + label + ".svg";
			text.append("\n## ")
				.append(heading)
				.append("\n\n")
				.append(latencies(beside))
				.append('\n')
				.append(conditions(beside))
				.append("\n![p99 in each second](")
				.append(file)
				.append(")\n");
			Files.writeString(folder.resolve(file), chart(heading, beside).toSvg());
		}
		Files.writeString(folder.resolve(name + ".md"), text);
		return text.toString();
	}

	private MarkdownTable latencies(List<BesideRun> beside) {
		MarkdownTable table = new MarkdownTable(
				List.of("server", "seconds", "p50 ms", "p99 ms", "p99.9 ms", "max ms", "requests"));
		for (Part part : this.plan.parts()) {
			for (BesideRun run : beside) {
				Histogram latency = run.latency(part);
				List<String> row = new ArrayList<>(List.of(run.candidate(), part.toString()));
				PERCENTILES.forEach((percentile) -> row.add(Figures.shortly(BesideRun.millis(latency, percentile))));
				row.add(String.valueOf(latency.getTotalCount()));
				table.row(row);
			}
		}
		return table;
	}

	private MarkdownTable conditions(List<BesideRun> beside) {
		MarkdownTable table = new MarkdownTable(List.of("server", "neighbour's answers", "ms each",
				"generator late, p99 ms", "machine idle", "taken by the host", "failed"));
		for (BesideRun run : beside) {
			table
				.row(List.of(run.candidate(), (run.neighbour() != null) ? String.valueOf(run.counts().answered()) : "–",
						Figures.shortly(run.neighbourMillis(this.plan.seconds())),
						Figures.shortly(run.latency().lateness().getValueAtPercentile(99) / 1e3),
						Figures.percent(run.machine().idleShare()), Figures.percent(run.machine().stolenShare()),
						(run.failed() > 0) ? run.failed() + ": " + run.reason() : "0"));
		}
		return table;
	}

	private LineChart chart(String heading, List<BesideRun> beside) {
		return new LineChart(
				this.plan.light().label() + ": " + heading.substring(0, 1).toLowerCase() + heading.substring(1),
				this.plan.rate() + " requests a second; latency counts from when a request was due.",
				List.of(new LineChart.Panel("p99 of latency in each second, ms",
						beside.stream()
							.map((run) -> new LineChart.Line(run.candidate(), run.latency().eachSecond(99)))
							.toList())));
	}

}
