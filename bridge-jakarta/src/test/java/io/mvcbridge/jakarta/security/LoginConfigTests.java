package io.mvcbridge.jakarta.security;

import io.mvcbridge.jakarta.security.LoginConfig.Mechanism;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class LoginConfigTests {

	@ParameterizedTest
	@CsvSource({ "BASIC,BASIC,BASIC", "DIGEST,DIGEST,DIGEST", "CLIENT-CERT,CLIENT_CERT,CLIENT_CERT",
			" basic ,BASIC,BASIC" })
	void methodsOfADescriptorAreKnown(String method, Mechanism mechanism, String authType) {
		LoginConfig config = LoginConfig.of(method, null, null, null);
		assertThat(config.mechanism()).isEqualTo(mechanism);
		assertThat(config.mechanism().authType()).isEqualTo(authType);
		assertThat(config.realm()).isEqualTo("default");
	}

	@ParameterizedTest
	@CsvSource({ "KERBEROS,KERBEROS", ",''" })
	void otherMethodIsRefused(@Nullable String method, String shown) {
		assertThatIllegalArgumentException().isThrownBy(() -> LoginConfig.of(method, "x", null, null))
			.withMessage("The auth-method '" + shown
					+ "' is not known: use BASIC, DIGEST, FORM or CLIENT-CERT, or leave" + " the login to a framework");
	}

	@Test
	void formNeedsItsPages() {
		assertThatIllegalArgumentException().isThrownBy(() -> LoginConfig.of("FORM", "x", null, "/error"))
			.withMessage("Login by FORM needs a form-login-page that begins with a slash, not 'null'");
		assertThatIllegalArgumentException().isThrownBy(() -> LoginConfig.form("/login", "error.html"))
			.withMessage("Login by FORM needs a form-error-page that begins with a slash, not 'error.html'");
	}

	@Test
	void realmHasToFitIntoAHeader() {
		assertThatIllegalArgumentException().isThrownBy(() -> LoginConfig.basic("café"))
			.withMessage(
					"The realm 'café' has the character U+00E9 at position 3: only printable ASCII characters can be"
							+ " sent");
		assertThatIllegalArgumentException().isThrownBy(() -> LoginConfig.basic("a\r\nb"));
	}

	@Test
	void limitIsNotBelowZero() {
		assertThat(LoginConfig.form("/a", "/b").savedBodyLimit(0).savedBodyLimit()).isZero();
		assertThatIllegalArgumentException().isThrownBy(() -> LoginConfig.form("/a", "/b").savedBodyLimit(-1))
			.withMessage("The limit for saved bodies is -1, below zero");
	}

}
