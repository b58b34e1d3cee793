package io.mvcbridge.jakarta.request;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Objects;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import org.jspecify.annotations.Nullable;

/**
 * The output stream of a response or of an upgraded connection (Servlet 6.1 §5.4).
 * Blocking until a write listener is set; then it never waits, and {@link #isReady()}
 * tells whether a write is allowed.
 */
final class BridgeOutputStream extends ServletOutputStream {

	private final StreamOwner owner;

	private final OutputSink output;

	private @Nullable WriteListener listener;

	/** The last {@link #isReady()} was false and the listener was not called since. */
	private volatile boolean waiting;

	private boolean failed;

	BridgeOutputStream(StreamOwner owner, OutputSink output) {
		this.owner = owner;
		this.output = output;
	}

	@Override
	public void write(int octet) throws IOException {
		checkAllowed();
		this.output.write(octet);
	}

	@Override
	public void write(byte[] bytes, int offset, int length) throws IOException {
		Objects.checkFromIndexSize(offset, length, bytes.length);
		checkAllowed();
		this.output.write(bytes, offset, length);
	}

	@Override
	public void write(ByteBuffer bytes) throws IOException {
		Objects.requireNonNull(bytes, "bytes");
		checkAllowed();
		this.output.write(bytes);
	}

	@Override
	public void flush() throws IOException {
		checkAllowed();
		this.output.flush();
	}

	@Override
	public void close() throws IOException {
		if (!this.owner.isOutputShared()) {
			this.output.close();
		}
	}

	private void checkAllowed() throws IOException {
		if (this.waiting) {
			throw new IllegalStateException("The output stream is not ready: write only after isReady() returned"
					+ " true or when the write listener is called (Servlet 6.1 §5.4)");
		}
		this.owner.checkStreamUsable();
	}

	@Override
	public boolean isReady() {
		if (this.listener == null) {
			return true;
		}
		if (this.waiting) {
			return false;
		}
		if (this.output.isWritable()) {
			return true;
		}
		this.waiting = true;
		awaitWritable();
		return false;
	}

	@Override
	public void setWriteListener(WriteListener listener) {
		Objects.requireNonNull(listener, "listener");
		if (this.listener != null) {
			throw new IllegalStateException("A write listener is set: there can be one for a request only");
		}
		if (!this.owner.allowsListeners()) {
			throw new IllegalStateException("A write listener needs asynchronous processing: call startAsync() first");
		}
		this.listener = listener;
		this.waiting = true;
		this.output.beNonBlocking();
		awaitWritable();
	}

	boolean hasListener() {
		return this.listener != null;
	}

	private void awaitWritable() {
		this.output.onWritable(this.owner::outputIsReady);
	}

	/**
	 * Tells the listener that it may write. Called by the exchange's run of container
	 * work, on a servlet thread.
	 * @return what the listener threw, null if it returned
	 */
	@Nullable Throwable notifyWritable() {
		WriteListener listener = this.listener;
		if (listener == null || this.failed) {
			return null;
		}
		this.waiting = false;
		try {
			listener.onWritePossible();
			return null;
		}
		catch (Throwable ex) {
			notifyFailed(ex);
			return ex;
		}
	}

	/**
	 * Tells the listener that the output failed. Does nothing the second time.
	 * @param cause what happened
	 */
	void notifyFailed(Throwable cause) {
		WriteListener listener = this.listener;
		if (listener != null && !this.failed) {
			this.failed = true;
			this.waiting = false;
			ListenerCalls.guard("The onError of a write listener", () -> listener.onError(cause));
		}
	}

}
