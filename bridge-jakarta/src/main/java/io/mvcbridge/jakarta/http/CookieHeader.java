package io.mvcbridge.jakarta.http;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import jakarta.servlet.http.Cookie;
import org.jspecify.annotations.Nullable;

/**
 * The {@code Cookie} fields of a request (RFC 6265 §5.4, read leniently). What is no
 * cookie is left out, and never makes the others unreadable.
 */
public final class CookieHeader {

	/** What {@link Cookie} does not accept in a name, beyond control characters. */
	private static final String FORBIDDEN_IN_NAME = "/()<>@,;:\\\"[]?={} \t";

	private static final Cookie[] NONE = {};

	private CookieHeader() {
	}

	/**
	 * Parses all {@code Cookie} fields of a request; an HTTP/2 client may have split one
	 * into several (RFC 9113 §8.2.3). Quotes around a value are part of it (Servlet 6.1).
	 * The attributes {@code $Version}, {@code $Path}, {@code $Domain} and {@code $Port}
	 * of RFC 2109 are passed over.
	 * @param values the values of the fields, in order
	 * @return the cookies in the order they were sent; empty if there are none
	 */
	public static Cookie[] parse(List<String> values) {
		if (values.isEmpty()) {
			return NONE;
		}
		List<Cookie> cookies = new ArrayList<>(4);
		for (String value : values) {
			int start = 0;
			while (start < value.length()) {
				int semicolon = value.indexOf(';', start);
				int end = (semicolon < 0) ? value.length() : semicolon;
				Cookie cookie = cookie(value, start, end);
				if (cookie != null) {
					cookies.add(cookie);
				}
				start = end + 1;
			}
		}
		return cookies.toArray(NONE);
	}

	private static @Nullable Cookie cookie(String text, int start, int end) {
		int from = Syntax.skipWhitespace(text, start, end);
		int to = Syntax.trimEnd(text, from, end);
		int equals = text.indexOf('=', from);
		if (equals < 0 || equals >= to) {
			return null;
		}
		int nameEnd = Syntax.trimEnd(text, from, equals);
		if (!isName(text, from, nameEnd) || isLegacyAttribute(text, from, nameEnd)) {
			return null;
		}
		int valueStart = Syntax.skipWhitespace(text, equals + 1, to);
		boolean ascii = true;
		for (int i = valueStart; i < to; i++) {
			char c = text.charAt(i);
			if (Syntax.isControl(c) && c != '\t') {
				return null;
			}
			ascii &= c < 0x80;
		}
		String value = text.substring(valueStart, to);
		return new Cookie(text.substring(from, nameEnd), (ascii) ? value : utf8(value));
	}

	private static boolean isName(String text, int start, int end) {
		for (int i = start; i < end; i++) {
			char c = text.charAt(i);
			if (c <= 0x20 || c >= 0x7F || FORBIDDEN_IN_NAME.indexOf(c) >= 0) {
				return false;
			}
		}
		return end > start;
	}

	private static boolean isLegacyAttribute(String text, int start, int end) {
		if (text.charAt(start) != '$') {
			return false;
		}
		String name = text.substring(start, end);
		return name.equalsIgnoreCase("$Version") || name.equalsIgnoreCase("$Path") || name.equalsIgnoreCase("$Domain")
				|| name.equalsIgnoreCase("$Port");
	}

	/** Browsers send characters beyond ASCII as UTF-8, octet by octet. */
	private static String utf8(String octets) {
		return new String(octets.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
	}

}
