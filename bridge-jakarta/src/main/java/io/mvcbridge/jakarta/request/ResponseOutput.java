package io.mvcbridge.jakarta.request;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

import io.mvcbridge.core.exchange.HttpExchange;
import io.mvcbridge.core.exchange.ResponseHead;
import io.mvcbridge.core.exchange.ResponseStream;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpHeaders;
import org.jspecify.annotations.Nullable;

/**
 * The body of a response on its way to the exchange. Kept in one buffer while it fits: at
 * the end it goes to the event loop as one task. When it overflows, or is flushed for
 * real, it becomes a stream of pieces of {@value #PIECE} bytes or more.
 * <p>
 * <b>Committed</b> means that status and header fields are fixed. What a committed
 * response holds leaves at once, with one exception: the first flush during a dispatch is
 * left to the {@link FlushPacer}, so that the flush which ends a complete body costs
 * nothing.
 * <p>
 * The buffer is only touched under {@link Custody}; a full piece is taken out of it and
 * handed over after custody was given back, because that may have to wait.
 */
final class ResponseOutput implements OutputSink {

	/** How much a streamed response collects before it goes to the exchange. */
	static final int PIECE = 32 * 1024;

	private static final int LARGEST_PIECE = 64 * 1024;

	private static final int FIRST_CAPACITY = 4 * 1024;

	/**
	 * A body of so many bytes is copied behind its head by Netty's encoder. For it memory
	 * of the heap is cheaper to have, to write and to copy from than any other.
	 */
	private static final int SMALL = 128;

	private static final int LARGEST_LIMIT = 1 << 30;

	private final HttpExchange exchange;

	private final BridgeResponse response;

	private final Consumer<ResponseOutput> pacer;

	/** The body is counted, not kept: the request is a HEAD. */
	private final boolean counted;

	private final Custody custody = new Custody();

	private int limit;

	private @Nullable ByteBuf buffer;

	/** The buffer holds up to {@value #SMALL} bytes of the heap. */
	private boolean small;

	private volatile @Nullable ResponseHead head;

	private volatile @Nullable ResponseStream stream;

	private long count;

	private long declared = -1;

	private volatile boolean closed;

	private boolean nonBlocking;

	/** A flush was left to the pacer, which happens once. */
	private boolean paced;

	/** The pacer's: the response whose flush was left to it before this one's. */
	@Nullable ResponseOutput flushedBefore;

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

	boolean isCommitted() {
		return this.head != null;
	}

	/** Whether nothing was written, and what will be is sent. */
	boolean isUntouched() {
		return this.count == 0 && !this.closed;
	}

	/** Whether what is written now is discarded. */
	boolean isClosed() {
		return this.closed;
	}

	boolean isNonBlocking() {
		return this.nonBlocking;
	}

	@Override
	public void beNonBlocking() {
		this.nonBlocking = true;
	}

	@Override
	public boolean isWritable() {
		ResponseStream stream = this.stream;
		return stream == null || stream.isWritable();
	}

	@Override
	public void onWritable(Runnable callback) {
		ResponseStream stream = this.stream;
		if (stream == null) {
			callback.run();
		}
		else {
			stream.onWritable(callback);
		}
	}

	// ---- writing

	@Override
	public void write(int octet) throws IOException {
		if (enter()) {
			ByteBuf full;
			try {
				if (admit(1) == 1 && !this.counted) {
					room(1).writeByte(octet);
				}
				full = takeFull();
			}
			finally {
				this.custody.exit();
			}
			send(full);
			closeIfComplete();
		}
	}

	void write(byte[] bytes) throws IOException {
		write(bytes, 0, bytes.length);
	}

	@Override
	public void write(byte[] bytes, int offset, int length) throws IOException {
		int at = offset;
		int end = offset + length;
		while (at < end && enter()) {
			ByteBuf full;
			try {
				int part = Math.min(end - at, partSize());
				int admitted = admit(part);
				if (admitted > 0 && !this.counted) {
					room(admitted).writeBytes(bytes, at, admitted);
				}
				at += part;
				full = takeFull();
			}
			finally {
				this.custody.exit();
			}
			send(full);
			closeIfComplete();
		}
	}

