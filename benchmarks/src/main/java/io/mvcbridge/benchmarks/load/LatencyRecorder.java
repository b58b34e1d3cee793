package io.mvcbridge.benchmarks.load;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

import org.HdrHistogram.Histogram;

/**
 * Keeps latencies, counted from when each request was due: those of the constant part in
 * one histogram, and a histogram for each second of the whole run. Microseconds. Used by
 * one thread.
 */
public final class LatencyRecorder implements Recorder {

	private static final int DIGITS = 3;

	private final long firstConstant;

	private final Histogram latency = new Histogram(DIGITS);

	private final Histogram lateness = new Histogram(DIGITS);

	private final List<Histogram> seconds = new ArrayList<>();

	private final Map<String, Integer> failures = new TreeMap<>();

	private long lastAnswer;

	public LatencyRecorder(RampThenConstant schedule) {
		this.firstConstant = schedule.rampCount();
	}

	@Override
	public void sent(long due, long sent) {
		this.lateness.recordValue(micros(sent - due));
	}

	@Override
	public void answered(long index, long due, long answered) {
		long micros = micros(answered - due);
		int second = (int) TimeUnit.NANOSECONDS.toSeconds(due);
		while (this.seconds.size() <= second) {
			this.seconds.add(new Histogram(DIGITS));
		}
		this.seconds.get(second).recordValue(micros);
		if (index >= this.firstConstant) {
			this.latency.recordValue(micros);
			this.lastAnswer = Math.max(this.lastAnswer, answered);
		}
	}

	@Override
	public void failed(long index, long due, String why) {
		this.failures.merge(why, 1, Integer::sum);
	}

	/** Latencies of the constant part. */
	public Histogram latency() {
		return this.latency;
	}

	/** Latencies of the requests that were due from one second on and before another. */
	public Histogram latency(int fromSecond, int toSecond) {
		Histogram sum = new Histogram(DIGITS);
		for (int second = fromSecond; second < Math.min(toSecond, this.seconds.size()); second++) {
			sum.add(this.seconds.get(second));
		}
		return sum;
	}

	/** How late requests were sent for which there was a connection. */
	public Histogram lateness() {
		return this.lateness;
	}

	/** How many requests failed, by reason. */
	public Map<String, Integer> failures() {
		return this.failures;
	}

	/** When the last request of the constant part was answered, from the beginning. */
	public long lastAnswerNanos() {
		return this.lastAnswer;
	}

	/** A percentile of the requests that were due in each second, in milliseconds. */
	public List<Double> eachSecond(double percentile) {
		return this.seconds.stream()
			.map((second) -> (second.getTotalCount() == 0) ? Double.NaN : second.getValueAtPercentile(percentile) / 1e3)
			.toList();
	}

	private static long micros(long nanos) {
		return Math.max(TimeUnit.NANOSECONDS.toMicros(nanos), 0);
	}

}
