package io.mvcbridge.core.server;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.concurrent.locks.LockSupport;

import io.mvcbridge.core.exchange.BodyReader;
import io.mvcbridge.core.exchange.BodyTimeoutException;
import io.mvcbridge.core.exchange.ClientAbortException;
import io.mvcbridge.core.exchange.MalformedBodyException;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpHeaders;
import org.jspecify.annotations.Nullable;

/**
 * The request body between the event loop, which fills it, and its one reader, which
 * empties it and may wait. The queue is bounded by not reading the connection while
 * {@link #LIMIT} or more is waiting; taking a piece below that asks for more.
 * <p>
 * Everything that was queued before the end, or before a failure, can still be read; a
 * connection that breaks discards it.
 * <p>
 * Every request has one of these and most have no body, hence the queue that is made for
 * the first piece, and the updaters in place of atomic objects.
 */
final class RequestBody implements BodyReader {

	/** How much may wait here before the connection is read no further. */
	static final int LIMIT = 64 * 1024;

	/** What a piece costs beside its bytes, so that many tiny ones are bounded too. */
	private static final int PIECE_COST = 256;

	/**
	 * The end of a body that the response did not wait for. One for all, since it comes
	 * with every ordinary exchange: it has no stack trace, and no reader gets hold of it.
	 */
	static final IOException OVER = stackless("The response is complete, and with it the exchange");

	private static final AtomicIntegerFieldUpdater<RequestBody> BYTES = AtomicIntegerFieldUpdater
		.newUpdater(RequestBody.class, "bytes");

	private static final AtomicIntegerFieldUpdater<RequestBody> COST = AtomicIntegerFieldUpdater
		.newUpdater(RequestBody.class, "cost");

	private static final AtomicIntegerFieldUpdater<RequestBody> PAUSED = AtomicIntegerFieldUpdater
		.newUpdater(RequestBody.class, "paused");

	private static final AtomicReferenceFieldUpdater<RequestBody, @Nullable Runnable> CALLBACK = AtomicReferenceFieldUpdater
		.newUpdater(RequestBody.class, Runnable.class, "callback");

	private final long declaredLength;

	private final Connection connection;

	/** Null before the first piece. Made by the loop. */
	private volatile @Nullable Queue<ByteBuf> pieces;

	private volatile int bytes;

	private volatile int cost;

	/** One if the loop stopped reading because of what is waiting here. */
	private volatile int paused;

	/** How it ended: the trailers, or an IOException. Set by the loop. */
	private volatile @Nullable Object end;

	private volatile @Nullable Runnable callback;

	private volatile @Nullable Thread waiting;

	private volatile boolean asked;

	RequestBody(long declaredLength, Connection connection) {
		this.declaredLength = declaredLength;
		this.connection = connection;
	}

	@Override
	public long declaredLength() {
		return this.declaredLength;
	}

	@Override
	public @Nullable ByteBuf read() throws IOException {
		ByteBuf piece = poll();
		while (piece == null && !isConsumed()) {
			await();
			piece = poll();
		}
		return piece;
	}

	@Override
	public @Nullable ByteBuf poll() throws IOException {
		ask();
		// The end is looked at first: what was queued before it must be found after it
		Object end = this.end;
		ByteBuf piece = next();
		if (piece != null) {
			taken(piece);
			return piece;
		}
		if (end instanceof IOException failure) {
			throw asSeenByReader(failure);
		}
		return null;
	}

	private @Nullable ByteBuf next() {
		Queue<ByteBuf> pieces = this.pieces;
		return (pieces != null) ? pieces.poll() : null;
	}

	private boolean isEmpty() {
		Queue<ByteBuf> pieces = this.pieces;
		return pieces == null || pieces.isEmpty();
	}

	/** The failure belongs to the loop: the reader gets one with its own stack. */
	private static IOException asSeenByReader(IOException failure) {
		String message = failure.getMessage();
		if (failure instanceof StacklessException) {
			return new IOException(message);
		}
		if (failure instanceof ClientAbortException) {
			return new ClientAbortException(message, failure);
		}
		if (failure instanceof BodyTimeoutException) {
			BodyTimeoutException timeout = new BodyTimeoutException(message);
			timeout.initCause(failure);
			return timeout;
		}
		if (failure instanceof MalformedBodyException) {
			return new MalformedBodyException(message, failure);
		}
		return new IOException(message, failure);
	}

	@Override
	public boolean isConsumed() {
		// Looked at again: pieces that were discarded are gone, but not consumed
		return this.end instanceof HttpHeaders && isEmpty() && !isFailed();
	}

