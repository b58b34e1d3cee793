package io.mvcbridge.core.server;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;

/**
 * A client that knows no HTTP but what a test tells it: literal bytes out, literal bytes
 * in, every read with a time-out. Text is ISO-8859-1, one byte a character.
 */
final class RawClient implements Closeable {

	private static final int TIMEOUT_MILLIS = 10_000;

	private final Socket socket = new Socket();

	private final InputStream in;

	private final OutputStream out;

	RawClient(int port) {
		this(port, 0);
	}

	/** A client whose socket takes in little before the program reads it. */
	RawClient(int port, int receiveBuffer) {
		try {
			if (receiveBuffer > 0) {
				this.socket.setReceiveBufferSize(receiveBuffer);
			}
			this.socket.setTcpNoDelay(true);
			this.socket.setSoTimeout(TIMEOUT_MILLIS);
			this.socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), TIMEOUT_MILLIS);
			this.in = new BufferedInputStream(this.socket.getInputStream());
			this.out = this.socket.getOutputStream();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	RawClient send(String text) throws IOException {
		return send(text.getBytes(StandardCharsets.ISO_8859_1));
	}

	RawClient send(byte[] bytes) throws IOException {
		this.out.write(bytes);
		return this;
	}

	/** Reads a line without its CRLF. */
	String readLine() throws IOException {
		StringBuilder line = new StringBuilder();
		int c = this.in.read();
		while (c != '\n') {
			if (c == -1) {
				throw new IOException("Closed after \"" + line + "\"");
			}
			line.append((char) c);
			c = this.in.read();
		}
		if (line.length() == 0 || line.charAt(line.length() - 1) != '\r') {
			throw new IOException("No CR before the LF of \"" + line + "\"");
		}
		return line.substring(0, line.length() - 1);
	}

	/** Reads a head, with the Date of the server taken out; lines end with LF. */
	String readHead() throws IOException {
		StringBuilder head = new StringBuilder();
		String line = readLine();
		while (!line.isEmpty()) {
			if (!line.matches("Date: \\w{3}, .* GMT")) {
				head.append(line).append('\n');
			}
			line = readLine();
		}
		return head.toString();
	}

	String read(int bytes) throws IOException {
		byte[] read = this.in.readNBytes(bytes);
		if (read.length < bytes) {
			throw new IOException("Closed after " + read.length + " of " + bytes + " bytes");
		}
		return new String(read, StandardCharsets.ISO_8859_1);
	}

	/** Reads a head and as many bytes as it declares, and gives both. */
	String readResponse() throws IOException {
		String head = readHead();
		return head + "\n" + (head.contains("\nTransfer-Encoding: chunked\n") ? readChunks() : read(length(head)));
	}

	/** Reads a chunked body without trailers and gives what is in the chunks. */
	String readChunks() throws IOException {
		StringBuilder body = new StringBuilder();
		int size = Integer.parseInt(readLine(), 16);
		while (size > 0) {
			body.append(read(size));
			if (!readLine().isEmpty()) {
				throw new IOException("Chunk is longer than its size");
			}
			size = Integer.parseInt(readLine(), 16);
		}
		if (!readLine().isEmpty()) {
			throw new IOException("Unexpected trailers");
		}
		return body.toString();
	}

	private static int length(String head) {
		int start = head.indexOf("\nContent-Length: ");
		if (start == -1) {
			return 0;
		}
		start += "\nContent-Length: ".length();
		return Integer.parseInt(head.substring(start, head.indexOf('\n', start)));
	}

	/** Reads everything up to the orderly end of the connection. */
	String readToEnd() throws IOException {
		return new String(this.in.readAllBytes(), StandardCharsets.ISO_8859_1);
	}

	/** Waits for the end of the connection and says how it came: "closed" or "reset". */
	String awaitEnd() throws IOException {
		ByteArrayOutputStream unexpected = new ByteArrayOutputStream();
		try {
			this.in.transferTo(unexpected);
		}
		catch (SocketTimeoutException ex) {
			throw ex;
		}
		catch (SocketException ex) {
			return "reset";
		}
		return (unexpected.size() == 0) ? "closed" : "closed after " + unexpected;
	}

	/** Says that nothing more will be sent (FIN). */
	RawClient halfClose() throws IOException {
		this.socket.shutdownOutput();
		return this;
	}

	/** Goes away rudely (RST). */
	void reset() throws IOException {
		this.socket.setSoLinger(true, 0);
		this.socket.close();
	}

	@Override
	public void close() throws IOException {
		this.socket.close();
	}

}
