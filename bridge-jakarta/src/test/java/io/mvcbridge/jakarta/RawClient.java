package io.mvcbridge.jakarta;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A client that says exactly what a test wants said. Characters of requests are octets
 * (ISO-8859-1).
 */
final class RawClient implements AutoCloseable {

	private final Socket socket;

	private final InputStream input;

	RawClient(int port) throws IOException {
		this.socket = new Socket(InetAddress.getLoopbackAddress(), port);
		this.socket.setSoTimeout(10_000);
		this.socket.setTcpNoDelay(true);
		this.input = new BufferedInputStream(this.socket.getInputStream());
	}

	RawClient send(String text) throws IOException {
		return send(text.getBytes(StandardCharsets.ISO_8859_1));
	}

	RawClient send(byte[] bytes) throws IOException {
		this.socket.getOutputStream().write(bytes);
		return this;
	}

	/** Reads a final response, passing over interim ones. */
	RawResponse read() throws IOException {
		return read(false);
	}

	/** Reads a final response to a HEAD request. */
	RawResponse readHead() throws IOException {
		return read(true);
	}

	private RawResponse read(boolean head) throws IOException {
		RawResponse response = readAny(head);
		while (response.status() < 200) {
			response = readAny(head);
		}
		return response;
	}

	/** Reads the next response, be it interim or final. */
	RawResponse readAny(boolean head) throws IOException {
		String statusLine = line();
		List<String> fields = fields();
		RawResponse bare = new RawResponse(statusLine, fields, new byte[0], List.of());
		int status = bare.status();
		if (head || status < 200 || status == 204 || status == 304) {
			return bare;
		}
		List<String> trailers = List.of();
		ByteArrayOutputStream body = new ByteArrayOutputStream();
		@Nullable String length = bare.header("Content-Length");
		if ("chunked".equalsIgnoreCase(bare.header("Transfer-Encoding"))) {
			for (int size = chunkSize(); size > 0; size = chunkSize()) {
				body.write(exactly(size));
				line();
			}
			trailers = fields();
		}
		else if (length != null) {
			body.write(exactly(Integer.parseInt(length)));
		}
		else {
			body.write(this.input.readAllBytes());
		}
		return new RawResponse(statusLine, fields, body.toByteArray(), trailers);
	}

	private int chunkSize() throws IOException {
		return Integer.parseInt(line(), 16);
	}

	/** Reads bytes of a body, whatever frames them. */
	byte[] exactly(int count) throws IOException {
		byte[] bytes = this.input.readNBytes(count);
		if (bytes.length < count) {
			throw new EOFException("The connection ended after " + bytes.length + " of " + count + " bytes");
		}
		return bytes;
	}

	private List<String> fields() throws IOException {
		List<String> fields = new ArrayList<>();
		for (String line = line(); !line.isEmpty(); line = line()) {
			fields.add(line);
		}
		return fields;
	}

	/** Reads one line. */
	String line() throws IOException {
		StringBuilder line = new StringBuilder();
		while (true) {
			int octet = this.input.read();
			if (octet < 0) {
				throw new EOFException("The connection ended after '" + line + "'");
			}
			if (octet == '\n') {
				return line.toString();
			}
			if (octet != '\r') {
				line.append((char) octet);
			}
		}
	}

	/** Waits until the server closes the connection; fails if more is sent before. */
	boolean isClosedByServer() throws IOException {
		try {
			return this.input.read() < 0;
		}
		catch (SocketException ex) {
			return true;
		}
	}

	/** Waits until the server closes the connection, whatever it sends before. */
	boolean isClosedByServerAtLast() throws IOException {
		try {
			this.input.readAllBytes();
			return true;
		}
		catch (SocketException ex) {
			return true;
		}
	}

	/** Says that nothing more will be sent. */
	void shutdownOutput() throws IOException {
		this.socket.shutdownOutput();
	}

	/** Leaves without a good-bye, unless it has left: the server sees a reset. */
	void reset() throws IOException {
		if (!this.socket.isClosed()) {
			this.socket.setSoLinger(true, 0);
			this.socket.close();
		}
	}

	@Override
	public void close() throws IOException {
		this.socket.close();
	}

}
