package io.mvcbridge.benchmarks.profiles;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Locale;

import com.sun.management.OperatingSystemMXBean;
import io.mvcbridge.benchmarks.load.Endpoint;
import io.mvcbridge.benchmarks.load.LatencyRecorder;
import io.mvcbridge.benchmarks.load.RampThenConstant;
import io.mvcbridge.benchmarks.load.ScheduledClient;
import io.mvcbridge.benchmarks.process.ProcessWatch;
import io.mvcbridge.benchmarks.process.Timeline;
import io.mvcbridge.benchmarks.process.Usage;
import io.mvcbridge.benchmarks.server.RunningServer;

/**
 * One schedule on one server, and what came of it.
 *
 * @param candidate who answered
 * @param schedule when requests were due
 * @param recorder latencies
 * @param unanswered requests with neither answer nor error
 * @param verdict whether the schedule was met
 * @param usage what the server used, the ramp included
 * @param timeline CPU and memory of the server each second
 * @param generatorCores how many cores the generator kept busy
 */
record ProfileRun(String candidate, RampThenConstant schedule, LatencyRecorder recorder, long unanswered,
		Verdict verdict, Usage usage, List<Timeline.Point> timeline, double generatorCores) {

	private static final int PATIENCE_SECONDS = 10;

	static ProfileRun measure(RunningServer server, Endpoint endpoint, RampThenConstant schedule, int connections)
			throws IOException, InterruptedException {
		// Also waits until the server is done with what a rate that was too high left
		// behind.
		server.verify(endpoint);
		LatencyRecorder recorder = new LatencyRecorder(schedule);
		ScheduledClient client = new ScheduledClient(server.port(), endpoint, connections, PATIENCE_SECONDS);
		OperatingSystemMXBean own = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
		Timeline timeline = new Timeline(server.pid());
		ProcessWatch watch = new ProcessWatch(server.pid());
		long cpu = own.getProcessCpuTime();
		long begin = System.nanoTime();
		long unanswered = client.run(schedule, recorder);
		double cores = (double) (own.getProcessCpuTime() - cpu) / (System.nanoTime() - begin);
		Usage usage = watch.end();
		return new ProfileRun(server.name(), schedule, recorder, unanswered, Verdict.of(schedule, recorder, unanswered),
				usage, timeline.end(), cores);
	}

	int rate() {
		return this.schedule.rate();
	}

	/** A percentile of latency in milliseconds, in the constant part. */
	double latencyMillis(double percentile) {
		return this.recorder.latency().getValueAtPercentile(percentile) / 1e3;
	}

	double cpuMicrosPerRequest() {
		return (double) this.usage.cpuMicros() / (this.schedule.count() - this.unanswered);
	}

	double greatestResidentMegabytes() {
		return this.timeline.stream().mapToDouble(Timeline.Point::residentMegabytes).max().orElse(Double.NaN);
	}

	/** One line for the person who waits. */
	String toLine() {
		return String.format(Locale.ROOT, "%-18s %6d/s  p50 %8.2f ms  p99 %8.2f ms  %8.1f µs CPU/request  %s",
				this.candidate, rate(), latencyMillis(50), latencyMillis(99), cpuMicrosPerRequest(),
				this.verdict.met() ? "met" : "NOT MET: " + this.verdict.reason());
	}

}
