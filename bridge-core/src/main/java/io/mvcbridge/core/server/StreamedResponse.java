package io.mvcbridge.core.server;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

import io.mvcbridge.core.exchange.ClientAbortException;
import io.mvcbridge.core.exchange.ResponseStream;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.LastHttpContent;
import org.jspecify.annotations.Nullable;

/**
 * A response body between its one writer, who fills a queue and may wait, and the event
 * loop, which empties it into the transport. A task that drains is posted only when none
 * is pending; it writes as much as the transport takes and flushes once. The end is a
 * mark behind the last piece, found by the drain: so it cannot overtake the body, and
 * only the loop ends the exchange.
 */
final class StreamedResponse implements ResponseStream, Runnable {

	/** Above this much the writer waits. */
	static final int HIGH = 512 * 1024;

	/** Below this much it is woken. */
	static final int LOW = 128 * 1024;

	/** From this much on the loop begins to drain without being told to flush. */
	private static final int DRAIN = 64 * 1024;

	private final ServerExchange exchange;

	private final ResponseFraming framing;

	private final Queue<ByteBuf> pieces = new ConcurrentLinkedQueue<>();

	private final AtomicInteger queued = new AtomicInteger();

	private final AtomicBoolean drainPending = new AtomicBoolean();

	private final AtomicReference<@Nullable Runnable> callback = new AtomicReference<>();

	private volatile @Nullable Thread waiting;

	private volatile boolean ended;

	private volatile @Nullable Throwable failure;

	/** What the writer has written; its own. */
	private long written;

	private @Nullable HttpHeaders trailers;

	private boolean headSent;

	/** A flush tells of writability while it is under way: that is no new drain. */
	private boolean draining;

	private volatile boolean lastSent;

	StreamedResponse(ServerExchange exchange, ResponseFraming framing) {
		this.exchange = exchange;
		this.framing = framing;
	}

	@Override
	public void write(ByteBuf piece) throws IOException {
		offer(piece);
		if (this.queued.get() > HIGH) {
			awaitRoom();
		}
	}

	@Override
	public void offer(ByteBuf piece) throws IOException {
		if (this.ended || this.failure != null) {
			piece.release();
			if (!this.ended) {
				throwFailure();
			}
			return;
		}
		int size = withinLength(piece);
		if (size == 0 || this.framing.isBodyless()) {
			piece.release();
			return;
		}
		this.pieces.add(piece);
		int queued = this.queued.addAndGet(size);
		if (this.failure != null || this.lastSent) {
			// The loop may have emptied the queue before the piece was in it
			discard();
			throwFailure();
			return;
		}
		if (queued >= DRAIN) {
			requestDrain();
		}
	}

	/** Cuts what goes beyond the declared length (Servlet 6.1 §5.6). */
	private int withinLength(ByteBuf piece) {
		int size = piece.readableBytes();
		long length = this.framing.length();
		if (length != -1 && this.written + size > length) {
			size = (int) (length - this.written);
			piece.writerIndex(piece.readerIndex() + size);
		}
		this.written += size;
		return size;
	}

	@Override
	public void flush() throws IOException {
		throwFailure();
		requestDrain();
	}

	@Override
	public boolean isWritable() {
		return this.queued.get() < HIGH;
	}

	@Override
	public void onWritable(Runnable callback) {
		this.callback.set(callback);
		if (isWritable() || this.failure != null) {
			runCallback();
		}
	}

	@Override
	public void end(@Nullable HttpHeaders trailers) {
		if (this.ended || this.failure != null) {
			return;
		}
		long length = this.framing.length();
		if (length != -1 && this.written < length && !this.framing.isBodyless()) {
			this.exchange
				.abort(new IOException("The response declared " + length + " bytes and ended after " + this.written));
			return;
		}
		this.trailers = trailers;
		this.ended = true;
		requestDrain();
	}

