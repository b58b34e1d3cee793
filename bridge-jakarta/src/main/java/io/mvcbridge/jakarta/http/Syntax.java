package io.mvcbridge.jakarta.http;

/** Character classes of RFC 9110 §5.6 that several parsers of this package share. */
final class Syntax {

	private static final boolean[] TOKEN = new boolean[128];

	static {
		for (char c = '0'; c <= '9'; c++) {
			TOKEN[c] = true;
		}
		for (char c = 'a'; c <= 'z'; c++) {
			TOKEN[c] = true;
			TOKEN[c - 32] = true;
		}
		for (char c : "!#$%&'*+-.^_`|~".toCharArray()) {
			TOKEN[c] = true;
		}
	}

	private Syntax() {
	}

	static boolean isTokenChar(char c) {
		return c < 128 && TOKEN[c];
	}

	static boolean isToken(String text) {
		for (int i = 0; i < text.length(); i++) {
			if (!isTokenChar(text.charAt(i))) {
				return false;
			}
		}
		return !text.isEmpty();
	}

	static boolean isWhitespace(char c) {
		return c == ' ' || c == '\t';
	}

	static boolean isControl(char c) {
		return c < 0x20 || c == 0x7F;
	}

	/** The value of a hexadecimal digit, -1 if it is none. */
	static int hex(char c) {
		if (c >= '0' && c <= '9') {
			return c - '0';
		}
		int lower = c | 0x20;
		return (lower >= 'a' && lower <= 'f') ? lower - 'a' + 10 : -1;
	}

	/** Skips spaces and tabs forward from {@code from}, at most to {@code end}. */
	static int skipWhitespace(String text, int from, int end) {
		int i = from;
		while (i < end && isWhitespace(text.charAt(i))) {
			i++;
		}
		return i;
	}

	/** Skips spaces and tabs backward from {@code end}, at most to {@code from}. */
	static int trimEnd(String text, int from, int end) {
		int i = end;
		while (i > from && isWhitespace(text.charAt(i - 1))) {
			i--;
		}
		return i;
	}

	/**
	 * The position behind a quoted string (RFC 9110 §5.6.4) that begins at {@code open}.
	 * @return the position behind the closing quote, or {@code end} if it is missing
	 */
	static int endOfQuoted(String text, int open, int end) {
		for (int i = open + 1; i < end; i++) {
			char c = text.charAt(i);
			if (c == '\\') {
				i++;
			}
			else if (c == '"') {
				return i + 1;
			}
		}
		return end;
	}

	/**
	 * Shows text from a request in a message: control characters escaped, long text cut.
	 */
	static String show(String text) {
		int length = Math.min(text.length(), 100);
		StringBuilder shown = new StringBuilder(length + 8).append('\'');
		for (int i = 0; i < length; i++) {
			char c = text.charAt(i);
			if (isControl(c)) {
				shown.append(String.format("\\x%02X", (int) c));
			}
			else {
				shown.append(c);
			}
		}
		return shown.append((text.length() > length) ? "…'" : "'").toString();
	}

}
