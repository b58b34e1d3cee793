package io.mvcbridge.benchmarks.load;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Which latencies are kept.
 */
class LatencyRecorderTests {

	private static final long SECOND = 1_000_000_000L;

	private final LatencyRecorder recorder = new LatencyRecorder(new RampThenConstant(10, 2, 2));

	@Test
	void latencyCountsFromWhenARequestWasDue() {
		this.recorder.answered(10, 2 * SECOND, 2 * SECOND + 1_500_000);
		assertThat(this.recorder.latency().getMaxValue()).isEqualTo(1_500);
	}

	@Test
	void theRampIsChartedButNotPartOfTheResult() {
		this.recorder.answered(9, SECOND, SECOND + 4_000_000);
		this.recorder.answered(10, 2 * SECOND, 2 * SECOND + 1_000_000);
		assertThat(this.recorder.latency().getTotalCount()).isEqualTo(1);
		assertThat(this.recorder.eachSecond(99)).satisfiesExactly((none) -> assertThat(none).isNaN(),
				(ramp) -> assertThat(ramp).isBetween(3.99, 4.01),
				(constant) -> assertThat(constant).isBetween(0.99, 1.01));
	}

	@Test
	void latenessIsWhatTheGeneratorAddedItself() {
		this.recorder.sent(SECOND, SECOND + 250_000);
		assertThat(this.recorder.lateness().getMaxValue()).isEqualTo(250);
	}

}
