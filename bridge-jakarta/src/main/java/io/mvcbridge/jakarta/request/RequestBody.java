package io.mvcbridge.jakarta.request;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

import io.mvcbridge.core.exchange.BodyReader;
import io.mvcbridge.jakarta.http.RequestRejectedException;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * The body of a request, which is read in one way: as a stream, by a reader, or decoded
 * into parameters (Servlet 6.1 §3.1.1).
 */
final class RequestBody {

	private static final int FIRST_CAPACITY = 1024;

	private static final AtomicReferenceFieldUpdater<RequestBody, @Nullable BridgeInputStream> STREAM = AtomicReferenceFieldUpdater
		.newUpdater(RequestBody.class, BridgeInputStream.class, "stream");

	private final ServletExchange exchange;

	private BodyReader body;

	/**
	 * Null until somebody wants to read. Volatile, and set once: a thread that comes
	 * after the end of the exchange must either find it ended or have its stream found by
	 * {@link #release()}.
	 */
	private volatile @Nullable BridgeInputStream stream;

	private boolean streamGiven;

	private @Nullable BufferedReader reader;

	RequestBody(ServletExchange exchange) {
		this.exchange = exchange;
		this.body = exchange.http().body();
	}

	/** The stream, for the application. */
	BridgeInputStream give() {
		this.exchange.checkNotEnded();
		if (this.reader != null) {
			throw new IllegalStateException("getReader() was called on this request: the body is read in one way only");
		}
		this.streamGiven = true;
		return stream();
	}

	/** The stream, for those who decode parts. */
	BridgeInputStream stream() {
		BridgeInputStream stream = this.stream;
		if (stream == null) {
			BridgeInputStream made = new BridgeInputStream(this.exchange, this.body);
			stream = STREAM.compareAndSet(this, null, made) ? made : Objects.requireNonNull(this.stream);
		}
		return stream;
	}

	BufferedReader reader(Charset charset) {
		BufferedReader reader = this.reader;
		if (reader == null) {
			reader = new BufferedReader(new InputStreamReader(stream(), charset));
			this.reader = reader;
		}
		return reader;
	}

	void checkReaderAllowed() {
		this.exchange.checkNotEnded();
		if (this.streamGiven) {
			throw new IllegalStateException(
					"getInputStream() was called on this request: the body is read in one way only");
		}
	}

	boolean hasReader() {
		return this.reader != null;
	}

	/** Whether the application reads the body itself. */
	boolean isTaken() {
		return this.streamGiven || this.reader != null;
	}

	long declaredLength() {
		return this.body.declaredLength();
	}

	/**
	 * Puts another body in the place of the one that came, which nobody has read and
	 * nobody will.
	 */
	void replace(BodyReader body) {
		this.body = body;
	}

	/** What the bytes come from. */
	BodyReader source() {
		return this.body;
	}

	/**
	 * Reads a body to its end that nobody else will read.
	 * @param limit how many bytes it may have at most
	 * @return the bytes, null if it has more
	 * @throws IOException if it cannot be read
	 */
	byte @Nullable [] readAll(int limit) throws IOException {
		Form whole = read(limit);
		return (whole != null) ? Arrays.copyOf(whole.bytes(), whole.length()) : null;
	}

	/**
	 * Reads a form body to its end.
	 * @param limit how many bytes it may have at most, negative for no limit
	 * @return the bytes
	 * @throws RequestRejectedException with 413 if it has more
	 * @throws IOException if it cannot be read
	 */
	Form readForm(int limit) throws IOException {
		Form form = read(limit);
		if (form == null) {
			throw new RequestRejectedException(413, "The form has more than the " + limit
					+ " bytes that are allowed; allow more if the application needs them");
		}
		return form;
	}

	/** Null if the body has more bytes than allowed. */
	private @Nullable Form read(int limit) throws IOException {
		long declared = this.body.declaredLength();
		if (limit >= 0 && declared > limit) {
			return null;
		}
		byte[] bytes = new byte[(int) ((declared > 0) ? Math.min(declared, FIRST_CAPACITY * 64) : FIRST_CAPACITY)];
		int length = 0;
		for (ByteBuf piece = this.body.read(); piece != null; piece = this.body.read()) {
			try {
				int more = piece.readableBytes();
				if (limit >= 0 && (long) length + more > limit) {
					return null;
				}
				if (length + more > bytes.length) {
					byte[] larger = new byte[Math.max(length + more, 2 * bytes.length)];
					System.arraycopy(bytes, 0, larger, 0, length);
					bytes = larger;
				}
				piece.readBytes(bytes, length, more);
				length += more;
			}
			finally {
				piece.release();
			}
		}
		return new Form(bytes, length);
	}

	@Nullable Throwable notifyReadable() {
		return stream().notifyReadable();
	}

	void notifyFailed(Throwable cause) {
		BridgeInputStream stream = this.stream;
		if (stream != null) {
			stream.notifyFailed(cause);
		}
	}

	void release() {
		BridgeInputStream stream = this.stream;
		if (stream != null) {
			stream.release();
		}
	}

	/**
	 * A form body.
	 *
	 * @param bytes holds the body at its beginning
	 * @param length how many bytes it has
	 */
	record Form(byte[] bytes, int length) {

	}

}
