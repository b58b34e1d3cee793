package io.mvcbridge.benchmarks.compare;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What an idle connection costs.
 */
class IdleHeapTests {

	@Test
	void theDifferenceIsSharedByAllConnections() {
		IdleHeap heap = new IdleHeap("tomcat", 2_000, 0, 16_900_000, 52_300_000, 238_000, 274_000);
		assertThat(heap.heapPerConnection()).isEqualTo(17_700);
		assertThat(heap.residentPerConnection()).isEqualTo(18_432);
	}

}
