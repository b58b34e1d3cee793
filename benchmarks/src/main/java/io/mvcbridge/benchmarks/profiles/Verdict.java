package io.mvcbridge.benchmarks.profiles;

import java.util.Map;
import java.util.concurrent.TimeUnit;

import io.mvcbridge.benchmarks.load.LatencyRecorder;
import io.mvcbridge.benchmarks.load.RampThenConstant;

/**
 * Whether a schedule was met, and if not, whose fault that is.
 *
 * @param met whether the figures are those of the rate that was asked for
 * @param reason in a few words; empty if it was met
 */
record Verdict(boolean met, String reason) {

	/**
	 * A generator that sends half of its requests later than this does not keep its
	 * schedule. Not a higher percentile: on a disturbed machine single requests are late
	 * at any rate.
	 */
	static final long GREATEST_LATENESS_MICROS = 5_000;

	/** How long after its end the constant part may still be answered. */
	static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(1);

	/**
	 * Judges a run.
	 * @param unanswered how many requests got neither an answer nor an error
	 */
	static Verdict of(RampThenConstant schedule, LatencyRecorder recorder, long unanswered) {
		Map<String, Integer> failures = recorder.failures();
		if (!failures.isEmpty()) {
			int count = failures.values().stream().mapToInt(Integer::intValue).sum();
			return new Verdict(false, count + " failed (" + failures.keySet().iterator().next() + ")");
		}
		if (unanswered > 0) {
			return new Verdict(false, "server too slow: " + unanswered + " unanswered");
		}
		long lateness = recorder.lateness().getValueAtPercentile(50);
		if (lateness > GREATEST_LATENESS_MICROS) {
			return new Verdict(false,
					"generator too slow: half of the requests were sent " + lateness / 1_000 + " ms late or more");
		}
		long end = TimeUnit.SECONDS.toNanos(schedule.rampSeconds() + (long) schedule.constantSeconds());
		long overtime = recorder.lastAnswerNanos() - end;
		if (overtime > GRACE_NANOS) {
			return new Verdict(false, "server too slow: last answer " + overtime / 1_000_000 + " ms after the end");
		}
		return new Verdict(true, "");
	}

}
