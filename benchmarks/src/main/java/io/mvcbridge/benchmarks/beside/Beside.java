package io.mvcbridge.benchmarks.beside;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import io.mvcbridge.benchmarks.BenchmarkException;
import io.mvcbridge.benchmarks.commandline.Options;
import io.mvcbridge.benchmarks.load.Endpoint;
import io.mvcbridge.benchmarks.process.ChildProcesses;
import io.mvcbridge.benchmarks.report.CsvFile;
import io.mvcbridge.benchmarks.report.MachineFacts;
import io.mvcbridge.benchmarks.server.Candidate;
import io.mvcbridge.benchmarks.server.Lineup;
import io.mvcbridge.benchmarks.server.RunningServer;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Measures a light endpoint alone and beside others that hold their threads, on one
 * server after the other. Started by {@code beside.sh}.
 */
public final class Beside {

	private static final List<String> NAMES = List.of("candidate", "neighbour", "from_second", "to_second", "requests",
			"p50_micros", "p90_micros", "p99_micros", "p999_micros", "max_micros", "neighbour_answers",
			"late_p99_micros", "stolen_share", "idle_share", "failed", "reason");

	private final Options options;

	private final Lineup lineup;

	private final BesideRun.Plan plan;

	private final List<Neighbour> neighbours;

	private final List<BesideRun> runs = new ArrayList<>();

	private Beside(Options options, Lineup lineup) {
		this.options = options;
		this.lineup = lineup;
		this.plan = new BesideRun.Plan(Endpoint.of(options.text("endpoint")), options.number("rate", 1),
				options.number("connections", 1), Part.cut(options.numbers("cuts", 1), options.number("duration", 1)));
		this.neighbours = options.list("neighbours").stream().map(Neighbour::parse).toList();
	}

	/** Exits with 1 if the run could not be done and with 2 if a request failed. */
	public static void main(String[] arguments) throws IOException, InterruptedException {
		Options options = options();
		if (List.of(arguments).contains("--help")) {
			System.out.print(options.usage());
			return;
		}
		long failed;
		try (ChildProcesses processes = new ChildProcesses()) {
			Path benchmarks = Path.of(System.getProperty("benchmark.home", "benchmarks"));
			failed = new Beside(options, new Lineup(options.parse(arguments), benchmarks, processes)).run();
		}
		catch (BenchmarkException ex) {
			System.err.println(ex.getMessage());
			System.exit(1);
			return;
		}
		if (failed > 0) {
			System.err.println(failed + " requests FAILED; see the report.");
			System.exit(2);
		}
	}

	private static Options options() {
		Options options = new Options().add("endpoint", "plaintext", "The light endpoint, whose latency is measured.")
			.add("rate", "500", "Its requests a second.")
			.add("connections", "100", "The connections that take turns with them.")
			.add("neighbours", "compute=1,file=1",
					"Who asks beside, one after the other: ENDPOINT=CONNECTIONS, each asking as soon as it was answered.")
			.add("compute-millis", "200", "CPU time of one request for compute, in ms.")
			.add("cuts", "2,10", "Seconds at which a run is cut into parts that are told apart.")
			.add("duration", "12", "Seconds of each run: one alone, one beside each neighbour.")
			.add("warmup", "20000", "Requests for the light endpoint before the first run; neighbours get none.");
		return Lineup.addTo(options, "bridge,tomcat,jetty", "platform,virtual,event-loop", "beside");
	}

	private long run() throws IOException, InterruptedException {
		long rounds = Calibration.rounds(this.options.number("compute-millis", 1));
		MachineFacts facts = this.lineup.facts()
			.add("Load generator",
					"open model for the light endpoint, Java " + Runtime.version() + "; one server at a time")
			.add("compute", rounds + " rounds of the same work on every server, " + this.options.text("compute-millis")
					+ " ms of CPU in the driver");
		CsvFile csv = new CsvFile(this.lineup.work().resolve("runs.csv"), NAMES);
		for (Candidate candidate : this.lineup.candidates()) {
			try (RunningServer server = this.lineup.launcher()
				.start(candidate.with("--benchmark.compute-rounds=" + rounds))) {
				measure(server, csv);
			}
		}
		BesideReport report = new BesideReport(facts, this.plan, this.runs);
		System.out.println("\n" + report.write(this.lineup.output(), this.lineup.name()));
		System.out.println("Report: " + this.lineup.output().resolve(this.lineup.name() + ".md") + ", raw figures: "
				+ this.lineup.work());
		return this.runs.stream().mapToLong(BesideRun::failed).sum();
	}

	/**
	 * A neighbour's answer is looked at only after its run: a server that learns who
	 * holds its threads must not have met it before.
	 */
	private void measure(RunningServer server, CsvFile csv) throws IOException, InterruptedException {
		server.verify(this.plan.light());
		server.warmUp(this.plan.light(), this.plan.light().warmUpRequests(this.options.number("warmup", 0)), 64);
		measure(server, null, csv);
		for (Neighbour neighbour : this.neighbours) {
			measure(server, neighbour, csv);
			server.verify(neighbour.endpoint());
		}
	}

	private void measure(RunningServer server, @Nullable Neighbour neighbour, CsvFile csv)
			throws IOException, InterruptedException {
		BesideRun run = BesideRun.measure(server, this.plan, neighbour);
		this.runs.add(run);
		System.out.println(run.toLine(this.plan));
		for (Part part : this.plan.parts()) {
			csv.add(line(run, part));
		}
	}

	private static List<?> line(BesideRun run, Part part) {
		Histogram latency = run.latency(part);
		return List.of(run.candidate(), run.neighbourLabel(), part.from(), part.to(), latency.getTotalCount(),
				latency.getValueAtPercentile(50), latency.getValueAtPercentile(90), latency.getValueAtPercentile(99),
				latency.getValueAtPercentile(99.9), latency.getMaxValue(), run.counts().answered(),
				run.latency().lateness().getValueAtPercentile(99), run.machine().stolenShare(),
				run.machine().idleShare(), run.failed(), run.reason());
	}

}
