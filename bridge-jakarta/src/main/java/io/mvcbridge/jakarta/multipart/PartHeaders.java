package io.mvcbridge.jakarta.multipart;

import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.TreeSet;

import io.mvcbridge.jakarta.http.HeaderParameters;
import org.jspecify.annotations.Nullable;

/** The header fields of one part; names in any case. */
final class PartHeaders {

	/** Names at even places, values at odd ones. */
	private final List<String> fields = new ArrayList<>(4);

	private @Nullable String fieldName;

	private @Nullable String fileName;

	private PartHeaders() {
	}

	/**
	 * Parses a header section.
	 * @param section the fields with their line ends
	 * @return the headers
	 */
	static PartHeaders parse(String section) {
		PartHeaders headers = new PartHeaders();
		String line = null;
		int start = 0;
		while (start < section.length()) {
			int end = section.indexOf("\r\n", start);
			if (end < 0) {
				end = section.length();
			}
			String next = section.substring(start, end);
			boolean folded = !next.isEmpty() && (next.charAt(0) == ' ' || next.charAt(0) == '\t');
			if (folded && line != null) {
				line = line + " " + next.strip();
			}
			else {
				headers.add(line);
				line = next;
			}
			start = end + 2;
		}
		headers.add(line);
		headers.readDisposition();
		return headers;
	}

	private void add(@Nullable String line) {
		int colon = (line == null) ? -1 : line.indexOf(':');
		if (line != null && colon > 0) {
			this.fields.add(line.substring(0, colon).strip());
			this.fields.add(line.substring(colon + 1).strip());
		}
	}

	private void readDisposition() {
		String disposition = get("Content-Disposition");
		if (disposition == null) {
			return;
		}
		int semicolon = disposition.indexOf(';');
		String type = (semicolon < 0) ? disposition : disposition.substring(0, semicolon).strip();
		if (!type.equalsIgnoreCase("form-data")) {
			return;
		}
		String extended = null;
		HeaderParameters parameters = new HeaderParameters(disposition, 0);
		while (parameters.next()) {
			if (parameters.isNamed("name") && this.fieldName == null) {
				this.fieldName = parameters.value(false);
			}
			else if (parameters.isNamed("filename") && this.fileName == null) {
				this.fileName = parameters.value(false);
			}
			else if (parameters.isNamed("filename*") && extended == null) {
				extended = decodeExtended(parameters.value());
			}
		}
		if (extended != null) {
			this.fileName = extended;
		}
	}

	/**
	 * Decodes an extended value (RFC 8187 §3.2).
	 * @return the text, null if the value cannot be understood, so that the plain
	 * parameter counts
	 */
	static @Nullable String decodeExtended(String value) {
		int charsetEnd = value.indexOf('\'');
		int languageEnd = value.indexOf('\'', charsetEnd + 1);
		if (charsetEnd <= 0 || languageEnd < 0) {
			return null;
		}
		Charset charset;
		try {
			charset = Charset.forName(value.substring(0, charsetEnd));
		}
		catch (IllegalCharsetNameException | UnsupportedCharsetException ex) {
			return null;
		}
		byte[] bytes = new byte[value.length()];
		int length = 0;
		for (int i = languageEnd + 1; i < value.length(); i++) {
			char c = value.charAt(i);
			if (c == '%') {
				int high = (i + 2 < value.length()) ? Character.digit(value.charAt(i + 1), 16) : -1;
				int low = (high >= 0) ? Character.digit(value.charAt(i + 2), 16) : -1;
				if (low < 0) {
					return null;
				}
				bytes[length++] = (byte) (high << 4 | low);
				i += 2;
			}
			else if (c < 0x80) {
				bytes[length++] = (byte) c;
			}
			else {
				return null;
			}
		}
		return new String(bytes, 0, length, charset);
	}

	/** The name of the field, null if the part is no form data. */
	@Nullable String fieldName() {
		return this.fieldName;
	}

	/** The file name as sent, null if the part is a plain field. */
	@Nullable String fileName() {
		return this.fileName;
	}

	/** The first value of a field, null if there is none. */
	@Nullable String get(String name) {
		for (int i = 0; i < this.fields.size(); i += 2) {
			if (this.fields.get(i).equalsIgnoreCase(name)) {
				return this.fields.get(i + 1);
			}
		}
		return null;
	}

	/** All values of a field, in order. */
	Collection<String> getAll(String name) {
		List<String> values = new ArrayList<>(1);
		for (int i = 0; i < this.fields.size(); i += 2) {
			if (this.fields.get(i).equalsIgnoreCase(name)) {
				values.add(this.fields.get(i + 1));
			}
		}
		return values;
	}

	/** The names as sent, in order, without repetition in another case. */
	Collection<String> names() {
		Collection<String> names = new LinkedHashSet<>();
		Collection<String> seen = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
		for (int i = 0; i < this.fields.size(); i += 2) {
			if (seen.add(this.fields.get(i))) {
				names.add(this.fields.get(i));
			}
		}
		return names;
	}

}
