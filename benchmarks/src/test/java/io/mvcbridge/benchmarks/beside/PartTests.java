package io.mvcbridge.benchmarks.beside;

import java.util.List;

import io.mvcbridge.benchmarks.BenchmarkException;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * How runs are cut.
 */
class PartTests {

	@Test
	void thePartsCoverTheWholeRun() {
		assertThat(Part.cut(List.of(2, 10), 12)).containsExactly(new Part(0, 2), new Part(2, 10), new Part(10, 12));
	}

	@Test
	void aRunWithoutCutsIsOnePart() {
		assertThat(Part.cut(List.of(), 12)).containsExactly(new Part(0, 12));
	}

	@Test
	void cutsRiseAndLieWithinTheRun() {
		assertRefused(List.of(2, 2));
		assertRefused(List.of(0));
		assertRefused(List.of(2, 12));
	}

	private static void assertRefused(List<Integer> cuts) {
		assertThatExceptionOfType(BenchmarkException.class).isThrownBy(() -> Part.cut(cuts, 12))
			.withMessage("The cuts of a run must rise and lie within its 12 s, not " + cuts
					+ " (options --cuts, --duration)");
	}

}
