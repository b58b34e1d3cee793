package io.mvcbridge.core.server;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

import io.netty.util.AsciiString;

/**
 * The value of the {@code Date} field (RFC 9110 §5.6.7), formatted once a second.
 */
final class HttpDate {

	private static final DateTimeFormatter FORMAT = DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'",
			Locale.ENGLISH);

	private static volatile HttpDate current = new HttpDate(0);

	private final long second;

	private final AsciiString text;

	private HttpDate(long second) {
		this.second = second;
		this.text = new AsciiString(FORMAT.format(Instant.ofEpochSecond(second).atOffset(ZoneOffset.UTC)));
	}

	static AsciiString now() {
		long second = System.currentTimeMillis() / 1000;
		HttpDate date = current;
		if (date.second != second) {
			date = new HttpDate(second);
			current = date;
		}
		return date.text;
	}

}
