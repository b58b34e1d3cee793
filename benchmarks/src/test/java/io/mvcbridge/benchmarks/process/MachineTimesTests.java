package io.mvcbridge.benchmarks.process;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How {@code /proc/stat} is read.
 */
class MachineTimesTests {

	@Test
	void sharesAreOfAllTimeBetweenTwoLooks() {
		MachineTimes before = MachineTimes.parse("cpu  100 0 50 800 40 0 10 0 0 0\ncpu0 1 1 1 1 1 1 1 1 0 0\n");
		MachineTimes after = MachineTimes.parse("cpu  140 0 70 820 45 0 10 15 30 0\ncpu0 1 1 1 1 1 1 1 1 0 0\n");
		MachineTimes between = after.since(before);
		assertThat(between).isEqualTo(new MachineTimes(100, 25, 15));
		assertThat(between.idleShare()).isEqualTo(0.25);
		assertThat(between.stolenShare()).isEqualTo(0.15);
	}

}
