package io.mvcbridge.benchmarks.compare;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import io.mvcbridge.benchmarks.BenchmarkException;
import io.mvcbridge.benchmarks.commandline.Options;
import io.mvcbridge.benchmarks.load.Endpoint;
import io.mvcbridge.benchmarks.process.ChildProcesses;
import io.mvcbridge.benchmarks.report.CsvFile;
import io.mvcbridge.benchmarks.report.Figures;
import io.mvcbridge.benchmarks.report.MachineFacts;
import io.mvcbridge.benchmarks.server.Candidate;
import io.mvcbridge.benchmarks.server.Lineup;
import io.mvcbridge.benchmarks.wrk.Wrk;

/**
 * Compares servers under equal load. Started by {@code compare.sh}.
 */
public final class Compare {

	private final Options options;

	private final Lineup lineup;

	private final Wrk wrk;

	private Compare(Options options, Lineup lineup, Wrk wrk) {
		this.options = options;
		this.lineup = lineup;
		this.wrk = wrk;
	}

	/** Exits with 1 if the run could not be done and with 2 if a cell failed. */
	public static void main(String[] arguments) throws IOException, InterruptedException {
		Options options = options();
		if (List.of(arguments).contains("--help")) {
			System.out.print(options.usage());
			return;
		}
		int failed;
		try (ChildProcesses processes = new ChildProcesses()) {
			Path benchmarks = Path.of(System.getProperty("benchmark.home", "benchmarks"));
			Lineup lineup = new Lineup(options.parse(arguments), benchmarks, processes);
			Wrk wrk = new Wrk(processes, benchmarks.resolve("wrk.lua"), lineup.work(), options.number("wrk-threads", 1),
					options.number("connections", 1));
			failed = new Compare(options, lineup, wrk).run();
		}
		catch (BenchmarkException ex) {
			System.err.println(ex.getMessage());
			System.exit(1);
			return;
		}
		if (failed > 0) {
			System.err.println(failed + " cells FAILED: their figures are left out of every table; see the report.");
			System.exit(2);
		}
	}

	private static Options options() {
		Options options = new Options()
			.add("baseline", "tomcat-platform", "The row that ratios are against; if it is missing, the first.")
			.add("endpoints", "plaintext,json,users,echo,page,bytes,stream,sleep", "Endpoints to measure.")
			.add("launches", "2", "How often all servers are started anew.")
			.add("rounds", "5", "Rounds that count, in each launch; 0 measures no requests.")
			.add("discard", "1", "Rounds after each start that do not count.")
			.add("duration", "5", "Seconds of load for each cell.")
			.add("connections", "64", "Connections of the load generator.")
			.add("wrk-threads", "2", "Threads of the load generator.")
			.add("warmup", "20000", "Requests to each small endpoint before the first round; fewer to heavy ones.")
			.add("idle-connections", "2000", "Idle connections whose memory is measured; 0 measures none.")
			.add("starts", "5", "Starts of each server whose CPU time is measured; 0 measures none.");
		return Lineup.addTo(options, "bridge,tomcat,jetty,webflux", "platform,virtual", "compare");
	}

	private int run() throws IOException, InterruptedException {
		MachineFacts facts = facts();
		Comparison comparison = new Comparison(baseline());
		List<IdleHeap> idle = new ArrayList<>();
		List<StartUp> starts = new ArrayList<>();
		CompareReport report = new CompareReport(this.lineup.candidates(), comparison, idle, starts, facts);
		Rounds.Plan plan = plan();
		announce(plan);
		if (plan.kept() > 0) {
			measureRounds(plan, comparison, report);
			facts.add("Time that the host took away", Figures.percent(comparison.stolenShare().median())
					+ " in the median cell, " + Figures.percent(comparison.stolenShare().max()) + " at most");
		}
		measureIdle(idle);
		measureStarts(starts);
		System.out.println("\n" + report.write(this.lineup.output(), this.lineup.name()));
		System.out.println("Report: " + this.lineup.output().resolve(this.lineup.name() + ".md") + ", raw cells: "
				+ this.lineup.work());
		return comparison.failures().size();
	}

