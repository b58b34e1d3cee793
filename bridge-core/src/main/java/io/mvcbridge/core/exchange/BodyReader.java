package io.mvcbridge.core.exchange;

import java.io.IOException;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpHeaders;
import org.jspecify.annotations.Nullable;

/**
 * The request body, pulled by its one reader. Nothing is collected without a bound: the
 * connection is read only while little is waiting here. The first call that asks for data
 * sends {@code 100 Continue} if the client expects it (RFC 9110 §10.1.1).
 */
public interface BodyReader {

	/**
	 * The declared length of the body.
	 * @return bytes; 0 if the request has no body, -1 if it is chunked
	 */
	long declaredLength();

	/**
	 * Waits for the next piece of the body. Must not be called on an event loop.
	 * @return the next piece, never empty, released by the caller; null at the end
	 * @throws ClientAbortException if the connection broke before the end of the body
	 * @throws BodyTimeoutException if the client sent nothing for the body time-out
	 * @throws MalformedBodyException if the body is malformed
	 * @throws IOException if the body could not be read
	 */
	@Nullable ByteBuf read() throws IOException;

	/**
	 * The next piece of the body if one has arrived.
	 * @return the next piece, released by the caller; null if none is here now or the
	 * body has ended
	 * @throws IOException as for {@link #read()}
	 */
	@Nullable ByteBuf poll() throws IOException;

	/**
	 * Whether all of the body was taken by the reader.
	 * @return true after the last piece was returned
	 */
	boolean isConsumed();

	/**
	 * How many bytes can be had without waiting.
	 * @return bytes
	 */
	int available();

	/**
	 * Asks to be called once when {@link #poll()} has something to say: data, the end, or
	 * a failure. At once if that is so already.
	 * @param callback called on the event loop or on the calling thread, must not block
	 */
	void onReadable(Runnable callback);

	/**
	 * The trailer fields (RFC 9110 §6.5).
	 * @return the fields, empty if there are none; null while the end of the body has not
	 * arrived
	 */
	@Nullable HttpHeaders trailers();

}