	@Override
	public void write(ByteBuffer bytes) throws IOException {
		int end = bytes.limit();
		while (bytes.hasRemaining() && enter()) {
			ByteBuf full;
			try {
				int part = Math.min(bytes.remaining(), partSize());
				int next = bytes.position() + part;
				int admitted = admit(part);
				if (admitted > 0 && !this.counted) {
					bytes.limit(bytes.position() + admitted);
					room(admitted).writeBytes(bytes);
					bytes.limit(end);
				}
				bytes.position(next);
				full = takeFull();
			}
			finally {
				this.custody.exit();
			}
			send(full);
			closeIfComplete();
		}
		bytes.position(end);
	}

	/**
	 * Gives an encoder the buffer to write into, and custody of it until
	 * {@link #written}, which has to follow on every path.
	 * @param bytes how many bytes it may write at most
	 * @return the buffer with that much room; null if what it would write is discarded,
	 * then nothing follows
	 * @throws IOException if the response cannot be sent on
	 */
	@Nullable ByteBuf encodeInto(int bytes) throws IOException {
		if (!enter()) {
			return null;
		}
		try {
			return room(bytes);
		}
		catch (Throwable ex) {
			// No memory, most likely: whoever ends the response must get at it
			this.custody.exit();
			throw ex;
		}
	}

	/**
	 * Takes account of what an encoder wrote.
	 * @param buffer what {@link #encodeInto} returned
	 * @param before its writer index before
	 * @throws IOException if the response cannot be sent on
	 */
	void written(ByteBuf buffer, int before) throws IOException {
		ByteBuf full;
		try {
			int admitted = admit(buffer.writerIndex() - before);
			buffer.writerIndex(this.counted ? before : before + admitted);
			full = takeFull();
		}
		finally {
			this.custody.exit();
		}
		send(full);
		closeIfComplete();
	}

	/** Takes custody, and does first what a flush left to the pacer. */
	private boolean enter() throws IOException {
		if (this.closed) {
			return false;
		}
		int before = this.custody.enter();
		if (before == Custody.PACED) {
			try {
				deliver();
			}
			catch (Throwable ex) {
				this.custody.exit();
				throw ex;
			}
		}
		return before != Custody.CLOSED;
	}

	/** How many of the bytes are not beyond the declared length; they are counted. */
	private int admit(int length) {
		int admitted = this.closed ? 0 : length;
		if (this.declared >= 0 && admitted > this.declared - this.count) {
			admitted = (int) Math.max(0, this.declared - this.count);
		}
		this.count += admitted;
		return admitted;
	}

	/** How many bytes are to be written before what is held may have to be sent on. */
	private int partSize() {
		ByteBuf buffer = this.buffer;
		if (this.stream == null) {
			int held = (buffer != null) ? buffer.readableBytes() : 0;
			return (held < this.limit) ? this.limit - held + 1 : LARGEST_PIECE;
		}
		return (buffer != null) ? Math.max(buffer.writableBytes(), 1) : LARGEST_PIECE;
	}

	private ByteBuf room(int bytes) {
		ByteBuf buffer = this.buffer;
		if (buffer != null) {
			return (this.small && bytes > buffer.writableBytes()) ? enlarge(buffer, bytes)
					: buffer.ensureWritable(bytes);
		}
		int usual = FIRST_CAPACITY;
		if (this.stream != null) {
			usual = PIECE;
		}
		else if (this.declared > 0) {
			usual = (int) Math.min(this.declared, LARGEST_PIECE);
		}
		else if (bytes <= SMALL) {
			usual = bytes;
		}
		this.small = Math.max(bytes, usual) <= SMALL;
		buffer = this.small ? Unpooled.buffer(Math.max(bytes, usual), SMALL)
				: this.exchange.buffer(Math.max(bytes, usual));
		this.buffer = buffer;
		return buffer;
	}

	/** What was small so far becomes larger. */
	private ByteBuf enlarge(ByteBuf small, int bytes) {
		ByteBuf buffer = this.exchange.buffer(Math.max(small.readableBytes() + bytes, FIRST_CAPACITY));
		buffer.writeBytes(small);
		small.release();
		this.buffer = buffer;
		this.small = false;
		return buffer;
	}

	/** Takes what is held if it has to be sent on. */
	private @Nullable ByteBuf takeFull() {
		ByteBuf buffer = this.buffer;
		if (buffer == null) {
			return null;
		}
		int held = buffer.readableBytes();
		if (this.stream == null) {
			if (held <= this.limit) {
				return null;
			}
			begin();
		}
		else if (held < PIECE) {
			return null;
		}
		this.buffer = null;
		return buffer;
	}