	private void awaitRoom() throws IOException {
		this.exchange.requireOffLoop();
		this.waiting = Thread.currentThread();
		try {
			while (this.queued.get() >= LOW && this.failure == null) {
				requestDrain();
				LockSupport.park(this);
				if (Thread.currentThread().isInterrupted()) {
					throw interrupted();
				}
			}
		}
		finally {
			this.waiting = null;
		}
		throwFailure();
	}

	/**
	 * The writer was told to stop in the midst of a body. Frameworks take whatever a
	 * write throws for the client having gone, and end the response in order: what was
	 * written must not pass for the whole.
	 */
	private InterruptedIOException interrupted() {
		InterruptedIOException interruption = new InterruptedIOException(
				"Interrupted while waiting for the client to take the response");
		if (this.failure == null) {
			this.failure = interruption;
		}
		this.exchange.abort(interruption);
		return interruption;
	}

	private void throwFailure() throws IOException {
		Throwable failure = this.failure;
		if (failure != null) {
			throw new ClientAbortException("The response cannot be sent any more: " + failure.getMessage(), failure);
		}
	}

	private void requestDrain() {
		if (this.drainPending.compareAndSet(false, true)) {
			this.exchange.onLoop(this);
		}
	}

	private void discard() {
		for (ByteBuf piece = this.pieces.poll(); piece != null; piece = this.pieces.poll()) {
			piece.release();
		}
	}

	private void runCallback() {
		Runnable callback = this.callback.getAndSet(null);
		if (callback != null) {
			callback.run();
		}
	}

	// ---- the event loop's side

	/** Drains the queue into the transport. */
	@Override
	public void run() {
		this.drainPending.set(false);
		if (this.draining || this.failure != null || this.lastSent) {
			return;
		}
		this.draining = true;
		try {
			drain(this.exchange.context());
		}
		finally {
			this.draining = false;
		}
		this.exchange.flushed();
		if (this.queued.get() < LOW) {
			wake();
		}
	}

	private void drain(ChannelHandlerContext ctx) {
		if (!this.headSent) {
			this.headSent = true;
			this.exchange.writer().head(this.framing);
		}
		int budget = HIGH;
		do {
			budget -= writePieces(ctx);
			ctx.flush();
		}
		while (budget > 0 && hasMore() && ctx.channel().isWritable());
		if (budget <= 0) {
			// A fast writer and a fast client would keep the loop from its other
			// connections
			requestDrain();
		}
	}

	private boolean hasMore() {
		// A piece that comes behind the last one is its writer's to release
		return !this.lastSent && (this.ended || !this.pieces.isEmpty());
	}

	/**
	 * Writes what is queued, as long as the transport takes it, and behind the end the
	 * last piece.
	 * @return the number of bytes that were written
	 */
	private int writePieces(ChannelHandlerContext ctx) {
		int written = 0;
		while (ctx.channel().isWritable() && written < HIGH) {
			// The mark is looked at first: what was written before it must be found
			boolean ended = this.ended;
			ByteBuf piece = this.pieces.poll();
			if (piece == null) {
				if (ended) {
					this.lastSent = true;
					discard();
					ctx.write(last()).addListener(this.exchange);
				}
				break;
			}
			int size = piece.readableBytes();
			this.queued.addAndGet(-size);
			written += size;
			// Nobody waits for a piece: one that fails fires an exception, which ends all
			ctx.write(new DefaultHttpContent(piece), ctx.voidPromise());
		}
		return written;
	}

	private LastHttpContent last() {
		HttpHeaders trailers = this.trailers;
		if (trailers == null || trailers.isEmpty() || !this.framing.isChunked()) {
			return LastHttpContent.EMPTY_LAST_CONTENT;
		}
		return new DefaultLastHttpContent(Unpooled.EMPTY_BUFFER, ResponseFraming.wireSafe(trailers));
	}

	/** Nothing can be sent any more. */
	void failed(Throwable cause) {
		this.failure = cause;
		discard();
		wake();
	}

	private void wake() {
		Thread waiting = this.waiting;
		if (waiting != null) {
			LockSupport.unpark(waiting);
		}
		runCallback();
	}

}
