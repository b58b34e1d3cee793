package io.mvcbridge.core.server;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

import io.netty.util.concurrent.EventExecutor;

/**
 * The end of a listener's connections, on which no request gets lost. To close an idle
 * connection at once would be simple, but a proxy may be sending a request on it at this
 * very moment, and one that is not idempotent it could not send again (RFC 9112 §9.3.1).
 * So an idle connection may bring one more request, whose response says that it is the
 * last one. Only when no request has come on any connection for some time, the idle ones
 * are closed: by then, whoever has requests has found out that nobody listens here.
 */
final class Draining implements Runnable {

	private final Set<ExchangeHandler> open;

	private final EventExecutor timer;

	private final long quietNanos;

	private final CompletableFuture<Void> done = new CompletableFuture<>();

	private volatile long usedAt;

	/**
	 * Makes a draining that has yet to {@linkplain #begin() begin}.
	 * @param open the open connections, to which others may still be added
	 * @param quiet for how long no request may come before idle connections are closed
	 * @param timer where to look again, after that time
	 */
	Draining(Set<ExchangeHandler> open, Duration quiet, EventExecutor timer) {
		this.open = open;
		this.timer = timer;
		this.quietNanos = quiet.toNanos();
		this.usedAt = timer.ticker().nanoTime();
	}

	void begin() {
		if (this.open.isEmpty()) {
			end();
		}
		else {
			this.timer.schedule(this, this.quietNanos, TimeUnit.NANOSECONDS);
		}
	}

	/** A connection was used. May be called anywhere. */
	void used() {
		this.usedAt = this.timer.ticker().nanoTime();
	}

	/** A connection was closed. May be called anywhere. */
	void connectionClosed() {
		if (this.open.isEmpty()) {
			end();
		}
	}

	/** There is nothing to wait for any more. May be called anywhere. */
	void end() {
		this.done.complete(null);
	}

	CompletionStage<Void> whenDone() {
		return this.done;
	}

	@Override
	public void run() {
		if (this.done.isDone()) {
			return;
		}
		long left = this.quietNanos - (this.timer.ticker().nanoTime() - this.usedAt);
		if (left <= 0) {
			this.open.forEach(ExchangeHandler::closeWhenIdle);
			// What is under way may have begun before anybody knew that it is the last
			left = Math.max(this.quietNanos, TimeUnit.MILLISECONDS.toNanos(10));
		}
		this.timer.schedule(this, left, TimeUnit.NANOSECONDS);
	}

}