	/**
	 * Writes the report after each launch, so that one that is interrupted leaves the
	 * last.
	 */
	private void measureRounds(Rounds.Plan plan, Comparison comparison, CompareReport report)
			throws IOException, InterruptedException {
		Rounds rounds = new Rounds(this.lineup.launcher(), this.wrk, plan);
		CsvFile cells = new CsvFile(this.lineup.work().resolve("cells.csv"), Cell.NAMES);
		for (int launch = 1; launch <= plan.launches(); launch++) {
			rounds.launch(launch, (cell) -> {
				comparison.add(cell);
				System.out.println(cell.toLine());
				append(cells, cell.values());
			});
			report.write(this.lineup.output(), this.lineup.name());
		}
	}

	private Rounds.Plan plan() {
		int kept = this.options.number("rounds", 0);
		return new Rounds.Plan(this.lineup.candidates(), Endpoint.of(this.options.list("endpoints")),
				this.options.number("launches", 1), this.options.number("discard", 0), kept,
				this.options.number("duration", 1), this.options.number("warmup", 0),
				this.options.number("connections", 1));
	}

	private void announce(Rounds.Plan plan) {
		String names = String.join(", ", this.lineup.candidates().stream().map(Candidate::name).toList());
		System.out.println("Servers: " + names + " on Java " + this.lineup.java().version());
		if (plan.kept() > 0) {
			System.out.println(plan.cells() + " cells of " + plan.seconds() + " s: about "
					+ plan.cells() * (plan.seconds() + 1) / 60 + " minutes and the warm-ups");
		}
	}

	private void measureIdle(List<IdleHeap> idle) throws IOException, InterruptedException {
		int connections = this.options.number("idle-connections", 0);
		if (connections == 0) {
			return;
		}
		CsvFile file = new CsvFile(this.lineup.work().resolve("idle.csv"), List.of("candidate", "connections", "closed",
				"heap_before", "heap_after", "resident_kb_before", "resident_kb_after"));
		for (Candidate candidate : this.lineup.candidates()) {
			IdleHeap heap = IdleHeap.measure(this.lineup.launcher(), candidate, connections);
			idle.add(heap);
			file.add(List.of(heap.candidate(), heap.connections(), heap.closed(), heap.heapBefore(), heap.heapAfter(),
					heap.residentBefore(), heap.residentAfter()));
			System.out.println(heap.candidate() + ": " + Figures.shortly(heap.heapPerConnection())
					+ " bytes of live heap for each idle connection");
		}
	}

	private void measureStarts(List<StartUp> starts) throws IOException, InterruptedException {
		int rounds = this.options.number("starts", 0);
		if (rounds == 0) {
			return;
		}
		CsvFile file = new CsvFile(this.lineup.work().resolve("starts.csv"),
				List.of("round", "candidate", "cpu_ms", "wall_ms", "resident_kb"));
		for (int round = 1; round <= rounds; round++) {
			for (Candidate candidate : Rounds.turned(this.lineup.candidates(), round)) {
				StartUp start = StartUp.measure(this.lineup.launcher(), candidate, round);
				starts.add(start);
				file.add(List.of(start.round(), start.candidate(), start.cpuMillis(), start.wallMillis(),
						start.residentKilobytes()));
				System.out.println("start " + round + " " + start.candidate() + ": "
						+ Figures.shortly(start.cpuMillis()) + " ms of CPU");
			}
		}
	}

	private MachineFacts facts() throws IOException, InterruptedException {
		String allocation = (this.lineup.java().major() >= 21) ? "the JVM's total of all threads"
				: "the sum over living threads (before Java 21 the JVM keeps no total)";
		return this.lineup.facts()
			.add("Load generator", this.wrk.version() + ", " + this.options.text("wrk-threads") + " threads, "
					+ this.options.text("connections") + " connections, " + this.options.text("duration") + " s a cell")
			.add("Rounds",
					"launches: " + this.options.text("launches") + ", in each " + this.options.text("warmup")
							+ " warm-up requests, discarded rounds: " + this.options.text("discard") + ", kept rounds: "
							+ this.options.text("rounds"))
			.add("Allocation", allocation);
	}

	/** What was asked for if it is there, else the first candidate. */
	private String baseline() {
		String wanted = this.options.text("baseline");
		boolean there = this.lineup.candidates().stream().anyMatch((candidate) -> candidate.name().equals(wanted));
		return there ? wanted : this.lineup.candidates().get(0).name();
	}

	private static void append(CsvFile file, List<?> values) {
		try {
			file.add(values);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
