package io.mvcbridge.benchmarks.report;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How numbers are written.
 */
class FiguresTests {

	@Test
	void figuresKeepAboutThreeDigits() {
		assertThat(Figures.shortly(0.6049)).isEqualTo("0.60");
		assertThat(Figures.shortly(18.149)).isEqualTo("18.1");
		assertThat(Figures.shortly(153847.4)).isEqualTo("153,847");
		assertThat(Figures.shortly(0)).isEqualTo("0");
	}

	@Test
	void whatIsNoNumberIsADash() {
		assertThat(Figures.shortly(1.0 / 0)).isEqualTo("–");
	}

	@Test
	void sharesAreWrittenAsPercent() {
		assertThat(Figures.percent(0.0312)).isEqualTo("3.1 %");
	}

}
