package io.mvcbridge.benchmarks.beside;

import java.util.List;

import io.mvcbridge.benchmarks.load.Endpoint;
import io.mvcbridge.benchmarks.load.LatencyRecorder;
import io.mvcbridge.benchmarks.load.RampThenConstant;
import io.mvcbridge.benchmarks.process.MachineTimes;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a run tells.
 */
class BesideRunTests {

	private static final long SECOND = 1_000_000_000L;

	private final LatencyRecorder recorder = new LatencyRecorder(new RampThenConstant(10, 0, 12));

	private final NeighbourLoad.Counts counts = new NeighbourLoad.Counts();

	private final BesideRun run = new BesideRun("tomcat", new Neighbour(Endpoint.FILE, 2), this.recorder, this.counts,
			new MachineTimes(100, 50, 0), 0, "");

	@Test
	void aRequestBelongsToThePartInWhichItWasDue() {
		this.recorder.answered(19, 2 * SECOND - 1, 3 * SECOND);
		this.recorder.answered(20, 2 * SECOND, 2 * SECOND + 1_000_000);
		assertThat(BesideRun.millis(this.run.latency(new Part(0, 2)), 100)).isBetween(1_000.0, 1_001.0);
		assertThat(BesideRun.millis(this.run.latency(new Part(2, 12)), 100)).isEqualTo(1.0);
	}

	@Test
	void aPartWithoutAnswersHasNoPercentile() {
		assertThat(BesideRun.millis(new Histogram(3), 99)).isNaN();
	}

	@Test
	void aNeighboursConnectionsShareItsAnswers() {
		this.counts.answered(0, 0, SECOND);
		this.counts.answered(1, 0, SECOND);
		this.counts.answered(2, 0, 2 * SECOND);
		this.counts.answered(3, 0, 2 * SECOND);
		assertThat(this.run.neighbourMillis(2)).isEqualTo(1_000);
	}

	@Test
	void aNeighbourWithoutAnswersHasNoAverage() {
		assertThat(this.run.neighbourMillis(2)).isNaN();
	}

	@Test
	void theFirstFailureOfANeighbourIsTold() {
		this.counts.failed(0, 0, "status 503");
		this.counts.failed(1, 0, "closed by the server");
		assertThat(this.counts.failed()).isEqualTo(2);
		assertThat(this.counts.reason()).isEqualTo("status 503");
	}

	@Test
	void aLineTellsEachPart() {
		this.recorder.answered(0, SECOND, SECOND + 2_000_000);
		this.counts.answered(0, 0, SECOND);
		BesideRun.Plan plan = new BesideRun.Plan(Endpoint.PLAINTEXT, 10, 1, List.of(new Part(0, 2), new Part(2, 4)));
		assertThat(this.run.toLine(plan)).isEqualTo(
				"tomcat             file-2      0-2 s p99     2.00 ms  2-4 s p99      NaN ms  1 neighbour's answers");
	}

}
