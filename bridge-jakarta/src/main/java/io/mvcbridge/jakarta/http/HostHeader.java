package io.mvcbridge.jakarta.http;

/**
 * A {@code Host} field or authority (RFC 9110 §7.2): host and port.
 *
 * @param host the host as sent: a name (a trailing dot kept), an IPv4 address, or an IPv6
 * literal with its brackets
 * @param port the port, -1 if none was sent
 */
public record HostHeader(String host, int port) {

	/**
	 * Parses the value of a {@code Host} field or an authority without user information.
	 * @param value the value
	 * @return host and port
	 * @throws RequestRejectedException with 400 if it is malformed
	 */
	public static HostHeader parse(String value) {
		int end = Syntax.trimEnd(value, 0, value.length());
		int start = Syntax.skipWhitespace(value, 0, end);
		int hostEnd = hostEnd(value, start, end);
		if (hostEnd == start) {
			throw malformed(value);
		}
		String host = value.substring(start, hostEnd);
		return new HostHeader(host, (hostEnd == end) ? -1 : port(value, hostEnd, end));
	}

	private static int hostEnd(String value, int start, int end) {
		if (start < end && value.charAt(start) == '[') {
			return literalEnd(value, start, end);
		}
		int i = start;
		while (i < end && value.charAt(i) != ':') {
			if (!isHostChar(value.charAt(i))) {
				throw malformed(value);
			}
			i++;
		}
		return i;
	}

	/** What is in the brackets is not taken apart: nobody connects to it from here. */
	private static int literalEnd(String value, int start, int end) {
		int close = value.indexOf(']', start);
		if (close < 0 || close >= end || close < start + 3) {
			throw malformed(value);
		}
		for (int i = start + 1; i < close; i++) {
			char c = value.charAt(i);
			if (c != ':' && !isHostChar(c)) {
				throw malformed(value);
			}
		}
		return close + 1;
	}

	private static boolean isHostChar(char c) {
		return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
				|| "-._~%!$&'()*+,;=".indexOf(c) >= 0;
	}

	private static int port(String value, int colon, int end) {
		if (value.charAt(colon) != ':') {
			throw malformed(value);
		}
		int port = 0;
		for (int i = colon + 1; i < end; i++) {
			char c = value.charAt(i);
			if (c < '0' || c > '9') {
				throw malformed(value);
			}
			port = port * 10 + (c - '0');
			if (port > 65535) {
				throw malformed(value);
			}
		}
		return (colon + 1 == end) ? -1 : port;
	}

	private static RequestRejectedException malformed(String value) {
		return new RequestRejectedException(400, "The host " + Syntax.show(value) + " is malformed");
	}

}
