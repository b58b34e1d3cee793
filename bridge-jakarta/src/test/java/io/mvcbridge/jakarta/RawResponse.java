package io.mvcbridge.jakarta;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A response as it came over the wire.
 *
 * @param statusLine the status line
 * @param fields the header fields, each as {@code name: value}
 * @param body the body without chunk framing
 * @param trailers the trailer fields of a chunked body
 */
record RawResponse(String statusLine, List<String> fields, byte[] body, List<String> trailers) {

	int status() {
		return Integer.parseInt(this.statusLine.substring(9, 12));
	}

	/** The first value of a header field, null if there is none. */
	@Nullable String header(String name) {
		List<String> values = headers(name);
		return (values.isEmpty()) ? null : values.get(0);
	}

	/** All values of a header field, in order. */
	List<String> headers(String name) {
		List<String> values = new ArrayList<>();
		for (String field : this.fields) {
			int colon = field.indexOf(':');
			if (field.substring(0, colon).equalsIgnoreCase(name)) {
				values.add(field.substring(colon + 1).strip());
			}
		}
		return values;
	}

	/** The body as UTF-8 text. */
	String text() {
		return new String(this.body, StandardCharsets.UTF_8);
	}

	@Override
	public String toString() {
		return this.statusLine + "\n" + String.join("\n", this.fields) + "\n\n" + text();
	}

}
