package io.mvcbridge.jakarta.http;

import java.nio.charset.StandardCharsets;
import java.util.Map;

import jakarta.servlet.http.Cookie;
import org.jspecify.annotations.Nullable;

/** The {@code Set-Cookie} field (RFC 6265 §4.1). */
public final class SetCookie {

	private static final String EXPIRED = HttpDate.format(0);

	private SetCookie() {
	}

	/**
	 * Writes a cookie as the value of one {@code Set-Cookie} field. {@code Max-Age} is
	 * accompanied by an {@code Expires} that says the same, and one of zero replaced by
	 * it, because the grammar has no such {@code Max-Age}; attributes without a meaning
	 * known here are kept.
	 * @param cookie the cookie
	 * @return the field value; characters of the cookie value beyond ASCII stand in it as
	 * the octets of their UTF-8 form
	 * @throws IllegalArgumentException if name, value or an attribute holds what would
	 * not reach the client as it was meant
	 */
	public static String format(Cookie cookie) {
		return format(cookie, System.currentTimeMillis());
	}

	static String format(Cookie cookie, long now) {
		String name = cookie.getName();
		if (!Syntax.isToken(name)) {
			throw new IllegalArgumentException("The cookie name " + Syntax.show(name)
					+ " is no token (RFC 6265 §4.1.1); use letters, digits and !#$%&'*+-.^_`|~");
		}
		StringBuilder field = new StringBuilder(96).append(name).append('=');
		appendValue(field, name, cookie.getValue());
		Map<String, String> attributes = cookie.getAttributes();
		if (!attributes.isEmpty()) {
			appendAttributes(field, cookie, attributes, now);
		}
		return field.toString();
	}

	private static void appendValue(StringBuilder field, String name, @Nullable String value) {
		if (value == null || value.isEmpty()) {
			return;
		}
		int start = 0;
		int end = value.length();
		if (end >= 2 && value.charAt(0) == '"' && value.charAt(end - 1) == '"') {
			start++;
			end--;
		}
		boolean ascii = true;
		for (int i = start; i < end; i++) {
			char c = value.charAt(i);
			if (c <= 0x20 || c == '"' || c == ',' || c == ';' || c == '\\' || c == 0x7F) {
				throw new IllegalArgumentException(
						String.format("The value of the cookie '%s' has the character 0x%02X at position %d, which"
								+ " RFC 6265 §4.1.1 does not allow; encode the value, for instance with Base64 or"
								+ " percent-encoding", name, (int) c, i));
			}
			ascii &= c < 0x80;
		}
		field.append((ascii) ? value : new String(value.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1));
	}

	private static void appendAttributes(StringBuilder field, Cookie cookie, Map<String, String> attributes, long now) {
		int maxAge = cookie.getMaxAge();
		appendAttribute(field, "Path", cookie.getPath());
		appendAttribute(field, "Domain", cookie.getDomain());
		if (maxAge > 0) {
			field.append("; Max-Age=").append(maxAge);
		}
		if (maxAge >= 0) {
			field.append("; Expires=").append((maxAge == 0) ? EXPIRED : HttpDate.format(now + maxAge * 1000L));
		}
		appendFlag(field, "Secure", attributes);
		appendFlag(field, "HttpOnly", attributes);
		appendAttribute(field, "SameSite", cookie.getAttribute("SameSite"));
		appendFlag(field, "Partitioned", attributes);
		for (Map.Entry<String, String> attribute : attributes.entrySet()) {
			String name = attribute.getKey();
			if (isKnown(name) || (maxAge >= 0 && name.equalsIgnoreCase("Expires"))) {
				continue;
			}
			if (attribute.getValue().isEmpty()) {
				appendFlag(field, name, attributes);
			}
			else {
				appendAttribute(field, name, attribute.getValue());
			}
		}
	}

	private static boolean isKnown(String name) {
		return switch (name.length()) {
			case 4 -> name.equalsIgnoreCase("Path");
			case 6 -> name.equalsIgnoreCase("Domain") || name.equalsIgnoreCase("Secure");
			case 7 -> name.equalsIgnoreCase("Max-Age");
			case 8 -> name.equalsIgnoreCase("HttpOnly") || name.equalsIgnoreCase("SameSite");
			case 11 -> name.equalsIgnoreCase("Partitioned");
			default -> false;
		};
	}

	/** A flag is set by its presence on the wire, so {@code false} must not be sent. */
	private static void appendFlag(StringBuilder field, String name, Map<String, String> attributes) {
		String value = attributes.get(name);
		if (value != null && !value.equalsIgnoreCase("false")) {
			checkAttribute(name, name);
			field.append("; ").append(name);
		}
	}

	private static void appendAttribute(StringBuilder field, String name, @Nullable String value) {
		if (value == null || value.isEmpty()) {
			return;
		}
		checkAttribute(name, name);
		checkAttribute(name, value);
		field.append("; ").append(name).append('=').append(value);
	}

	private static void checkAttribute(String name, String text) {
		for (int i = 0; i < text.length(); i++) {
			char c = text.charAt(i);
			if (c < 0x20 || c >= 0x7F || c == ';') {
				throw new IllegalArgumentException(String
					.format("The cookie attribute '%s' has the character 0x%02X at position %d, which RFC 6265 §4.1.1"
							+ " does not allow", name, (int) c, i));
			}
		}
	}

}
