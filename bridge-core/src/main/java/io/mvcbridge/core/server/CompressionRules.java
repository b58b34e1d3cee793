package io.mvcbridge.core.server;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import io.mvcbridge.core.exchange.FieldNames;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import org.jspecify.annotations.Nullable;

/**
 * Which responses are compressed, and what their header fields say then (RFC 9110 §8.4,
 * §8.8.3, §12.5.5).
 */
final class CompressionRules {

	private final Set<String> mimeTypes;

	private final long minSize;

	private final List<Pattern> excludedUserAgents;

	CompressionRules(ServerSettings.CompressionSettings settings) {
		this.mimeTypes = settings.mimeTypes()
			.stream()
			.map((type) -> type.toLowerCase(Locale.ROOT))
			.collect(Collectors.toUnmodifiableSet());
		this.minSize = settings.minResponseSize();
		this.excludedUserAgents = settings.excludedUserAgents().stream().map(Pattern::compile).toList();
	}

	/** Whether the client is one of those that get nothing compressed. */
	boolean isExcluded(HttpRequest request) {
		String userAgent = request.headers().get(HttpHeaderNames.USER_AGENT);
		if (userAgent != null) {
			for (Pattern excluded : this.excludedUserAgents) {
				if (excluded.matcher(userAgent).find()) {
					return true;
				}
			}
		}
		return false;
	}

	/** Whether a response is compressed for those clients who accept it. */
	boolean isWorthIt(HttpResponse response) {
		int status = response.status().code();
		if (status == 204 || status == 205 || status == 206 || status == 304) {
			return false;
		}
		HttpHeaders headers = response.headers();
		return isOfType(headers.get(FieldNames.CONTENT_TYPE)) && isLongEnough(headers)
				&& !headers.contains(FieldNames.CONTENT_ENCODING) && !headers.contains(HttpHeaderNames.CONTENT_RANGE)
				&& !headers.containsValue(HttpHeaderNames.CACHE_CONTROL, HttpHeaderValues.NO_TRANSFORM, true);
	}

	private boolean isOfType(@Nullable String contentType) {
		if (contentType == null) {
			return false;
		}
		int end = contentType.indexOf(';');
		String type = (end != -1) ? contentType.substring(0, end) : contentType;
		return this.mimeTypes.contains(type.trim().toLowerCase(Locale.ROOT));
	}

	private boolean isLongEnough(HttpHeaders headers) {
		String length = headers.get(FieldNames.CONTENT_LENGTH);
		return length == null || Long.parseLong(length) >= this.minSize;
	}

	/** The response depends on what the client accepts, whether or not this one did. */
	static void addVary(HttpHeaders headers) {
		if (!headers.containsValue(FieldNames.VARY, "Accept-Encoding", true)
				&& !headers.containsValue(FieldNames.VARY, "*", true)) {
			headers.add(FieldNames.VARY, "Accept-Encoding");
		}
	}

	/** The bytes are no longer those that a strong tag stands for. */
	static void weakenEtag(HttpHeaders headers) {
		String tag = headers.get(FieldNames.ETAG);
		if (tag != null && tag.startsWith("\"")) {
			headers.set(FieldNames.ETAG, "W/" + tag);
		}
	}

}
