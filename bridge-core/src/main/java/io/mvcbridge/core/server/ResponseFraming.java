package io.mvcbridge.core.server;

import java.util.Iterator;
import java.util.Map;

import io.mvcbridge.core.exchange.FieldNames;
import io.mvcbridge.core.exchange.ResponseHead;
import io.mvcbridge.core.exchange.StatusPhrases;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpHeadersFactory;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import org.jspecify.annotations.Nullable;

/**
 * How a response goes on the wire: what the rules of HTTP make of the head that an
 * application gave, whatever the application knows of them (RFC 9110 §6.4.1, §8.6, RFC
 * 9112 §6). Made by the one who answers, finished on the event loop.
 */
final class ResponseFraming {

	/** What {@link #look} says of fields that must not be sent as they are. */
	private static final int UNSAFE = -1;

	private final HttpResponseStatus status;

	private final HttpHeaders headers;

	private final boolean http10;

	private final boolean bodyless;

	private final long length;

	/**
	 * Looks at what the application wants to answer.
	 * @param head status and header fields, whose owner is the framing from now on
	 * @param request the request that is answered
	 * @param size the size of the whole body, -1 if the body is streamed
	 */
	ResponseFraming(ResponseHead head, HttpRequest request, int size) {
		int code = head.status();
		if (code < 200 || code > 999) {
			throw new IllegalArgumentException("A final response has a status of 200 to 999, not " + code);
		}
		this.status = StatusPhrases.status(code);
		int lengths = look(head.headers());
		this.headers = safe(head.headers(), lengths);
		this.http10 = request.protocolVersion().equals(HttpVersion.HTTP_1_0);
		this.bodyless = code == 204 || code == 205 || code == 304 || request.method().equals(HttpMethod.HEAD);
		if (code == 204) {
			this.headers.remove(FieldNames.CONTENT_LENGTH);
		}
		else if (code == 205) {
			// Streamed or whole: the end of a 205 has to be told (RFC 9110 §15.3.6)
			this.headers.set(FieldNames.CONTENT_LENGTH, 0);
		}
		long declared = declaredLength(lengths == 1);
		this.length = (declared == -1 && size != -1) ? lengthOfWhole(code, size) : declared;
	}

	private long lengthOfWhole(int code, int size) {
		if (code == 204 || code == 304) {
			return -1;
		}
		this.headers.set(FieldNames.CONTENT_LENGTH, size);
		return size;
	}

	/**
	 * The length that the application declared, -1 if none. Of several the first counts,
	 * and the others are not sent.
	 */
	private long declaredLength(boolean once) {
		String value = this.headers.get(FieldNames.CONTENT_LENGTH);
		if (value != null) {
			try {
				long length = Long.parseLong(value.trim());
				if (length >= 0) {
					String trimmed = value.trim();
					if (!once || !trimmed.equals(value)) {
						this.headers.set(FieldNames.CONTENT_LENGTH, trimmed);
					}
					return length;
				}
			}
			catch (NumberFormatException ex) {
				// No length at all is better than one that no client can read
			}
			this.headers.remove(FieldNames.CONTENT_LENGTH);
		}
		return -1;
	}

	/** Whether the body is counted but not sent. */
	boolean isBodyless() {
		return this.bodyless;
	}

	/**
	 * The declared length of the body.
	 * @return bytes, -1 if none was declared
	 */
	long length() {
		return this.length;
	}

	/** Whether the end of the body is the end of the connection. */
	boolean isCloseDelimited() {
		return this.http10 && !this.bodyless && this.length == -1;
	}

	/** Whether the application wants this response to be the last of its connection. */
	boolean asksToClose() {
		return this.headers.containsValue(FieldNames.CONNECTION, HttpHeaderValues.CLOSE, true);
	}

