package io.mvcbridge.core.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.EncoderException;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class Http1EncoderTests {

	private final EmbeddedChannel channel = new EmbeddedChannel(new Http1Encoder());

	private static ByteBuf text(String text) {
		return Unpooled.copiedBuffer(text, StandardCharsets.US_ASCII);
	}

	private static HttpResponse chunkedHead() {
		HttpResponse head = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
		head.headers().set(HttpHeaderNames.TRANSFER_ENCODING, HttpHeaderValues.CHUNKED);
		return head;
	}

	private String written() {
		StringBuilder written = new StringBuilder();
		for (ByteBuf buffer = this.channel.readOutbound(); buffer != null; buffer = this.channel.readOutbound()) {
			written.append(buffer.toString(StandardCharsets.US_ASCII));
			buffer.release();
		}
		return written.toString();
	}

	@Test
	void promiseOfAMessageIsThatOfItsLastBuffer() {
		this.channel.writeOneOutbound(chunkedHead());
		ChannelFuture chunk = this.channel.writeOneOutbound(new DefaultHttpContent(text("abc")));
		assertThat(chunk.isDone()).isFalse();
		this.channel.flushOutbound();
		assertThat(chunk.isSuccess()).isTrue();
		ChannelFuture last = this.channel.writeOneOutbound(LastHttpContent.EMPTY_LAST_CONTENT);
		this.channel.flushOutbound();
		assertThat(last.isSuccess()).isTrue();
		assertThat(written()).isEqualTo("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n");
	}

	@Test
	void messageThatCannotBeEncodedFailsItsPromiseAndIsReleased() {
		ByteBuf body = text("abc");
		ChannelFuture chunk = this.channel.writeOneOutbound(new DefaultHttpContent(body));
		assertThat(chunk.cause()).isInstanceOf(EncoderException.class);
		assertThat(body.refCnt()).isZero();
		assertThat(this.channel.<Object>readOutbound()).isNull();
	}

	@Test
	void messageOfAClosedChannelFailsItsPromise() {
		this.channel.writeOneOutbound(chunkedHead());
		this.channel.flushOutbound();
		written();
		this.channel.close();
		ByteBuf body = text("abc");
		ChannelFuture chunk = this.channel.writeAndFlush(new DefaultHttpContent(body));
		assertThat(chunk.isDone()).isTrue();
		assertThat(chunk.isSuccess()).isFalse();
		assertThat(body.refCnt()).isZero();
	}

	@Test
	void bufferThatFailsAloneIsHeardOf() {
		IOException failure = new IOException("no memory for a copy");
		EmbeddedChannel channel = new EmbeddedChannel(new ChannelOutboundHandlerAdapter() {

			private int writes;

			@Override
			public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
				if (this.writes++ == 1) {
					ReferenceCountUtil.release(message);
					promise.tryFailure(failure);
				}
				else {
					ctx.write(message, promise);
				}
			}

		}, new Http1Encoder());
		channel.writeOneOutbound(chunkedHead());
		// Three buffers: length, piece, end of line
		channel.writeOneOutbound(new DefaultHttpContent(text("abc")));
		channel.flush();
		assertThatThrownBy(channel::checkException).isSameAs(failure);
		channel.releaseOutbound();
	}

}
