package io.mvcbridge.core.server;

import java.util.ArrayList;
import java.util.List;

import io.mvcbridge.core.exchange.ExchangeListener;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The listeners of one exchange. They are added from any thread and told by the event
 * loop, never under the lock; one that comes too late is told what it missed.
 */
final class ExchangeListeners {

	private static final Logger logger = LoggerFactory.getLogger(ExchangeListeners.class);

	private List<ExchangeListener> listeners = List.of();

	private @Nullable Throwable abort;

	private boolean ended;

	/**
	 * Adds a listener.
	 * @param listener the listener
	 * @return false if the exchange has ended: the caller sees to it that the listener is
	 * told by {@link #tell}
	 */
	synchronized boolean add(ExchangeListener listener) {
		if (this.ended) {
			return false;
		}
		if (this.listeners.isEmpty()) {
			this.listeners = new ArrayList<>(2);
		}
		this.listeners.add(listener);
		return true;
	}

	synchronized void remove(ExchangeListener listener) {
		if (!this.ended && !this.listeners.isEmpty()) {
			this.listeners.remove(listener);
		}
	}

	/**
	 * Tells all listeners that the exchange has ended. Called once.
	 * @param cause why it was aborted, or null if it is complete
	 */
	void end(@Nullable Throwable cause) {
		List<ExchangeListener> told;
		synchronized (this) {
			this.abort = cause;
			this.ended = true;
			told = this.listeners;
			this.listeners = List.of();
		}
		for (ExchangeListener listener : told) {
			tell(listener);
		}
	}

	/** Tells one listener of the end. */
	void tell(ExchangeListener listener) {
		Throwable cause;
		synchronized (this) {
			cause = this.abort;
		}
		try {
			if (cause != null) {
				listener.aborted(cause);
			}
		}
		catch (Throwable ex) {
			logger.error("Listener {} failed on aborted()", listener, ex);
		}
		try {
			listener.ended();
		}
		catch (Throwable ex) {
			logger.error("Listener {} failed on ended()", listener, ex);
		}
	}

}
