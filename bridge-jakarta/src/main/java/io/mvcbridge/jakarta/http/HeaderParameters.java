package io.mvcbridge.jakarta.http;

/**
 * Walks over the {@code ;name=value} parameters of a field value (RFC 9110 §5.6.6).
 * Lenient: a parameter without a value has an empty one, and text behind a quoted value
 * is passed over.
 */
public final class HeaderParameters {

	private final String text;

	private int start;

	private int end;

	private int nameStart;

	private int nameEnd;

	private int valueStart;

	private int valueEnd;

	/**
	 * Begins a walk.
	 * @param text the field value
	 * @param from where to look for the first semicolon
	 */
	public HeaderParameters(String text, int from) {
		this.text = text;
		this.end = from;
	}

	/**
	 * Steps to the next parameter that has a name.
	 * @return false if there is none
	 */
	public boolean next() {
		int length = this.text.length();
		while (true) {
			int semicolon = this.text.indexOf(';', this.end);
			if (semicolon < 0) {
				return false;
			}
			this.start = semicolon;
			this.nameStart = Syntax.skipWhitespace(this.text, semicolon + 1, length);
			int i = this.nameStart;
			while (i < length && this.text.charAt(i) != '=' && this.text.charAt(i) != ';') {
				i++;
			}
			this.nameEnd = Syntax.trimEnd(this.text, this.nameStart, i);
			value(i, length);
			if (this.nameEnd > this.nameStart) {
				return true;
			}
		}
	}

	private void value(int equals, int length) {
		if (equals == length || this.text.charAt(equals) == ';') {
			this.valueStart = equals;
			this.valueEnd = equals;
			this.end = equals;
			return;
		}
		this.valueStart = Syntax.skipWhitespace(this.text, equals + 1, length);
		boolean quoted = this.valueStart < length && this.text.charAt(this.valueStart) == '"';
		int search = (quoted) ? Syntax.endOfQuoted(this.text, this.valueStart, length) : this.valueStart;
		int semicolon = this.text.indexOf(';', search);
		this.end = (semicolon < 0) ? length : semicolon;
		this.valueEnd = (quoted) ? search : Syntax.trimEnd(this.text, this.valueStart, this.end);
	}

	/**
	 * Whether the current parameter has a name.
	 * @param name the name, in any case
	 */
	public boolean isNamed(String name) {
		return this.nameEnd - this.nameStart == name.length()
				&& this.text.regionMatches(true, this.nameStart, name, 0, name.length());
	}

	/** The name of the current parameter, as sent. */
	public String name() {
		return this.text.substring(this.nameStart, this.nameEnd);
	}

	/** The value of the current parameter, without quotes and their escapes. */
	public String value() {
		return value(true);
	}

	/**
	 * The value of the current parameter, without quotes.
	 * @param unescape whether a backslash in a quoted value escapes the next character;
	 * else only {@code \"} is understood, since browsers send file names with plain
	 * backslashes
	 */
	public String value(boolean unescape) {
		if (this.valueStart == this.valueEnd || this.text.charAt(this.valueStart) != '"') {
			return this.text.substring(this.valueStart, this.valueEnd);
		}
		int last = this.valueEnd - 1;
		boolean closed = last > this.valueStart && this.text.charAt(last) == '"';
		int contentEnd = (closed) ? last : this.valueEnd;
		if (this.text.indexOf('\\', this.valueStart) < 0) {
			return this.text.substring(this.valueStart + 1, contentEnd);
		}
		StringBuilder value = new StringBuilder(contentEnd - this.valueStart);
		for (int i = this.valueStart + 1; i < contentEnd; i++) {
			char c = this.text.charAt(i);
			if (c == '\\' && i + 1 < contentEnd && (unescape || this.text.charAt(i + 1) == '"')) {
				i++;
				c = this.text.charAt(i);
			}
			value.append(c);
		}
		return value.toString();
	}

	/** Where the current parameter begins: its semicolon. */
	int start() {
		return this.start;
	}

	/** Where the current parameter ends: the next semicolon, or the end of the text. */
	int end() {
		return this.end;
	}

}
