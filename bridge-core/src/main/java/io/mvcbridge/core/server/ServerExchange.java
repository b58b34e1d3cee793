package io.mvcbridge.core.server;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

import io.mvcbridge.core.exchange.BodyReader;
import io.mvcbridge.core.exchange.BodyTimeoutException;
import io.mvcbridge.core.exchange.ClientAbortException;
import io.mvcbridge.core.exchange.ConnectionInfo;
import io.mvcbridge.core.exchange.ExchangeListener;
import io.mvcbridge.core.exchange.FieldNames;
import io.mvcbridge.core.exchange.Forwarding;
import io.mvcbridge.core.exchange.HttpExchange;
import io.mvcbridge.core.exchange.MalformedBodyException;
import io.mvcbridge.core.exchange.RequestHead;
import io.mvcbridge.core.exchange.ResponseHead;
import io.mvcbridge.core.exchange.ResponseStream;
import io.mvcbridge.core.exchange.StatusPhrases;
import io.mvcbridge.core.exchange.UpgradedConnection;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One exchange on a connection. Its life in three facts, each with one owner:
 * <ul>
 * <li><em>begun</em>: somebody answers. The first to say so wins, on any thread; what the
 * winner writes reaches the event loop as tasks, in order.
 * <li><em>committed</em>: the head was written. Known to the {@link ResponseWriter} on
 * the loop.
 * <li><em>over</em>: complete or aborted. Decided by the loop alone, once; whoever still
 * holds a buffer for this exchange releases it, whoever waits is woken.
 * </ul>
 *
 * <pre>
 *             respond, stream                 last piece sent
 *   open ──────────────────────▶ answered ───────────────────────▶ over (complete)
 *     │                              │                                ▲
 *     │ upgrade                      └──── abort, connection lost ──▶ │ (aborted)
 *     ▼          request complete                both ended, close    │ ▲
 *   switching ─────────────────────▶ bytes ───────────────────────────┘ │
 *     └────────────────────────────────┴────── abort, connection lost ──┘
 * </pre>
 *
 * What happens from <em>switching</em> on is the {@link UpgradedChannel}'s to know; it
 * tells the exchange when it is complete, as the last piece of a response does.
 */
final class ServerExchange implements HttpExchange, RequestBody.Connection, ChannelFutureListener {

	private static final Logger logger = LoggerFactory.getLogger(ServerExchange.class);

	private static final AtomicIntegerFieldUpdater<ServerExchange> BEGUN = AtomicIntegerFieldUpdater
		.newUpdater(ServerExchange.class, "begun");

	private static final AtomicReferenceFieldUpdater<ServerExchange, @Nullable ByteBuf> PROVIDED = AtomicReferenceFieldUpdater
		.newUpdater(ServerExchange.class, ByteBuf.class, "provided");

	private final ExchangeHandler handler;

	private final ChannelHandlerContext context;

	private final HttpRequest request;

	private final RequestHead head;

	private final ConnectionInfo connection;

	private final @Nullable Forwarding forwarding;

	private final RequestBody body;

	private final ResponseWriter writer;

	private final ApplicationWork work;

	private final ExchangeListeners listeners = new ExchangeListeners();

	/** One once somebody answers. */
	private volatile int begun;

	/** A buffer for whoever asks first. */
	private volatile @Nullable ByteBuf provided;

	/** The largest buffer that was asked for; may miss some if several threads ask. */
	private int asked;

	private volatile @Nullable QueuedOutput stream;

	/** Set once the protocol is switched, or about to be. */
	private volatile @Nullable UpgradedChannel upgraded;

	private volatile boolean over;

	private boolean continueExpected;

	private boolean requestComplete;

	private boolean refused;

	private long received;

	/** Why the exchange was answered in the application's stead; the loop's. */
	private @Nullable Throwable givenUp;

	ServerExchange(ExchangeHandler handler, ChannelHandlerContext context, HttpRequest request,
			ConnectionInfo connection, @Nullable Forwarding forwarding) {
		this.handler = handler;
		this.context = context;
		this.request = request;
		this.connection = connection;
		this.forwarding = forwarding;
		this.head = new RequestHead(request.method().name(), request.uri(), request.protocolVersion().text(),
				request.headers());
		this.body = new RequestBody(declaredLength(request), this);
		this.writer = new ResponseWriter(this, handler, context, request);
		this.work = new ApplicationWork(this, this::failed);
		this.continueExpected = !isHttp10() && request.headers().contains(HttpHeaderNames.EXPECT);
	}

	private static long declaredLength(HttpRequest request) {
		if (request.decoderResult().isFailure() || HttpUtil.isTransferEncodingChunked(request)) {
			return -1;
		}
		return HttpUtil.getContentLength(request, 0L);
	}

