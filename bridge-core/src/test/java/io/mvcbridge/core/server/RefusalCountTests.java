package io.mvcbridge.core.server;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RefusalCountTests {

	private static final long NEAR_OVERFLOW = Long.MAX_VALUE - 5;

	private final RefusalCount count = new RefusalCount(NEAR_OVERFLOW);

	private long refusedAfter(Duration time) {
		return this.count.refused(NEAR_OVERFLOW + time.toNanos());
	}

	@Test
	void firstIsToldAtOnce() {
		assertThat(refusedAfter(Duration.ZERO)).isEqualTo(1);
	}

	@Test
	void othersAreToldTogetherAfterTenSeconds() {
		refusedAfter(Duration.ofSeconds(1));
		assertThat(refusedAfter(Duration.ofSeconds(2))).isZero();
		assertThat(refusedAfter(Duration.ofSeconds(10))).isZero();
		assertThat(refusedAfter(Duration.ofSeconds(11))).isEqualTo(3);
		assertThat(refusedAfter(Duration.ofSeconds(20))).isZero();
		assertThat(refusedAfter(Duration.ofSeconds(60))).isEqualTo(2);
	}

}
