package io.mvcbridge.jakarta;

import io.mvcbridge.core.exchange.HttpExchange;
import io.mvcbridge.core.exchange.ResponseHead;
import io.mvcbridge.jakarta.request.ErrorBody;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import org.jspecify.annotations.Nullable;

/** Answers to exchanges that concern no application. */
final class PlainAnswer {

	private static final int BAD_REQUEST = 400;

	private PlainAnswer() {
	}

	/**
	 * Answers with an error.
	 * @param exchange the exchange
	 * @param status the status
	 * @param message what is wrong, or null
	 */
	static void send(HttpExchange exchange, int status, @Nullable String message) {
		HttpHeaders headers = new DefaultHttpHeaders();
		headers.set("Content-Type", "text/html;charset=utf-8");
		respond(exchange, status, headers, Unpooled.wrappedBuffer(ErrorBody.error(status, message)));
	}

	/** Answers a request for the server as a whole (RFC 9110 §9.3.7). */
	static void sendOptions(HttpExchange exchange) {
		if (!"OPTIONS".equals(exchange.head().method())) {
			send(exchange, BAD_REQUEST, "Only OPTIONS can ask about the server as a whole");
			return;
		}
		HttpHeaders headers = new DefaultHttpHeaders();
		headers.set("Allow", "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS");
		respond(exchange, 200, headers, Unpooled.EMPTY_BUFFER);
	}

	private static void respond(HttpExchange exchange, int status, HttpHeaders headers, ByteBuf body) {
		exchange.respond(new ResponseHead(status, headers), body);
	}

}