	@Override
	public RequestHead head() {
		return this.head;
	}

	@Override
	public ConnectionInfo connection() {
		return this.connection;
	}

	@Override
	public @Nullable Forwarding forwarding() {
		return this.forwarding;
	}

	@Override
	public BodyReader body() {
		return this.body;
	}

	@Override
	public void informational(int status, HttpHeaders headers) {
		if (status < 102 || status > 199) {
			throw new IllegalArgumentException("An interim response has a status of 102 to 199, not " + status);
		}
		if (!isHttp10() && this.begun == 0) {
			HttpHeaders safe = ResponseFraming.wireSafe(headers);
			onLoop(() -> this.writer.interim(StatusPhrases.status(status), safe));
		}
	}

	@Override
	public void respond(ResponseHead head, ByteBuf body) {
		ResponseFraming framing;
		try {
			framing = begin(head, body.readableBytes());
		}
		catch (RuntimeException ex) {
			body.release();
			throw ex;
		}
		respond(framing, body);
	}

	private void respond(ResponseFraming framing, ByteBuf body) {
		enqueue(new LoopTask() {
			@Override
			void perform() {
				ServerExchange.this.writer.whole(framing, body);
			}
		});
	}

	@Override
	public ResponseStream stream(ResponseHead head) {
		StreamedResponse stream = new StreamedResponse(this, begin(head, -1));
		this.stream = stream;
		if (this.over) {
			stream.failed(new ClientAbortException("The exchange is over", null));
		}
		return stream;
	}

	private ResponseFraming begin(ResponseHead head, int size) {
		ResponseFraming framing = new ResponseFraming(head, this.request, size);
		begin();
		return framing;
	}

	private void begin() {
		if (!BEGUN.compareAndSet(this, 0, 1)) {
			throw new IllegalStateException("The response was already begun: an exchange has one");
		}
	}

	@Override
	public UpgradedConnection upgrade(HttpHeaders headers) {
		HttpHeaders safe = ResponseFraming.wireSafe(headers);
		if (!this.request.protocolVersion().equals(HttpVersion.HTTP_1_1)) {
			throw new IllegalStateException(
					"The protocol can be switched by a request of HTTP/1.1 only, not of " + this.head.protocol());
		}
		begin();
		UpgradedChannel upgraded = new UpgradedChannel(this, this.handler, safe);
		this.upgraded = upgraded;
		this.stream = upgraded.output();
		if (this.over) {
			ClientAbortException over = new ClientAbortException("The exchange is over", null);
			upgraded.over(over);
			upgraded.output().failed(over);
		}
		onLoop(() -> {
			this.body.discard(RequestBody.OVER);
			upgraded.begin();
		});
		return upgraded;
	}

	/**
	 * Answers in the application's stead, unless somebody answers already.
	 * @param status the status
	 * @param text what it is about, for people
	 * @param headers further header fields, changed by this call
	 * @return whether this is the answer
	 */
	boolean answer(int status, String text, HttpHeaders headers) {
		if (!BEGUN.compareAndSet(this, 0, 1)) {
			return false;
		}
		headers.set(FieldNames.CONTENT_TYPE, "text/plain;charset=utf-8");
		ByteBuf body = Unpooled.copiedBuffer(status + " " + text + "\n", StandardCharsets.UTF_8);
		respond(new ResponseFraming(new ResponseHead(status, headers), this.request, body.readableBytes()), body);
		return true;
	}

	/** Answers a request that no application gets to see, on the event loop. */
	void refuse(int status, String text, HttpHeaders headers) {
		this.refused = answer(status, text, headers);
	}

	/** Whether no application gets to see the request. */
	boolean isRefused() {
		return this.refused;
	}

	/**
	 * Application code has failed: the one place that decides what becomes of the
	 * exchange then.
	 * @param cause what came out of it
	 */
	void failed(Throwable cause) {
		int status = status(cause);
		if (this.over || status < 500) {
			// The client's doing, most likely
			logger.debug("{} {} failed", this.head.method(), this.head.target(), cause);
		}
		else {
			logger.error("{} {} failed", this.head.method(), this.head.target(), cause);
		}
		if (!answer(status, StatusPhrases.status(status).reasonPhrase(), new DefaultHttpHeaders())) {
			abort(cause);
		}
	}

	private static int status(Throwable cause) {
		if (cause instanceof BodyTimeoutException || cause.getCause() instanceof BodyTimeoutException) {
			return 408;
		}
		if (cause instanceof MalformedBodyException || cause.getCause() instanceof MalformedBodyException) {
			return 400;
		}
		return 500;
	}

