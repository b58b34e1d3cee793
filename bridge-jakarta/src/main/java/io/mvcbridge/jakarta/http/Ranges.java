package io.mvcbridge.jakarta.http;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Byte ranges that a client asked for (RFC 9110 §14.2), resolved against the length of
 * what is served.
 *
 * @param ranges the ranges in the order they were asked for; empty if none of them can be
 * satisfied, which is answered with 416
 */
public record Ranges(List<ByteRange> ranges) {

	/** Many small ranges are an attack (RFC 9110 §17.15), not a download. */
	private static final int MAX_RANGES = 50;

	private static final long ABSENT = -1;

	private static final long MALFORMED = -2;

	/**
	 * Parses a {@code Range} field.
	 * @param value the value of the field
	 * @param length how many bytes there are to serve
	 * @return the ranges, null if the field is to be ignored: another unit, malformed, or
	 * more ranges than anybody needs
	 */
	public static @Nullable Ranges parse(String value, long length) {
		int equals = value.indexOf('=');
		if (equals < 0 || !value.substring(0, equals).strip().equalsIgnoreCase("bytes")) {
			return null;
		}
		List<ByteRange> ranges = new ArrayList<>(2);
		int count = 0;
		int start = equals + 1;
		while (start <= value.length()) {
			int comma = value.indexOf(',', start);
			int end = (comma < 0) ? value.length() : comma;
			int from = Syntax.skipWhitespace(value, start, end);
			int to = Syntax.trimEnd(value, from, end);
			if (from < to) {
				count++;
				if (!range(value, from, to, length, ranges)) {
					return null;
				}
			}
			start = end + 1;
		}
		return (count == 0 || count > MAX_RANGES) ? null : new Ranges(List.copyOf(ranges));
	}

	/** Adds a range if it can be satisfied; false if it is malformed. */
	private static boolean range(String value, int from, int to, long length, List<ByteRange> target) {
		int dash = value.indexOf('-', from);
		if (dash < 0 || dash >= to) {
			return false;
		}
		long first = number(value, from, dash);
		long last = number(value, dash + 1, to);
		if (first == MALFORMED || last == MALFORMED || (first == ABSENT && last == ABSENT)) {
			return false;
		}
		if (first == ABSENT) {
			if (last > 0 && length > 0) {
				target.add(new ByteRange(Math.max(0, length - last), length - 1));
			}
			return true;
		}
		if (last != ABSENT && last < first) {
			return false;
		}
		if (first < length) {
			target.add(new ByteRange(first, (last == ABSENT) ? length - 1 : Math.min(last, length - 1)));
		}
		return true;
	}

	private static long number(String value, int from, int to) {
		int start = Syntax.skipWhitespace(value, from, to);
		int end = Syntax.trimEnd(value, start, to);
		if (start == end) {
			return ABSENT;
		}
		long number = 0;
		for (int i = start; i < end; i++) {
			int digit = value.charAt(i) - '0';
			if (digit < 0 || digit > 9) {
				return MALFORMED;
			}
			// More than fits is more than any file has.
			number = (number > (Long.MAX_VALUE - 9) / 10) ? Long.MAX_VALUE : number * 10 + digit;
		}
		return number;
	}

	/** Whether at least one range can be served. */
	public boolean isSatisfiable() {
		return !this.ranges.isEmpty();
	}

	/**
	 * One range.
	 *
	 * @param first the position of the first byte
	 * @param last the position of the last byte
	 */
	public record ByteRange(long first, long last) {

		/** How many bytes the range has. */
		public long length() {
			return this.last - this.first + 1;
		}

		/**
		 * The value of the {@code Content-Range} field (RFC 9110 §14.4).
		 * @param total how many bytes there are in all
		 */
		public String contentRange(long total) {
			return "bytes " + this.first + "-" + this.last + "/" + total;
		}

	}

}
