package io.mvcbridge.jakarta.request;

import java.io.IOException;
import java.util.concurrent.locks.ReentrantLock;

import io.mvcbridge.core.exchange.ClientAbortException;
import io.mvcbridge.core.exchange.ExchangeListener;
import io.mvcbridge.core.exchange.HttpExchange;
import io.mvcbridge.core.exchange.UpgradedConnection;
import io.netty.handler.codec.http.HttpHeaders;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpUpgradeHandler;
import jakarta.servlet.http.WebConnection;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An upgraded connection in the hands of its {@link HttpUpgradeHandler} (Servlet 6.1
 * §2.3.3.5). All calls of the container (init, listeners, destroy) are turns, taken one
 * after the other on servlet threads with the class loader of the application; events
 * that come during a turn are noted. The lock guards the notes only.
 *
 * <pre>
 *   init ──▶ readable: onDataAvailable, onAllDataRead ──┐
 *    │  ▲    writable: onWritePossible                  │ nothing noted: no turn
 *    │  └───────────────────────────────────────────────┘
 *    │ the exchange has ended
 *    ▼
 *   listeners' onError (unless it is complete) ──▶ destroy
 * </pre>
 *
 * Init comes first and destroy last, each exactly once, whatever happens between. What a
 * turn has written and not flushed is sent when it returns. What it throws aborts the
 * exchange.
 */
final class BridgeWebConnection implements WebConnection, StreamOwner, ExchangeListener {

	private static final Logger logger = LoggerFactory.getLogger(BridgeWebConnection.class);

	private final HttpExchange exchange;

	private final ClassLoader classLoader;

	private final HttpUpgradeHandler handler;

	private final UpgradedConnection connection;

	private final BridgeInputStream input;

	private final UpgradeOutput sink;

	private final BridgeOutputStream output;

	private final ReentrantLock lock = new ReentrantLock();

	private boolean running;

	private boolean initialized;

	private boolean readable;

	private boolean writable;

	private boolean destroyed;

	private volatile @Nullable Throwable abort;

	private volatile boolean over;

	private BridgeWebConnection(HttpExchange exchange, ClassLoader classLoader, HttpUpgradeHandler handler,
			UpgradedConnection connection) {
		this.exchange = exchange;
		this.classLoader = classLoader;
		this.handler = handler;
		this.connection = connection;
		this.input = new BridgeInputStream(this, connection.input());
		this.sink = new UpgradeOutput(exchange, connection.output(), this::closeIfBothAre);
		this.output = new BridgeOutputStream(this, this.sink);
	}

	/**
	 * Switches the protocol and calls the handler.
	 * @param exchange the exchange, nobody else's any more
	 * @param headers the header fields of the 101
	 * @param classLoader of the application
	 * @param handler what takes over
	 */
	static void open(HttpExchange exchange, HttpHeaders headers, ClassLoader classLoader, HttpUpgradeHandler handler) {
		BridgeWebConnection opened = new BridgeWebConnection(exchange, classLoader, handler, exchange.upgrade(headers));
		exchange.addListener(opened);
		opened.proceed();
	}

	@Override
	public ServletInputStream getInputStream() {
		return this.input;
	}

	@Override
	public ServletOutputStream getOutputStream() {
		return this.output;
	}

	@Override
	public void close() throws IOException {
		this.input.close();
		try {
			this.sink.close();
		}
		finally {
			this.connection.close();
		}
	}

	private void closeIfBothAre() {
		if (this.input.isClosed() && this.sink.isClosed()) {
			this.connection.close();
		}
	}

	// ---- for the streams

	@Override
	public void checkStreamUsable() throws IOException {
		if (this.over) {
			Throwable abort = this.abort;
			throw (abort != null) ? new ClientAbortException("The client is gone, and the connection has ended", abort)
					: new IOException("The connection was closed");
		}
	}

	/** What is not to be had any more is refused by the streams themselves. */
	@Override
	public void checkNotEnded() {
	}

	@Override
	public boolean allowsListeners() {
		return true;
	}

	@Override
	public void inputClosed() {
		closeIfBothAre();
	}

	@Override
	public boolean isOutputShared() {
		return false;
	}

	// ---- events

	@Override
	public void inputIsReady() {
		note(() -> this.readable = true);
	}

	@Override
	public void outputIsReady() {
		note(() -> this.writable = true);
	}

	@Override
	public void aborted(Throwable cause) {
		this.abort = cause;
	}

	@Override
	public void ended() {
		note(() -> this.over = true);
	}

	private void note(Runnable event) {
		this.lock.lock();
		try {
			event.run();
		}
		finally {
			this.lock.unlock();
		}
		proceed();
	}

	/** Sees to it that somebody takes the turns that are due. */
	private void proceed() {
		this.lock.lock();
		try {
			if (this.running || !isTurnDue()) {
				return;
			}
			this.running = true;
		}
		finally {
			this.lock.unlock();
		}
		this.exchange.executor().execute(this::takeTurns);
	}

	private boolean isTurnDue() {
		return !this.destroyed && (!this.initialized || this.over || this.readable || this.writable);
	}

	// ---- turns

	private enum Turn {

		INIT, READ, WRITE, DESTROY

	}

	/** The next turn, null if there is none: then nobody takes turns any more. */
	private @Nullable Turn next() {
		this.lock.lock();
		try {
			if (!isTurnDue()) {
				this.running = false;
				return null;
			}
			if (!this.initialized) {
				this.initialized = true;
				return Turn.INIT;
			}
			if (this.over) {
				this.destroyed = true;
				return Turn.DESTROY;
			}
			if (this.readable) {
				this.readable = false;
				return Turn.READ;
			}
			this.writable = false;
			return Turn.WRITE;
		}
		finally {
			this.lock.unlock();
		}
	}

	private void takeTurns() {
		Thread thread = Thread.currentThread();
		ClassLoader before = thread.getContextClassLoader();
		thread.setContextClassLoader(this.classLoader);
		try {
			for (Turn turn = next(); turn != null; turn = next()) {
				if (turn == Turn.DESTROY) {
					destroy();
				}
				else {
					take(turn);
				}
			}
		}
		finally {
			thread.setContextClassLoader(before);
		}
	}

	private void take(Turn turn) {
		Throwable thrown;
		try {
			thrown = switch (turn) {
				case INIT -> {
					this.handler.init(this);
					yield null;
				}
				case READ -> this.input.notifyReadable();
				case WRITE -> this.output.notifyWritable();
				case DESTROY -> throw new IllegalArgumentException("no turn of a connection that lives");
			};
			this.sink.sendHeld();
		}
		catch (Throwable ex) {
			thrown = ex;
		}
		if (thrown != null) {
			fail(turn, thrown);
		}
	}

	private void fail(Turn turn, Throwable thrown) {
		if (this.over || thrown instanceof ClientAbortException) {
			logger.debug("{} of {} failed, its connection has ended", turn, this.handler, thrown);
		}
		else {
			logger.error("{} of the upgrade handler {} failed: its connection is aborted", turn,
					this.handler.getClass().getName(), thrown);
		}
		this.exchange.abort(thrown);
	}

	private void destroy() {
		Throwable abort = this.abort;
		if (abort != null) {
			this.input.notifyFailed(abort);
			this.output.notifyFailed(abort);
		}
		this.input.release();
		this.sink.release();
		ListenerCalls.guard("The destroy of an upgrade handler", this.handler::destroy);
	}

}
