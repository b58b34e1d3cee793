package io.mvcbridge.jakarta.request;

import org.jspecify.annotations.Nullable;

/**
 * Makes the location of a redirect absolute (Servlet 6.1 §5.5, RFC 3986 §5.2): relative
 * to the request when it begins with no slash, to the server with one, to the scheme with
 * two.
 */
final class Redirects {

	private Redirects() {
	}

	/**
	 * Resolves a location.
	 * @param location absolute or relative
	 * @param address where the request was sent to
	 * @param requestUri raw, what a relative location is relative to
	 * @return the absolute URL
	 * @throws IllegalArgumentException if there is no such URL
	 */
	static String resolve(String location, RequestAddress address, String requestUri) {
		if (hasScheme(location)) {
			return location;
		}
		if (location.startsWith("//")) {
			return address.scheme() + ":" + location;
		}
		String origin = address.origin();
		if (location.startsWith("/")) {
			return origin + checked(normalize(location), location);
		}
		if (location.isEmpty() || location.charAt(0) == '?' || location.charAt(0) == '#') {
			return origin + requestUri + location;
		}
		String path = requestUri.substring(0, requestUri.lastIndexOf('/') + 1) + location;
		return origin + checked(normalize(path), location);
	}

	private static String checked(@Nullable String path, String location) {
		if (path == null) {
			throw new IllegalArgumentException("The location '" + location + "' leads above the root of the server");
		}
		return path;
	}

	/** Whether a reference begins with a scheme (RFC 3986 §3.1). */
	static boolean hasScheme(String reference) {
		for (int i = 0; i < reference.length(); i++) {
			char c = reference.charAt(i);
			if (c == ':') {
				return i > 0;
			}
			boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
			if (!letter && (i == 0 || !((c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.'))) {
				return false;
			}
		}
		return false;
	}

	/**
	 * Takes dot segments out of the path of a reference, and leaves the rest alone.
	 * @param reference begins with a slash
	 * @return the reference, null if it leads above the root
	 */
	static @Nullable String normalize(String reference) {
		int end = 0;
		while (end < reference.length() && reference.charAt(end) != '?' && reference.charAt(end) != '#') {
			end++;
		}
		if (!hasDotSegment(reference, end)) {
			return reference;
		}
		StringBuilder path = new StringBuilder(reference.length());
		int at = 0;
		while (at < end) {
			int next = reference.indexOf('/', at + 1);
			if (next < 0 || next > end) {
				next = end;
			}
			String segment = reference.substring(at, next);
			boolean last = next == end;
			if (segment.equals("/..")) {
				int parent = path.lastIndexOf("/");
				if (parent < 0) {
					return null;
				}
				path.setLength(parent);
				path.append(last ? "/" : "");
			}
			else if (segment.equals("/.")) {
				path.append(last ? "/" : "");
			}
			else {
				path.append(segment);
			}
			at = next;
		}
		return path.append(reference, end, reference.length()).toString();
	}

	private static boolean hasDotSegment(String reference, int end) {
		int dot = reference.indexOf("/.");
		while (dot >= 0 && dot < end) {
			int after = dot + 2;
			if (after < end && reference.charAt(after) == '.') {
				after++;
			}
			if (after >= end || reference.charAt(after) == '/') {
				return true;
			}
			dot = reference.indexOf("/.", dot + 1);
		}
		return false;
	}

}
