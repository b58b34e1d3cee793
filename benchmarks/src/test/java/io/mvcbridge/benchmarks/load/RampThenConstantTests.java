package io.mvcbridge.benchmarks.load;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * When requests are due.
 */
class RampThenConstantTests {

	@Test
	void theRampGrowsEvenly() {
		RampThenConstant schedule = new RampThenConstant(100, 10, 30);
		assertThat(schedule.rampCount()).isEqualTo(500);
		// After half of the ramp the rate is 50 a second and a quarter of its requests
		// are due.
		assertThat(schedule.dueNanos(125)).isEqualTo(5_000_000_000L);
		assertThat(schedule.dueNanos(0)).isZero();
	}

	@Test
	void thenTheRateIsKept() {
		RampThenConstant schedule = new RampThenConstant(100, 10, 30);
		assertThat(schedule.count()).isEqualTo(3_500);
		assertThat(schedule.dueNanos(500)).isEqualTo(10_000_000_000L);
		assertThat(schedule.dueNanos(501)).isEqualTo(10_010_000_000L);
		assertThat(schedule.dueNanos(3_499)).isEqualTo(39_990_000_000L);
	}

	@Test
	void thereMayBeNoRamp() {
		RampThenConstant schedule = new RampThenConstant(10, 0, 1);
		assertThat(schedule.count()).isEqualTo(10);
		assertThat(schedule.dueNanos(3)).isEqualTo(300_000_000L);
	}

	@Test
	void noRequestIsDueBeforeTheOneBeforeIt() {
		RampThenConstant schedule = new RampThenConstant(997, 3, 2);
		for (long i = 1; i < schedule.count(); i++) {
			assertThat(schedule.dueNanos(i)).isGreaterThanOrEqualTo(schedule.dueNanos(i - 1));
		}
	}

}
