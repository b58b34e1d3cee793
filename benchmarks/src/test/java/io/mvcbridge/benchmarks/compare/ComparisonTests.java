package io.mvcbridge.benchmarks.compare;

import io.mvcbridge.benchmarks.load.Endpoint;
import io.mvcbridge.benchmarks.process.MachineTimes;
import io.mvcbridge.benchmarks.process.Usage;
import io.mvcbridge.benchmarks.report.Spread;
import io.mvcbridge.benchmarks.wrk.WrkResult;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How cells become ratios.
 */
class ComparisonTests {

	private final Comparison comparison = new Comparison("tomcat");

	@Test
	void aRatioIsAgainstTheBaselineOfTheSameRound() {
		// Both twice as slow in the second round: the ratio is the same.
		add(1, 1, true, "tomcat", 100, null);
		add(1, 1, true, "bridge", 70, null);
		add(1, 2, true, "tomcat", 200, null);
		add(1, 2, true, "bridge", 140, null);
		assertThat(cpuRatio("bridge")).isEqualTo(new Spread(0.7, 0.7, 0.7, 2));
	}

	@Test
	void roundsOfDifferentLaunchesAreNotMixed() {
		add(1, 1, true, "tomcat", 100, null);
		add(2, 1, true, "tomcat", 50, null);
		add(2, 1, true, "bridge", 40, null);
		assertThat(cpuRatio("bridge")).isEqualTo(new Spread(0.8, 0.8, 0.8, 1));
	}

	@Test
	void roundsForWarmingUpDoNotCount() {
		add(1, 1, false, "tomcat", 500, null);
		add(1, 1, false, "bridge", 100, null);
		add(1, 2, true, "tomcat", 100, null);
		add(1, 2, true, "bridge", 90, null);
		assertThat(cpuRatio("bridge")).isEqualTo(new Spread(0.9, 0.9, 0.9, 1));
		assertThat(this.comparison.absolute(Endpoint.JSON, "tomcat", Metric.CPU).median()).isEqualTo(100);
	}

	@Test
	void aFailedCellCountsNeitherAsFigureNorAsBaseline() {
		add(1, 1, true, "tomcat", 100, "3 timeouts");
		add(1, 1, true, "bridge", 90, null);
		assertThat(cpuRatio("bridge").count()).isZero();
		assertThat(this.comparison.absolute(Endpoint.JSON, "tomcat", Metric.CPU).count()).isZero();
		assertThat(this.comparison.failures()).hasSize(1);
	}

	@Test
	void figuresAreOfOneRequest() {
		add(1, 1, true, "tomcat", 100, null);
		assertThat(this.comparison.absolute(Endpoint.JSON, "tomcat", Metric.CPU).median()).isEqualTo(100);
		assertThat(this.comparison.absolute(Endpoint.JSON, "tomcat", Metric.GC).median()).isEqualTo(2);
		assertThat(this.comparison.absolute(Endpoint.JSON, "tomcat", Metric.ALLOCATION).median()).isEqualTo(7_000);
		assertThat(this.comparison.absolute(Endpoint.JSON, "tomcat", Metric.SWITCHES).median()).isEqualTo(0.5);
		assertThat(this.comparison.absolute(Endpoint.JSON, "tomcat", Metric.THROUGHPUT).median()).isEqualTo(500);
		assertThat(this.comparison.absolute(Endpoint.JSON, "tomcat", Metric.P99).median()).isEqualTo(12.5);
	}

	private Spread cpuRatio(String candidate) {
		return this.comparison.ratio(Endpoint.JSON, candidate, Metric.CPU);
	}

	private void add(int launch, int round, boolean kept, String candidate, long cpuMicros, @Nullable String failure) {
		WrkResult wrk = new WrkResult(1_000, 2_000_000, 150_000, 1_500, 12_500, 20_000, 0, 0, 0);
		Usage usage = new Usage(cpuMicros * 1_000, 5_000, 2_000, 500);
		this.comparison.add(new Cell(launch, round, kept, Endpoint.JSON, candidate, wrk, usage, 7_000_000,
				new MachineTimes(100, 10, 1), failure));
	}

}
