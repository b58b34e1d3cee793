package io.mvcbridge.benchmarks.profiles;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How the highest rate that can be met is found.
 */
class RateSearchTests {

	@Test
	void theGapIsHalvedUntilItIsATenth() {
		RateSearch search = new RateSearch(1_000, 10_000, 10);
		assertThat(search.next()).hasValue(5_500);
		search.tried(5_500, true);
		assertThat(search.next()).hasValue(7_700);
		search.tried(7_700, false);
		assertThat(search.next()).hasValue(6_600);
		search.tried(6_600, true);
		assertThat(search.next()).hasValue(7_100);
		search.tried(7_100, false);
		assertThat(search.next()).isEmpty();
		assertThat(search.highestMet()).isEqualTo(6_600);
	}

	@Test
	void itGivesUpAfterSoManyTries() {
		RateSearch search = new RateSearch(0, 10_000, 1);
		assertThat(search.next()).hasValue(5_000);
		search.tried(5_000, false);
		assertThat(search.next()).isEmpty();
		assertThat(search.highestMet()).isZero();
	}

	@Test
	void ratesAreRoundedToTwoDigits() {
		assertThat(RateSearch.rounded(7_777)).isEqualTo(7_700);
		assertThat(RateSearch.rounded(99)).isEqualTo(99);
		assertThat(RateSearch.rounded(12_345)).isEqualTo(12_000);
	}

}
