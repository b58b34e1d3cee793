package io.mvcbridge.jakarta.multipart;

import java.io.IOException;
import java.io.InputStream;

import io.mvcbridge.jakarta.http.RequestRejectedException;
import org.jspecify.annotations.Nullable;

/**
 * The body as the parser reads it: begins with a line break of its own, so that the first
 * boundary looks like every other; counts what came against the limit; and remembers why
 * reading failed, since the parser hides that behind exceptions of its own.
 */
final class MultipartBody extends InputStream {

	private static final byte[] LINE_BREAK = { '\r', '\n' };

	private final InputStream body;

	private final long maxSize;

	private int given;

	private long count;

	private boolean atEnd;

	private @Nullable IOException failure;

	MultipartBody(InputStream body, long maxSize) {
		this.body = body;
		this.maxSize = maxSize;
	}

	/** Refuses a body that says at once that it is too large. */
	void checkDeclared(long length) {
		if (this.maxSize >= 0 && length > this.maxSize) {
			throw tooLarge();
		}
	}

	/** Why reading failed, null if it did not. */
	@Nullable IOException failure() {
		return this.failure;
	}

	/** Whether all of the body was read. */
	boolean isAtEnd() {
		return this.atEnd;
	}

	@Override
	public int read() throws IOException {
		byte[] one = new byte[1];
		return (read(one, 0, 1) < 0) ? -1 : one[0] & 0xFF;
	}

	@Override
	public int read(byte[] target, int offset, int length) throws IOException {
		if (this.given < LINE_BREAK.length && length > 0) {
			target[offset] = LINE_BREAK[this.given++];
			return 1;
		}
		try {
			int read = this.body.read(target, offset, length);
			if (read < 0) {
				this.atEnd = true;
				return -1;
			}
			this.count += read;
			checkDeclared(this.count);
			return read;
		}
		catch (IOException ex) {
			this.failure = ex;
			throw ex;
		}
	}

	private RequestRejectedException tooLarge() {
		return new RequestRejectedException(413,
				"The size of the multipart request exceeds the maximum of " + this.maxSize + " bytes (maxRequestSize)");
	}

}
