package io.mvcbridge.benchmarks.beside;

import java.io.IOException;
import java.util.List;
import java.util.Locale;

import io.mvcbridge.benchmarks.load.Endpoint;
import io.mvcbridge.benchmarks.load.LatencyRecorder;
import io.mvcbridge.benchmarks.load.RampThenConstant;
import io.mvcbridge.benchmarks.load.ScheduledClient;
import io.mvcbridge.benchmarks.process.MachineTimes;
import io.mvcbridge.benchmarks.server.RunningServer;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * The light endpoint of one server, alone or beside a neighbour.
 *
 * @param candidate who answered
 * @param neighbour who asked beside, or {@code null} if nobody did
 * @param latency of the light endpoint
 * @param counts what became of the neighbour's requests
 * @param machine what the machine did meanwhile
 * @param failed how many requests of both failed or were not answered
 * @param reason why one of them failed, empty if none did
 */
record BesideRun(String candidate, @Nullable Neighbour neighbour, LatencyRecorder latency, NeighbourLoad.Counts counts,
		MachineTimes machine, long failed, String reason) {

	private static final int PATIENCE_SECONDS = 10;

	/**
	 * What is asked for, how often and for how long.
	 *
	 * @param light the endpoint that is measured
	 * @param rate its requests a second
	 * @param connections that take turns with them
	 * @param parts of each run, from its first second to its last
	 */
	record Plan(Endpoint light, int rate, int connections, List<Part> parts) {

		int seconds() {
			return this.parts.get(this.parts.size() - 1).to();
		}

	}

	static BesideRun measure(RunningServer server, Plan plan, @Nullable Neighbour neighbour)
			throws IOException, InterruptedException {
		RampThenConstant schedule = new RampThenConstant(plan.rate(), 0, plan.seconds());
		LatencyRecorder recorder = new LatencyRecorder(schedule);
		ScheduledClient client = new ScheduledClient(server.port(), plan.light(), plan.connections(), PATIENCE_SECONDS)
			.inTurn();
		MachineTimes before = MachineTimes.now();
		NeighbourLoad load = (neighbour != null) ? NeighbourLoad.begin(neighbour, server.port(), plan.seconds()) : null;
		long unanswered = client.run(schedule, recorder);
		NeighbourLoad.Counts counts = (load != null) ? load.end() : new NeighbourLoad.Counts();
		MachineTimes machine = MachineTimes.now().since(before);
		long failed = recorder.failures().values().stream().mapToLong(Integer::longValue).sum();
		return new BesideRun(server.name(), neighbour, recorder, counts, machine, failed + unanswered + counts.failed(),
				reason(recorder, unanswered, counts));
	}

	private static String reason(LatencyRecorder recorder, long unanswered, NeighbourLoad.Counts counts) {
		if (!recorder.failures().isEmpty()) {
			return recorder.failures().keySet().iterator().next();
		}
		String reason = counts.reason();
		if (reason != null) {
			return reason;
		}
		return (unanswered > 0) ? "unanswered" : "";
	}

	/** The latencies of a part, in microseconds. */
	Histogram latency(Part part) {
		return this.latency.latency(part.from(), part.to());
	}

	/** A percentile in milliseconds, not a number if there was no answer. */
	static double millis(Histogram latency, double percentile) {
		return (latency.getTotalCount() == 0) ? Double.NaN : latency.getValueAtPercentile(percentile) / 1e3;
	}

	/**
	 * How long a neighbour's connection waited for an answer on average: not a number if
	 * there was none.
	 */
	double neighbourMillis(int seconds) {
		Neighbour asking = this.neighbour;
		return (asking == null || this.counts.answered() == 0) ? Double.NaN
				: seconds * 1e3 * asking.connections() / this.counts.answered();
	}

	String neighbourLabel() {
		return (this.neighbour != null) ? this.neighbour.label() : "alone";
	}

	/** One line for the person who waits. */
	String toLine(Plan plan) {
		StringBuilder line = new StringBuilder(
				String.format(Locale.ROOT, "%-18s %-10s", this.candidate, neighbourLabel()));
		for (Part part : plan.parts()) {
			line.append(String.format(Locale.ROOT, "  %s s p99 %8.2f ms", part, millis(latency(part), 99)));
		}
		if (this.neighbour != null) {
			line.append(String.format(Locale.ROOT, "  %d neighbour's answers", this.counts.answered()));
		}
		if (this.failed > 0) {
			line.append("  FAILED: ").append(this.failed).append(" (").append(this.reason).append(')');
		}
		return line.toString();
	}

}
