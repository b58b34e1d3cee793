package io.mvcbridge.jakarta.request;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeSet;
import java.util.function.Supplier;

import io.mvcbridge.core.exchange.FieldNames;
import io.mvcbridge.jakarta.http.HeaderValues;
import io.netty.handler.codec.http.DefaultHttpHeadersFactory;
import io.netty.handler.codec.http.HttpHeaders;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The header fields of a response but {@code Content-Type}, checked when they are set, so
 * that the one who set a bad one is the one who learns of it.
 */
final class ResponseFields {

	private static final Logger logger = LoggerFactory.getLogger(ResponseFields.class);

	private static final String SET_COOKIE = "Set-Cookie";

	/** What describes a body, and is wrong for another (RFC 9110 §8). */
	private static final List<String> REPRESENTATION = List.of("Content-Length", "Content-Encoding", "Content-Language",
			"Content-Location", "Content-Range", "Content-Disposition", "Accept-Ranges", "ETag", "Last-Modified");

	/**
	 * What is about one connection or one message, and must not be sent early (RFC 8297
	 * §2).
	 */
	private static final List<String> NO_HINTS = List.of("Connection", "Content-Length", "Keep-Alive",
			"Proxy-Connection", "TE", "Trailer", "Transfer-Encoding", "Upgrade");

	/** What must not stand in a trailer (RFC 9110 §6.5.1). */
	private static final List<String> NO_TRAILERS = List.of("Content-Length", "Transfer-Encoding", "Host", "Trailer",
			"Content-Encoding", "Content-Type", "Content-Range", "Connection", SET_COOKIE, "Cache-Control", "Expires",
			"Date", "Location", "Retry-After", "Vary", "Authorization", "TE", "Max-Forwards", "Age");

	private final HttpHeaders headers = DefaultHttpHeadersFactory.headersFactory().withValidation(false).newHeaders();

	HttpHeaders headers() {
		return this.headers;
	}

	static boolean isContentType(String name) {
		return name.length() == 12 && name.equalsIgnoreCase("Content-Type");
	}

	static boolean isContentLength(String name) {
		return name.length() == 14 && name.equalsIgnoreCase("Content-Length");
	}

	/** The length that a field value says, -1 for none. */
	static long length(@Nullable String value) {
		if (value == null) {
			return -1;
		}
		try {
			return Long.parseLong(value.trim());
		}
		catch (NumberFormatException ex) {
			throw new IllegalArgumentException("Content-Length has to be a number of bytes, not '" + value + "'", ex);
		}
	}

	/** Whether a text says a length as it stands on the wire: digits, no leading zero. */
	static boolean isLength(String text) {
		if (text.isEmpty() || (text.charAt(0) == '0' && text.length() > 1)) {
			return false;
		}
		for (int i = 0; i < text.length(); i++) {
			if (text.charAt(i) < '0' || text.charAt(i) > '9') {
				return false;
			}
		}
		return true;
	}

	static String checkedContentType(String value) {
		return HeaderValues.toWire("Content-Type", value);
	}

	boolean contains(String name) {
		return this.headers.contains(name);
	}

	@Nullable String get(String name) {
		return this.headers.get(name);
	}

	Collection<String> all(String name, @Nullable String contentType) {
		if (isContentType(name)) {
			return (contentType != null) ? List.of(contentType) : List.of();
		}
		return new ArrayList<>(this.headers.getAll(name));
	}

	Collection<String> names(boolean contentType) {
		TreeSet<String> known = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
		List<String> names = new ArrayList<>(this.headers.size() + 1);
		if (contentType) {
			known.add("Content-Type");
			names.add("Content-Type");
		}
		for (Map.Entry<String, String> field : this.headers) {
			if (known.add(field.getKey())) {
				names.add(field.getKey());
			}
		}
		return names;
	}

	void set(CharSequence name, String value) {
		this.headers.set(name, value);
	}

	void setChecked(String name, String value) {
		HeaderValues.checkName(name);
		this.headers.set(name, HeaderValues.toWire(name, value));
	}

	void addChecked(String name, String value) {
		HeaderValues.checkName(name);
		this.headers.add(name, HeaderValues.toWire(name, value));
	}

	/** The fields as they are now, without those that must not be sent early. */
	HttpHeaders earlyHints() {
		HttpHeaders hints = this.headers.copy();
		for (String name : NO_HINTS) {
			hints.remove(name);
		}
		return hints;
	}

	void remove(CharSequence name) {
		this.headers.remove(name);
	}

	void clear() {
		this.headers.clear();
	}

	void clearRepresentation() {
		for (String name : REPRESENTATION) {
			this.headers.remove(name);
		}
	}

	/**
	 * Makes room for the body of an error. The length that a 416 states belongs to it
	 * (RFC 9110 §15.5.17).
	 * @param status the status of the error
	 */
	void clearRepresentation(int status) {
		String range = (status == 416) ? this.headers.get("Content-Range") : null;
		clearRepresentation();
		if (range != null) {
			this.headers.set("Content-Range", range);
		}
	}

	/**
	 * Corrects what {@code HttpServlet.doOptions} always says: TRACE is refused before
	 * any servlet is asked.
	 */
	void removeTraceFromAllow() {
		String allow = this.headers.get(FieldNames.ALLOW);
		if (allow == null || !allow.contains("TRACE")) {
			return;
		}
		StringJoiner methods = new StringJoiner(", ");
		for (String method : allow.split(",")) {
			if (!method.isBlank() && !method.strip().equals("TRACE")) {
				methods.add(method.strip());
			}
		}
		this.headers.set(FieldNames.ALLOW, methods.toString());
	}

	void addCookie(String field) {
		this.headers.add(SET_COOKIE, field);
	}

	/**
	 * Adds a cookie in place of another.
	 * @param old the field value to replace, null if there is none
	 * @param field the new field value
	 */
	void replaceCookie(@Nullable String old, String field) {
		if (old != null) {
			List<String> kept = new ArrayList<>(this.headers.getAll(SET_COOKIE));
			kept.remove(old);
			this.headers.remove(SET_COOKIE);
			this.headers.add(SET_COOKIE, kept);
		}
		this.headers.add(SET_COOKIE, field);
	}

	/**
	 * The trailer fields, without those that must not be trailers.
	 * @param supplier gives them, may be null
	 * @return the fields, null if there are none
	 */
	@Nullable HttpHeaders trailers(@Nullable Supplier<Map<String, String>> supplier) {
		if (supplier == null) {
			return null;
		}
		HttpHeaders trailers = DefaultHttpHeadersFactory.trailersFactory().withValidation(false).newHeaders();
		try {
			Map<String, String> supplied = supplier.get();
			if (supplied != null) {
				supplied.forEach((name, value) -> addTrailer(trailers, name, value));
			}
		}
		catch (RuntimeException ex) {
			logger.error("The supplier of trailer fields threw; the response ends without them", ex);
		}
		return trailers;
	}

	private static void addTrailer(HttpHeaders trailers, String name, String value) {
		for (String forbidden : NO_TRAILERS) {
			if (forbidden.equalsIgnoreCase(name)) {
				logger.debug("'{}' must not be a trailer field (RFC 9110 §6.5.1): left out", name);
				return;
			}
		}
		HeaderValues.checkName(name);
		trailers.add(name, HeaderValues.toWire(name, value));
	}

}
