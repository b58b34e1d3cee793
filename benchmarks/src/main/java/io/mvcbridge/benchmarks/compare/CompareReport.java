package io.mvcbridge.benchmarks.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

import io.mvcbridge.benchmarks.load.Endpoint;
import io.mvcbridge.benchmarks.report.Figures;
import io.mvcbridge.benchmarks.report.MachineFacts;
import io.mvcbridge.benchmarks.report.MarkdownTable;
import io.mvcbridge.benchmarks.report.RatioChart;
import io.mvcbridge.benchmarks.report.Spread;
import io.mvcbridge.benchmarks.server.Candidate;
import io.mvcbridge.benchmarks.server.ServerKind;

/**
 * Writes what a comparison found as Markdown and as a chart.
 */
final class CompareReport {

	private final List<Candidate> candidates;

	private final Comparison comparison;

	private final List<IdleHeap> idle;

	private final List<StartUp> startUps;

	private final MachineFacts facts;

	CompareReport(List<Candidate> candidates, Comparison comparison, List<IdleHeap> idle, List<StartUp> startUps,
			MachineFacts facts) {
		this.candidates = candidates;
		this.comparison = comparison;
		this.idle = idle;
		this.startUps = startUps;
		this.facts = facts;
	}

	/**
	 * Writes {@code NAME.md} and {@code NAME-cpu.svg}.
	 * @return the Markdown
	 */
	String write(Path folder, String name) throws IOException {
		Files.createDirectories(folder);
		boolean measured = !endpoints().isEmpty();
		String markdown = markdown(measured ? "![CPU per request](" + name + "-cpu.svg)\n\n" : "");
		Files.writeString(folder.resolve(name + ".md"), markdown);
		if (measured) {
			Files.writeString(folder.resolve(name + "-cpu.svg"), chart().toSvg());
		}
		return markdown;
	}

	private List<Endpoint> endpoints() {
		return List.of(Endpoint.values()).stream().filter(this.comparison::has).toList();
	}

	private String markdown(String chart) {
		StringBuilder text = new StringBuilder("# Comparison of servers\n\n").append(this.facts.toMarkdown())
			.append('\n');
		if (!endpoints().isEmpty()) {
			text.append("Ratios are against `")
				.append(this.comparison.baseline())
				.append("` in the same round: median [least-greatest]. Where ranges overlap, nothing is shown.\n\n")
				.append(chart)
				.append("## CPU time per request\n\n")
				.append(summary());
			for (Endpoint endpoint : endpoints()) {
				text.append("\n## ")
					.append(endpoint.label())
					.append(": ")
					.append(endpoint.description())
					.append("\n\n")
					.append(table(endpoint));
			}
			text.append(failures());
		}
		if (!this.idle.isEmpty()) {
			text.append("\n## Idle keep-alive connections\n\n").append(idleTable());
		}
		if (!this.startUps.isEmpty()) {
			text.append("\n## Start to the first 200\n\n").append(startTable());
		}
		return text.toString();
	}

	private MarkdownTable summary() {
		List<String> header = new ArrayList<>(List.of("server"));
		endpoints().forEach((endpoint) -> header.add(endpoint.label()));
		MarkdownTable table = new MarkdownTable(header);
		for (Candidate candidate : this.candidates) {
			List<String> row = new ArrayList<>(List.of(candidate.name()));
			for (Endpoint endpoint : endpoints()) {
				row.add(this.comparison.ratio(endpoint, candidate.name(), Metric.CPU).asRatio());
			}
			table.row(row);
		}
		return table;
	}

	private MarkdownTable table(Endpoint endpoint) {
		MarkdownTable table = new MarkdownTable(
				List.of("server", "CPU ratio", "CPU µs/request", "of it GC", "requests/s", "p50 ms", "p99 ms",
						"p99 ratio", "bytes allocated/request", "allocation ratio", "switches/request"));
		for (Candidate candidate : this.candidates) {
			String name = candidate.name();
			table.row(List.of(name, this.comparison.ratio(endpoint, name, Metric.CPU).asRatio(),
					median(endpoint, name, Metric.CPU), median(endpoint, name, Metric.GC),
					median(endpoint, name, Metric.THROUGHPUT), median(endpoint, name, Metric.P50),
					median(endpoint, name, Metric.P99), this.comparison.ratio(endpoint, name, Metric.P99).asRatio(),
					median(endpoint, name, Metric.ALLOCATION),
					this.comparison.ratio(endpoint, name, Metric.ALLOCATION).asRatio(),
					median(endpoint, name, Metric.SWITCHES)));
		}
		return table;
	}

	private String median(Endpoint endpoint, String candidate, Metric metric) {
		return this.comparison.absolute(endpoint, candidate, metric).medianShortly();
	}

	private String failures() {
		StringBuilder text = new StringBuilder();
		for (Cell cell : this.comparison.failures()) {
			text.append(text.isEmpty() ? "\n## Failed cells\n\n" : "").append("- ").append(cell.toLine()).append('\n');
		}
		return text.toString();
	}

	private MarkdownTable idleTable() {
		MarkdownTable table = new MarkdownTable(List.of("server", "connections", "closed by the server",
				"live heap before, MB", "with them, MB", "live heap each, bytes", "resident memory each, bytes"));
		for (IdleHeap heap : this.idle) {
			table.row(List.of(heap.candidate(), Integer.toString(heap.connections()), Integer.toString(heap.closed()),
					Figures.shortly(heap.heapBefore() / 1e6), Figures.shortly(heap.heapAfter() / 1e6),
					Figures.shortly(heap.heapPerConnection()), Figures.shortly(heap.residentPerConnection())));
		}
		return table;
	}

	private MarkdownTable startTable() {
		MarkdownTable table = new MarkdownTable(
				List.of("server", "CPU ratio", "CPU ms", "wall ms", "resident memory, MB"));
		for (Candidate candidate : this.candidates) {
			table.row(List.of(candidate.name(), startRatio(candidate.name()).asRatio(),
					start(candidate.name(), StartUp::cpuMillis), start(candidate.name(), StartUp::wallMillis),
					start(candidate.name(), (start) -> start.residentKilobytes() / 1024.0)));
		}
		return table;
	}

	private Spread startRatio(String candidate) {
		List<Double> ratios = new ArrayList<>();
		for (StartUp start : this.startUps) {
			this.startUps.stream()
				.filter((other) -> start.candidate().equals(candidate) && other.round() == start.round()
						&& other.candidate().equals(this.comparison.baseline()))
				.forEach((other) -> ratios.add(start.cpuMillis() / other.cpuMillis()));
		}
		return Spread.of(ratios);
	}

	private String start(String candidate, ToDoubleFunction<StartUp> figure) {
		return Spread
			.of(this.startUps.stream()
				.filter((start) -> start.candidate().equals(candidate))
				.mapToDouble(figure)
				.toArray())
			.medianShortly();
	}

	private RatioChart chart() {
		List<RatioChart.Panel> panels = new ArrayList<>();
		for (Endpoint endpoint : endpoints()) {
			List<RatioChart.Bar> bars = new ArrayList<>();
			for (Candidate candidate : this.candidates) {
				bars.add(new RatioChart.Bar(candidate.name(),
						this.comparison.ratio(endpoint, candidate.name(), Metric.CPU),
						candidate.server() == ServerKind.BRIDGE));
			}
			panels.add(new RatioChart.Panel(endpoint.label() + ": " + endpoint.description(), bars));
		}
		return new RatioChart("CPU time per request, " + this.comparison.baseline() + " = 1",
				"Shorter is better. Bar: median of the ratios of each round; whisker: least and greatest.", panels);
	}

}