	@Override
	public int available() {
		return this.bytes;
	}

	@Override
	public void onReadable(Runnable callback) {
		ask();
		this.connection.bodyAwaited();
		this.callback = callback;
		if (isReadable()) {
			signal();
		}
	}

	@Override
	public @Nullable HttpHeaders trailers() {
		return (this.end instanceof HttpHeaders trailers) ? trailers : null;
	}

	private boolean isReadable() {
		return this.end != null || !isEmpty();
	}

	/** The first call that asks for data invites a client that waits for it. */
	private void ask() {
		if (!this.asked) {
			this.asked = true;
			this.connection.bodyAsked();
		}
	}

	private void taken(ByteBuf piece) {
		int size = piece.readableBytes();
		BYTES.addAndGet(this, -size);
		int left = COST.addAndGet(this, -size - PIECE_COST);
		if (left < LIMIT && PAUSED.compareAndSet(this, 1, 0)) {
			this.connection.bodyResumed();
		}
	}

	private void await() throws InterruptedIOException {
		this.connection.requireOffLoop();
		this.waiting = Thread.currentThread();
		this.connection.bodyAwaited();
		try {
			while (!isReadable()) {
				LockSupport.park(this);
				if (Thread.currentThread().isInterrupted()) {
					throw new InterruptedIOException("Interrupted while waiting for the request body");
				}
			}
		}
		finally {
			this.waiting = null;
			this.connection.bodyArrived();
		}
	}

	// ---- the event loop's side

	/** Takes a piece over. */
	void arrived(ByteBuf piece) {
		int size = piece.readableBytes();
		if (size == 0) {
			piece.release();
			return;
		}
		BYTES.addAndGet(this, size);
		COST.addAndGet(this, size + PIECE_COST);
		Queue<ByteBuf> pieces = this.pieces;
		if (pieces == null) {
			pieces = new ConcurrentLinkedQueue<>();
			this.pieces = pieces;
		}
		pieces.add(piece);
		signal();
	}

	/** The body is complete, unless it has failed. */
	void completed(HttpHeaders trailers) {
		if (this.end == null) {
			this.end = trailers;
			signal();
		}
	}

	/**
	 * The rest of the body will not come. Does nothing if it ended already.
	 * @return whether it had not ended
	 */
	boolean failed(IOException cause) {
		if (this.end != null) {
			return false;
		}
		this.end = cause;
		signal();
		return true;
	}

	/**
	 * Nobody is to read any more, and the rest of the body will not come. Who reads all
	 * the same must not take what is missing for the end of the body.
	 * @param cause why, unless everything was read
	 * @return how many bytes were waiting
	 */
	int discard(IOException cause) {
		if (!failed(cause) && this.end instanceof HttpHeaders && !isEmpty()) {
			this.end = cause;
		}
		int discarded = 0;
		for (ByteBuf piece = next(); piece != null; piece = next()) {
			discarded += piece.readableBytes();
			piece.release();
		}
		return discarded;
	}

	/**
	 * Whether the loop may read on. If it may not, the reader will say when.
	 */
	boolean hasRoom() {
		if (this.cost < LIMIT) {
			return true;
		}
		this.paused = 1;
		// The reader may have made room before it could see that it is waited for
		return this.cost < LIMIT && PAUSED.compareAndSet(this, 1, 0);
	}

	boolean isFailed() {
		return this.end instanceof IOException;
	}

	private void signal() {
		Thread waiting = this.waiting;
		if (waiting != null) {
			LockSupport.unpark(waiting);
		}
		Runnable callback = (this.callback != null) ? CALLBACK.getAndSet(this, null) : null;
		if (callback != null) {
			this.connection.bodyArrived();
			callback.run();
		}
	}

	/** An end that is one for all: without a stack trace, nobody gets hold of it. */
	static IOException stackless(String message) {
		return new StacklessException(message);
	}

	/** What the body asks of its connection. Called by the reader, on any thread. */
	interface Connection {

		/** Fails on the event loop, where nobody may wait. */
		void requireOffLoop();

		/** The reader has asked for the body for the first time. */
		void bodyAsked();

		/** There is room again after {@link RequestBody#hasRoom()} said no. */
		void bodyResumed();

		/** The reader waits from now on. */
		void bodyAwaited();

		/** The reader waits no longer. */
		void bodyArrived();

	}

	private static final class StacklessException extends IOException {

		private static final long serialVersionUID = 1L;

		StacklessException(String message) {
			super(message);
		}

		@Override
		public Throwable fillInStackTrace() {
			return this;
		}

	}

}