	/** Hands a piece over; waits for the client unless non-blocking. */
	private void send(@Nullable ByteBuf piece) throws IOException {
		if (piece != null) {
			if (this.nonBlocking) {
				stream().offer(piece);
			}
			else {
				stream().write(piece);
			}
		}
	}

	/** The declared length was reached: the response is closed (Servlet 6.1 §5.7). */
	private void closeIfComplete() throws IOException {
		if (this.declared > 0 && this.count == this.declared) {
			close();
		}
	}

	// ---- flushing and closing

	@Override
	public void close() throws IOException {
		if (!this.closed) {
			flush();
			this.closed = true;
			this.response.contentCompleted();
		}
	}

	/** Discards what is written from now on, without sending anything yet. */
	void suspend() {
		this.closed = true;
	}

	/** Takes again what is written, after {@link #suspend()}. */
	void resume() {
		this.closed = false;
	}

	/** Sends what there is and commits the response. */
	@Override
	public void flush() throws IOException {
		if (this.closed) {
			return;
		}
		int before = this.custody.enter();
		if (before == Custody.PACED) {
			this.custody.exitPaced();
			return;
		}
		if (before == Custody.CLOSED) {
			return;
		}
		boolean pace = false;
		ByteBuf held = null;
		try {
			commit();
			pace = this.stream == null && !this.paced && this.response.mayPaceFlush();
			this.paced |= pace;
			if (!pace) {
				begin();
				held = takeHeld();
			}
		}
		finally {
			if (pace) {
				this.custody.exitPaced();
			}
			else {
				this.custody.exit();
			}
		}
		if (pace) {
			this.pacer.accept(this);
		}
		else {
			send(held);
			stream().flush();
		}
	}

	/**
	 * Sends what a flush left to the pacer. Called by the pacer, and by whoever knows
	 * that nothing will follow soon.
	 */
	void deliverPaced() {
		if (this.custody.enterIfPaced()) {
			try {
				deliver();
			}
			catch (IOException | RuntimeException ex) {
				// Nobody to throw it at here: the writer's next call fails by the abort.
				this.exchange.abort(ex);
			}
			finally {
				this.custody.exit();
			}
		}
	}

	/** Never waits, therefore possible in custody. */
	private void deliver() throws IOException {
		begin();
		ByteBuf held = takeHeld();
		if (held != null) {
			stream().offer(held);
		}
		stream().flush();
	}

	private @Nullable ByteBuf takeHeld() {
		ByteBuf held = this.buffer;
		this.buffer = null;
		if (held != null && !held.isReadable()) {
			held.release();
			return null;
		}
		return held;
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

	/** Forgets what was written; the caller made sure that nothing is committed. */
	void reset() {
		if (this.custody.enter() != Custody.CLOSED) {
			if (this.buffer != null) {
				this.buffer.clear();
			}
			this.count = 0;
			this.closed = false;
			this.custody.exit();
		}
	}

	// ---- the end

	/**
	 * Ends the response: what is held goes out whole, or ends the stream. Does nothing
	 * the second time.
	 * @param trailers the trailer fields, null if there are none
	 */
	void finish(@Nullable HttpHeaders trailers) {
		int before = this.custody.close();
		if (before == Custody.CLOSED) {
			return;
		}
		this.closed = true;
		commit();
		ByteBuf held = takeHeld();
		boolean cut = before == Custody.PACED && this.count < this.declared;
		if (this.stream == null && trailers == null && !isLengthUnknown() && !cut) {
			if (this.counted) {
				this.response.setCountedLength(this.count);
			}
			this.exchange.respond(head(), (held != null) ? held : Unpooled.EMPTY_BUFFER);
			return;
		}
		begin();
		try {
			if (held != null) {
				stream().offer(held);
			}
			if (cut) {
				// The end will abort the exchange; what was flushed is to be seen before.
				stream().flush();
			}
			stream().end(trailers);
		}
		catch (IOException ex) {
			this.exchange.abort(ex);
		}
	}

	/** A HEAD whose handler wrote nothing: zero would be an invented length. */
	private boolean isLengthUnknown() {
		return this.counted && this.count == 0 && this.declared < 0;
	}

	/**
	 * Gives up what is held, of a response that is not going to be completed. What was
	 * flushed goes out first.
	 */
	void abandon() {
		deliverPaced();
		if (this.custody.close() != Custody.CLOSED) {
			this.closed = true;
			ByteBuf held = takeHeld();
			if (held != null) {
				held.release();
			}
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
