package io.mvcbridge.core.server;

import io.netty.util.NetUtil;

/**
 * The grammar of a {@code Host} field and of a target's authority without user
 * information: {@code uri-host [":" port]} (RFC 9110 §7.2, RFC 3986 §3.2). The field may
 * be empty, but not the host in front of a port (RFC 9110 §4.2.1); a name is taken as
 * liberally as the grammar allows, so underscores and trailing dots pass; but for the
 * comma, because lists of hosts are made with it and no host has one.
 */
final class HostSyntax {

	private static final String MARKS = "-._~!$&'()*+;=";

	private HostSyntax() {
	}

	static boolean isValid(String value) {
		int end = value.startsWith("[") ? endOfLiteral(value) : endOfName(value);
		if (end == -1) {
			return false;
		}
		return end == value.length() || (end > 0 && value.charAt(end) == ':' && isPort(value, end + 1));
	}

	private static int endOfName(String value) {
		int i = 0;
		while (i < value.length() && value.charAt(i) != ':') {
			char c = value.charAt(i);
			if (c == '%') {
				if (i + 2 >= value.length() || !isHex(value.charAt(i + 1)) || !isHex(value.charAt(i + 2))) {
					return -1;
				}
				i += 3;
			}
			else if (isAlphanumeric(c) || MARKS.indexOf(c) != -1) {
				i++;
			}
			else {
				return -1;
			}
		}
		return i;
	}

	/** An IPv6 address in brackets, with an optional zone, or an IPvFuture. */
	private static int endOfLiteral(String value) {
		int close = value.indexOf(']');
		if (close < 3) {
			return -1;
		}
		for (int i = 1; i < close; i++) {
			char c = value.charAt(i);
			if (c != ':' && c != '%' && !isAlphanumeric(c) && MARKS.indexOf(c) == -1) {
				return -1;
			}
		}
		boolean valid = (value.charAt(1) == 'v' || value.charAt(1) == 'V') ? isFuture(value, close)
				: NetUtil.isValidIpV6Address(value.substring(1, close));
		return valid ? close + 1 : -1;
	}

	/** A version in hexadecimal digits, a dot, and something behind it. */
	private static boolean isFuture(String value, int close) {
		int dot = value.indexOf('.');
		if (dot < 3 || dot + 1 >= close || value.indexOf('%') != -1) {
			return false;
		}
		for (int i = 2; i < dot; i++) {
			if (!isHex(value.charAt(i))) {
				return false;
			}
		}
		return true;
	}

	private static boolean isPort(String value, int start) {
		int port = 0;
		for (int i = start; i < value.length(); i++) {
			char c = value.charAt(i);
			if (c < '0' || c > '9') {
				return false;
			}
			port = port * 10 + (c - '0');
			if (port > 65535) {
				return false;
			}
		}
		return true;
	}

	private static boolean isAlphanumeric(char c) {
		return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
	}

	private static boolean isHex(char c) {
		return Character.digit(c, 16) != -1 && c < 0x80;
	}

}
