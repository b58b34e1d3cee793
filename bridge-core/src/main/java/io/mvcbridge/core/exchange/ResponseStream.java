package io.mvcbridge.core.exchange;

import java.io.IOException;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpHeaders;
import org.jspecify.annotations.Nullable;

/**
 * The body of a streamed response, pushed by its one writer. What is written waits in a
 * queue that the event loop drains; many writes make one wake-up.
 */
public interface ResponseStream {

	/**
	 * Adds a piece. Waits while more than the high-water mark (512 KB) is queued, until
	 * the client took enough; must not be called on an event loop. Bytes beyond a
	 * declared {@code Content-Length} are discarded.
	 * @param piece the bytes, owned by the stream from this call on, on every path
	 * @throws ClientAbortException if the client is gone
	 * @throws IOException if the response cannot be written for another reason
	 */
	void write(ByteBuf piece) throws IOException;

	/**
	 * Adds a piece without waiting, however much is queued. For writers that ask
	 * {@link #isWritable()} first.
	 * @param piece the bytes, owned by the stream from this call on, on every path
	 * @throws IOException as for {@link #write(ByteBuf)}
	 */
	void offer(ByteBuf piece) throws IOException;

	/**
	 * Sends the head and everything queued soon, without waiting for it.
	 * @throws IOException as for {@link #write(ByteBuf)}
	 */
	void flush() throws IOException;

	/**
	 * Whether {@link #write(ByteBuf)} would return without waiting.
	 * @return true while less than the high-water mark is queued
	 */
	boolean isWritable();

	/**
	 * Asks to be called once when {@link #isWritable()} or when the stream has failed. At
	 * once if that is so already.
	 * @param callback called on the event loop or on the calling thread, must not block
	 */
	void onWritable(Runnable callback);

	/**
	 * Ends the body. Does not wait until it is sent. Fewer bytes than the declared
	 * {@code Content-Length} abort the connection. Further calls do nothing.
	 * @param trailers the trailer fields to send after a chunked body, or null
	 */
	void end(@Nullable HttpHeaders trailers);

}
