package io.mvcbridge.jakarta.request;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

import io.mvcbridge.core.exchange.HttpExchange;
import io.mvcbridge.core.exchange.ResponseHead;
import io.mvcbridge.core.exchange.ResponseStream;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpHeaders;
import org.jspecify.annotations.Nullable;

/**
 * The body of a response on its way to the exchange. Kept in one buffer while it fits: at
 * the end it goes to the event loop as one task. When it overflows, or is flushed for
 * real, it becomes a stream of pieces of {@value #PIECE} bytes or more.
 * <p>
 * <b>Committed</b> means that status and header fields are fixed. What a response that is
 * committed holds leaves at once, with one exception: the first flush during a dispatch
 * is left to the {@link FlushPacer}, so that the flush which ends a complete body costs
 * nothing. While it is with the pacer ({@link #PACED}), whoever wants to touch the buffer
 * has to take it back first.
 * <p>
 * Used by one writer at a time, whoever owns the response, and by the pacer.
 */
final class ResponseOutput {

	/** How much a streamed response collects before it goes to the exchange. */
	static final int PIECE = 32 * 1024;

	private static final int LARGEST_PIECE = 64 * 1024;

	private static final int FIRST_CAPACITY = 4 * 1024;

	private static final int LARGEST_LIMIT = 1 << 30;

	/** The writer owns buffer and stream. */
	private static final int OWNED = 0;

	/** Flushed and waiting for the pacer. */
	private static final int PACED = 1;

	/** The pacer is making a stream of it. */
	private static final int TAKEN = 2;

	private static final VarHandle CUSTODY;

	static {
		try {
			CUSTODY = MethodHandles.lookup().findVarHandle(ResponseOutput.class, "custody", int.class);
		}
		catch (ReflectiveOperationException ex) {
			throw new ExceptionInInitializerError(ex);
		}
	}

	private final HttpExchange exchange;

	private final BridgeResponse response;

	private final Consumer<ResponseOutput> pacer;

	/** The body is counted, not kept: the request is a HEAD. */
	private final boolean counted;

	private int limit;

	private @Nullable ByteBuf buffer;

	private @Nullable ResponseHead head;

	private @Nullable ResponseStream stream;

	private long count;

	private long declared = -1;

	private boolean closed;

	private boolean finished;

	private boolean nonBlocking;

	@SuppressWarnings("unused")
	private volatile int custody;

	ResponseOutput(HttpExchange exchange, BridgeResponse response, int limit, Consumer<ResponseOutput> pacer) {
		this.exchange = exchange;
		this.response = response;
		this.pacer = pacer;
		this.limit = limit;
		this.counted = "HEAD".equals(exchange.head().method());
	}

	int limit() {
		return this.limit;
	}

	void limit(int limit) {
		if (this.count > 0 || isCommitted()) {
			throw new IllegalStateException("The buffer size cannot be set to " + limit
					+ " any more: content was written. Set it before the first write");
		}
		this.limit = Math.min(Math.max(limit, 0), LARGEST_LIMIT);
	}

	/** Declares how many bytes the body has, -1 if that is not known. */
	void declare(long length) {
		this.declared = length;
	}

	long declared() {
		return this.declared;
	}

	long count() {
		return this.count;
	}

	boolean isCommitted() {
		return this.head != null;
	}

	/** Whether what is written now is discarded. */
	boolean isClosed() {
		return this.closed;
	}

	boolean isNonBlocking() {
		return this.nonBlocking;
	}

	/** From now on nothing waits for the client. */
	void beNonBlocking() {
		this.nonBlocking = true;
	}

	/** Whether a write would not have to wait now. */
	boolean isWritable() {
		settle();
		ResponseStream stream = this.stream;
		return stream == null || stream.isWritable();
	}

	/**
	 * Asks to be called once when the output is writable or broken.
	 * @param callback called on the event loop or at once
	 */
	void onWritable(Runnable callback) {
		ResponseStream stream = this.stream;
		if (stream == null) {
			callback.run();
		}
		else {
			stream.onWritable(callback);
		}
	}

	void write(byte[] bytes) throws IOException {
		write(bytes, 0, bytes.length);
	}