	/**
	 * The whole response.
	 * @param body the body, owned by the response from now on
	 * @param close whether the connection ends with it
	 * @param server the value of {@code Server}
	 * @return the response, or null if the body is shorter than declared; it is released
	 */
	@Nullable FullHttpResponse whole(ByteBuf body, boolean close, @Nullable CharSequence server) {
		int size = body.readableBytes();
		if (this.bodyless) {
			body.release();
			body = Unpooled.EMPTY_BUFFER;
		}
		else if (size < this.length) {
			body.release();
			return null;
		}
		else if (size > this.length) {
			body.writerIndex(body.readerIndex() + (int) this.length);
		}
		finishHeaders(close, server);
		return new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, this.status, body, this.headers,
				EmptyHttpHeaders.INSTANCE);
	}

	/**
	 * The head of a response whose body follows.
	 * @param close whether the connection ends with it
	 * @param server the value of {@code Server}
	 * @return the head
	 */
	HttpResponse head(boolean close, @Nullable CharSequence server) {
		finishHeaders(close, server);
		return new DefaultHttpResponse(HttpVersion.HTTP_1_1, this.status, this.headers);
	}

	/** Whether a streamed body is sent in chunks, after which trailers may come. */
	boolean isChunked() {
		return !this.http10 && !this.bodyless && this.length == -1;
	}

	private void finishHeaders(boolean close, @Nullable CharSequence server) {
		this.headers.remove(FieldNames.TRANSFER_ENCODING);
		if (isChunked()) {
			this.headers.set(FieldNames.TRANSFER_ENCODING, HttpHeaderValues.CHUNKED);
		}
		if (!this.headers.contains(FieldNames.DATE)) {
			this.headers.add(FieldNames.DATE, HttpDate.now());
		}
		if (server != null && !this.headers.contains(FieldNames.SERVER)) {
			this.headers.set(FieldNames.SERVER, server);
		}
		if (close) {
			if (!asksToClose()) {
				this.headers.add(FieldNames.CONNECTION, HttpHeaderValues.CLOSE);
			}
		}
		else if (this.http10) {
			this.headers.set(FieldNames.CONNECTION, HttpHeaderValues.KEEP_ALIVE);
		}
	}

	/**
	 * Keeps CR, LF and NUL off the wire (RFC 9110 §5.5): in a value they become spaces, a
	 * field with such a name is left out. Fields without them, which is to say all, cost
	 * no copy.
	 * @param headers the fields of an application
	 * @return the same fields, or cleaned ones
	 */
	static HttpHeaders wireSafe(HttpHeaders headers) {
		return safe(headers, look(headers));
	}

	private static HttpHeaders safe(HttpHeaders headers, int looked) {
		if (headers.isEmpty()) {
			// May be the constant that takes nothing
			return DefaultHttpHeadersFactory.headersFactory().newHeaders();
		}
		return (looked == UNSAFE) ? cleaned(headers) : headers;
	}

	/**
	 * Looks through all fields once.
	 * @return {@link #UNSAFE} or the number of {@code Content-Length} fields
	 */
	private static int look(HttpHeaders headers) {
		int lengths = 0;
		Iterator<Map.Entry<CharSequence, CharSequence>> fields = headers.iteratorCharSequence();
		while (fields.hasNext()) {
			Map.Entry<CharSequence, CharSequence> field = fields.next();
			CharSequence name = field.getKey();
			if (!isSafe(name) || !isSafe(field.getValue())) {
				return UNSAFE;
			}
			if (FieldNames.CONTENT_LENGTH.contentEqualsIgnoreCase(name)) {
				lengths++;
			}
		}
		return lengths;
	}

	private static HttpHeaders cleaned(HttpHeaders headers) {
		HttpHeaders cleaned = DefaultHttpHeadersFactory.headersFactory().withValidation(false).newHeaders();
		Iterator<Map.Entry<CharSequence, CharSequence>> fields = headers.iteratorCharSequence();
		while (fields.hasNext()) {
			Map.Entry<CharSequence, CharSequence> field = fields.next();
			if (isSafe(field.getKey())) {
				cleaned.add(field.getKey(),
						field.getValue().toString().replace('\r', ' ').replace('\n', ' ').replace('\0', ' '));
			}
		}
		return cleaned;
	}

	private static boolean isSafe(CharSequence text) {
		for (int i = 0; i < text.length(); i++) {
			char c = text.charAt(i);
			if (c == '\r' || c == '\n' || c == '\0') {
				return false;
			}
		}
		return true;
	}

}
