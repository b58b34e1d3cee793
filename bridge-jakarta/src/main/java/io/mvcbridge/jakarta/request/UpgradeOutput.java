package io.mvcbridge.jakarta.request;

import java.io.IOException;
import java.nio.ByteBuffer;

import io.mvcbridge.core.exchange.HttpExchange;
import io.mvcbridge.core.exchange.ResponseStream;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * What is written to an upgraded connection on its way there: collected until it is
 * flushed or {@value #PIECE} bytes are together. Nothing is held between: a connection
 * that is quiet has no buffer.
 * <p>
 * The buffer is only touched under {@link Custody}; a full piece is taken out of it and
 * handed over after custody was given back, because that may have to wait.
 */
final class UpgradeOutput implements OutputSink {

	private static final int PIECE = 32 * 1024;

	private static final int FIRST_CAPACITY = 512;

	private final HttpExchange exchange;

	private final ResponseStream stream;

	private final Runnable onClose;

	private final Custody custody = new Custody();

	private @Nullable ByteBuf buffer;

	private boolean nonBlocking;

	private volatile boolean closed;

	/**
	 * Makes an output.
	 * @param exchange where buffers come from
	 * @param stream where they go
	 * @param onClose called when the output was closed by its writer
	 */
	UpgradeOutput(HttpExchange exchange, ResponseStream stream, Runnable onClose) {
		this.exchange = exchange;
		this.stream = stream;
		this.onClose = onClose;
	}

	boolean isClosed() {
		return this.closed;
	}

	@Override
	public void beNonBlocking() {
		this.nonBlocking = true;
	}

	@Override
	public boolean isWritable() {
		return this.stream.isWritable();
	}

	@Override
	public void onWritable(Runnable callback) {
		this.stream.onWritable(callback);
	}

	@Override
	public void write(int octet) throws IOException {
		enter();
		ByteBuf full;
		try {
			room(1).writeByte(octet);
			full = take(PIECE);
		}
		finally {
			this.custody.exit();
		}
		send(full);
	}

	@Override
	public void write(byte[] bytes, int offset, int length) throws IOException {
		write(ByteBuffer.wrap(bytes, offset, length));
	}

	@Override
	public void write(ByteBuffer bytes) throws IOException {
		int end = bytes.limit();
		while (bytes.hasRemaining()) {
			enter();
			ByteBuf full;
			try {
				ByteBuf buffer = room(Math.min(bytes.remaining(), PIECE));
				bytes.limit(bytes.position() + Math.min(bytes.remaining(), PIECE - buffer.readableBytes()));
				buffer.writeBytes(bytes);
				full = take(PIECE);
			}
			finally {
				bytes.limit(end);
				this.custody.exit();
			}
			send(full);
		}
	}

	@Override
	public void flush() throws IOException {
		enter();
		ByteBuf held;
		try {
			held = take(1);
		}
		finally {
			this.custody.exit();
		}
		send(held);
		this.stream.flush();
	}

	/**
	 * Sends what a callback has written, for it has returned: does not wait, and does
	 * nothing if there is nothing.
	 * @throws IOException if it cannot be sent any more
	 */
	void sendHeld() throws IOException {
		if (this.custody.enter() != Custody.CLOSED) {
			ByteBuf held = take(1);
			this.custody.exit();
			if (held != null) {
				this.stream.offer(held);
				this.stream.flush();
			}
		}
	}

	/** Does not wait until all is sent (Servlet 6.1 §5.4). */
	@Override
	public void close() throws IOException {
		if (this.custody.close() == Custody.CLOSED) {
			return;
		}
		this.closed = true;
		ByteBuf held = take(1);
		try {
			if (held != null) {
				this.stream.offer(held);
			}
		}
		finally {
			this.stream.end(null);
			this.onClose.run();
		}
	}

	/** Gives back what was not sent. Called when the connection has ended. */
	void release() {
		if (this.custody.close() != Custody.CLOSED) {
			this.closed = true;
			ByteBuf held = take(0);
			if (held != null) {
				held.release();
			}
		}
	}

	private void enter() throws IOException {
		if (this.custody.enter() == Custody.CLOSED) {
			throw new IOException("The output of the connection is closed");
		}
	}

	/** The buffer, with as much room as can be had before it is full. */
	private ByteBuf room(int bytes) {
		ByteBuf buffer = this.buffer;
		if (buffer == null) {
			buffer = this.exchange.buffer(Math.max(bytes, FIRST_CAPACITY));
			this.buffer = buffer;
		}
		return buffer.ensureWritable(Math.min(bytes, PIECE - buffer.readableBytes()));
	}

	/** Takes the buffer out if it holds at least so much. */
	private @Nullable ByteBuf take(int least) {
		ByteBuf buffer = this.buffer;
		if (buffer == null || buffer.readableBytes() < least) {
			return null;
		}
		this.buffer = null;
		return buffer;
	}

	private void send(@Nullable ByteBuf piece) throws IOException {
		if (piece != null) {
			if (this.nonBlocking) {
				this.stream.offer(piece);
			}
			else {
				this.stream.write(piece);
			}
		}
	}

}