	void write(int octet) throws IOException {
		if (admit(1) == 0) {
			return;
		}
		if (!this.counted) {
			room(1).writeByte(octet);
			appended();
		}
		closeIfComplete();
	}

	void write(byte[] bytes, int offset, int length) throws IOException {
		int left = admit(length);
		if (!this.counted) {
			int at = offset;
			while (left > 0) {
				int part = Math.min(left, partSize());
				room(part).writeBytes(bytes, at, part);
				at += part;
				left -= part;
				appended();
			}
		}
		closeIfComplete();
	}

	void write(ByteBuffer bytes) throws IOException {
		int left = admit(bytes.remaining());
		int end = bytes.limit();
		if (this.counted) {
			bytes.position(bytes.position() + left);
		}
		else {
			while (left > 0) {
				int part = Math.min(left, partSize());
				bytes.limit(bytes.position() + part);
				room(part).writeBytes(bytes);
				left -= part;
				appended();
			}
		}
		bytes.limit(end);
		bytes.position(end);
		closeIfComplete();
	}

	/**
	 * Gives an encoder the buffer to write into. To be followed by {@link #written}.
	 * @param bytes how many bytes it may write at most
	 * @return the buffer with that much room; null if what it would write is discarded
	 */
	@Nullable ByteBuf encodeInto(int bytes) {
		if (this.closed) {
			return null;
		}
		settle();
		return room(bytes);
	}

	/**
	 * Takes account of what an encoder wrote.
	 * @param buffer what {@link #encodeInto} returned
	 * @param before its writer index before
	 * @throws IOException if the response cannot be sent on
	 */
	void written(ByteBuf buffer, int before) throws IOException {
		int length = buffer.writerIndex() - before;
		int admitted = admit(length);
		buffer.writerIndex(this.counted ? before : before + admitted);
		if (!this.counted) {
			appended();
		}
		closeIfComplete();
	}

	/** How many of the bytes are not beyond the declared length; they are counted. */
	private int admit(int length) {
		if (this.closed) {
			return 0;
		}
		settle();
		int admitted = length;
		if (this.declared >= 0 && length > this.declared - this.count) {
			admitted = (int) (this.declared - this.count);
		}
		this.count += admitted;
		return admitted;
	}

	/** How many bytes fit beside what is held before it has to be sent on. */
	private int partSize() {
		if (this.stream == null) {
			int held = held();
			return (held < this.limit) ? this.limit - held + 1 : LARGEST_PIECE;
		}
		return (this.buffer != null) ? Math.max(this.buffer.writableBytes(), 1) : LARGEST_PIECE;
	}

	private int held() {
		return (this.buffer != null) ? this.buffer.readableBytes() : 0;
	}

	private ByteBuf room(int bytes) {
		ByteBuf buffer = this.buffer;
		if (buffer == null) {
			int capacity;
			if (this.stream != null) {
				capacity = Math.max(bytes, PIECE);
			}
			else if (this.declared > 0) {
				capacity = (int) Math.max(bytes, Math.min(this.declared, LARGEST_PIECE));
			}
			else {
				capacity = Math.max(bytes, FIRST_CAPACITY);
			}
			buffer = ByteBufAllocator.DEFAULT.ioBuffer(capacity);
			this.buffer = buffer;
		}
		else {
			buffer.ensureWritable(bytes);
		}
		return buffer;
	}

	private void appended() throws IOException {
		int held = held();
		if (this.stream == null) {
			if (held > this.limit) {
				commit();
				begin();
				push();
			}
		}
		else if (held >= PIECE) {
			push();
		}
	}

	/** The declared length was reached: the response is closed (Servlet 6.1 §5.7). */
	private void closeIfComplete() throws IOException {
		if (this.declared > 0 && this.count == this.declared && !this.closed) {
			close();
		}
	}

	/**
	 * Takes nothing more and sends what there is.
	 * @throws IOException if the response cannot be sent
	 */
	void close() throws IOException {
		if (!this.closed) {
			flush();
			this.closed = true;
		}
	}

	/** Discards what is written from now on, without sending anything yet. */
	void suspend() {
		settle();
		this.closed = true;
	}

