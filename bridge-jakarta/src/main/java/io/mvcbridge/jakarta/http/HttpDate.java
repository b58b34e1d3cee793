package io.mvcbridge.jakarta.http;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.Year;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.Instant;
import java.util.Locale;

/** Dates of HTTP (RFC 9110 §5.6.7). */
public final class HttpDate {

	private static final DateTimeFormatter FORMAT = DateTimeFormatter
		.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT)
		.withZone(ZoneOffset.UTC);

	private static final String MONTHS = "janfebmaraprmayjunjulaugsepoctnovdec";

	/** The last second that was formatted; dates of one response are often the same. */
	private static volatile Formatted last = new Formatted(0, FORMAT.format(Instant.EPOCH));

	private HttpDate() {
	}

	/**
	 * Formats a moment as IMF-fixdate, such as {@code Sun, 06 Nov 1994 08:49:37 GMT}.
	 * @param millis milliseconds since the epoch; cut to the second
	 * @return the date
	 */
	public static String format(long millis) {
		long second = Math.floorDiv(millis, 1000L);
		Formatted formatted = last;
		if (formatted.second() != second) {
			formatted = new Formatted(second, FORMAT.format(Instant.ofEpochSecond(second)));
			last = formatted;
		}
		return formatted.text();
	}

	/**
	 * Parses a date in any of the three forms of RFC 9110: IMF-fixdate, RFC 850 and
	 * asctime. The name of the day is not compared with the date.
	 * @param value the date
	 * @return milliseconds since the epoch
	 * @throws IllegalArgumentException if the value is in none of them
	 */
	public static long parse(String value) {
		try {
			return new Reader(value).read().toEpochSecond(ZoneOffset.UTC) * 1000;
		}
		catch (IndexOutOfBoundsException | DateTimeException ex) {
			throw new IllegalArgumentException(
					Syntax.show(value) + " is no HTTP date; expected for instance 'Sun, 06 Nov 1994 08:49:37 GMT'", ex);
		}
	}

	private record Formatted(long second, String text) {

	}

	/** Reads one date from left to right. */
	private static final class Reader {

		private final String text;

		private int at;

		Reader(String value) {
			this.text = value.strip();
		}

		LocalDateTime read() {
			while (Character.isLetter(this.text.charAt(this.at))) {
				this.at++;
			}
			LocalDateTime date = (this.text.charAt(this.at) == ',') ? fixed() : asctime();
			if (this.at != this.text.length()) {
				throw malformed();
			}
			return date;
		}

		private LocalDateTime fixed() {
			expect(", ");
			int day = digits(2);
			char separator = this.text.charAt(this.at);
			if (separator != ' ' && separator != '-') {
				throw malformed();
			}
			this.at++;
			int month = month();
			expect(String.valueOf(separator));
			int year = (separator == '-' && this.text.charAt(this.at + 2) == ' ') ? shortYear() : digits(4);
			expect(" ");
			LocalDateTime date = time(year, month, day);
			expect(" GMT");
			return date;
		}

		private LocalDateTime asctime() {
			expect(" ");
			int month = month();
			expect(" ");
			int day = (this.text.charAt(this.at) == ' ') ? oneDigit() : digits(2);
			expect(" ");
			int hour = this.at;
			this.at = hour + 8;
			expect(" ");
			int year = digits(4);
			int end = this.at;
			this.at = hour;
			LocalDateTime date = time(year, month, day);
			this.at = end;
			return date;
		}

		private int oneDigit() {
			this.at++;
			return digits(1);
		}

		/** Two digits name the year that is at most 50 years ahead (RFC 9110 §5.6.7). */
		private int shortYear() {
			int now = Year.now(ZoneOffset.UTC).getValue();
			int year = now - now % 100 + digits(2);
			return (year > now + 50) ? year - 100 : year;
		}

		private LocalDateTime time(int year, int month, int day) {
			int hour = digits(2);
			expect(":");
			int minute = digits(2);
			expect(":");
			int second = digits(2);
			// A leap second is allowed by the grammar and unknown to java.time.
			return LocalDateTime.of(year, month, day, hour, minute, (second == 60) ? 59 : second);
		}

		private int month() {
			String name = this.text.substring(this.at, this.at + 3).toLowerCase(Locale.ROOT);
			int index = MONTHS.indexOf(name);
			if (index < 0 || index % 3 != 0) {
				throw malformed();
			}
			this.at += 3;
			return index / 3 + 1;
		}

		private int digits(int count) {
			int number = 0;
			for (int i = 0; i < count; i++) {
				int digit = this.text.charAt(this.at) - '0';
				if (digit < 0 || digit > 9) {
					throw malformed();
				}
				number = number * 10 + digit;
				this.at++;
			}
			return number;
		}

		private void expect(String expected) {
			if (!this.text.startsWith(expected, this.at)) {
				throw malformed();
			}
			this.at += expected.length();
		}

		private DateTimeException malformed() {
			return new DateTimeException("unexpected text at position " + this.at);
		}

	}

}
