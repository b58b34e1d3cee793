package io.mvcbridge.benchmarks.process;

import java.util.Map;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How counters are summed up whose threads come and go.
 */
class GrowthTests {

	private final Growth growth = new Growth();

	@Test
	void onlyWhatCameSinceTheFirstLookCounts() {
		this.growth.look(Map.of(1, 1000L, 2, 50L));
		this.growth.look(Map.of(1, 1010L, 2, 55L));
		assertThat(this.growth.total()).isEqualTo(15);
	}

	@Test
	void aThreadThatEndsKeepsWhatItDid() {
		this.growth.look(Map.of(1, 100L, 2, 500L));
		this.growth.look(Map.of(1, 110L, 2, 700L));
		this.growth.look(Map.of(1, 115L));
		assertThat(this.growth.total()).isEqualTo(215);
	}

	@Test
	void aThreadThatBeginsCountsFromZero() {
		this.growth.look(Map.of(1, 100L));
		this.growth.look(Map.of(1, 100L, 2, 30L));
		assertThat(this.growth.total()).isEqualTo(30);
	}

	@Test
	void aNumberThatIsGivenToAnotherThreadCountsFromZeroAgain() {
		this.growth.look(Map.of(1, 100L));
		this.growth.look(Map.of(1, 7L));
		assertThat(this.growth.total()).isEqualTo(7);
	}

	@Test
	void oneLookTellsNothing() {
		this.growth.look(Map.of(1, 100L));
		assertThat(this.growth.total()).isZero();
	}

}
