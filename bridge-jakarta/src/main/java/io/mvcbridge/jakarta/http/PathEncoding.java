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
