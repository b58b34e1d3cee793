package io.mvcbridge.core.server;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import io.mvcbridge.core.exchange.ExchangeListener;
import io.mvcbridge.core.exchange.HttpExchange;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.ScheduledFuture;
import org.jspecify.annotations.Nullable;

/**
 * A delayed task of an exchange: kept by the event loop, run on a servlet thread, dropped
 * when the exchange ends.
 */
final class ExchangeTimer implements HttpExchange.Timer, ExchangeListener, Runnable {

	private static final Duration LONGEST = Duration.ofDays(365);

	private final ServerExchange exchange;

	private final Runnable task;

	private final AtomicBoolean done = new AtomicBoolean();

	private volatile @Nullable ScheduledFuture<?> future;

	ExchangeTimer(ServerExchange exchange, Runnable task) {
		this.exchange = exchange;
		this.task = task;
	}

	void start(EventLoop loop, Duration delay) {
		this.exchange.addListener(this);
		if (!this.exchange.isOver()) {
			long millis = (delay.compareTo(LONGEST) < 0) ? delay.toMillis() : LONGEST.toMillis();
			this.future = loop.schedule(this, millis, TimeUnit.MILLISECONDS);
			if (this.done.get()) {
				drop();
			}
		}
	}

	/** The time has come; on the event loop. */
	@Override
	public void run() {
		if (this.done.compareAndSet(false, true)) {
			this.exchange.removeListener(this);
			this.exchange.executor().execute(this.task);
		}
	}

	@Override
	public void cancel() {
		if (this.done.compareAndSet(false, true)) {
			this.exchange.removeListener(this);
			drop();
		}
	}

	@Override
	public void ended() {
		if (this.done.compareAndSet(false, true)) {
			drop();
		}
	}

	private void drop() {
		ScheduledFuture<?> future = this.future;
		if (future != null) {
			future.cancel(false);
		}
	}

}
