package io.mvcbridge.core.server;

import io.mvcbridge.core.kernel.KernelHost;

/**
 * The listener: binds a port on Reactor Netty's {@code TcpServer} and gives every
 * exchange to the kernel that its {@link KernelHost} has installed. It can be stopped and
 * started again; {@link #close()} is final. Methods may be called from any thread but an
 * event loop.
 */
public final class BridgeServer implements AutoCloseable {

	private final ServerSettings settings;

	private final KernelHost host;

	public BridgeServer(ServerSettings settings, KernelHost host) {
		this.settings = settings;
		this.host = host;
	}

	/**
	 * Binds the port. Does nothing if it is bound.
	 * @throws ListenerBindException if the address cannot be bound; its cause tells why
	 */
	public void start() {
		throw new IllegalStateException("skeleton " + this.settings + this.host);
	}

	/**
	 * The bound port.
	 * @return the port, or -1 while not bound
	 */
	public int port() {
		return -1;
	}

	/**
	 * Accepts no new connection and ends idle ones; exchanges go on, each the last of its
	 * connection. Does nothing if not bound.
	 */
	public void stopAccepting() {
	}

	/**
	 * Unbinds the port and closes every connection, aborting what is still running. Can
	 * be started again. Does nothing if not bound.
	 */
	public void stop() {
	}

	/** Stops, and gives event loops and servlet threads back. */
	@Override
	public void close() {
	}

}
