package io.mvcbridge.jakarta.request;

import io.mvcbridge.core.exchange.BodyReader;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import org.jspecify.annotations.Nullable;

/** The body of a request that was saved: all of it is there. Read by one thread. */
final class SavedBody implements BodyReader {

	private final byte[] bytes;

	private boolean taken;

	SavedBody(byte[] bytes) {
		this.bytes = bytes;
		this.taken = bytes.length == 0;
	}

	@Override
	public long declaredLength() {
		return this.bytes.length;
	}

	@Override
	public @Nullable ByteBuf read() {
		return poll();
	}

	@Override
	public @Nullable ByteBuf poll() {
		if (this.taken) {
			return null;
		}
		this.taken = true;
		return Unpooled.wrappedBuffer(this.bytes);
	}

	@Override
	public boolean isConsumed() {
		return this.taken;
	}

	@Override
	public int available() {
		return this.taken ? 0 : this.bytes.length;
	}

	@Override
	public void onReadable(Runnable callback) {
		callback.run();
	}

	@Override
	public HttpHeaders trailers() {
		return EmptyHttpHeaders.INSTANCE;
	}

}
