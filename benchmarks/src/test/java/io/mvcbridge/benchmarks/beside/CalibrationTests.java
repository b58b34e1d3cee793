package io.mvcbridge.benchmarks.beside;

import io.mvcbridge.benchmarks.application.Computation;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How much work fills a time.
 */
class CalibrationTests {

	@Test
	void roundsGrowWithTheTime() {
		// 1000 rounds in 0.5 ms: 2000 in a millisecond.
		assertThat(Calibration.rounds(200, 1_000, 500_000)).isEqualTo(400_000);
	}

	@Test
	void thereIsAlwaysSomeWork() {
		assertThat(Calibration.rounds(1, 1, 10_000_000_000L)).isEqualTo(1);
	}

	@Test
	void eachRoundGoesOnFromTheOneBefore() {
		assertThat(Computation.run(0)).isEqualTo(88_172_645_463_325_252L);
		// The first number of Marsaglia's generator with the shifts 13, 7 and 17.
		assertThat(Computation.run(1)).isEqualTo(8_748_534_153_485_358_512L);
	}

}
