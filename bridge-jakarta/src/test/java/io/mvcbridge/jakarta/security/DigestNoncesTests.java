package io.mvcbridge.jakarta.security;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class DigestNoncesTests {

	private Instant now = Instant.parse("2026-01-01T00:00:00Z");

	private final InstantSource clock = () -> this.now;

	private final DigestNonces nonces = new DigestNonces(this.clock);

	private void pass(Duration time) {
		this.now = this.now.plus(time);
	}

	@Test
	void everyNonceIsAnother() {
		assertThat(this.nonces.issue()).isNotEqualTo(this.nonces.issue());
	}

	@Test
	void nonceIsGoodForFiveMinutes() {
		String nonce = this.nonces.issue();
		pass(Duration.ofMinutes(5));
		assertThat(this.nonces.use(nonce, 1)).isTrue();
		pass(Duration.ofMillis(1));
		assertThat(this.nonces.use(nonce, 2)).isFalse();
	}

	@Test
	void countIsGoodOnce() {
		String nonce = this.nonces.issue();
		assertThat(this.nonces.use(nonce, 1)).isTrue();
		assertThat(this.nonces.use(nonce, 1)).isFalse();
		assertThat(this.nonces.use(nonce, 2)).isTrue();
		assertThat(this.nonces.use(nonce, 1)).isFalse();
	}

	@Test
	void lastSixtyFourCountsAreToldApart() {
		String nonce = this.nonces.issue();
		assertThat(this.nonces.use(nonce, 100)).isTrue();
		assertThat(this.nonces.use(nonce, 37)).isTrue();
		assertThat(this.nonces.use(nonce, 37)).isFalse();
		assertThat(this.nonces.use(nonce, 36)).isFalse();
		assertThat(this.nonces.use(nonce, 101)).isTrue();
		assertThat(this.nonces.use(nonce, 37)).isFalse();
		assertThat(this.nonces.use(nonce, 99)).isTrue();
		assertThat(this.nonces.use(nonce, 1000)).isTrue();
		assertThat(this.nonces.use(nonce, 999)).isTrue();
		assertThat(this.nonces.use(nonce, 101)).isFalse();
	}

	@Test
	void thereIsNoCountOfZero() {
		assertThat(this.nonces.use(this.nonces.issue(), 0)).isFalse();
	}

	@Test
	void nonceOfAnotherServerIsNotOurs() {
		assertThat(new DigestNonces(this.clock).use(this.nonces.issue(), 1)).isFalse();
	}

	@Test
	void noncesThatAreOnlyHandedOutTakeNoMemory() {
		for (int i = 0; i < 2 * DigestNonces.KEPT; i++) {
			this.nonces.issue();
		}
		assertThat(this.nonces.kept()).isZero();
	}

	@Test
	void nonceThatWasForgottenCannotBeUsedAgain() {
		String first = this.nonces.issue();
		assertThat(this.nonces.use(first, 1)).isTrue();
		List<String> unused = new ArrayList<>();
		unused.add(this.nonces.issue());
		pass(Duration.ofMillis(1));
		for (int i = 0; i < DigestNonces.KEPT; i++) {
			assertThat(this.nonces.use(this.nonces.issue(), 1)).isTrue();
		}
		assertThat(this.nonces.kept()).isEqualTo(DigestNonces.KEPT);
		assertThat(this.nonces.use(first, 1)).isFalse();
		assertThat(this.nonces.use(first, 2)).isFalse();
		assertThat(this.nonces.use(unused.get(0), 1)).isFalse();
		assertThat(this.nonces.use(this.nonces.issue(), 1)).isTrue();
	}

	@Test
	void otherTextForTheSameOctetsIsNotTheNonce() {
		String nonce = this.nonces.issue();
		assertThat(this.nonces.use(nonce + "=", 1)).isFalse();
		char last = nonce.charAt(nonce.length() - 1);
		String same = nonce.substring(0, nonce.length() - 1) + (char) (last + 1);
		assertThat(this.nonces.use(same, 1)).isFalse();
		assertThat(this.nonces.use(nonce, 1)).isTrue();
	}

}