	@Override
	public void abort(Throwable cause) {
		if (loop().inEventLoop()) {
			end(cause);
		}
		else if (!this.over) {
			onLoop(() -> end(cause));
		}
	}

	@Override
	public ByteBufAllocator allocator() {
		return this.context.alloc();
	}

	@Override
	public ByteBuf buffer(int capacity) {
		if (capacity > this.asked) {
			this.asked = capacity;
		}
		ByteBuf provided = this.provided;
		if (provided != null && capacity <= provided.capacity() && PROVIDED.compareAndSet(this, provided, null)) {
			return provided;
		}
		return this.context.alloc().ioBuffer(capacity);
	}

	/** Makes a buffer for the application, on the event loop. */
	void provideBuffer() {
		this.provided = this.context.alloc().ioBuffer(this.handler.usualBuffer());
	}

	@Override
	public void addListener(ExchangeListener listener) {
		if (!this.listeners.add(listener)) {
			onLoop(() -> this.listeners.tell(listener));
		}
	}

	void removeListener(ExchangeListener listener) {
		this.listeners.remove(listener);
	}

	@Override
	public Executor executor() {
		return this.work;
	}

	@Override
	public void whenReleased(Runnable task) {
		this.work.whenReleased(task);
	}

	@Override
	public long loopHeldNanos() {
		return this.work.loopHeldNanos();
	}

	@Override
	public Timer schedule(Runnable task, Duration delay) {
		ExchangeTimer timer = new ExchangeTimer(this, task);
		timer.start(loop(), delay);
		return timer;
	}

	/** The application code that runs for this exchange. */
	ApplicationWork work() {
		return this.work;
	}

	boolean isOver() {
		return this.over;
	}

	// ---- the event loop's side: the request

	EventLoop loop() {
		return this.context.channel().eventLoop();
	}

	ChannelHandlerContext context() {
		return this.context;
	}

	/**
	 * Hands a task to the event loop. A loop that was shut down has ended the exchange
	 * before: what is left then is to give things back, which any thread may do.
	 */
	void onLoop(Runnable task) {
		enqueue(new LoopTask() {
			@Override
			void perform() {
				task.run();
			}
		});
	}

	private void enqueue(LoopTask task) {
		try {
			loop().execute(task);
		}
		catch (RejectedExecutionException ex) {
			if (!this.over) {
				throw ex;
			}
			task.perform();
		}
	}

	@Override
	public void requireOffLoop() {
		if (loop().inEventLoop()) {
			throw new IllegalStateException("The event loop " + Thread.currentThread().getName()
					+ " would wait for itself: use poll/onReadable or offer/onWritable here, or a servlet thread");
		}
	}

	private boolean isHttp10() {
		return this.request.protocolVersion().equals(HttpVersion.HTTP_1_0);
	}

	/** A piece of the request body, owned by this call. */
	void arrived(HttpContent content) {
		UpgradedChannel upgraded = this.upgraded;
		if (content.decoderResult().isFailure()) {
			content.release();
			MalformedBodyException malformed = new MalformedBodyException("The request body is malformed",
					content.decoderResult().cause());
			this.body.failed(malformed);
			if (upgraded != null) {
				end(malformed);
			}
			return;
		}
		int size = content.content().readableBytes();
		this.received += size;
		if (this.over || upgraded != null) {
			content.release();
		}
		else {
			this.body.arrived(content.content());
		}
		if (content instanceof LastHttpContent last) {
			this.requestComplete = true;
			this.body.completed(last.trailingHeaders());
		}
		if (upgraded != null) {
			upgraded.requestArrived(size, this.requestComplete);
		}
	}

	/** Bytes behind the request, of another protocol; owned by this call. */
	void arrived(ByteBuf bytes) {
		UpgradedChannel upgraded = this.upgraded;
		if (upgraded != null) {
			upgraded.arrived(bytes);
		}
		else {
			bytes.release();
		}
	}

	/** What has become of the connection, null if it is one of HTTP. */
	@Nullable UpgradedChannel upgraded() {
		return this.upgraded;
	}

	/** Whether the request was received to its end. */
	boolean isRequestComplete() {
		return this.requestComplete;
	}

	/** Whether the client has sent all that it is going to send on its connection. */
	boolean isLastOfClient() {
		return this.requestComplete && this.upgraded == null && !HttpUtil.isKeepAlive(this.request);
	}

	/** Whether there is room for more of the request body. */
	boolean hasRoom() {
		UpgradedChannel upgraded = this.upgraded;
		return this.over || ((upgraded != null) ? upgraded.hasRoom() : this.body.hasRoom());
	}

