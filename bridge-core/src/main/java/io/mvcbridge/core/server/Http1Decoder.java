package io.mvcbridge.core.server;

import java.util.List;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.DefaultHttpHeadersFactory;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.HttpConstants;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpHeadersFactory;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;

/**
 * Netty's request decoder, with a gate behind every request: what a client pipelines
 * stays undecoded until the exchange before it has ended. So a connection holds bytes
 * instead of a queue of requests, however many fit into one read, and the order of
 * responses needs no care. {@code HttpServerCodec} decodes ahead and cannot be extended,
 * hence the two halves of the codec are used one by one.
 * <p>
 * It also refuses line folding in heads (RFC 9112 §5.2), which Netty merges away before
 * anybody can see it, and keeps a half-closed connection going: Netty's decoder would
 * drop what is waiting behind the gate.
 */
final class Http1Decoder extends HttpRequestDecoder implements RequestSource {

	private final BodyTrailers trailers;

	private ChannelHandlerContext context;

	/** The last request was given on whole, the next one has to wait. */
	private boolean shut;

	private boolean insideBody;

	private boolean requestLineSeen;

	private boolean refused;

	private boolean reading;

	private boolean openedWhileReading;

	Http1Decoder(ServerSettings settings) {
		this(settings, new BodyTrailers());
	}

	private Http1Decoder(ServerSettings settings, BodyTrailers trailers) {
		super(new HttpDecoderConfig().setMaxInitialLineLength(settings.maxRequestLine())
			.setMaxHeaderSize(settings.maxHeaderSize())
			.setMaxChunkSize(64 * 1024)
			.setAllowDuplicateContentLengths(false)
			// What Transfer-Encoding may be is decided by the guard
			.setUseRfc9112TransferEncoding(false)
			.setTrailersFactory(trailers));
		this.trailers = trailers;
	}

	@Override
	public void handlerAdded(ChannelHandlerContext ctx) {
		this.context = ctx;
	}

	@Override
	public void channelRead(ChannelHandlerContext ctx, Object message) throws Exception {
		this.reading = true;
		try {
			super.channelRead(ctx, message);
			while (this.openedWhileReading) {
				this.openedWhileReading = false;
				super.channelRead(ctx, Unpooled.EMPTY_BUFFER);
			}
		}
		finally {
			this.reading = false;
		}
	}

	@Override
	public void next() {
		this.shut = false;
		if (this.reading) {
			this.openedWhileReading = true;
			return;
		}
		if (held() > 0) {
			try {
				channelRead(this.context, Unpooled.EMPTY_BUFFER);
			}
			catch (Exception ex) {
				this.context.fireExceptionCaught(ex);
			}
		}
	}

	@Override
	public boolean isInsideHead() {
		return !this.shut && !this.insideBody && (this.requestLineSeen || held() > 0);
	}

	@Override
	public int held() {
		return actualReadableBytes();
	}

	@Override
	protected void decode(ChannelHandlerContext ctx, ByteBuf buffer, List<Object> out) throws Exception {
		if (this.shut) {
			return;
		}
		if (this.refused) {
			buffer.skipBytes(buffer.readableBytes());
			return;
		}
		if (!this.insideBody && hasFoldedLine(buffer)) {
			buffer.skipBytes(buffer.readableBytes());
			out.add(refuse());
			return;
		}
		super.decode(ctx, buffer, out);
		if (!out.isEmpty()) {
			decoded(out.get(0), out.get(out.size() - 1));
		}
	}

	private void decoded(Object first, Object last) {
		if (first instanceof HttpRequest request) {
			this.trailers.possible = HttpUtil.isTransferEncodingChunked(request);
			this.requestLineSeen = false;
			this.insideBody = true;
		}
		if (last instanceof LastHttpContent) {
			this.insideBody = false;
			this.shut = true;
		}
	}

	@Override
	protected HttpMessage createMessage(String[] initialLine) throws Exception {
		this.requestLineSeen = true;
		if (!initialLine[2].startsWith("HTTP/")) {
			// Netty would take it in lower case too
			throw new IllegalArgumentException("The request line does not end in a version of HTTP");
		}
		return super.createMessage(initialLine);
	}

	/** Keeps both fields for the guard to see, which turns the request away. */
	@Override
	protected void handleTransferEncodingChunkedWithContentLength(HttpMessage message) {
	}

	/**
	 * Looks for a line that begins with white space, from the first line of the head that
	 * was not decoded yet to the end of the head.
	 */
	private boolean hasFoldedLine(ByteBuf buffer) {
		int end = buffer.writerIndex();
		int index = buffer.readerIndex();
		if (this.requestLineSeen) {
			if (isWhiteSpace(buffer.getByte(index))) {
				return true;
			}
		}
		else {
			while (index < end && isLineEnd(buffer.getByte(index))) {
				index++;
			}
		}
		int next = buffer.indexOf(index, end, HttpConstants.LF) + 1;
		while (next > 0 && next < end) {
			byte first = buffer.getByte(next);
			if (isWhiteSpace(first)) {
				return true;
			}
			if (isLineEnd(first)) {
				return false;
			}
			next = buffer.indexOf(next, end, HttpConstants.LF) + 1;
		}
		return false;
	}

	private static boolean isWhiteSpace(byte value) {
		return value == HttpConstants.SP || value == HttpConstants.HT;
	}

	private static boolean isLineEnd(byte value) {
		return value == HttpConstants.CR || value == HttpConstants.LF;
	}

	private HttpRequest refuse() {
		this.refused = true;
		HttpRequest request = new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, "/");
		request.setDecoderResult(DecoderResult.failure(new IllegalArgumentException("Folded header line")));
		return request;
	}

	/**
	 * Does without Netty's automatic read after bytes that made no message: bytes that
	 * wait behind the gate make none. The exchange handler asks for every read.
	 */
	@Override
	public void channelReadComplete(ChannelHandlerContext ctx) {
		discardSomeReadBytes();
		ctx.fireChannelReadComplete();
	}

	@Override
	public void userEventTriggered(ChannelHandlerContext ctx, Object event) throws Exception {
		if (event instanceof ChannelInputShutdownEvent) {
			ctx.fireUserEventTriggered(event);
		}
		else {
			super.userEventTriggered(ctx, event);
		}
	}

	/**
	 * Makes nothing of the trailer section of a body that cannot have one: it ends by its
	 * length (RFC 9112 §6.3).
	 */
	private static final class BodyTrailers implements HttpHeadersFactory {

		boolean possible;

		@Override
		public HttpHeaders newHeaders() {
			return this.possible ? DefaultHttpHeadersFactory.trailersFactory().newHeaders() : EmptyHttpHeaders.INSTANCE;
		}

		@Override
		public HttpHeaders newEmptyHeaders() {
			return this.possible ? DefaultHttpHeadersFactory.trailersFactory().newEmptyHeaders()
					: EmptyHttpHeaders.INSTANCE;
		}

	}

}
