package io.mvcbridge.benchmarks.report;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How repeated measurements are summed up.
 */
class SpreadTests {

	@Test
	void theMedianOfAnOddNumberIsTheMiddleOne() {
		assertThat(Spread.of(0.9, 0.5, 0.7)).isEqualTo(new Spread(0.7, 0.5, 0.9, 3));
	}

	@Test
	void theMedianOfAnEvenNumberIsTheMeanOfTheMiddleTwo() {
		assertThat(Spread.of(4, 1, 3, 2)).isEqualTo(new Spread(2.5, 1, 4, 4));
	}

	@Test
	void aRatioIsWrittenWithItsRange() {
		assertThat(Spread.of(0.712, 0.649, 0.8).asRatio()).isEqualTo("0.71 [0.65-0.80]");
	}

	@Test
	void nothingMeasuredIsADash() {
		assertThat(Spread.of().asRatio()).isEqualTo("–");
		assertThat(Spread.of().medianShortly()).isEqualTo("–");
	}

}
