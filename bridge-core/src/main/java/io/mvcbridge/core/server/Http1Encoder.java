package io.mvcbridge.core.server;

import java.util.ArrayList;
import java.util.List;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.EncoderException;
import io.netty.handler.codec.http.HttpResponseEncoder;
import io.netty.util.ReferenceCountUtil;

/**
 * Netty's response encoder, which makes up to three buffers of a message, with one
 * promise for all of them. Netty's own way is a promise for each and a combiner: a good
 * part of what a streamed response would allocate. Whoever waits for the message hears of
 * its last buffer; one before it that fails, alone even, fires an exception, which ends
 * the connection: what follows it must not be taken for something else.
 */
final class Http1Encoder extends HttpResponseEncoder {

	private final List<Object> buffers = new ArrayList<>(3);

	@Override
	public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) throws Exception {
		if (!acceptOutboundMessage(message)) {
			ctx.write(message, promise);
			return;
		}
		encode(ctx, message);
		List<Object> buffers = this.buffers;
		int last = buffers.size() - 1;
		try {
			for (int i = 0; i < last; i++) {
				ctx.write(buffers.get(i), ctx.voidPromise());
			}
			ctx.write(buffers.get(last), promise);
		}
		finally {
			buffers.clear();
		}
	}

	private void encode(ChannelHandlerContext ctx, Object message) {
		try {
			encode(ctx, message, this.buffers);
			if (this.buffers.isEmpty()) {
				throw new EncoderException("Nothing came of " + message.getClass().getName());
			}
		}
		catch (Throwable ex) {
			this.buffers.forEach(ReferenceCountUtil::release);
			this.buffers.clear();
			throw (ex instanceof EncoderException encoder) ? encoder : new EncoderException(ex);
		}
	}

}