	/**
	 * Sends what there is and commits the response.
	 * @throws IOException if the response cannot be sent
	 */
	void flush() throws IOException {
		if (this.closed || this.custody == PACED) {
			return;
		}
		settle();
		if (this.stream == null) {
			commit();
			if (this.response.mayPaceFlush()) {
				this.custody = PACED;
				this.pacer.accept(this);
				return;
			}
		}
		begin();
		push();
		stream().flush();
	}

	/** Sends what a flush left with the pacer now, since nobody may follow it soon. */
	void deliverNow() {
		if (this.custody == PACED) {
			deliverPaced();
		}
		settleTaken();
	}

	/** Called by the pacer: makes a stream of a response that was not completed soon. */
	void deliverPaced() {
		if (!CUSTODY.compareAndSet(this, PACED, TAKEN)) {
			return;
		}
		try {
			begin();
			ByteBuf held = this.buffer;
			this.buffer = null;
			if (held != null) {
				stream().offer(held);
			}
			stream().flush();
		}
		catch (IOException | RuntimeException ex) {
			// Nobody to throw it at here: the writer's next call fails by the abort.
			this.exchange.abort(ex);
		}
		finally {
			this.custody = OWNED;
		}
	}

	/**
	 * Takes the buffer back from the pacer. What was flushed goes out with what follows.
	 */
	private void settle() {
		if (this.custody != OWNED) {
			deliverNow();
		}
	}

	private void settleTaken() {
		while (this.custody == TAKEN) {
			Thread.onSpinWait();
		}
	}

	private void commit() {
		if (this.head == null) {
			this.head = this.response.commit();
		}
	}

	private void begin() {
		if (this.stream == null) {
			commit();
			this.stream = this.exchange.stream(head());
		}
	}

	private void push() throws IOException {
		ByteBuf held = this.buffer;
		if (held == null) {
			return;
		}
		this.buffer = null;
		if (!held.isReadable()) {
			held.release();
		}
		else if (this.nonBlocking) {
			stream().offer(held);
		}
		else {
			stream().write(held);
		}
	}

	/** Forgets what was written; the caller made sure that nothing is committed. */
	void reset() {
		if (this.buffer != null) {
			this.buffer.clear();
		}
		this.count = 0;
		this.closed = false;
	}

	/**
	 * Ends the response: what is held goes out whole, or ends the stream. Does nothing
	 * the second time.
	 * @param trailers the trailer fields, null if there are none
	 */
	void finish(@Nullable HttpHeaders trailers) {
		if (this.finished) {
			return;
		}
		CUSTODY.compareAndSet(this, PACED, OWNED);
		settleTaken();
		this.finished = true;
		this.closed = true;
		commit();
		if (this.stream == null && trailers == null && !isLengthUnknown()) {
			finishWhole();
			return;
		}
		try {
			begin();
			push();
		}
		catch (IOException ex) {
			this.exchange.abort(ex);
			return;
		}
		stream().end(trailers);
	}

	/** A HEAD whose handler wrote nothing: zero would be an invented length. */
	private boolean isLengthUnknown() {
		return this.counted && this.count == 0 && this.declared < 0;
	}

	private void finishWhole() {
		ResponseHead head = head();
		if (this.counted) {
			this.response.setCountedLength(this.count);
		}
		ByteBuf body = this.buffer;
		this.buffer = null;
		this.exchange.respond(head, (body != null) ? body : Unpooled.EMPTY_BUFFER);
	}

	/**
	 * Gives up what is held, of a response that is not going to be completed. What was
	 * flushed goes out first.
	 */
	void abandon() {
		deliverNow();
		this.finished = true;
		this.closed = true;
		ByteBuf held = this.buffer;
		this.buffer = null;
		if (held != null) {
			held.release();
		}
	}

	private ResponseHead head() {
		ResponseHead head = this.head;
		if (head == null) {
			throw new IllegalStateException("not committed");
		}
		return head;
	}

	private ResponseStream stream() {
		ResponseStream stream = this.stream;
		if (stream == null) {
			throw new IllegalStateException("not a stream yet");
		}
		return stream;
	}

}
