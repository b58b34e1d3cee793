package io.mvcbridge.benchmarks.compare;

import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * In which order servers are measured.
 */
class RoundsTests {

	@Test
	void theOrderTurnsAroundFromRoundToRound() {
		assertThat(Rounds.turned(List.of("a", "b", "c"), 1)).containsExactly("a", "b", "c");
		assertThat(Rounds.turned(List.of("a", "b", "c"), 2)).containsExactly("c", "b", "a");
	}

}
