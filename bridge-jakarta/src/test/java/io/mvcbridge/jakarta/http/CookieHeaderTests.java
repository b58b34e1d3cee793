package io.mvcbridge.jakarta.http;

import java.util.List;

import jakarta.servlet.http.Cookie;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

class CookieHeaderTests {

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
			a=b              | b
			a=               | ``
			a=b=c            | b=c
			a==              | =
			a="b"            | "b"
			a="b c"          | "b c"
			a=b c            | b c
			a=b,c            | b,c
			a=b\\c           | b\\c
			a = b            | b
			a={"x":1}        | {"x":1}
			a=%20            | %20
			a=' '            | ' '
			""")
	void valueIsWhatWasSent(String field, String value) {
		Cookie[] cookies = CookieHeader.parse(List.of(field));
		assertThat(cookies).hasSize(1);
		assertThat(cookies[0].getName()).isEqualTo("a");
		assertThat(cookies[0].getValue()).isEqualTo(value);
	}

	@ParameterizedTest
	@ValueSource(strings = { "a=1; b=2", "a=1;b=2", "a=1;  b=2;", ";;a=1;;b=2;;", "a=1 ;\tb=2" })
	void pairsAreSeparatedBySemicolons(String field) {
		assertThat(CookieHeader.parse(List.of(field))).extracting(Cookie::getName, Cookie::getValue)
			.containsExactly(tuple("a", "1"), tuple("b", "2"));
	}

	@Test
	void commaSeparatesNothing() {
		assertThat(CookieHeader.parse(List.of("a=1,b=2"))).extracting(Cookie::getValue).containsExactly("1,b=2");
	}

	@Test
	void severalFieldsAreReadInOrder() {
		assertThat(CookieHeader.parse(List.of("a=1", "b=2; c=3", "d=4"))).extracting(Cookie::getName)
			.containsExactly("a", "b", "c", "d");
	}

	@Test
	void repeatedNameIsKept() {
		assertThat(CookieHeader.parse(List.of("a=1; a=2"))).extracting(Cookie::getValue).containsExactly("1", "2");
	}

	@ParameterizedTest
	@ValueSource(strings = { "bad; a=1", "=x; a=1", "b d=2; a=1", "foo[bar]=2; a=1", "b\"=2; a=1", "b=\u0001; a=1",
			"b=\u007F; a=1", "caf\u00C3\u00A9=2; a=1", "b@c=2; a=1", "{}=2; a=1" })
	void badCookieDoesNotHideAGoodOne(String field) {
		assertThat(CookieHeader.parse(List.of(field))).extracting(Cookie::getName).containsExactly("a");
	}

	@Test
	void attributesOfTheOldCookieFormatAreLeftOut() {
		assertThat(CookieHeader.parse(List.of("$Version=1; a=1; $Path=/; $Domain=x; $Port=\"80\"; b=2")))
			.extracting(Cookie::getName)
			.containsExactly("a", "b");
	}

	@Test
	void otherNamesMayBeginWithADollar() {
		assertThat(CookieHeader.parse(List.of("$a=1"))).extracting(Cookie::getName).containsExactly("$a");
	}

	@Test
	void pathIsACookieLikeAnyOther() {
		assertThat(CookieHeader.parse(List.of("a=1; Path=/x"))).extracting(Cookie::getName)
			.containsExactly("a", "Path");
	}

	@Test
	void octetsBeyondAsciiAreReadAsUtf8() {
		assertThat(CookieHeader.parse(List.of("a=caf\u00C3\u00A9"))).extracting(Cookie::getValue)
			.containsExactly("café");
	}

	@Test
	void noFieldGivesNoCookies() {
		assertThat(CookieHeader.parse(List.of())).isEmpty();
	}

	@Test
	void emptyFieldGivesNoCookies() {
		assertThat(CookieHeader.parse(List.of("", " ", ";"))).isEmpty();
	}

}
