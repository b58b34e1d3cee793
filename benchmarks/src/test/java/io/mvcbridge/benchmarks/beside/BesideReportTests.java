package io.mvcbridge.benchmarks.beside;

import java.nio.file.Path;
import java.util.List;

import io.mvcbridge.benchmarks.load.Endpoint;
import io.mvcbridge.benchmarks.load.LatencyRecorder;
import io.mvcbridge.benchmarks.load.RampThenConstant;
import io.mvcbridge.benchmarks.process.MachineTimes;
import io.mvcbridge.benchmarks.report.MachineFacts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jspecify.annotations.Nullable;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a reader gets.
 */
class BesideReportTests {

	private static final long SECOND = 1_000_000_000L;

	private final BesideRun.Plan plan = new BesideRun.Plan(Endpoint.PLAINTEXT, 500, 100, Part.cut(List.of(2, 10), 12));

	@Test
	void eachNeighbourHasItsTablesAndItsChart(@TempDir Path folder) throws Exception {
		BesideReport report = new BesideReport(new MachineFacts(), this.plan,
				List.of(run("bridge-virtual", null, 0), run("bridge-virtual", new Neighbour(Endpoint.COMPUTE, 1), 0)));
		assertThat(report.write(folder, "beside")).contains("\n## Alone\n",
				"\n## Beside compute (200 ms of CPU) on 1 connection\n", "| bridge-virtual | 0-2 | 1.00 |",
				"| bridge-virtual | 2-10 | 3.00 |", "| bridge-virtual | 10-12 | – | – | – | – | 0 |",
				"| bridge-virtual | 1 | 12,000 | 0.25 | 25.0 % | 5.0 % | 0 |", "(beside-compute-1.svg)");
		assertThat(folder).isDirectoryContaining("glob:**/beside.md")
			.isDirectoryContaining("glob:**/beside-alone.svg")
			.isDirectoryContaining("glob:**/beside-compute-1.svg");
	}

	@Test
	void failuresAreTold(@TempDir Path folder) throws Exception {
		BesideReport report = new BesideReport(new MachineFacts(), this.plan, List.of(run("tomcat-platform", null, 7)));
		assertThat(report.write(folder, "beside")).contains("| 7: status 503 |");
	}

	private BesideRun run(String candidate, @Nullable Neighbour neighbour, int failed) {
		LatencyRecorder recorder = new LatencyRecorder(new RampThenConstant(500, 0, 12));
		recorder.sent(0, 250_000);
		recorder.answered(0, 0, 1_000_000);
		recorder.answered(1_500, 3 * SECOND, 3 * SECOND + 3_000_000);
		NeighbourLoad.Counts counts = new NeighbourLoad.Counts();
		if (neighbour != null) {
			counts.answered(0, 0, SECOND);
		}
		return new BesideRun(candidate, neighbour, recorder, counts, new MachineTimes(100, 25, 5), failed,
				(failed > 0) ? "status 503" : "");
	}

}
