package io.mvcbridge.benchmarks.compare;

import java.util.function.ToDoubleFunction;

/**
 * A figure of a cell.
 */
enum Metric {

	/**
	 * CPU time of the server a request, in microseconds, threads that compile left out.
	 */
	CPU((cell) -> perRequest(cell, cell.usage().cpuMicros())),

	/** The part of it that collected garbage. */
	GC((cell) -> perRequest(cell, cell.usage().gcMicros())),

	/** Answered requests a second. */
	THROUGHPUT((cell) -> cell.wrk().requestsPerSecond()),

	/** Latency of the median request in milliseconds. */
	P50((cell) -> cell.wrk().p50() / 1e3),

	/** Latency in milliseconds that one request in a hundred exceeds. */
	P99((cell) -> cell.wrk().p99() / 1e3),

	/** Bytes allocated a request. */
	ALLOCATION((cell) -> perRequest(cell, cell.allocatedBytes())),

	/** Context switches a request. */
	SWITCHES((cell) -> perRequest(cell, cell.usage().switches()));

	private final ToDoubleFunction<Cell> figure;

	Metric(ToDoubleFunction<Cell> figure) {
		this.figure = figure;
	}

	double of(Cell cell) {
		return this.figure.applyAsDouble(cell);
	}

	private static double perRequest(Cell cell, long amount) {
		return (double) amount / cell.wrk().requests();
	}

}
