package io.mvcbridge.core.server;

import java.io.IOException;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.LastHttpContent;
import org.jspecify.annotations.Nullable;

/**
 * A response whose body comes in pieces: head and first piece leave together, and the
 * exchange is complete when the end was written.
 */
final class StreamedResponse extends QueuedOutput {

	private final ResponseFraming framing;

	/** What the writer has written; its own. */
	private long written;

	private @Nullable HttpHeaders trailers;

	StreamedResponse(ServerExchange exchange, ResponseFraming framing) {
		super(exchange);
		this.framing = framing;
	}

	/** Cuts what goes beyond the declared length (Servlet 6.1 §5.6). */
	@Override
	int admit(ByteBuf piece) {
		int size = piece.readableBytes();
		long length = this.framing.length();
		if (length != -1 && this.written + size > length) {
			size = (int) (length - this.written);
			piece.writerIndex(piece.readerIndex() + size);
		}
		this.written += size;
		return this.framing.isBodyless() ? 0 : size;
	}

	@Override
	public void end(@Nullable HttpHeaders trailers) {
		if (!isOpen()) {
			return;
		}
		long length = this.framing.length();
		if (length != -1 && this.written < length && !this.framing.isBodyless()) {
			exchange()
				.abort(new IOException("The response declared " + length + " bytes and ended after " + this.written));
			return;
		}
		this.trailers = trailers;
		markEnd();
	}

	// ---- the event loop's side

	@Override
	void begin() {
		exchange().writer().head(this.framing);
	}

	@Override
	Object message(ByteBuf piece) {
		return new DefaultHttpContent(piece);
	}

	@Override
	void writeLast(ChannelHandlerContext ctx) {
		ctx.write(last()).addListener(exchange());
	}

	private LastHttpContent last() {
		HttpHeaders trailers = this.trailers;
		if (trailers == null || trailers.isEmpty() || !this.framing.isChunked()) {
			return LastHttpContent.EMPTY_LAST_CONTENT;
		}
		return new DefaultLastHttpContent(Unpooled.EMPTY_BUFFER, ResponseFraming.wireSafe(trailers));
	}

}
