package io.mvcbridge.benchmarks.wrk;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.mvcbridge.benchmarks.BenchmarkException;
import io.mvcbridge.benchmarks.load.Endpoint;
import org.jspecify.annotations.Nullable;

/**
 * What {@code wrk.lua} prints at the end of a run. Times are microseconds.
 *
 * @param requests answered
 * @param micros how long it took
 * @param bytes of all responses, heads included
 * @param p50 latency of the median request
 * @param p99 latency that one in a hundred exceeds
 * @param max the longest latency
 * @param socketErrors failed connects, reads and writes
 * @param badStatus answers with 400 and above
 * @param timeouts requests not answered in time
 */
public record WrkResult(long requests, long micros, long bytes, long p50, long p99, long max, long socketErrors,
		long badStatus, long timeouts) {

	private static final Pattern LINE = Pattern
		.compile("RESULT requests=(\\d+) micros=(\\d+) bytes=(\\d+) p50=(\\d+) p99=(\\d+) max=(\\d+)"
				+ " connect=(\\d+) read=(\\d+) write=(\\d+) status=(\\d+) timeout=(\\d+)");

	/**
	 * Finds the line in all that wrk printed.
	 * @throws BenchmarkException if it is not there
	 */
	public static WrkResult parse(String output) {
		Matcher line = LINE.matcher(output);
		if (!line.find()) {
			throw new BenchmarkException("wrk printed no result but:\n" + output);
		}
		return new WrkResult(number(line, 1), number(line, 2), number(line, 3), number(line, 4), number(line, 5),
				number(line, 6), number(line, 7) + number(line, 8) + number(line, 9), number(line, 10),
				number(line, 11));
	}

	public double requestsPerSecond() {
		return this.requests * 1e6 / this.micros;
	}

	/**
	 * Why these figures are worth nothing, or {@code null} if they count: errors, or
	 * answers too short to be the right ones, such as redirects, which wrk takes for
	 * success.
	 */
	public @Nullable String failure(Endpoint endpoint) {
		if (this.requests == 0) {
			return "nothing was answered";
		}
		if (this.socketErrors + this.badStatus + this.timeouts > 0) {
			return this.badStatus + " answers with a status of 400 or above, " + this.socketErrors + " socket errors, "
					+ this.timeouts + " timeouts";
		}
		if (this.bytes / this.requests < endpoint.leastLength()) {
			return "answers of " + this.bytes / this.requests + " bytes on average, head included, where the body has "
					+ endpoint.leastLength();
		}
		return null;
	}

	private static long number(Matcher line, int group) {
		return Long.parseLong(line.group(group));
	}

}
