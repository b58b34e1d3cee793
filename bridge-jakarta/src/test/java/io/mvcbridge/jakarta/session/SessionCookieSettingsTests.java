package io.mvcbridge.jakarta.session;

import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class SessionCookieSettingsTests {

	private final SessionCookieSettings cookie = new SessionCookieSettings();

	@Test
	void atFirstOnlyScriptsAreKeptFromTheCookie() {
		assertThat(this.cookie.getName()).isNull();
		assertThat(this.cookie.getPath()).isNull();
		assertThat(this.cookie.getDomain()).isNull();
		assertThat(this.cookie.getMaxAge()).isEqualTo(-1);
		assertThat(this.cookie.isSecure()).isFalse();
		assertThat(this.cookie.isHttpOnly()).isTrue();
		assertThat(this.cookie.getAttributes()).isEqualTo(Map.of("HttpOnly", ""));
	}

	@Test
	void typedSettersShowAsAttributes() {
		this.cookie.setDomain("example.org");
		this.cookie.setPath("/shop");
		this.cookie.setHttpOnly(true);
		this.cookie.setSecure(true);
		this.cookie.setMaxAge(60);
		assertThat(this.cookie.getAttributes())
			.isEqualTo(Map.of("Domain", "example.org", "Path", "/shop", "HttpOnly", "", "Secure", "", "Max-Age", "60"));
	}

	@Test
	void attributesShowInTypedGetters() {
		this.cookie.setAttribute("secure", "");
		this.cookie.setAttribute("httponly", "true");
		this.cookie.setAttribute("MAX-AGE", "5");
		this.cookie.setAttribute("path", "/x");
		assertThat(this.cookie.isSecure()).isTrue();
		assertThat(this.cookie.isHttpOnly()).isTrue();
		assertThat(this.cookie.getMaxAge()).isEqualTo(5);
		assertThat(this.cookie.getPath()).isEqualTo("/x");
	}

	@Test
	void clearingAFlagRemovesIt() {
		this.cookie.setSecure(true);
		this.cookie.setSecure(false);
		this.cookie.setHttpOnly(false);
		assertThat(this.cookie.getAttributes()).isEmpty();
	}

	@Test
	void anyOtherAttributeIsKeptWhateverTheCaseItIsAskedIn() {
		this.cookie.setAttribute("SameSite", "Lax");
		assertThat(this.cookie.getAttribute("samesite")).isEqualTo("Lax");
		this.cookie.setAttribute("SameSite", null);
		assertThat(this.cookie.getAttribute("SameSite")).isNull();
	}

	@Test
	void aMaxAgeThatIsNoNumberIsRefused() {
		assertThatExceptionOfType(NumberFormatException.class)
			.isThrownBy(() -> this.cookie.setAttribute("Max-Age", "soon"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "a b", "a;b", "a=b", "a,b", "ä" })
	void aNameThatIsNoTokenIsRefused(String name) {
		assertThatIllegalArgumentException().isThrownBy(() -> this.cookie.setName(name));
		assertThatIllegalArgumentException().isThrownBy(() -> this.cookie.setAttribute(name, "x"));
	}

	@Test
	void afterTheContextIsInitialisedNothingCanBeSet() {
		this.cookie.freeze();
		assertThatIllegalStateException().isThrownBy(() -> this.cookie.setName("ID"));
		assertThatIllegalStateException().isThrownBy(() -> this.cookie.setDomain("d"));
		assertThatIllegalStateException().isThrownBy(() -> this.cookie.setPath("/"));
		assertThatIllegalStateException().isThrownBy(() -> this.cookie.setHttpOnly(true));
		assertThatIllegalStateException().isThrownBy(() -> this.cookie.setSecure(true));
		assertThatIllegalStateException().isThrownBy(() -> this.cookie.setMaxAge(1));
		assertThatIllegalStateException().isThrownBy(() -> this.cookie.setAttribute("SameSite", "Lax"));
	}

}
