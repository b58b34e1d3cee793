package io.mvcbridge.jakarta.route;

import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RouteTests {

	private final Route route = new Route();

	private long now = Long.MAX_VALUE - 5;

	private boolean held(long millis) {
		return this.route.held(TimeUnit.MILLISECONDS.toNanos(millis), this.now);
	}

	private void sendAway() {
		while (!held(200)) {
			assertThat(this.route.isOffLoop()).isFalse();
		}
	}

	private boolean comesBackAfter(long millis) {
		this.now += TimeUnit.MILLISECONDS.toNanos(millis);
		return this.route.comesBack(this.now);
	}

	@Test
	void routeThatAlwaysComputesForLongIsSentAwayAtItsThirdRun() {
		assertThat(held(200)).isFalse();
		assertThat(held(200)).isFalse();
		assertThat(this.route.isOffLoop()).isFalse();
		assertThat(held(200)).isTrue();
		assertThat(this.route.isOffLoop()).isTrue();
	}

	@Test
	void routeIsSentAwayForTenSecondsThenForAMinuteThenForGood() {
		sendAway();
		assertThat(this.route.isForGood()).isFalse();
		assertThat(comesBackAfter(9_999)).isFalse();
		assertThat(this.route.isOffLoop()).isTrue();
		assertThat(comesBackAfter(1)).isTrue();
		assertThat(this.route.isOffLoop()).isFalse();
		sendAway();
		assertThat(comesBackAfter(59_999)).isFalse();
		assertThat(comesBackAfter(1)).isTrue();
		sendAway();
		assertThat(this.route.isForGood()).isTrue();
		assertThat(comesBackAfter(TimeUnit.DAYS.toMillis(365))).isFalse();
		assertThat(this.route.isOffLoop()).isTrue();
	}

	@Test
	void routeThatCameBackHasToHoldMoreThanNowAndThen() {
		sendAway();
		assertThat(comesBackAfter(10_000)).isTrue();
		assertThat(held(40)).isFalse();
		assertThat(held(40)).isFalse();
		assertThat(held(40)).isTrue();
	}

	@Test
	void routeThatIsAwayIsNotSentAwayAgainByRunsThatWereUnderWay() {
		sendAway();
		assertThat(held(200)).isFalse();
		this.route.ran(100_000);
		assertThat(this.route.isOffLoop()).isTrue();
	}

	@Test
	void coldCodeHasAGraceOfThirtyTwoRuns() {
		for (int run = 1; run <= 33; run++) {
			assertThat(held(20)).as("run %d", run).isFalse();
		}
		assertThat(held(20)).isTrue();
	}

	@Test
	void firstHoldNeverCounts() {
		this.route.ran(64);
		assertThat(held(10_000)).isFalse();
		assertThat(held(40)).isFalse();
		assertThat(held(40)).isTrue();
	}

	@Test
	void holdsOfFiveMillisecondsInMoreThanASixteenthOfTheRunsSendTheRouteAway() {
		this.route.ran(48);
		held(5);
		boolean away = false;
		int holds = 0;
		while (!away) {
			this.route.ran(10);
			away = held(5);
			holds++;
		}
		// 49 + 11 n runs, and 16 n is more than that
		assertThat(holds).isEqualTo(10);
	}

	@Test
	void holdsInFewerThanASixteenthOfTheRunsAreNotItsFault() {
		this.route.ran(160);
		for (int i = 0; i < 100_000; i++) {
			this.route.ran(16);
			assertThat(held(9)).isFalse();
		}
	}

	@Test
	void longPausesOfTheMachineNowAndThenAreNotItsFault() {
		this.route.ran(1000);
		for (int i = 0; i < 100_000; i++) {
			this.route.ran(320);
			assertThat(held(1000)).isFalse();
		}
	}

	@Test
	void routeThatBecomesHeavyIsSentAwaySoon() {
		for (int i = 0; i < 100_000; i++) {
			this.route.ran(16);
		}
		int holds = 1;
		while (!held(200)) {
			holds++;
		}
		assertThat(holds).isLessThanOrEqualTo(9);
	}

}
