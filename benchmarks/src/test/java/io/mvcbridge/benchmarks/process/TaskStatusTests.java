package io.mvcbridge.benchmarks.process;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How {@code /proc/PID/status} is read.
 */
class TaskStatusTests {

	private static final String STATUS = """
			Name:	http-nio-8080-e
			State:	S (sleeping)
			VmRSS:	  243712 kB
			Threads:	77
			voluntary_ctxt_switches:	1203
			nonvoluntary_ctxt_switches:	17
			""";

	@Test
	void switchesAreVoluntaryAndInvoluntaryOnes() {
		assertThat(TaskStatus.parse(STATUS).switches()).isEqualTo(1220);
	}

	@Test
	void memoryIsTheResidentPart() {
		assertThat(TaskStatus.parse(STATUS).residentKilobytes()).isEqualTo(243_712);
	}

	@Test
	void aProcessThatIsEndingHasNoMemory() {
		assertThat(TaskStatus.parse("Name:	java\nState:	Z (zombie)\n")).isEqualTo(new TaskStatus(0, 0));
	}

}
