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
import io.netty.channel.ChannelHandlerContext;
import org.jspecify.annotations.Nullable;

/**
 * Bytes between their one writer, who fills a queue and may wait, and the event loop,
 * which empties it into the transport. A task that drains is posted only when none is
 * pending; it writes as much as the transport takes and flushes once. The end is a mark
 * behind the last piece, found by the drain: so it cannot overtake what was written
 * before it, and only the loop ends the exchange. What a piece, the beginning and the end
 * are on the wire is a subclass's affair.
 */
abstract class QueuedOutput implements ResponseStream, Runnable {

	/** Above this much the writer waits. */
	static final int HIGH = 512 * 1024;

	/** Below this much it is woken. */
	static final int LOW = 128 * 1024;

	/** From this much on the loop begins to drain without being told to flush. */
	private static final int DRAIN = 64 * 1024;

	private final ServerExchange exchange;

	private final Queue<ByteBuf> pieces = new ConcurrentLinkedQueue<>();

	private final AtomicInteger queued = new AtomicInteger();

	private final AtomicBoolean drainPending = new AtomicBoolean();

	private final AtomicReference<@Nullable Runnable> callback = new AtomicReference<>();

	private volatile @Nullable Thread waiting;

	private volatile boolean ended;

	private volatile @Nullable Throwable failure;

	private boolean begun;

	/** A flush tells of writability while it is under way: that is no new drain. */
	private boolean draining;

	private volatile boolean lastSent;

	QueuedOutput(ServerExchange exchange) {
		this.exchange = exchange;
	}

	/**
	 * Looks at a piece before it is queued, on its writer's thread, and may cut it.
	 * @return how many bytes it has then; none: it is not to be sent
	 */
	abstract int admit(ByteBuf piece);

	/** Writes what comes before the first piece, on the event loop, once. */
	abstract void begin();

	/** What a piece is for the pipeline. */
	abstract Object message(ByteBuf piece);

	/** Writes the end, on the event loop, once. */
	abstract void writeLast(ChannelHandlerContext ctx);

	/** Something was flushed, on the event loop. */
	void flushed() {
		this.exchange.flushed();
	}

	final ServerExchange exchange() {
		return this.exchange;
	}

	@Override
	public final void write(ByteBuf piece) throws IOException {
		offer(piece);
		if (this.queued.get() > HIGH) {
			awaitRoom();
		}
	}

	@Override
	public final void offer(ByteBuf piece) throws IOException {
		if (this.ended || this.failure != null) {
			piece.release();
			if (!this.ended) {
				throwFailure();
			}
			return;
		}
		int size = admit(piece);
		if (size == 0) {
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

	@Override
	public final void flush() throws IOException {
		throwFailure();
		requestDrain();
	}

	@Override
	public final boolean isWritable() {
		return this.queued.get() < HIGH;
	}

	@Override
	public final void onWritable(Runnable callback) {
		this.callback.set(callback);
		if (isWritable() || this.failure != null) {
			runCallback();
		}
	}

	/**
	 * Marks the end behind what was written.
	 * @return false if it was marked before, or nothing can be sent any more
	 */
	final boolean markEnd() {
		if (!isOpen()) {
			return false;
		}
		this.ended = true;
		requestDrain();
		return true;
	}

	/** Whether more can be written. */
	final boolean isOpen() {
		return !this.ended && this.failure == null;
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
				"Interrupted while waiting for the client to take what was written");
		if (this.failure == null) {
			this.failure = interruption;
		}
		this.exchange.abort(interruption);
		return interruption;
	}

	private void throwFailure() throws IOException {
		Throwable failure = this.failure;
		if (failure != null) {
			throw new ClientAbortException("Nothing can be sent any more: " + failure.getMessage(), failure);
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
	public final void run() {
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
		flushed();
		if (this.queued.get() < LOW) {
			wake();
		}
	}

	private void drain(ChannelHandlerContext ctx) {
		if (!this.begun) {
			this.begun = true;
			begin();
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
					writeLast(ctx);
				}
				break;
			}
			int size = piece.readableBytes();
			this.queued.addAndGet(-size);
			written += size;
			// Nobody waits for a piece: one that fails fires an exception, which ends all
			ctx.write(message(piece), ctx.voidPromise());
		}
		return written;
	}

	/** Nothing can be sent any more. */
	final void failed(Throwable cause) {
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
