package io.mvcbridge.jakarta.request;

import java.nio.charset.StandardCharsets;

import io.mvcbridge.core.exchange.StatusPhrases;
import org.jspecify.annotations.Nullable;

/**
 * The short hypertext that stands where no application wrote a body: of errors and of
 * redirects (RFC 9110 §15.4). Tells nothing that the client does not know.
 */
public final class ErrorBody {

	private ErrorBody() {
	}

	/**
	 * The body of an error that has no error page.
	 * @param status the status
	 * @param message what the application said to the client, or null
	 * @return HTML in UTF-8
	 */
	public static byte[] error(int status, @Nullable String message) {
		String title = (status + " " + StatusPhrases.status(status).reasonPhrase()).stripTrailing();
		String text = (message != null && !message.isBlank()) ? "<p>" + escape(message) + "</p>" : "";
		return page(title, text);
	}

	static byte[] redirect(@Nullable String location) {
		String target = escape((location != null) ? location : "");
		return page("Redirect", "<p><a href=\"" + target + "\">" + target + "</a></p>");
	}

	private static byte[] page(String title, String text) {
		String escaped = escape(title);
		return ("<!doctype html><html lang=\"en\"><head><title>" + escaped + "</title></head><body><h1>" + escaped
				+ "</h1>" + text + "</body></html>\n")
			.getBytes(StandardCharsets.UTF_8);
	}

	private static String escape(String text) {
		StringBuilder escaped = new StringBuilder(text.length() + 16);
		for (int i = 0; i < text.length(); i++) {
			char c = text.charAt(i);
			switch (c) {
				case '&' -> escaped.append("&amp;");
				case '<' -> escaped.append("&lt;");
				case '>' -> escaped.append("&gt;");
				case '"' -> escaped.append("&quot;");
				case '\'' -> escaped.append("&#39;");
				default -> escaped.append(c);
			}
		}
		return escaped.toString();
	}

}
