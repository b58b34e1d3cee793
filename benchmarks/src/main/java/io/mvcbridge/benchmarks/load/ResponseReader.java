package io.mvcbridge.benchmarks.load;

import java.io.ByteArrayOutputStream;
import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Finds the end of HTTP/1.1 responses in a stream of bytes, whichever way it comes in
 * pieces: by {@code Content-Length} or by chunks (RFC 9112 §6). Bodies are counted and
 * thrown away. One response at a time, since the client sends no request before the last
 * one was answered. Not thread-safe.
 */
final class ResponseReader {

	private static final int LONGEST_LINE = 16 * 1024;

	private enum State {

		STATUS_LINE, FIELD, BODY, CHUNK_SIZE, CHUNK, CHUNK_END, TRAILER, COMPLETE

	}

	private final ByteArrayOutputStream line = new ByteArrayOutputStream(128);

	private State state = State.STATUS_LINE;

	private int status;

	private boolean chunked;

	private boolean keepAlive;

	private long remaining;

	private long bodyLength;

	/** Forgets the last response and waits for the next one. */
	void reset() {
		this.line.reset();
		this.state = State.STATUS_LINE;
		this.status = 0;
		this.chunked = false;
		this.keepAlive = true;
		this.remaining = -1;
		this.bodyLength = 0;
	}

	/**
	 * Takes in what came.
	 * @return whether the response is complete now
	 * @throws ProtocolException if this is no response, or one without an end of its own
	 */
	boolean read(ByteBuffer bytes) throws ProtocolException {
		while (bytes.hasRemaining() && this.state != State.COMPLETE) {
			switch (this.state) {
				case BODY -> {
					skip(bytes);
					if (this.remaining == 0) {
						this.state = State.COMPLETE;
					}
				}
				case CHUNK -> {
					skip(bytes);
					if (this.remaining == 0) {
						this.state = State.CHUNK_END;
					}
				}
				default -> {
					byte next = bytes.get();
					if (next == '\n') {
						String text = this.line.toString(StandardCharsets.ISO_8859_1);
						this.line.reset();
						endOfLine(text);
					}
					else if (next != '\r') {
						this.line.write(next);
						if (this.line.size() > LONGEST_LINE) {
							throw new ProtocolException("A line of more than " + LONGEST_LINE + " bytes");
						}
					}
				}
			}
		}
		return this.state == State.COMPLETE;
	}

	int status() {
		return this.status;
	}

	/** Whether the connection may carry another request. */
	boolean keepAlive() {
		return this.keepAlive;
	}

	long bodyLength() {
		return this.bodyLength;
	}

	private void skip(ByteBuffer bytes) {
		int length = (int) Math.min(this.remaining, bytes.remaining());
		bytes.position(bytes.position() + length);
		this.remaining -= length;
		this.bodyLength += length;
	}

	private void endOfLine(String text) throws ProtocolException {
		switch (this.state) {
			case STATUS_LINE -> statusLine(text);
			case FIELD -> {
				if (text.isEmpty()) {
					endOfHead();
				}
				else {
					field(text);
				}
			}
			case CHUNK_SIZE -> {
				this.remaining = chunkSize(text);
				this.state = (this.remaining == 0) ? State.TRAILER : State.CHUNK;
			}
			case CHUNK_END -> this.state = State.CHUNK_SIZE;
			case TRAILER -> {
				if (text.isEmpty()) {
					this.state = State.COMPLETE;
				}
			}
			default -> throw new IllegalStateException("No line is read in state " + this.state);
		}
	}

	private void statusLine(String text) throws ProtocolException {
		if (!text.startsWith("HTTP/1.1 ") || text.length() < 12) {
			throw new ProtocolException("No status line: '" + text + "'");
		}
		this.status = Integer.parseInt(text, 9, 12, 10);
		this.state = State.FIELD;
	}

	private void field(String text) {
		int colon = text.indexOf(':');
		if (colon <= 0) {
			return;
		}
		String value = text.substring(colon + 1).strip();
		switch (text.substring(0, colon).toLowerCase(Locale.ROOT)) {
			case "content-length" -> this.remaining = Long.parseLong(value);
			case "transfer-encoding" -> this.chunked = value.equalsIgnoreCase("chunked");
			case "connection" -> this.keepAlive = !value.equalsIgnoreCase("close");
			default -> {
				// Says nothing about where the response ends.
			}
		}
	}

	private void endOfHead() throws ProtocolException {
		if (this.status == 204 || this.status == 304) {
			this.state = State.COMPLETE;
		}
		else if (this.chunked) {
			this.state = State.CHUNK_SIZE;
		}
		else if (this.remaining < 0) {
			throw new ProtocolException("A response with neither Content-Length nor chunks");
		}
		else {
			this.state = (this.remaining == 0) ? State.COMPLETE : State.BODY;
		}
	}

	private static long chunkSize(String text) throws ProtocolException {
		int end = text.indexOf(';');
		try {
			return Long.parseLong((end < 0) ? text.strip() : text.substring(0, end).strip(), 16);
		}
		catch (NumberFormatException ex) {
			throw new ProtocolException("No chunk size: '" + text + "'");
		}
	}

}
