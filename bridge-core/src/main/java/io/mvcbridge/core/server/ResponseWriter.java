package io.mvcbridge.core.server;

import java.io.IOException;

import io.mvcbridge.core.exchange.FieldNames;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;

/**
 * Writes the response of one exchange to its connection, and decides with the head
 * whether the connection goes on. Used on the event loop only.
 */
final class ResponseWriter {

	private final ServerExchange exchange;

	private final ExchangeHandler handler;

	private final ChannelHandlerContext context;

	private final HttpRequest request;

	private boolean committed;

	private boolean closing;

	private boolean closeDelimited;

	ResponseWriter(ServerExchange exchange, ExchangeHandler handler, ChannelHandlerContext context,
			HttpRequest request) {
		this.exchange = exchange;
		this.handler = handler;
		this.context = context;
		this.request = request;
	}

	/** Whether the connection ends with this response. */
	boolean isClosing() {
		return this.closing;
	}

	/** Whether a client could take the end of the connection for the end of the body. */
	boolean isCloseDelimited() {
		return this.closeDelimited;
	}

	/** Writes an interim response, unless the final one has begun. */
	void interim(HttpResponseStatus status, HttpHeaders headers) {
		if (!this.exchange.isOver() && !this.committed) {
			this.context
				.writeAndFlush(new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status, Unpooled.EMPTY_BUFFER, headers,
						EmptyHttpHeaders.INSTANCE))
				.addListener(this.exchange::partWritten);
		}
	}

	/**
	 * Writes a 101, behind which the connection speaks another protocol. It does not come
	 * back to HTTP, and its end says nothing of what was sent being complete.
	 */
	void switchProtocols(HttpHeaders headers) {
		this.exchange.writeContinue();
		this.committed = true;
		this.closing = true;
		this.closeDelimited = true;
		if (!headers.contains(FieldNames.CONNECTION)) {
			headers.set(FieldNames.CONNECTION, HttpHeaderValues.UPGRADE);
		}
		headers.remove(FieldNames.CONTENT_LENGTH);
		headers.remove(FieldNames.TRANSFER_ENCODING);
		this.context
			.writeAndFlush(new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.SWITCHING_PROTOCOLS,
					Unpooled.EMPTY_BUFFER, headers, EmptyHttpHeaders.INSTANCE))
			.addListener(this.exchange::partWritten);
		HttpPipeline.endResponses(this.context.pipeline());
	}

	/** Writes a whole response. */
	void whole(ResponseFraming framing, ByteBuf body) {
		if (this.exchange.isOver()) {
			body.release();
			return;
		}
		commit(framing);
		FullHttpResponse response = framing.whole(body, this.closing, this.handler.serverHeader());
		if (response == null) {
			this.exchange
				.abort(new IOException("The response is shorter than its Content-Length of " + framing.length()));
			return;
		}
		this.context.writeAndFlush(response).addListener(this.exchange);
		this.handler.deadlines().flushed();
	}

	/** Writes the head of a streamed response. */
	void head(ResponseFraming framing) {
		commit(framing);
		this.closeDelimited = framing.isCloseDelimited();
		this.context.write(framing.head(this.closing, this.handler.serverHeader()))
			.addListener(this.exchange::partWritten);
	}

	private void commit(ResponseFraming framing) {
		this.committed = true;
		this.closing = framing.asksToClose() || framing.isCloseDelimited() || !HttpUtil.isKeepAlive(this.request)
				|| this.handler.isClosing() || !this.exchange.canReachNextRequest();
	}

}
