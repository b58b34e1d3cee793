package io.mvcbridge.core.server;

import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ThreadDemandTests {

	private final ThreadDemand demand = new ThreadDemand(2, 100);

	private void spend(long occupiedMillis, long runningMillis) {
		this.demand.add(TimeUnit.MILLISECONDS.toNanos(occupiedMillis), TimeUnit.MILLISECONDS.toNanos(runningMillis));
	}

	@Test
	void beginsWithAllThreads() {
		assertThat(this.demand.threads()).isEqualTo(100);
	}

	@Test
	void comesDownToTheProcessorsIfNobodyWaits() {
		for (int i = 0; i < 10; i++) {
			spend(30, 30);
		}
		assertThat(this.demand.threads()).isEqualTo(2);
	}

	@Test
	void countsTimeInLineForAProcessorAsRunning() {
		for (int i = 0; i < 10; i++) {
			spend(30, 45);
		}
		assertThat(this.demand.threads()).isEqualTo(2);
	}

	@Test
	void goesUpAtOnceIfThreadsWait() {
		for (int i = 0; i < 10; i++) {
			spend(30, 30);
		}
		spend(30, 5);
		// 2 × (1 + 1.5 × 5)
		assertThat(this.demand.threads()).isEqualTo(17);
	}

	@Test
	void comesDownByHalvesSoThatOneQuietMomentIsNotAll() {
		spend(30, 30);
		assertThat(this.demand.threads()).isEqualTo(51);
		spend(30, 30);
		assertThat(this.demand.threads()).isEqualTo(26);
	}

	@Test
	void isNeverMoreThanThereMayBe() {
		spend(1000, 1);
		assertThat(this.demand.threads()).isEqualTo(100);
		this.demand.atLeast(1000);
		assertThat(this.demand.threads()).isEqualTo(100);
	}

	@Test
	void isTakenUpButNotDown() {
		for (int i = 0; i < 10; i++) {
			spend(30, 30);
		}
		this.demand.atLeast(7);
		assertThat(this.demand.threads()).isEqualTo(7);
		this.demand.atLeast(3);
		assertThat(this.demand.threads()).isEqualTo(7);
	}

	@Test
	void learnsNothingFromLessThanAWindow() {
		spend(24, 24);
		assertThat(this.demand.threads()).isEqualTo(100);
	}

}
