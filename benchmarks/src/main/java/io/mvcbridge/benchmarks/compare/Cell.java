package io.mvcbridge.benchmarks.compare;

import java.util.List;
import java.util.Locale;

import io.mvcbridge.benchmarks.load.Endpoint;
import io.mvcbridge.benchmarks.process.MachineTimes;
import io.mvcbridge.benchmarks.process.Usage;
import io.mvcbridge.benchmarks.wrk.WrkResult;
import org.jspecify.annotations.Nullable;

/**
 * One measurement: one endpoint of one candidate in one round.
 *
 * @param launch which start of the servers, from 1
 * @param round which round of that launch, from 1
 * @param kept whether it counts: the first rounds may be for warming up
 * @param endpoint what was asked for
 * @param candidate who answered
 * @param wrk what the load generator saw
 * @param usage what the server's process used
 * @param allocatedBytes what its JVM allocated
 * @param machine what the machine did meanwhile
 * @param failure why it does not count, or {@code null}
 */
record Cell(int launch, int round, boolean kept, Endpoint endpoint, String candidate, WrkResult wrk, Usage usage,
		long allocatedBytes, MachineTimes machine, @Nullable String failure) {

	static final List<String> NAMES = List.of("launch", "round", "kept", "endpoint", "candidate", "requests", "micros",
			"cpu_micros", "gc_micros", "jit_micros", "switches", "allocated_bytes", "p50_micros", "p99_micros",
			"max_micros", "stolen_share", "idle_share", "failure");

	boolean counts() {
		return this.kept && this.failure == null;
	}

	List<?> values() {
		return List.of(this.launch, this.round, this.kept, this.endpoint.label(), this.candidate, this.wrk.requests(),
				this.wrk.micros(), this.usage.cpuMicros(), this.usage.gcMicros(), this.usage.jitMicros(),
				this.usage.switches(), this.allocatedBytes, this.wrk.p50(), this.wrk.p99(), this.wrk.max(),
				String.format(Locale.ROOT, "%.4f", this.machine.stolenShare()),
				String.format(Locale.ROOT, "%.4f", this.machine.idleShare()),
				(this.failure != null) ? this.failure : "");
	}

	/** One line for the person who waits. */
	String toLine() {
		String where = String.format(Locale.ROOT, "launch %d round %d%s %-9s %-18s", this.launch, this.round,
				this.kept ? "" : " (not kept)", this.endpoint.label(), this.candidate);
		if (this.failure != null) {
			return where + " FAILED: " + this.failure;
		}
		return where + String.format(Locale.ROOT, " %8.1f µs CPU/request %9.0f requests/s  p99 %8.2f ms  %9.0f B",
				Metric.CPU.of(this), Metric.THROUGHPUT.of(this), Metric.P99.of(this), Metric.ALLOCATION.of(this));
	}

}
