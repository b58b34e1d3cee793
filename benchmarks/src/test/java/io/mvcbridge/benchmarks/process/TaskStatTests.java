package io.mvcbridge.benchmarks.process;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * How {@code /proc/PID/stat} is read.
 */
class TaskStatTests {

	private static final String AFTER_NAME = " S 1 812 812 0 -1 4194560 9000 0 12 0 1234 56 7 8 20 0 45 0 99 2000 300";

	@Test
	void cpuTimeIsUserAndSystemTime() {
		assertThat(TaskStat.parse("812 (java)" + AFTER_NAME)).isEqualTo(new TaskStat("java", 1290));
	}

	@Test
	void aNameMayHoldBlanksAndParentheses() {
		assertThat(TaskStat.parse("813 (a) b (c)) d)" + AFTER_NAME)).isEqualTo(new TaskStat("a) b (c)) d", 1290));
	}

	@Test
	void aTickIsTenMilliseconds() {
		assertThat(TaskStat.micros(3)).isEqualTo(30_000);
	}

	@Test
	void anotherLineIsRefused() {
		assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(() -> TaskStat.parse("cpu 1 2 3"))
			.withMessage("No line of /proc/PID/stat: 'cpu 1 2 3'");
	}

}
