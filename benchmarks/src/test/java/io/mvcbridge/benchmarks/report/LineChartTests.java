package io.mvcbridge.benchmarks.report;

import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the lines over time show.
 */
class LineChartTests {

	@Test
	void theAxisEndsAtARoundNumber() {
		assertThat(LineChart.roundedUp(0.93)).isEqualTo(1);
		assertThat(LineChart.roundedUp(1.2)).isEqualTo(2);
		assertThat(LineChart.roundedUp(340)).isEqualTo(400);
		assertThat(LineChart.roundedUp(90)).isEqualTo(100);
		assertThat(LineChart.roundedUp(0)).isEqualTo(1);
	}

	@Test
	void aNameHasOneColourInAllPanels() {
		LineChart.Line first = new LineChart.Line("a", List.of(1.0, 2.0));
		LineChart.Line second = new LineChart.Line("b", List.of(2.0, 1.0));
		String svg = new LineChart("Title", "Subtitle",
				List.of(new LineChart.Panel("x", List.of(first, second)), new LineChart.Panel("y", List.of(second))))
			.toSvg();
		assertThat(svg.split("<path class=\"line c1\"", -1)).hasSize(3);
		assertThat(svg).contains("<path class=\"line c0\" d=\"M70.0 163.0L770.0 88.0\"/>");
	}

}
