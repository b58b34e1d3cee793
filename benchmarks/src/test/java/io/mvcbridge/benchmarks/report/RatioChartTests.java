package io.mvcbridge.benchmarks.report;

import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the bars of a comparison show.
 */
class RatioChartTests {

	@Test
	void theScaleReachesTheLongestWhiskerButNotBeyondTwo() {
		assertThat(chart(Spread.of(0.5, 1.4)).scale()).isEqualTo(1.4);
		assertThat(chart(Spread.of(0.5, 7)).scale()).isEqualTo(2);
		assertThat(chart(Spread.of(0.3)).scale()).isEqualTo(1.1);
	}

	@Test
	void aBarIsAsLongAsItsMedianAndItsWhiskerGoesFromLeastToGreatest() {
		String svg = chart(Spread.of(0.5, 1, 2)).toSvg();
		assertThat(svg).contains("<rect class=\"ours\" x=\"130.0\" y=\"87.0\" width=\"115.0\"")
			.contains("<line class=\"whisker\" x1=\"187.5\" y1=\"93.5\" x2=\"360.0\" y2=\"93.5\"/>")
			.contains(">1.00 [0.50-2.00]</text>");
	}

	@Test
	void aCandidateWithoutFiguresIsNamedAsFailed() {
		assertThat(chart(Spread.of()).toSvg()).contains(">failed</text>").doesNotContain("<rect");
	}

	private static RatioChart chart(Spread ratio) {
		return new RatioChart("Title", "Subtitle",
				List.of(new RatioChart.Panel("json", List.of(new RatioChart.Bar("bridge", ratio, true)))));
	}

}
