package io.mvcbridge.samples.storefront.customer;

import jakarta.validation.Validation;
import jakarta.validation.Validator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class StrongPasswordTests {

	private final Validator validator = Validation.buildDefaultValidatorFactory().getValidator();

	@ParameterizedTest
	@ValueSource(strings = { "wheel-and-kiln", "töpferei 2026", "1234567890a",
			"72 bytes are the most that the hash function looks at, so not one more!!" })
	void isStrong(String password) {
		assertThat(this.validator.validate(new Account(password))).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "short-1", "onlyletters", "1234567890",
			"73 bytes are more than the hash function looks at, so they are refused!!!" })
	void isWeak(String password) {
		assertThat(this.validator.validate(new Account(password))).hasSize(1);
	}

	private record Account(@StrongPassword String password) {

	}

}
