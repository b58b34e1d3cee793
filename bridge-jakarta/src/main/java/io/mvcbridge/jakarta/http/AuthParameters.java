package io.mvcbridge.jakarta.http;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * Reads the {@code name=value} parameters of an {@code Authorization} field (RFC 9110
 * §11.2). Strict, other than the parsers of fields that only describe: credentials that
 * can be read in two ways are none.
 */
public final class AuthParameters {

	private final String text;

	private final Map<String, String> values = new HashMap<>();

	private int at;

	private AuthParameters(String text, int from) {
		this.text = text;
		this.at = from;
	}

	/**
	 * Reads a list of parameters.
	 * @param text the field value
	 * @param from where the parameters begin, behind the scheme
	 * @return values by name in lower case, without quotes and their escapes; null if the
	 * list is malformed or names a parameter twice
	 */
	public static @Nullable Map<String, String> parse(String text, int from) {
		AuthParameters parser = new AuthParameters(text, from);
		return parser.readAll() ? parser.values : null;
	}

	/**
	 * Decodes a value that says its charset (RFC 8187 §3.2), as that of
	 * {@code username*}.
	 * @param value the value
	 * @return the text, null if the value is malformed or its charset is not UTF-8
	 */
	public static @Nullable String decodeExtended(String value) {
		int language = value.indexOf('\'');
		int text = value.indexOf('\'', language + 1);
		if (language < 0 || text < 0 || !value.substring(0, language).equalsIgnoreCase("UTF-8")) {
			return null;
		}
		ByteArrayOutputStream octets = new ByteArrayOutputStream(value.length());
		for (int i = text + 1; i < value.length(); i++) {
			char c = value.charAt(i);
			if (c == '%') {
				int high = (i + 2 < value.length()) ? Syntax.hex(value.charAt(i + 1)) : -1;
				int low = (high >= 0) ? Syntax.hex(value.charAt(i + 2)) : -1;
				if (low < 0) {
					return null;
				}
				octets.write(high << 4 | low);
				i += 2;
			}
			else if (Syntax.isTokenChar(c)) {
				octets.write(c);
			}
			else {
				return null;
			}
		}
		return octets.toString(StandardCharsets.UTF_8);
	}

	private boolean readAll() {
		skipWhitespace();
		while (this.at < this.text.length()) {
			if (this.text.charAt(this.at) == ',') {
				// Empty elements of a list count for nothing (RFC 9110 §5.6.1)
				this.at++;
			}
			else if (!readParameter()) {
				return false;
			}
			skipWhitespace();
		}
		return true;
	}

	private boolean readParameter() {
		String name = token();
		skipWhitespace();
		if (name.isEmpty() || this.at == this.text.length() || this.text.charAt(this.at) != '=') {
			return false;
		}
		this.at++;
		skipWhitespace();
		boolean quoted = this.at < this.text.length() && this.text.charAt(this.at) == '"';
		String value = (quoted) ? quotedString() : token();
		if (value == null || (!quoted && value.isEmpty())) {
			return false;
		}
		skipWhitespace();
		boolean ended = this.at == this.text.length() || this.text.charAt(this.at) == ',';
		return ended && this.values.put(name.toLowerCase(Locale.ROOT), value) == null;
	}

	private String token() {
		int start = this.at;
		while (this.at < this.text.length() && Syntax.isTokenChar(this.text.charAt(this.at))) {
			this.at++;
		}
		return this.text.substring(start, this.at);
	}

	private @Nullable String quotedString() {
		StringBuilder value = new StringBuilder();
		for (int i = this.at + 1; i < this.text.length(); i++) {
			char c = this.text.charAt(i);
			if (c == '"') {
				this.at = i + 1;
				return value.toString();
			}
			if (c == '\\') {
				i++;
				if (i == this.text.length()) {
					return null;
				}
				c = this.text.charAt(i);
			}
			value.append(c);
		}
		return null;
	}

	private void skipWhitespace() {
		this.at = Syntax.skipWhitespace(this.text, this.at, this.text.length());
	}

}
