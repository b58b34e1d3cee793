package io.mvcbridge.jakarta.request;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Where an output stream puts its bytes. Used by one writer at a time. */
interface OutputSink {

	void write(int octet) throws IOException;

	void write(byte[] bytes, int offset, int length) throws IOException;

	/** Writes what remains, and leaves the position at the limit. */
	void write(ByteBuffer bytes) throws IOException;

	/** Sends what there is. */
	void flush() throws IOException;

	/** Sends what there is and takes nothing more. */
	void close() throws IOException;

	/** From now on nothing waits for the client. */
	void beNonBlocking();

	/** Whether a write would not have to wait now. */
	boolean isWritable();

	/**
	 * Asks to be called once when the output is writable or broken.
	 * @param callback called on the event loop or at once
	 */
	void onWritable(Runnable callback);

}