	/**
	 * The client stopped sending a body that is waited for. Whoever waits is told, and
	 * has as long again to answer.
	 */
	void bodyStalled(Duration timeout) {
		BodyTimeoutException cause = new BodyTimeoutException(
				"The client sent nothing of its request body for " + timeout);
		if (this.body.failed(cause)) {
			answerStalled(timeout, cause);
		}
	}

	private void answerStalled(Duration timeout, BodyTimeoutException cause) {
		loop().schedule(() -> {
			if (this.over) {
				return;
			}
			if (this.work.isRunning()) {
				answerStalled(timeout, cause);
			}
			else if (answer(408, "Request Timeout", new DefaultHttpHeaders())) {
				this.givenUp = cause;
			}
		}, timeout.toNanos(), TimeUnit.NANOSECONDS);
	}

	@Override
	public void bodyAsked() {
		if (this.continueExpected) {
			onLoop(this::writeContinue);
		}
	}

	/** Invites a client that waits to send its body, unless that was done. */
	void writeContinue() {
		if (this.continueExpected && !this.requestComplete) {
			this.continueExpected = false;
			this.writer.interim(HttpResponseStatus.CONTINUE, new DefaultHttpHeaders());
		}
	}

	@Override
	public void bodyResumed() {
		onLoop(this.handler::readOn);
	}

	@Override
	public void bodyAwaited() {
		this.handler.deadlines().bodyAwaited();
	}

	@Override
	public void bodyArrived() {
		this.handler.deadlines().bodyArrived();
	}

	// ---- the event loop's side: the response

	/** Where a streamed response writes its head. */
	ResponseWriter writer() {
		return this.writer;
	}

	/**
	 * Whether the rest of the request body can be taken in to get at the next request:
	 * not if the client was asked to wait with it and never told to go on (RFC 9110
	 * §10.1.1).
	 */
	boolean canReachNextRequest() {
		if (this.requestComplete) {
			return true;
		}
		return !this.continueExpected && !this.body.isFailed()
				&& this.handler.canSwallow(this.body.declaredLength() - this.received);
	}

	/** Something was flushed. */
	void flushed() {
		this.handler.deadlines().flushed();
	}

	/** The transport takes more. */
	void writable() {
		QueuedOutput stream = this.stream;
		if (stream != null) {
			stream.run();
		}
	}

	/** A piece that is not the last was taken by the transport, or refused. */
	void partWritten(Future<?> future) {
		if (!future.isSuccess()) {
			end(new ClientAbortException("The response could not be sent", future.cause()));
		}
	}

	/** The last piece of the response was taken by the transport, or refused. */
	@Override
	public void operationComplete(ChannelFuture future) {
		Throwable failure = future.cause();
		end((failure != null) ? new ClientAbortException("The response could not be sent", failure) : null);
	}

	/** Another protocol has come to its end. */
	void finished() {
		end(null);
	}

	/**
	 * Ends the exchange.
	 * @param cause why it is aborted, null if it is complete
	 */
	private void end(@Nullable Throwable cause) {
		if (this.over) {
			return;
		}
		this.over = true;
		ByteBuf provided = PROVIDED.getAndSet(this, null);
		if (provided != null) {
			provided.release();
		}
		if (cause == null) {
			complete();
		}
		else {
			fail(cause);
		}
	}

	private void complete() {
		int unread = this.body.discard(RequestBody.OVER);
		UpgradedChannel upgraded = this.upgraded;
		if (upgraded != null) {
			upgraded.over(null);
		}
		this.listeners.end(this.givenUp);
		this.work.letGo();
		this.handler.completed(this.writer.isClosing(), unread, this.asked);
	}

	private void fail(Throwable cause) {
		ClientAbortException gone = new ClientAbortException("The exchange was aborted: " + cause.getMessage(), cause);
		this.body.discard(gone);
		UpgradedChannel upgraded = this.upgraded;
		if (upgraded != null) {
			upgraded.over(gone);
		}
		QueuedOutput stream = this.stream;
		if (stream != null) {
			stream.failed(gone);
		}
		this.listeners.end(cause);
		this.work.letGo();
		this.handler.aborted(this.writer.isCloseDelimited());
	}

	/** What it is about, without what may be confidential. */
	@Override
	public String toString() {
		String target = this.head.target();
		int query = target.indexOf('?');
		return this.head.method() + " " + ((query < 0) ? target : target.substring(0, query));
	}

	/**
	 * What is left for the event loop to do. A failure there must not leave the exchange
	 * without an end.
	 */
	private abstract class LoopTask implements Runnable {

		abstract void perform();

		@Override
		public final void run() {
			try {
				perform();
			}
			catch (Throwable ex) {
				logger.error("{} {} is aborted because of a failure", ServerExchange.this.head.method(),
						ServerExchange.this.head.target(), ex);
				end(ex);
			}
		}

	}

}
