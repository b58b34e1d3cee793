package io.mvcbridge.jakarta.http;

import java.nio.charset.StandardCharsets;

/** Writes paths into URLs (RFC 3986 §3.3). */
public final class PathEncoding {

	private static final char[] HEX = "0123456789ABCDEF".toCharArray();

	/** What may stand in a segment besides letters and digits, but for the semicolon. */
	private static final String PLAIN = "/-._~!$&'()*+,=:@";

	private PathEncoding() {
	}

	/**
	 * Encodes a decoded path. A semicolon is encoded too, so that nothing of the path is
	 * taken for a path parameter.
	 * @param path the path, its segments divided by slashes
	 * @return the path as it can stand in a URL
	 */
	public static String encode(String path) {
		int plain = 0;
		while (plain < path.length() && isPlain(path.charAt(plain))) {
			plain++;
		}
		if (plain == path.length()) {
			return path;
		}
		StringBuilder encoded = new StringBuilder(path.length() + 16).append(path, 0, plain);
		for (byte octet : path.substring(plain).getBytes(StandardCharsets.UTF_8)) {
			if (octet > 0 && isPlain((char) octet)) {
				encoded.append((char) octet);
			}
			else {
				append(encoded, octet);
			}
		}
		return encoded.toString();
	}

	/**
	 * Encodes the characters of a path that no URL can have, and leaves all others as
	 * they are: what is encoded already stays so.
	 * @param path the path, perhaps with a query
	 * @return the path in visible ASCII characters
	 */
	public static String encodeIllegal(String path) {
		int legal = 0;
		while (legal < path.length() && isVisible(path.charAt(legal))) {
			legal++;
		}
		if (legal == path.length()) {
			return path;
		}
		StringBuilder encoded = new StringBuilder(path.length() + 16).append(path, 0, legal);
		for (byte octet : path.substring(legal).getBytes(StandardCharsets.UTF_8)) {
			if (octet > 0 && isVisible((char) octet)) {
				encoded.append((char) octet);
			}
			else {
				append(encoded, octet);
			}
		}
		return encoded.toString();
	}

	/**
	 * Encodes each percent sign that begins no encoded octet, so that the path can be
	 * decoded whoever does it.
	 * @param path a path as a client sent it
	 * @return the path with {@code %25} in the place of each stray percent sign
	 */
	public static String encodeStrayPercent(String path) {
		int percent = path.indexOf('%');
		if (percent == -1) {
			return path;
		}
		StringBuilder encoded = new StringBuilder(path.length() + 16);
		int copied = 0;
		for (; percent != -1; percent = path.indexOf('%', percent + 1)) {
			if (!isOctet(path, percent)) {
				encoded.append(path, copied, percent).append("%25");
				copied = percent + 1;
			}
		}
		return encoded.append(path, copied, path.length()).toString();
	}

	private static boolean isOctet(String path, int percent) {
		return percent + 2 < path.length() && Syntax.hex(path.charAt(percent + 1)) >= 0
				&& Syntax.hex(path.charAt(percent + 2)) >= 0;
	}

	private static void append(StringBuilder encoded, byte octet) {
		encoded.append('%').append(HEX[octet >> 4 & 0xF]).append(HEX[octet & 0xF]);
	}

	private static boolean isPlain(char c) {
		return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || PLAIN.indexOf(c) >= 0;
	}

	private static boolean isVisible(char c) {
		return c > 0x20 && c < 0x7F;
	}

}
