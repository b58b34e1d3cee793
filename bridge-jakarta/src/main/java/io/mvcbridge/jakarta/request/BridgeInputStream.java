package io.mvcbridge.jakarta.request;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Objects;

import io.mvcbridge.core.exchange.BodyReader;
import io.netty.buffer.ByteBuf;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import org.jspecify.annotations.Nullable;

/**
 * The input stream of a request or of an upgraded connection (Servlet 6.1 §3.8). Blocking
 * until a read listener is set; then it never waits, and {@link #isReady()} tells whether
 * a read is allowed.
 */
final class BridgeInputStream extends ServletInputStream {

	private final StreamOwner owner;

	private final BodyReader body;

	private final Custody custody = new Custody();

	/** What has been taken from the body and not read yet. Touched in custody only. */
	private @Nullable ByteBuf current;

	private @Nullable ReadListener listener;

	/** The last {@link #isReady()} was false and the listener was not called since. */
	private volatile boolean waiting;

	private @Nullable IOException failure;

	/** The listener was told of the end or of a failure: it hears nothing more. */
	private boolean concluded;

	/** The listener runs; it is told of the end when it returns. */
	private boolean notifying;

	private volatile boolean closed;

	BridgeInputStream(StreamOwner owner, BodyReader body) {
		this.owner = owner;
		this.body = body;
	}

	@Override
	public int read() throws IOException {
		if (!await()) {
			return -1;
		}
		ByteBuf piece = enter();
		try {
			return piece.readByte() & 0xFF;
		}
		finally {
			exit(piece);
		}
	}

	@Override
	public int read(byte[] target, int offset, int length) throws IOException {
		Objects.checkFromIndexSize(offset, length, target.length);
		if (length == 0) {
			checkReady();
			return 0;
		}
		if (!await()) {
			return -1;
		}
		ByteBuf piece = enter();
		try {
			int count = Math.min(length, piece.readableBytes());
			piece.readBytes(target, offset, count);
			return count;
		}
		finally {
			exit(piece);
		}
	}

	/**
	 * Leaves the position where it was and puts the limit behind what was read, as
	 * {@link ServletInputStream#read(ByteBuffer)} has it.
	 */
	@Override
	public int read(ByteBuffer target) throws IOException {
		if (!target.hasRemaining()) {
			checkReady();
			return 0;
		}
		if (!await()) {
			return -1;
		}
		ByteBuf piece = enter();
		try {
			int position = target.position();
			int count = Math.min(target.remaining(), piece.readableBytes());
			target.limit(position + count);
			piece.readBytes(target);
			target.position(position);
			return count;
		}
		finally {
			exit(piece);
		}
	}

	/** Sees to it that there is a piece to read from; false at the end of the body. */
	private boolean await() throws IOException {
		this.owner.checkStreamUsable();
		if (this.closed) {
			throw new IOException("The input stream is closed");
		}
		if (this.listener != null) {
			return pollForRead();
		}
		return this.current != null || keep(this.body.read());
	}

	private void checkReady() {
		if (this.waiting && !isFinished()) {
			throw new IllegalStateException("The input stream is not ready: read only after isReady() returned true"
					+ " or when the read listener is called (Servlet 6.1 §3.8)");
		}
	}

	private boolean pollForRead() throws IOException {
		checkReady();
		boolean polled = poll();
		if (this.failure != null) {
			throw this.failure;
		}
		if (!polled && !this.body.isConsumed()) {
			throw new IllegalStateException("The input stream is not ready: ask isReady() before each read");
		}
		return polled;
	}

	/** Takes the next piece if it has arrived. */
	private boolean poll() {
		if (this.current == null && this.failure == null) {
			try {
				return keep(this.body.poll());
			}
			catch (IOException ex) {
				this.failure = ex;
			}
		}
		return this.current != null;
	}

	private boolean keep(@Nullable ByteBuf piece) {
		if (piece == null) {
			return false;
		}
		if (this.custody.enter() == Custody.CLOSED) {
			piece.release();
			throw ended();
		}
		this.current = piece;
		this.custody.exit();
		return true;
	}

	private ByteBuf enter() {
		if (this.custody.enter() == Custody.CLOSED) {
			throw ended();
		}
		ByteBuf piece = this.current;
		if (piece == null) {
			this.custody.exit();
			throw new IllegalStateException("The request body is read by two threads at once");
		}
		return piece;
	}

