package io.mvcbridge.jakarta.request;

import java.nio.file.Path;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a request is one whose answer may be a file that the proxy in front
 * sends. Who is no trusted proxy could not do it, and would learn where files lie.
 */
final class FileAcceleration {

	/** The response field that tells the proxy. */
	static final String FIELD = "X-Accel-Redirect";

	private FileAcceleration() {
	}

	/**
	 * Says where the proxy finds the file that is to answer a request.
	 * @param exchange the exchange, in a dispatch
	 * @param file the file
	 * @return the value of {@link #FIELD}, null if the file is to be sent from here
	 */
	static @Nullable String location(ServletExchange exchange, Path file) {
		AcceleratedFolder folder = exchange.context().acceleratedFolder();
		BridgeRequest request = exchange.request();
		if (folder == null || !request.isForwarded() || !isForContent(exchange.http().head().method())
				|| request.frames().isInErrorDispatch() || isDecidedAgain(exchange.http().head().headers())) {
			return null;
		}
		return folder.locationOf(file);
	}

	private static boolean isForContent(String method) {
		return method.equals("GET") || method.equals("HEAD");
	}

	/**
	 * Conditions that nginx evaluates by the file's own time and tag, whatever validators
	 * the application gave it: it would answer 412 or 304 where the application decided
	 * to send.
	 */
	private static boolean isDecidedAgain(HttpHeaders headers) {
		return headers.contains(HttpHeaderNames.IF_MATCH) || headers.contains(HttpHeaderNames.IF_UNMODIFIED_SINCE)
				|| "*".equals(headers.get(HttpHeaderNames.IF_NONE_MATCH));
	}

}
