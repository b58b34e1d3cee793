package io.mvcbridge.benchmarks.profiles;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

import io.mvcbridge.benchmarks.BenchmarkException;
import io.mvcbridge.benchmarks.commandline.Options;
import io.mvcbridge.benchmarks.load.Endpoint;
import io.mvcbridge.benchmarks.load.RampThenConstant;
import io.mvcbridge.benchmarks.process.ChildProcesses;
import io.mvcbridge.benchmarks.report.CsvFile;
import io.mvcbridge.benchmarks.report.MachineFacts;
import io.mvcbridge.benchmarks.server.Candidate;
import io.mvcbridge.benchmarks.server.Lineup;
import io.mvcbridge.benchmarks.server.RunningServer;

/**
 * Sends requests at fixed rates to one server after the other. Started by
 * {@code profiles.sh}.
 */
public final class Profiles {

	private static final int SEARCH_TRIES = 5;

	private static final List<String> NAMES = List.of("candidate", "rate", "requests", "unanswered", "met", "reason",
			"p50_micros", "p90_micros", "p99_micros", "p999_micros", "max_micros", "cpu_micros", "jit_micros",
			"switches", "resident_mb", "late_p99_micros", "generator_cores");

	private final Options options;

	private final Lineup lineup;

	private final Endpoint endpoint;

	private final List<Integer> rates;

	private final List<ProfileRun> runs = new ArrayList<>();

	private final Map<String, Integer> highest = new LinkedHashMap<>();

	private Profiles(Options options, Lineup lineup) {
		this.options = options;
		this.lineup = lineup;
		this.endpoint = Endpoint.of(options.text("endpoint"));
		this.rates = options.numbers("rates", 1).stream().sorted().toList();
	}

	/** Exits with 1 if the run could not be done; a rate that is not met is a result. */
	public static void main(String[] arguments) throws IOException, InterruptedException {
		Options options = options();
		if (List.of(arguments).contains("--help")) {
			System.out.print(options.usage());
			return;
		}
		try (ChildProcesses processes = new ChildProcesses()) {
			Path benchmarks = Path.of(System.getProperty("benchmark.home", "benchmarks"));
			new Profiles(options, new Lineup(options.parse(arguments), benchmarks, processes)).run();
		}
		catch (BenchmarkException ex) {
			System.err.println(ex.getMessage());
			System.exit(1);
		}
	}

	private static Options options() {
		Options options = new Options().add("endpoint", "json", "The endpoint that is asked for.")
			.add("rates", "100,500,1000,10000", "Requests a second.")
			.add("ramp", "10", "Seconds in which the rate grows from none.")
			.add("duration", "30", "Seconds for which it is kept.")
			.add("search-duration", "10", "The same while the highest rate that can be met is looked for.")
			.add("connections", "1000", "The most connections that are opened; requests beyond it wait for one.")
			.add("warmup", "20000", "Requests before the first rate, fewer to heavy endpoints.");
		return Lineup.addTo(options, "bridge,tomcat,jetty,webflux", "virtual", "profiles");
	}

	private void run() throws IOException, InterruptedException {
		MachineFacts facts = this.lineup.facts()
			.add("Load generator", "open model, one thread of Java " + Runtime.version() + ", up to "
					+ this.options.text("connections") + " connections; one server at a time");
		CsvFile csv = new CsvFile(this.lineup.work().resolve("runs.csv"), NAMES);
		for (Candidate candidate : this.lineup.candidates()) {
			try (RunningServer server = this.lineup.launcher().start(candidate)) {
				server.verify(this.endpoint);
				server.warmUp(this.endpoint, this.endpoint.warmUpRequests(this.options.number("warmup", 0)), 64);
				measure(server, csv);
			}
		}
		ProfileReport report = new ProfileReport(facts, this.endpoint, this.rates, this.runs, this.highest);
		System.out.println("\n" + report.write(this.lineup.output(), this.lineup.name()));
		System.out.println("Report: " + this.lineup.output().resolve(this.lineup.name() + ".md") + ", raw figures: "
				+ this.lineup.work());
	}

	/**
	 * All rates from the lowest on; after the first that is missed, the highest that is
	 * not.
	 */
	private void measure(RunningServer server, CsvFile csv) throws IOException, InterruptedException {
		int met = 0;
		for (int rate : this.rates) {
			ProfileRun run = measure(server, rate, this.options.number("duration", 1), csv);
			this.runs.add(run);
			if (!run.verdict().met()) {
				this.highest.put(server.name(), search(server, met, rate, csv));
				return;
			}
			met = rate;
		}
	}

	private int search(RunningServer server, int met, int missed, CsvFile csv)
			throws IOException, InterruptedException {
		RateSearch search = new RateSearch(met, missed, SEARCH_TRIES);
		OptionalInt rate = search.next();
		while (rate.isPresent()) {
			ProfileRun run = measure(server, rate.getAsInt(), this.options.number("search-duration", 1), csv);
			search.tried(rate.getAsInt(), run.verdict().met());
			rate = search.next();
		}
		return search.highestMet();
	}

	private ProfileRun measure(RunningServer server, int rate, int seconds, CsvFile csv)
			throws IOException, InterruptedException {
		RampThenConstant schedule = new RampThenConstant(rate, this.options.number("ramp", 0), seconds);
		ProfileRun run = ProfileRun.measure(server, this.endpoint, schedule, this.options.number("connections", 1));
		System.out.println(run.toLine());
		csv.add(List.of(run.candidate(), rate, schedule.count(), run.unanswered(), run.verdict().met(),
				run.verdict().reason(), percentile(run, 50), percentile(run, 90), percentile(run, 99),
				percentile(run, 99.9), percentile(run, 100), run.usage().cpuMicros(), run.usage().jitMicros(),
				run.usage().switches(), Math.round(run.greatestResidentMegabytes()),
				run.recorder().lateness().getValueAtPercentile(99), run.generatorCores()));
		return run;
	}

	private static long percentile(ProfileRun run, double percentile) {
		return run.recorder().latency().getValueAtPercentile(percentile);
	}

}