	private void exit(ByteBuf piece) {
		if (!piece.isReadable()) {
			this.current = null;
			piece.release();
		}
		this.custody.exit();
		if (this.listener != null && !this.notifying && isFinished()) {
			awaitReadable();
		}
	}

	private static IllegalStateException ended() {
		return new IllegalStateException("The exchange has ended while its request body was being read");
	}

	@Override
	public int available() throws IOException {
		this.owner.checkNotEnded();
		int held = 0;
		if (this.custody.enter() != Custody.CLOSED) {
			held = (this.current != null) ? this.current.readableBytes() : 0;
			this.custody.exit();
		}
		return held + this.body.available();
	}

	@Override
	public boolean isFinished() {
		return this.current == null && this.body.isConsumed();
	}

	/**
	 * False at the end of the body too: there is nothing to read, and the listener will
	 * be told.
	 */
	@Override
	public boolean isReady() {
		if (this.listener == null) {
			return true;
		}
		if (this.waiting) {
			return false;
		}
		if (poll()) {
			return true;
		}
		awaitReadable();
		return false;
	}

	@Override
	public void setReadListener(ReadListener listener) {
		Objects.requireNonNull(listener, "listener");
		if (this.listener != null) {
			throw new IllegalStateException("A read listener is set: there can be one for a request only");
		}
		if (!this.owner.allowsListeners()) {
			throw new IllegalStateException("A read listener needs asynchronous processing: call startAsync() first");
		}
		this.listener = listener;
		awaitReadable();
	}

	/** Asks to be called when there is more: data, the end, or a failure. */
	private void awaitReadable() {
		this.waiting = true;
		if (this.failure != null) {
			this.owner.inputIsReady();
		}
		else {
			this.body.onReadable(this.owner::inputIsReady);
		}
	}

	/**
	 * Tells the listener what has arrived. Called by the exchange's run of container
	 * work, on a servlet thread.
	 * @return what the listener threw, null if it returned
	 */
	@Nullable Throwable notifyReadable() {
		ReadListener listener = this.listener;
		if (listener == null || this.concluded || !this.waiting) {
			return null;
		}
		this.waiting = false;
		boolean polled = poll();
		if (this.failure != null) {
			notifyFailed(this.failure);
			return null;
		}
		if (!polled && !this.body.isConsumed()) {
			awaitReadable();
			return null;
		}
		this.notifying = true;
		try {
			if (polled) {
				listener.onDataAvailable();
			}
			if (isFinished() && !this.concluded) {
				this.concluded = true;
				listener.onAllDataRead();
			}
			return null;
		}
		catch (Throwable ex) {
			notifyFailed(ex);
			return ex;
		}
		finally {
			this.notifying = false;
		}
	}

	/**
	 * Tells the listener that the input failed. Does nothing if it heard the end or a
	 * failure before.
	 * @param cause what happened
	 */
	void notifyFailed(Throwable cause) {
		ReadListener listener = this.listener;
		if (listener != null && !this.concluded) {
			this.concluded = true;
			this.waiting = false;
			ListenerCalls.guard("The onError of a read listener", () -> listener.onError(cause));
		}
	}

	@Override
	public int readLine(byte[] target, int offset, int length) throws IOException {
		checkBlocking("readLine");
		return super.readLine(target, offset, length);
	}

	@Override
	public byte[] readAllBytes() throws IOException {
		checkBlocking("readAllBytes");
		return super.readAllBytes();
	}

	@Override
	public byte[] readNBytes(int length) throws IOException {
		checkBlocking("readNBytes");
		return super.readNBytes(length);
	}

	@Override
	public int readNBytes(byte[] target, int offset, int length) throws IOException {
		checkBlocking("readNBytes");
		return super.readNBytes(target, offset, length);
	}

	private void checkBlocking(String what) {
		if (this.listener != null) {
			throw new IllegalStateException(what + " would have to wait: a read listener is set");
		}
	}

	@Override
	public void close() {
		this.closed = true;
		this.owner.inputClosed();
	}

	boolean isClosed() {
		return this.closed;
	}

	/** Gives back what was taken and not read. Called when the exchange ends. */
	void release() {
		if (this.custody.close() != Custody.CLOSED) {
			ByteBuf piece = this.current;
			this.current = null;
			if (piece != null) {
				piece.release();
			}
		}
	}

}
