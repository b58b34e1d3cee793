package io.mvcbridge.core.server;

import java.io.IOException;

import javax.net.ssl.SSLSession;

import io.mvcbridge.core.exchange.ClientAbortException;
import io.mvcbridge.core.exchange.ConnectionInfo;
import io.mvcbridge.core.exchange.FieldNames;
import io.mvcbridge.core.exchange.Forwarding;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.ReferenceCountUtil;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection, on its event loop: makes an exchange of every request, one at a time,
 * and decides what comes after it. Reactor Netty leaves reading to us: a read is asked
 * for whenever less than {@link RequestBody#LIMIT} waits here, during an exchange too, so
 * that a client which goes away is noticed.
 */
final class ExchangeHandler extends ChannelInboundHandlerAdapter implements ConnectionDeadlines.Listener {

	private static final Logger logger = LoggerFactory.getLogger(ExchangeHandler.class);

	/** Room for most responses that are sent whole. */
	private static final int SMALLEST_BUFFER = 8 * 1024;

	private static final int LARGEST_BUFFER = 64 * 1024;

	private final ServerSettings settings;

	private final @Nullable ForwardedHeaders forwardedHeaders;

	private final Dispatcher dispatcher;

	private final Connections connections;

	private final RequestSource source;

	private ChannelHandlerContext context;

	private ConnectionDeadlines deadlines;

	private ConnectionInfo info;

	private boolean trustedPeer;

	/** The exchange whose request or response is under way. */
	private @Nullable ServerExchange exchange;

	/** The same, as long as the application does not know of it. */
	private @Nullable ServerExchange undispatched;

	/** How much of a body that nobody reads was taken in. */
	private long swallowed;

	private boolean inputClosed;

	/** What the last exchange asked for: mostly the next asks for the like of it. */
	private int usualBuffer = SMALLEST_BUFFER;

	ExchangeHandler(ServerSettings settings, @Nullable ForwardedHeaders forwardedHeaders, Dispatcher dispatcher,
			Connections connections, RequestSource source) {
		this.settings = settings;
		this.forwardedHeaders = forwardedHeaders;
		this.dispatcher = dispatcher;
		this.connections = connections;
		this.source = source;
	}

	// ---- the life of the connection

	@Override
	public void channelActive(ChannelHandlerContext ctx) {
		Channel channel = ctx.channel();
		this.context = ctx;
		this.info = new ConnectionInfo(this.connections.opened(this), channel.remoteAddress(), channel.localAddress(),
				tlsSession(channel));
		this.trustedPeer = this.forwardedHeaders != null && this.forwardedHeaders.isTrusted(channel.remoteAddress());
		this.deadlines = new ConnectionDeadlines(this.settings, channel, this);
		this.deadlines.start();
		if (this.connections.isStopped()) {
			ctx.close();
		}
		else {
			ctx.read();
		}
	}

	private static @Nullable SSLSession tlsSession(Channel channel) {
		SslHandler handler = channel.pipeline().get(SslHandler.class);
		return (handler != null) ? handler.engine().getSession() : null;
	}

	@Override
	public void channelInactive(ChannelHandlerContext ctx) {
		this.deadlines.stop();
		this.connections.closed(this);
		abortExchange(new ClientAbortException("The connection was closed", null));
	}

	@Override
	public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
		if (event instanceof ChannelInputShutdownEvent) {
			this.inputClosed = true;
			inputEnded();
		}
	}

	/**
	 * Nothing will arrive any more: only an exchange that waits for nothing goes on. One
	 * whose request was refused does not, whatever of the request is missing.
	 */
	private void inputEnded() {
		ServerExchange exchange = this.exchange;
		if (exchange == null || exchange.isOver()) {
			this.context.close();
		}
		else if (!exchange.isRequestComplete() && !exchange.isRefused()) {
			exchange.abort(new ClientAbortException("The client closed before the end of its request", null));
		}
		else if (exchange.upgraded() != null) {
			exchange.upgraded().inputClosed();
		}
	}

	/** Whether the client has ended its side. */
	boolean isInputClosed() {
		return this.inputClosed;
	}

	/** The one place where failures of the connection and of its handlers end. */
	@Override
	public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
		if (cause instanceof IOException) {
			logger.debug("Connection {} failed", ctx.channel(), cause);
		}
		else {
			logger.error("Connection {} is closed because of a failure", ctx.channel(), cause);
		}
		abortExchange(new ClientAbortException("The connection failed: " + cause.getMessage(), cause));
		ctx.close();
	}

	private void abortExchange(ClientAbortException cause) {
		ServerExchange exchange = this.exchange;
		if (exchange != null) {
			exchange.abort(cause);
		}
	}

	/**
	 * Ends the connection unless an exchange is under way. One that was answered, and
	 * whose request is still coming, is not: nobody waits for it. An upgraded connection
	 * is told if it is quiet, and ends itself. May be called anywhere.
	 */
	void closeWhenIdle() {
		this.context.executor().execute(() -> {
			ServerExchange exchange = this.exchange;
			if (exchange != null && exchange.isOver()) {
				finish();
			}
			else if (exchange != null && exchange.upgraded() != null) {
				exchange.upgraded().endIfQuiet();
			}
			else if (exchange == null && !this.source.isInsideHead() && !isLingering()) {
				this.context.close();
			}
		});
	}

	/** Closes the connection whatever it is doing. May be called anywhere. */
	ChannelFuture closeNow() {
		this.context.executor().execute(() -> abortExchange(new ClientAbortException("The server was stopped", null)));
		return this.context.close();
	}

	/** Whether no request can come, or is wanted, after the one under way. */
	boolean isClosing() {
		return (this.inputClosed && this.source.held() == 0) || this.connections.isClosing();
	}

	// ---- requests

	@Override
	public void channelRead(ChannelHandlerContext ctx, Object message) {
		if (!ctx.channel().isActive() || isLingering()) {
			ReferenceCountUtil.release(message);
			if (message instanceof LastHttpContent) {
				this.source.next();
			}
		}
		else if (message instanceof HttpRequest request) {
			requestArrived(request);
		}
		else if (message instanceof HttpContent content) {
			contentArrived(content);
		}
		else if (message instanceof ByteBuf bytes && this.exchange != null) {
			this.exchange.arrived(bytes);
		}
		else {
			ReferenceCountUtil.release(message);
		}
	}

	private void requestArrived(HttpRequest request) {
		this.connections.used();
		this.deadlines.enter(ConnectionDeadlines.Phase.EXCHANGE);
		RequestGuard.Rule rule = RequestGuard.check(request);
		if (rule != null) {
			open(request, null).refuse(rule.status(), rule.reason(), refusal(request));
		}
		else {
			dispatch(request);
		}
		if (request instanceof FullHttpRequest full) {
			full.release();
		}
	}

	private void dispatch(HttpRequest request) {
		Forwarding forwarding = null;
		if (this.forwardedHeaders != null) {
			try {
				forwarding = this.forwardedHeaders.evaluate(request.headers(), this.info.remote(), this.trustedPeer);
			}
			catch (MalformedForwardingException ex) {
				logger.debug("{} from {}: {} '{}'", request.uri(), this.info.remote(), ex.getMessage(), ex.value());
				open(request, null).refuse(400, ex.getMessage(), refusal(request));
				return;
			}
		}
		ServerExchange exchange = open(request, forwarding);
		if (exchange.body().declaredLength() == 0) {
			this.dispatcher.dispatch(exchange);
		}
		else {
			this.undispatched = exchange;
		}
	}

	/**
	 * Dispatches a request with a body: when its first piece is there, which mostly came
	 * with the head, or when it is clear that it did not. Otherwise the application would
	 * wait for what is a moment away.
	 */
	private void dispatchUndispatched() {
		ServerExchange exchange = this.undispatched;
		if (exchange != null) {
			this.undispatched = null;
			if (!exchange.isOver()) {
				this.dispatcher.dispatch(exchange);
			}
		}
	}

	private ServerExchange open(HttpRequest request, @Nullable Forwarding forwarding) {
		ServerExchange exchange = new ServerExchange(this, this.context, request, this.info, forwarding);
		this.exchange = exchange;
		return exchange;
	}

	private static HttpHeaders refusal(HttpRequest request) {
		HttpHeaders headers = new DefaultHttpHeaders();
		headers.set(FieldNames.CONNECTION, HttpHeaderValues.CLOSE);
		if (request.method().equals(HttpMethod.TRACE)) {
			headers.set(FieldNames.ALLOW, "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS");
		}
		return headers;
	}

	private void contentArrived(HttpContent content) {
		ServerExchange exchange = this.exchange;
		if (exchange == null) {
			content.release();
			return;
		}
		int size = content.content().readableBytes();
		boolean malformed = content.decoderResult().isFailure();
		exchange.arrived(content);
		dispatchUndispatched();
		if (exchange.isOver() && this.context.channel().isActive()) {
			if (malformed) {
				finish();
			}
			else {
				swallow(exchange, size);
			}
		}
	}

	@Override
	public void channelReadComplete(ChannelHandlerContext ctx) {
		readOn();
	}

	/** Asks for more of what the client sends, as far as there is room for it. */
	void readOn() {
		dispatchUndispatched();
		if (this.inputClosed || !this.context.channel().isActive()) {
			return;
		}
		ServerExchange exchange = this.exchange;
		if (exchange == null && !isLingering()) {
			awaitRequest();
		}
		// What a head may hold is the decoder's to limit
		boolean more = this.source.held() < RequestBody.LIMIT || this.source.isInsideHead();
		if (more && (exchange == null || exchange.hasRoom())) {
			this.context.read();
		}
	}

	private void awaitRequest() {
		ConnectionDeadlines.Phase phase = this.source.isInsideHead() ? ConnectionDeadlines.Phase.HEAD
				: ConnectionDeadlines.Phase.IDLE;
		if (this.deadlines.phase() != phase) {
			this.deadlines.enter(phase);
		}
	}

	// ---- what comes after an exchange

	/**
	 * The response was sent.
	 * @param close whether it was the last of the connection
	 * @param unread bytes of the request body that had arrived and were not read
	 * @param buffer the capacity of the largest buffer that was asked for
	 */
	void completed(boolean close, int unread, int buffer) {
		this.usualBuffer = Math.min(Math.max(buffer, SMALLEST_BUFFER), LARGEST_BUFFER);
		ServerExchange exchange = this.exchange;
		if (close || exchange == null) {
			finish();
		}
		else if (exchange.isRequestComplete()) {
			nextRequest();
		}
		else {
			this.swallowed = 0;
			swallow(exchange, unread);
			readOn();
		}
	}

	/**
	 * The exchange was given up, and with it the connection.
	 * @param mistakable whether the client would take the close for the end of the body
	 */
	void aborted(boolean mistakable) {
		if (mistakable && this.context.channel().isOpen()) {
			// A reset instead of an orderly end
			this.context.channel().config().setOption(ChannelOption.SO_LINGER, 0);
		}
		this.context.close();
	}

	private void swallow(ServerExchange exchange, int bytes) {
		this.swallowed += bytes;
		if (exchange.isRequestComplete()) {
			nextRequest();
		}
		else if (!canSwallow(this.swallowed)) {
			finish();
		}
		else {
			this.deadlines.enter(ConnectionDeadlines.Phase.SWALLOW);
		}
	}

	/** Whether so much of a body may be taken in unread; a negative size is unknown. */
	boolean canSwallow(long bytes) {
		long limit = this.settings.maxSwallowSize();
		return limit < 0 || bytes <= limit;
	}

	private void nextRequest() {
		this.connections.used();
		this.exchange = null;
		this.source.next();
		if (this.inputClosed) {
			inputEnded();
		}
		readOn();
	}

	/**
	 * Ends the connection after its last response. If the client may still be sending,
	 * because closing was not its own idea, a plain close would be answered to it with a
	 * reset, which can destroy the response before it is read: so our side alone is
	 * closed and what comes is thrown away until the client closes too (RFC 9112 §9.6).
	 */
	private void finish() {
		ServerExchange exchange = this.exchange;
		boolean quiet = this.inputClosed || (exchange != null && exchange.isLastOfClient() && this.source.held() == 0);
		if (quiet || !(this.context.channel() instanceof DuplexChannel channel)) {
			this.context.close();
			return;
		}
		this.exchange = null;
		this.deadlines.enter(ConnectionDeadlines.Phase.LINGER);
		channel.shutdownOutput();
		this.source.next();
		readOn();
	}

	private boolean isLingering() {
		return this.deadlines.phase() == ConnectionDeadlines.Phase.LINGER;
	}

	// ---- time

	ConnectionDeadlines deadlines() {
		return this.deadlines;
	}

	@Override
	public void expired(ConnectionDeadlines.Phase phase) {
		if (phase == ConnectionDeadlines.Phase.HEAD) {
			HttpHeaders headers = new DefaultHttpHeaders();
			headers.set(FieldNames.CONTENT_LENGTH, 0);
			headers.set(FieldNames.DATE, HttpDate.now());
			headers.set(FieldNames.CONNECTION, HttpHeaderValues.CLOSE);
			this.context.writeAndFlush(new DefaultFullHttpResponse(HttpVersion.HTTP_1_1,
					HttpResponseStatus.REQUEST_TIMEOUT, Unpooled.EMPTY_BUFFER, headers, EmptyHttpHeaders.INSTANCE));
			finish();
		}
		else if (phase == ConnectionDeadlines.Phase.HALF_CLOSED) {
			abortExchange(new ClientAbortException(
					"The client has ended its side, and nothing was sent to it for " + this.settings.idleTimeout(),
					null));
		}
		else {
			this.context.close();
		}
	}

	@Override
	public void bodyStalled() {
		ServerExchange exchange = this.exchange;
		if (exchange != null) {
			exchange.bodyStalled(this.settings.bodyTimeout());
		}
	}

	@Override
	public void sendStalled() {
		abortExchange(new ClientAbortException("The client took nothing of the response for too long", null));
	}

	// ---- writing

	@Override
	public void channelWritabilityChanged(ChannelHandlerContext ctx) {
		ServerExchange exchange = this.exchange;
		if (exchange != null && ctx.channel().isWritable()) {
			exchange.writable();
		}
	}

	/** The capacity of the buffer to provide for an exchange. */
	int usualBuffer() {
		return this.usualBuffer;
	}

	@Nullable String serverHeader() {
		return this.settings.serverHeader();
	}

}
