package io.mvcbridge.jakarta.http;

import java.nio.charset.StandardCharsets;

/**
 * Keeps response fields fit for the wire (RFC 9110 §5.5): a field value goes out octet by
 * octet, and nothing in it may end the field.
 */
public final class HeaderValues {

	private HeaderValues() {
	}

	/**
	 * Checks a field name.
	 * @param name the name
	 * @throws IllegalArgumentException if it is no token (RFC 9110 §5.6.2)
	 */
	public static void checkName(String name) {
		if (!Syntax.isToken(name)) {
			throw new IllegalArgumentException("The header name " + Syntax.show(name)
					+ " is no token (RFC 9110 §5.6.2); use letters, digits and !#$%&'*+-.^_`|~");
		}
	}

	/**
	 * Checks a field value and makes it fit if that is possible: in {@code Location}
	 * characters beyond ASCII are percent-encoded as UTF-8; in
	 * {@code Content-Disposition} a file name beyond ISO-8859-1 becomes {@code filename*}
	 * (RFC 8187) beside a plain one.
	 * @param name the field name
	 * @param value the value
	 * @return the value to send: ISO-8859-1 characters only
	 * @throws IllegalArgumentException if the value holds CR, LF or NUL, or a character
	 * beyond ISO-8859-1 that this field has no way to say
	 */
	public static String toWire(String name, String value) {
		boolean ascii = true;
		boolean latin = true;
		for (int i = 0; i < value.length(); i++) {
			char c = value.charAt(i);
			if (c == '\r' || c == '\n' || c == 0) {
				throw new IllegalArgumentException(
						String.format(
								"The value of the header '%s' has the character 0x%02X at position %d, which"
										+ " would end the header; remove CR, LF and NUL from what is sent",
								name, (int) c, i));
			}
			ascii &= c < 0x80;
			latin &= c <= 0xFF;
		}
		if (ascii) {
			return value;
		}
		if (name.equalsIgnoreCase("Location")) {
			return percentEncode(value);
		}
		if (latin) {
			return value;
		}
		if (name.equalsIgnoreCase("Content-Disposition")) {
			return ContentDisposition.toWire(value);
		}
		throw new IllegalArgumentException("The value of the header '" + name + "' has a character beyond ISO-8859-1"
				+ " at position " + firstBeyondLatin(value) + ", which HTTP cannot send; encode the value first");
	}

	static int firstBeyondLatin(String value) {
		int i = 0;
		while (value.charAt(i) <= 0xFF) {
			i++;
		}
		return i;
	}

	private static String percentEncode(String value) {
		StringBuilder encoded = new StringBuilder(value.length() + 16);
		for (byte octet : value.getBytes(StandardCharsets.UTF_8)) {
			if (octet >= 0) {
				encoded.append((char) octet);
			}
			else {
				appendPercent(encoded, octet);
			}
		}
		return encoded.toString();
	}

	static void appendPercent(StringBuilder target, byte octet) {
		target.append('%');
		target.append(Character.toUpperCase(Character.forDigit(octet >> 4 & 0xF, 16)));
		target.append(Character.toUpperCase(Character.forDigit(octet & 0xF, 16)));
	}

}
