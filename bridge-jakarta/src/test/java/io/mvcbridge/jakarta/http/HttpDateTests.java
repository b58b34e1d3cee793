package io.mvcbridge.jakarta.http;

import java.time.Instant;
import java.time.Year;
import java.time.ZoneOffset;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class HttpDateTests {

	@ParameterizedTest
	@ValueSource(strings = { "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT",
			"Sun Nov  6 08:49:37 1994", "sun, 06 nov 1994 08:49:37 GMT", " Sun, 06 Nov 1994 08:49:37 GMT ",
			"Sun, 06-Nov-1994 08:49:37 GMT" })
	void allFormsOfADateAreRead(String value) {
		assertThat(HttpDate.parse(value)).isEqualTo(784111777000L);
	}

	@Test
	void asctimeWithTwoDigitsIsRead() {
		assertThat(HttpDate.parse("Wed Nov 16 08:49:37 1994")).isEqualTo(784975777000L);
	}

	@Test
	void leapSecondIsRead() {
		assertThat(HttpDate.parse("Sat, 31 Dec 2016 23:59:60 GMT"))
			.isEqualTo(Instant.parse("2016-12-31T23:59:59Z").toEpochMilli());
	}

	@Test
	void yearOfTwoDigitsIsAtMostFiftyYearsAhead() {
		int now = Year.now(ZoneOffset.UTC).getValue();
		String soon = String.format("%02d", (now + 50) % 100);
		String past = String.format("%02d", (now + 51) % 100);
		assertThat(yearOf("Sunday, 06-Nov-" + soon + " 08:49:37 GMT")).isEqualTo(now + 50);
		assertThat(yearOf("Sunday, 06-Nov-" + past + " 08:49:37 GMT")).isEqualTo(now - 49);
	}

	private static int yearOf(String value) {
		return Instant.ofEpochMilli(HttpDate.parse(value)).atOffset(ZoneOffset.UTC).getYear();
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "x", "0", "1994-11-06T08:49:37Z", "Sun, 06 Nov 1994 08:49:37",
			"Sun, 31 Feb 1994 08:49:37 GMT", "Sun, 06 Foo 1994 08:49:37 GMT", "Sun, 06 Nov 1994 25:49:37 GMT",
			"Sun, 06 Nov 1994 08:49:37 GMT+1", "Sun, 06 Nov 1994 08:49:37 CET", "Sun, 6 Nov 1994 08:49:37 GMT",
			"Sun, 06 Nov 1994 08:49 GMT", "Sun, 06 anf 1994 08:49:37 GMT", "Sun, 06-Nov 1994 08:49:37 GMT",
			"784111777000" })
	void whatIsNoDateIsRefused(String value) {
		assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(() -> HttpDate.parse(value))
			.withMessageContaining("is no HTTP date");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			0             | Thu, 01 Jan 1970 00:00:00 GMT
			784111777000  | Sun, 06 Nov 1994 08:49:37 GMT
			784111777999  | Sun, 06 Nov 1994 08:49:37 GMT
			-1            | Wed, 31 Dec 1969 23:59:59 GMT
			""")
	void dateIsWrittenInTheFixedForm(long millis, String expected) {
		assertThat(HttpDate.format(millis)).isEqualTo(expected);
	}

	@Test
	void dateOfTheSameSecondIsWrittenOnce() {
		String first = HttpDate.format(784111777000L);
		assertThat(HttpDate.format(784111777500L)).isSameAs(first);
	}

}
