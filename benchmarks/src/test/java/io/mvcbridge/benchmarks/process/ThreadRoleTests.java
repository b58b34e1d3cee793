package io.mvcbridge.benchmarks.process;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a thread is for, by the 15 bytes of its name that the system keeps.
 */
class ThreadRoleTests {

	@Test
	void compilersAreKnownByTheirNames() {
		assertThat(ThreadRole.of("C2 CompilerThre")).isEqualTo(ThreadRole.JIT);
		assertThat(ThreadRole.of("C1 CompilerThre")).isEqualTo(ThreadRole.JIT);
	}

	@Test
	void collectorsAreKnownByTheirNames() {
		assertThat(ThreadRole.of("GC Thread#0")).isEqualTo(ThreadRole.GC);
		assertThat(ThreadRole.of("G1 Conc#0")).isEqualTo(ThreadRole.GC);
	}

	@Test
	void allOthersWorkForRequests() {
		assertThat(ThreadRole.of("http-nio-8080-e")).isEqualTo(ThreadRole.OTHER);
		assertThat(ThreadRole.of("VM Thread")).isEqualTo(ThreadRole.OTHER);
		assertThat(ThreadRole.of("ForkJoinPool-1-")).isEqualTo(ThreadRole.OTHER);
	}

}
