package io.mvcbridge.core.server;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The open connections of a listener, so that it can end them.
 */
final class Connections {

	private final Set<ExchangeHandler> open = ConcurrentHashMap.newKeySet();

	private final AtomicLong ids = new AtomicLong();

	private volatile boolean closing;

	/**
	 * A connection was opened.
	 * @return its id
	 */
	String opened(ExchangeHandler connection) {
		this.open.add(connection);
		return Long.toString(this.ids.incrementAndGet());
	}

	void closed(ExchangeHandler connection) {
		this.open.remove(connection);
	}

	/** Whether every exchange is the last of its connection. */
	boolean isClosing() {
		return this.closing;
	}

	/** Lets connections live on from exchange to exchange. */
	void keepOpen() {
		this.closing = false;
	}

	/** Closes each connection as soon as it is idle. */
	void closeWhenIdle() {
		this.closing = true;
		this.open.forEach(ExchangeHandler::closeWhenIdle);
	}

	/** Closes every connection now and waits until that is done. */
	void closeNow() {
		this.closing = true;
		this.open.forEach((connection) -> connection.closeNow().awaitUninterruptibly());
	}

	int count() {
		return this.open.size();
	}

}
