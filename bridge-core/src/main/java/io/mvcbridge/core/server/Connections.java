package io.mvcbridge.core.server;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import io.netty.channel.ChannelFuture;
import io.netty.util.concurrent.EventExecutor;
import org.jspecify.annotations.Nullable;

/**
 * The open connections of a listener, so that it can end them. Draining and what follows
 * it are begun by one thread at a time.
 */
final class Connections {

	private final Set<ExchangeHandler> open = ConcurrentHashMap.newKeySet();

	private final AtomicLong ids = new AtomicLong();

	private volatile @Nullable Draining draining;

	private volatile boolean stopped;

	/**
	 * A connection was opened.
	 * @return its id
	 */
	String opened(ExchangeHandler connection) {
		this.open.add(connection);
		used();
		return Long.toString(this.ids.incrementAndGet());
	}

	void closed(ExchangeHandler connection) {
		this.open.remove(connection);
		Draining draining = this.draining;
		if (draining != null) {
			draining.connectionClosed();
		}
	}

	/** A request has come, or may come from now on. */
	void used() {
		Draining draining = this.draining;
		if (draining != null) {
			draining.used();
		}
	}

	/** Whether every exchange is the last of its connection. */
	boolean isClosing() {
		return this.draining != null || this.stopped;
	}

	/** Whether no connection may live. */
	boolean isStopped() {
		return this.stopped;
	}

	/** Lets connections live on from exchange to exchange. */
	void keepOpen() {
		endDraining();
		this.stopped = false;
	}

	/**
	 * Lets each connection have one more exchange at most.
	 * @param quiet for how long no request may come before idle connections are closed
	 * @param timer an event loop to wait on
	 * @return completes, on an event loop or at once, when none is open any more, or with
	 * one of the other methods that decide over all connections
	 */
	CompletionStage<Void> drain(Duration quiet, EventExecutor timer) {
		Draining draining = this.draining;
		if (draining == null) {
			draining = new Draining(this.open, quiet, timer);
			this.draining = draining;
			draining.begin();
		}
		return draining.whenDone();
	}

	/**
	 * Closes every connection now and waits until that is done.
	 * @param patience for how long to wait
	 * @return how many are not closed by then, because their loop does not get to it
	 */
	int closeNow(Duration patience) {
		this.stopped = true;
		long end = System.nanoTime() + patience.toNanos();
		List<ChannelFuture> closes = this.open.stream().map(ExchangeHandler::closeNow).toList();
		int left = 0;
		for (ChannelFuture close : closes) {
			if (!close.awaitUninterruptibly(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS)) {
				left++;
			}
		}
		endDraining();
		return left;
	}

	private void endDraining() {
		Draining draining = this.draining;
		this.draining = null;
		if (draining != null) {
			draining.end();
		}
	}

	int count() {
		return this.open.size();
	}

}
