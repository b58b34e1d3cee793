package io.mvcbridge.samples.storefront.acceptance;

import java.net.URI;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A response, read to its end.
 *
 * @param uri the URI of the request
 * @param status the status code
 * @param headers the header fields
 * @param body the body, empty if there is none
 */
record Answer(URI uri, int status, HttpHeaders headers, byte[] body) {

	static Answer of(HttpResponse<byte[]> response) {
		return new Answer(response.uri(), response.statusCode(), response.headers(), response.body());
	}

	String text() {
		return new String(this.body, StandardCharsets.UTF_8);
	}

	JsonNode json() {
		return JsonMapper.shared().readTree(this.body);
	}

	HtmlPage page() {
		return new HtmlPage(this.uri, text());
	}

	/**
	 * Return a header field.
	 * @param name its name
	 * @return its first value, or an empty text if there is none
	 */
	String header(String name) {
		return this.headers.firstValue(name).orElse("");
	}

	/** The media type without parameters. */
	String mediaType() {
		return header("Content-Type").replaceFirst("\\s*;.*", "");
	}

	/** Where a redirect leads. */
	URI location() {
		return this.uri.resolve(this.headers.firstValue("Location")
			.orElseThrow(() -> new AssertionError("This is no redirect: " + this)));
	}

	@Override
	public String toString() {
		return this.uri + " answered " + this.status + " " + this.headers.map() + "\n" + text();
	}

}
