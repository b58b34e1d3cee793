package io.mvcbridge.core.server;

import java.util.Iterator;
import java.util.List;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.netty.util.AsciiString;
import org.jspecify.annotations.Nullable;

/**
 * Turns requests away before any application sees them: one table of rules and their
 * answers, in the order in which they are asked. Every answer closes the connection,
 * because where the next request begins is in doubt.
 */
final class RequestGuard {

	private static final Rule[] RULES = {
			// What the decoder could not make sense of
			new Rule(414, "The request line is too long", RequestGuard::lineTooLong),
			new Rule(431, "The header fields are too large", RequestGuard::headTooLarge),
			new Rule(400, "The request is malformed", RequestGuard::undecoded),
			// RFC 9110 §2.5, §9.3
			new Rule(505, "Only HTTP/1.0 and HTTP/1.1 are spoken here", RequestGuard::unknownVersion),
			new Rule(501, "CONNECT is not implemented", (request) -> request.method().equals(HttpMethod.CONNECT)),
			new Rule(405, "TRACE is not allowed", (request) -> request.method().equals(HttpMethod.TRACE)),
			// RFC 9112 §3.2
			new Rule(400, "The request target is invalid", RequestGuard::invalidTarget),
			new Rule(400, "HTTP/1.1 needs exactly one Host", RequestGuard::wrongNumberOfHosts),
			new Rule(400, "The host is invalid", RequestGuard::invalidHost),
			// RFC 9112 §6.1, §6.3
			new Rule(400, "Transfer-Encoding needs HTTP/1.1", RequestGuard::transferEncodingBefore11),
			new Rule(400, "Transfer-Encoding beside Content-Length", RequestGuard::twoLengths),
			new Rule(501, "Only the transfer coding chunked is implemented", RequestGuard::otherCodingBeforeChunked),
			new Rule(400, "Transfer-Encoding is invalid", RequestGuard::invalidTransferEncoding),
			// Netty takes a body of eight bytes for granted where nobody declared one
			new Rule(400, "This WebSocket handshake is obsolete", RequestGuard::undeclaredBody),
			// RFC 9110 §10.1.1
			new Rule(417, "Only the expectation 100-continue is known", RequestGuard::unknownExpectation) };

	private RequestGuard() {
	}

	/**
	 * Asks the rules.
	 * @param request the head as it was decoded, or not
	 * @return the first rule that turns the request away, or null if none does
	 */
	static @Nullable Rule check(HttpRequest request) {
		for (Rule rule : RULES) {
			if (rule.applies.to(request)) {
				return rule;
			}
		}
		return null;
	}

	private static boolean lineTooLong(HttpRequest request) {
		return request.decoderResult().cause() instanceof TooLongHttpLineException;
	}

	private static boolean headTooLarge(HttpRequest request) {
		return request.decoderResult().cause() instanceof TooLongHttpHeaderException;
	}

	private static boolean undecoded(HttpRequest request) {
		return request.decoderResult().isFailure();
	}

	private static boolean unknownVersion(HttpRequest request) {
		HttpVersion version = request.protocolVersion();
		return !version.equals(HttpVersion.HTTP_1_1) && !version.equals(HttpVersion.HTTP_1_0);
	}

	private static boolean invalidTarget(HttpRequest request) {
		String target = request.uri();
		for (int i = 0; i < target.length(); i++) {
			char c = target.charAt(i);
			if (c <= ' ' || c == 0x7F) {
				return true;
			}
		}
		if (target.startsWith("/")) {
			return false;
		}
		if (target.equals("*")) {
			return !request.method().equals(HttpMethod.OPTIONS);
		}
		String authority = authority(target);
		return authority == null || authority.isEmpty() || !HostSyntax.isValid(authority);
	}

	/** The authority of a target in absolute form, null if it is in none. */
	private static @Nullable String authority(String target) {
		int start = target.indexOf("://") + 3;
		if (start < 3 || !isHttp(target, start)) {
			return null;
		}
		int end = start;
		while (end < target.length() && "/?#".indexOf(target.charAt(end)) == -1) {
			end++;
		}
		return target.substring(start, end);
	}

	private static boolean isHttp(String target, int length) {
		return target.regionMatches(true, 0, "http://", 0, length)
				|| target.regionMatches(true, 0, "https://", 0, length);
	}

	private static boolean wrongNumberOfHosts(HttpRequest request) {
		Iterator<? extends CharSequence> hosts = request.headers().valueCharSequenceIterator(HttpHeaderNames.HOST);
		if (!hosts.hasNext()) {
			return is11(request);
		}
		hosts.next();
		return hosts.hasNext();
	}

	private static boolean invalidHost(HttpRequest request) {
		String host = request.headers().get(HttpHeaderNames.HOST);
		return host != null && !HostSyntax.isValid(host);
	}

	private static boolean transferEncodingBefore11(HttpRequest request) {
		return hasTransferEncoding(request) && !is11(request);
	}

	private static boolean twoLengths(HttpRequest request) {
		return hasTransferEncoding(request) && request.headers().contains(HttpHeaderNames.CONTENT_LENGTH);
	}

	private static boolean otherCodingBeforeChunked(HttpRequest request) {
		if (!hasTransferEncoding(request)) {
			return false;
		}
		String[] codings = String.join(",", request.headers().getAll(HttpHeaderNames.TRANSFER_ENCODING)).split(",");
		String first = codings[0].trim();
		return isChunked(codings[codings.length - 1]) && !first.isEmpty() && !isChunked(first);
	}

	private static boolean invalidTransferEncoding(HttpRequest request) {
		if (!hasTransferEncoding(request)) {
			return false;
		}
		List<String> fields = request.headers().getAll(HttpHeaderNames.TRANSFER_ENCODING);
		return fields.size() != 1 || !isChunked(fields.get(0));
	}

	private static boolean hasTransferEncoding(HttpRequest request) {
		return request.headers().contains(HttpHeaderNames.TRANSFER_ENCODING);
	}

	private static boolean isChunked(String coding) {
		return AsciiString.contentEqualsIgnoreCase(HttpHeaderValues.CHUNKED, coding.trim());
	}

	private static boolean undeclaredBody(HttpRequest request) {
		return request.headers().contains(HttpHeaderNames.SEC_WEBSOCKET_KEY1)
				&& request.headers().contains(HttpHeaderNames.SEC_WEBSOCKET_KEY2);
	}

	private static boolean unknownExpectation(HttpRequest request) {
		if (!is11(request) || !request.headers().contains(HttpHeaderNames.EXPECT)) {
			return false;
		}
		Iterator<String> expectations = request.headers().valueStringIterator(HttpHeaderNames.EXPECT);
		while (expectations.hasNext()) {
			if (!AsciiString.contentEqualsIgnoreCase(HttpHeaderValues.CONTINUE, expectations.next().trim())) {
				return true;
			}
		}
		return false;
	}

	private static boolean is11(HttpRequest request) {
		return request.protocolVersion().equals(HttpVersion.HTTP_1_1);
	}

	/**
	 * One row of the table.
	 *
	 * @param status the status of the answer
	 * @param reason what the answer says, for people
	 * @param applies whether a request is turned away by this rule
	 */
	record Rule(int status, String reason, Condition applies) {

	}

	/** What a rule asks of a request. */
	@FunctionalInterface
	interface Condition {

		boolean to(HttpRequest request);

	}

}
