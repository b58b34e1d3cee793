package io.mvcbridge.jakarta.http;

import java.nio.charset.Charset;
import java.util.Arrays;

/**
 * Decodes {@code application/x-www-form-urlencoded} text into parameters: octets first,
 * then the charset, so that a multi-byte character may mix encoded and plain octets.
 */
final class FormDecoder {

	private final Parameters target;

	private final String text;

	private final Charset charset;

	/** Whether characters above 0x7F are octets as sent, or themselves. */
	private final boolean octets;

	FormDecoder(Parameters target, String text, Charset charset, boolean octets) {
		this.target = target;
		this.text = text;
		this.charset = charset;
		this.octets = octets;
	}

	void decode() {
		int start = 0;
		int length = this.text.length();
		while (start < length) {
			int end = this.text.indexOf('&', start);
			if (end < 0) {
				end = length;
			}
			pair(start, end);
			start = end + 1;
		}
	}

	private void pair(int start, int end) {
		int equals = this.text.indexOf('=', start);
		int nameEnd = (equals < 0 || equals > end) ? end : equals;
		if (nameEnd == start) {
			// Nothing at all, or a value nobody can ask for by a name.
			return;
		}
		String name = token(start, nameEnd);
		this.target.add(name, (nameEnd >= end) ? "" : token(nameEnd + 1, end));
	}

	private String token(int start, int end) {
		for (int i = start; i < end; i++) {
			char c = this.text.charAt(i);
			if (c == '%' || c == '+' || c >= 0x80) {
				return decode(start, end);
			}
		}
		return this.text.substring(start, end);
	}

	private String decode(int start, int end) {
		byte[] bytes = new byte[this.octets ? end - start : 4 * (end - start)];
		int length = 0;
		for (int i = start; i < end; i++) {
			char c = this.text.charAt(i);
			if (c == '%') {
				bytes[length++] = octet(i, end);
				i += 2;
			}
			else if (c < 0x80 || (this.octets && c <= 0xFF)) {
				bytes[length++] = (byte) ((c == '+') ? ' ' : c);
			}
			else {
				int count = (Character.isHighSurrogate(c) && i + 1 < end) ? 2 : 1;
				byte[] encoded = this.text.substring(i, i + count).getBytes(this.charset);
				if (length + encoded.length > bytes.length) {
					bytes = Arrays.copyOf(bytes, bytes.length * 2 + encoded.length);
				}
				System.arraycopy(encoded, 0, bytes, length, encoded.length);
				length += encoded.length;
				i += count - 1;
			}
		}
		return new String(bytes, 0, length, this.charset);
	}

	private byte octet(int percent, int end) {
		int high = (percent + 2 < end) ? Syntax.hex(this.text.charAt(percent + 1)) : -1;
		int low = (high >= 0) ? Syntax.hex(this.text.charAt(percent + 2)) : -1;
		if (low < 0) {
			int shownEnd = Math.min(percent + 3, end);
			throw new RequestRejectedException(400, "A parameter is encoded wrongly: "
					+ Syntax.show(this.text.substring(percent, shownEnd)) + " is no '%' with two hexadecimal digits");
		}
		return (byte) (high << 4 | low);
	}

}
