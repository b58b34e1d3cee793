package io.mvcbridge.benchmarks.profiles;

import java.util.concurrent.TimeUnit;

import io.mvcbridge.benchmarks.load.LatencyRecorder;
import io.mvcbridge.benchmarks.load.RampThenConstant;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Whether a schedule was met.
 */
class VerdictTests {

	private final RampThenConstant schedule = new RampThenConstant(100, 0, 10);

	private final LatencyRecorder recorder = new LatencyRecorder(this.schedule);

	@Test
	void answersWithinASecondOfTheEndMeetIt() {
		answered(999, 9_990, 10_900);
		assertThat(verdict(0)).isEqualTo(new Verdict(true, ""));
	}

	@Test
	void aQueueThatIsLeftAtTheEndDoesNot() {
		answered(999, 9_990, 11_500);
		assertThat(verdict(0)).isEqualTo(new Verdict(false, "server too slow: last answer 1500 ms after the end"));
	}

	@Test
	void unansweredRequestsDoNot() {
		assertThat(verdict(7)).isEqualTo(new Verdict(false, "server too slow: 7 unanswered"));
	}

	@Test
	void failedRequestsDoNot() {
		this.recorder.failed(1, 0, "status 503");
		this.recorder.failed(2, 0, "status 503");
		assertThat(verdict(0)).isEqualTo(new Verdict(false, "2 failed (status 503)"));
	}

	@Test
	void aGeneratorThatIsUsuallyLateDoesNot() {
		this.recorder.sent(0, 100_000);
		this.recorder.sent(0, TimeUnit.MILLISECONDS.toNanos(8));
		this.recorder.sent(0, TimeUnit.MILLISECONDS.toNanos(9));
		answered(999, 9_990, 9_999);
		assertThat(verdict(0).met()).isFalse();
		assertThat(verdict(0).reason()).startsWith("generator too slow: half of the requests were sent 8 ms late");
	}

	@Test
	void aGeneratorThatIsRarelyLateDoes() {
		this.recorder.sent(0, 100_000);
		this.recorder.sent(0, 100_000);
		this.recorder.sent(0, TimeUnit.MILLISECONDS.toNanos(90));
		answered(999, 9_990, 9_999);
		assertThat(verdict(0).met()).isTrue();
	}

	private Verdict verdict(long unanswered) {
		return Verdict.of(this.schedule, this.recorder, unanswered);
	}

	private void answered(long index, long dueMillis, long millis) {
		this.recorder.answered(index, TimeUnit.MILLISECONDS.toNanos(dueMillis), TimeUnit.MILLISECONDS.toNanos(millis));
	}

}
