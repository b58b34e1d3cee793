package io.mvcbridge.benchmarks.load;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;

/**
 * Keep-alive connections that were each used once and now wait, as browsers' do.
 */
public final class IdleConnections implements AutoCloseable {

	private final List<SocketChannel> channels = new ArrayList<>();

	private final int port;

	private final ByteBuffer buffer = ByteBuffer.allocate(64 * 1024);

	public IdleConnections(int port) {
		this.port = port;
	}

	/** Opens so many and has one request answered on each. */
	public void open(int count) throws IOException {
		InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), this.port);
		byte[] request = Endpoint.PLAINTEXT.request(this.port);
		for (int i = 0; i < count; i++) {
			SocketChannel channel = SocketChannel.open(address);
			this.channels.add(channel);
			channel.write(ByteBuffer.wrap(request));
			ResponseReader response = new ResponseReader();
			response.reset();
			do {
				this.buffer.clear();
				if (channel.read(this.buffer) < 0) {
					throw new IOException("connection " + i + " was closed before it was answered");
				}
			}
			while (!response.read(this.buffer.flip()));
			if (response.status() != 200 || !response.keepAlive()) {
				throw new IOException("connection " + i + " was answered with status " + response.status()
						+ (response.keepAlive() ? "" : " and is not kept"));
			}
		}
	}

	/** How many the server has closed since. */
	public int closedByServer() throws IOException {
		int closed = 0;
		for (SocketChannel channel : this.channels) {
			channel.configureBlocking(false);
			this.buffer.clear();
			try {
				if (channel.read(this.buffer) < 0) {
					closed++;
				}
			}
			catch (IOException ex) {
				// Reset instead of closed: gone all the same.
				closed++;
			}
		}
		return closed;
	}

	@Override
	public void close() throws IOException {
		for (SocketChannel channel : this.channels) {
			channel.close();
		}
	}

}
