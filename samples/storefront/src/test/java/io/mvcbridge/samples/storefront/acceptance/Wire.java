package io.mvcbridge.samples.storefront.acceptance;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A client that sends what it is told to, byte for byte, over a connection of its own.
 */
final class Wire {

	private static final int MILLIS = 30_000;

	private Wire() {
	}

	/**
	 * Send a request from 127.0.0.1.
	 * @param port where to
	 * @param request the lines of its head, without the empty one
	 * @return the answer
	 */
	static Answer get(int port, String... request) {
		return exchange("127.0.0.1", port, String.join("\r\n", request) + "\r\nConnection: close\r\n\r\n");
	}

	/**
	 * Send a request and read all that comes back until the connection is closed.
	 * @param from the address to send from, on this machine
	 * @param port where to
	 * @param request the request, which should ask to close the connection
	 * @return the answer
	 */
	static Answer exchange(String from, int port, String request) {
		try (Socket socket = new Socket()) {
			socket.bind(new InetSocketAddress(from, 0));
			socket.setSoTimeout(MILLIS);
			socket.connect(new InetSocketAddress("127.0.0.1", port), MILLIS);
			socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
			return parse(URI.create("http://127.0.0.1:" + port), socket.getInputStream());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static Answer parse(URI uri, InputStream input) throws IOException {
		String statusLine = line(input);
		if (!statusLine.matches("HTTP/1\\.1 \\d{3} .*")) {
			throw new AssertionError("No answer but '" + statusLine + "'");
		}
		Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
		for (String line = line(input); !line.isEmpty(); line = line(input)) {
			int colon = line.indexOf(':');
			headers.computeIfAbsent(line.substring(0, colon), (name) -> new ArrayList<>())
				.add(line.substring(colon + 1).strip());
		}
		byte[] body = input.readAllBytes();
		if (headers.containsKey("Transfer-Encoding")) {
			body = unchunk(body);
		}
		return new Answer(uri, Integer.parseInt(statusLine.substring(9, 12)), HttpHeaders.of(headers, (n, v) -> true),
				body);
	}

	private static byte[] unchunk(byte[] chunked) throws IOException {
		ByteArrayInputStream input = new ByteArrayInputStream(chunked);
		ByteArrayOutputStream body = new ByteArrayOutputStream();
		for (int size = size(input); size > 0; size = size(input)) {
			body.write(input.readNBytes(size));
			line(input);
		}
		return body.toByteArray();
	}

	private static int size(InputStream input) throws IOException {
		return Integer.parseInt(line(input), 16);
	}

	/** The next line, without its end; empty at the end of the input. */
	static String line(InputStream input) throws IOException {
		StringBuilder line = new StringBuilder();
		for (int c = input.read(); c != -1 && c != '\n'; c = input.read()) {
			if (c != '\r') {
				line.append((char) c);
			}
		}
		return line.toString();
	}

}
