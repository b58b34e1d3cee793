package io.mvcbridge.samples.storefront.acceptance;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Stands in for a storefront where a test is of what nginx sends to it. Answers every
 * request with 204 and keeps its head.
 */
final class RecordingServer implements AutoCloseable {

	private static final int SECONDS = 20;

	private final ServerSocket socket;

	private final BlockingQueue<List<String>> heads = new LinkedBlockingQueue<>();

	RecordingServer() throws IOException {
		this.socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
		Thread thread = new Thread(this::serve, "recording-server");
		thread.setDaemon(true);
		thread.start();
	}

	int port() {
		return this.socket.getLocalPort();
	}

	/** The lines of the head of the next request that nobody has taken yet. */
	List<String> head() {
		try {
			List<String> head = this.heads.poll(SECONDS, TimeUnit.SECONDS);
			if (head == null) {
				throw new AssertionError("No request came within " + SECONDS + " seconds");
			}
			return head;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	private void serve() {
		while (!this.socket.isClosed()) {
			try (Socket connection = this.socket.accept()) {
				InputStream input = connection.getInputStream();
				List<String> head = new ArrayList<>();
				for (String line = Wire.line(input); !line.isEmpty(); line = Wire.line(input)) {
					head.add(line);
				}
				this.heads.add(head);
				connection.getOutputStream()
					.write("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
			}
			catch (IOException ex) {
				// The socket was closed, or a connection: the test sees what it misses.
			}
		}
	}

	@Override
	public void close() throws IOException {
		this.socket.close();
	}

}
