package io.mvcbridge.jakarta.http;

import jakarta.servlet.http.Cookie;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class SetCookieTests {

	/** Sun, 06 Nov 1994 08:49:37 GMT. */
	private static final long NOW = 784111777000L;

	private final Cookie cookie = new Cookie("test", "test");

	private String format() {
		return SetCookie.format(this.cookie, NOW);
	}

	@Test
	void cookieWithoutAttributesIsNameAndValue() {
		assertThat(SetCookie.format(this.cookie)).isEqualTo("test=test");
	}

	@Test
	void emptyAndMissingValueAreEmpty() {
		assertThat(SetCookie.format(new Cookie("a", ""))).isEqualTo("a=");
		assertThat(SetCookie.format(new Cookie("a", null))).isEqualTo("a=");
	}

	@Test
	void allAttributesAreWritten() {
		this.cookie.setPath("/app");
		this.cookie.setDomain("Shop.Example");
		this.cookie.setMaxAge(60);
		this.cookie.setSecure(true);
		this.cookie.setHttpOnly(true);
		this.cookie.setAttribute("SameSite", "None");
		this.cookie.setAttribute("Partitioned", "");
		this.cookie.setAttribute("Priority", "High");
		assertThat(format()).isEqualTo("test=test; Path=/app; Domain=shop.example; Max-Age=60;"
				+ " Expires=Sun, 06 Nov 1994 08:50:37 GMT; Secure; HttpOnly; SameSite=None; Partitioned; Priority=High");
	}

	/** RFC 6265 §4.1.1: the first digit is not zero. */
	@Test
	void maxAgeOfZeroIsSaidByExpiresAlone() {
		this.cookie.setMaxAge(0);
		assertThat(format()).isEqualTo("test=test; Expires=Thu, 01 Jan 1970 00:00:00 GMT");
	}

	@Test
	void maxAgeOfZeroGoesBeforeAnExpiresOfTheApplication() {
		this.cookie.setAttribute("Expires", "Thu, 01 Jan 2099 00:00:00 GMT");
		this.cookie.setMaxAge(0);
		assertThat(format()).isEqualTo("test=test; Expires=Thu, 01 Jan 1970 00:00:00 GMT");
	}

	@Test
	void negativeMaxAgeMakesASessionCookie() {
		this.cookie.setMaxAge(60);
		this.cookie.setMaxAge(-1);
		assertThat(format()).isEqualTo("test=test");
	}

	@Test
	void maxAgeBeyondTheRangeOfIntMillisecondsIsRight() {
		this.cookie.setMaxAge(Integer.MAX_VALUE);
		assertThat(format()).isEqualTo("test=test; Max-Age=2147483647; Expires=Fri, 24 Nov 2062 12:03:44 GMT");
	}

	@Test
	void maxAgeGoesBeforeAnExpiresOfTheApplication() {
		this.cookie.setAttribute("Expires", "Thu, 01 Jan 2099 00:00:00 GMT");
		this.cookie.setMaxAge(60);
		assertThat(format()).isEqualTo("test=test; Max-Age=60; Expires=Sun, 06 Nov 1994 08:50:37 GMT");
	}

	@Test
	void expiresOfTheApplicationIsKept() {
		this.cookie.setAttribute("Expires", "Thu, 01 Jan 2099 00:00:00 GMT");
		assertThat(format()).isEqualTo("test=test; Expires=Thu, 01 Jan 2099 00:00:00 GMT");
	}

	@Test
	void flagThatWasTakenBackIsNotWritten() {
		this.cookie.setSecure(true);
		this.cookie.setSecure(false);
		this.cookie.setHttpOnly(true);
		this.cookie.setHttpOnly(false);
		assertThat(format()).isEqualTo("test=test");
	}

	@Test
	void flagMayBeSetAsAnAttribute() {
		this.cookie.setAttribute("secure", "true");
		this.cookie.setAttribute("HTTPONLY", "");
		this.cookie.setAttribute("Partitioned", "true");
		assertThat(format()).isEqualTo("test=test; Secure; HttpOnly; Partitioned");
	}

	@Test
	void flagSetToFalseAsAnAttributeIsNotWritten() {
		this.cookie.setAttribute("Secure", "false");
		this.cookie.setAttribute("HttpOnly", "false");
		this.cookie.setAttribute("Partitioned", "false");
		assertThat(format()).isEqualTo("test=test");
	}

	@Test
	void typedFieldSetAsAnAttributeIsWrittenOnce() {
		this.cookie.setAttribute("path", "/x");
		this.cookie.setAttribute("max-age", "5");
		assertThat(format()).isEqualTo("test=test; Path=/x; Max-Age=5; Expires=Sun, 06 Nov 1994 08:49:42 GMT");
	}

	@Test
	void unknownAttributeWithoutAValueIsAFlag() {
		this.cookie.setAttribute("Foo", "");
		assertThat(format()).isEqualTo("test=test; Foo");
	}

	@Test
	void valueMayStandInQuotes() {
		assertThat(SetCookie.format(new Cookie("a", "\"b\""))).isEqualTo("a=\"b\"");
	}

	@Test
	void valueBeyondAsciiGoesOutAsUtf8() {
		assertThat(SetCookie.format(new Cookie("a", "café"))).isEqualTo("a=caf\u00C3\u00A9");
	}

	@Test
	void base64ValueIsAllowed() {
		assertThat(SetCookie.format(new Cookie("a", "YQ+/=="))).isEqualTo("a=YQ+/==");
	}

	@ParameterizedTest
	@ValueSource(strings = { "a b", "a,b", "a;b", "a\\b", "a\"b", "\"", "a\r\nb", "a\u0000", "a\tb", "a\u007F",
			"\"a b\"", "\"a;b\"" })
	void valueThatTheClientWouldMisreadIsRefused(String value) {
		assertThatExceptionOfType(IllegalArgumentException.class)
			.isThrownBy(() -> SetCookie.format(new Cookie("basket", value)))
			.withMessageContaining("The value of the cookie 'basket' has the character 0x");
	}

	@Test
	void refusalNamesCookieCharacterAndPosition() {
		assertThatExceptionOfType(IllegalArgumentException.class)
			.isThrownBy(() -> SetCookie.format(new Cookie("basket", "ab;c")))
			.withMessage("The value of the cookie 'basket' has the character 0x3B at position 2, which RFC 6265 §4.1.1"
					+ " does not allow; encode the value, for instance with Base64 or percent-encoding");
	}

	@ParameterizedTest
	@ValueSource(strings = { "/a;b", "/a\r\nSet-Cookie: x=y", "/\u0000", "/é" })
	void attributeThatTheClientWouldMisreadIsRefused(String path) {
		this.cookie.setPath(path);
		assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(this::format)
			.withMessageContaining("The cookie attribute 'Path' has the character 0x");
	}

	@Test
	void changingACloneLeavesTheCookieAlone() {
		this.cookie.setPath("/a");
		Cookie clone = (Cookie) this.cookie.clone();
		clone.setPath("/b");
		clone.setAttribute("SameSite", "Lax");
		assertThat(format()).isEqualTo("test=test; Path=/a");
		assertThat(SetCookie.format(clone, NOW)).isEqualTo("test=test; Path=/b; SameSite=Lax");
	}

}
