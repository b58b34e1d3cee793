package io.mvcbridge.benchmarks.load;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

/**
 * One keep-alive connection with at most one request under way. Belongs to the thread of
 * its client.
 */
final class ClientConnection {

	private final SocketChannel channel;

	private final SelectionKey key;

	private final ByteBuffer request;

	private final ResponseReader response = new ResponseReader();

	private boolean busy;

	private long index;

	private long due;

	private ClientConnection(SocketChannel channel, SelectionKey key, ByteBuffer request) {
		this.channel = channel;
		this.key = key;
		this.request = request;
		key.attach(this);
	}

	/** Begins to connect; what is sent meanwhile goes out once that is done. */
	static ClientConnection open(Selector selector, InetSocketAddress address, ByteBuffer request) throws IOException {
		SocketChannel channel = SocketChannel.open();
		try {
			channel.configureBlocking(false);
			channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
			boolean connected = channel.connect(address);
			SelectionKey key = channel.register(selector,
					connected ? SelectionKey.OP_READ : SelectionKey.OP_CONNECT | SelectionKey.OP_READ);
			return new ClientConnection(channel, key, request.duplicate());
		}
		catch (IOException ex) {
			channel.close();
			throw ex;
		}
	}

	void send(long index, long due) throws IOException {
		this.busy = true;
		this.index = index;
		this.due = due;
		this.response.reset();
		this.request.rewind();
		if (this.channel.isConnected()) {
			write();
		}
	}

	/**
	 * Goes on with whatever the selector found ready.
	 * @param scratch where input goes, content does not matter
	 * @return whether the response to the request under way is complete now
	 * @throws IOException if the connection cannot be used any more
	 */
	boolean proceed(ByteBuffer scratch) throws IOException {
		if (this.key.isConnectable()) {
			this.channel.finishConnect();
			this.key.interestOps(SelectionKey.OP_READ);
			if (this.busy) {
				write();
			}
			return false;
		}
		if (this.key.isWritable()) {
			write();
		}
		return this.key.isReadable() && read(scratch);
	}

	boolean busy() {
		return this.busy;
	}

	/** The request under way has come to its end, whichever. */
	void release() {
		this.busy = false;
	}

	long index() {
		return this.index;
	}

	long due() {
		return this.due;
	}

	ResponseReader response() {
		return this.response;
	}

	boolean isOpen() {
		return this.channel.isOpen();
	}

	void close() throws IOException {
		this.key.cancel();
		this.channel.close();
	}

	private void write() throws IOException {
		this.channel.write(this.request);
		this.key.interestOps(
				this.request.hasRemaining() ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ);
	}

	private boolean read(ByteBuffer scratch) throws IOException {
		while (true) {
			scratch.clear();
			int length = this.channel.read(scratch);
			if (length < 0) {
				throw new EOFException("closed by the server");
			}
			if (length == 0) {
				return false;
			}
			if (!this.busy) {
				throw new IOException("the server sent what nobody asked for");
			}
			if (this.response.read(scratch.flip())) {
				return true;
			}
		}
	}

}
