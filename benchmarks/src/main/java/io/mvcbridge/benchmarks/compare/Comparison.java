package io.mvcbridge.benchmarks.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import io.mvcbridge.benchmarks.load.Endpoint;
import io.mvcbridge.benchmarks.report.Spread;

/**
 * All cells of a run, and what they say about candidates against a baseline. Not
 * thread-safe.
 */
final class Comparison {

	private final List<Cell> cells = new ArrayList<>();

	private final String baseline;

	Comparison(String baseline) {
		this.baseline = baseline;
	}

	String baseline() {
		return this.baseline;
	}

	void add(Cell cell) {
		this.cells.add(cell);
	}

	List<Cell> failures() {
		return this.cells.stream().filter((cell) -> cell.failure() != null).toList();
	}

	/** Whether any cell of an endpoint was measured at all. */
	boolean has(Endpoint endpoint) {
		return this.cells.stream().anyMatch((cell) -> cell.endpoint() == endpoint);
	}

	/** A figure over all kept rounds. */
	Spread absolute(Endpoint endpoint, String candidate, Metric metric) {
		return Spread.of(kept(endpoint, candidate).map(metric::of).toList());
	}

	/**
	 * A figure against the baseline's of the same round, over all kept rounds in which
	 * both were measured: what disturbs a whole round disturbs both, and cancels out.
	 */
	Spread ratio(Endpoint endpoint, String candidate, Metric metric) {
		List<Double> ratios = new ArrayList<>();
		for (Cell cell : kept(endpoint, candidate).toList()) {
			kept(endpoint, this.baseline)
				.filter((other) -> other.launch() == cell.launch() && other.round() == cell.round())
				.forEach((other) -> ratios.add(metric.of(cell) / metric.of(other)));
		}
		return Spread.of(ratios);
	}

	/** What the host took from the machine while cells were measured. */
	Spread stolenShare() {
		return Spread.of(this.cells.stream().map((cell) -> cell.machine().stolenShare()).toList());
	}

	private Stream<Cell> kept(Endpoint endpoint, String candidate) {
		return this.cells.stream()
			.filter((cell) -> cell.counts() && cell.endpoint() == endpoint && cell.candidate().equals(candidate));
	}

}
