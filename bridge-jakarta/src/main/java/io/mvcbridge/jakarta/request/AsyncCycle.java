package io.mvcbridge.jakarta.request;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.mvcbridge.core.exchange.HttpExchange;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import org.jspecify.annotations.Nullable;

/**
 * What belongs to one call of {@code startAsync}: request and response, listeners and
 * timer. Guarded by the lock of the {@link AsyncState}, except that the listeners are
 * told without it: nobody adds one any more then.
 */
final class AsyncCycle {

	static final long DEFAULT_TIMEOUT_MILLIS = 30_000;

	private final ServletRequest request;

	private final ServletResponse response;

	private final boolean supplied;

	private final List<Registration> listeners = new ArrayList<>(2);

	private long timeout = DEFAULT_TIMEOUT_MILLIS;

	private boolean timerStarted;

	private HttpExchange.@Nullable Timer timer;

	/**
	 * Makes a cycle.
	 * @param request the request, perhaps wrapped
	 * @param response the response, perhaps wrapped
	 * @param supplied whether the application gave them
	 */
	AsyncCycle(ServletRequest request, ServletResponse response, boolean supplied) {
		this.request = request;
		this.response = response;
		this.supplied = supplied;
	}

	ServletRequest request() {
		return this.request;
	}

	ServletResponse response() {
		return this.response;
	}

	boolean isSupplied() {
		return this.supplied;
	}

	long timeout() {
		return this.timeout;
	}

	void timeout(long millis) {
		this.timeout = millis;
	}

	void addListener(AsyncListener listener, @Nullable ServletRequest request, @Nullable ServletResponse response) {
		this.listeners.add(new Registration(listener, (request != null) ? request : this.request,
				(response != null) ? response : this.response));
	}

	/** Starts the timer the first time, unless there is no time-out. */
	void startTimer(HttpExchange exchange, Runnable expiry) {
		if (!this.timerStarted && this.timeout > 0) {
			this.timerStarted = true;
			this.timer = exchange.schedule(expiry, Duration.ofMillis(this.timeout));
		}
	}

	void stopTimer() {
		HttpExchange.Timer timer = this.timer;
		if (timer != null) {
			this.timer = null;
			timer.cancel();
		}
	}

	void notifyStartAsync(AsyncContext context) {
		for (Registration registration : this.listeners) {
			registration.startAsync(context);
		}
	}

	void notifyTimeout(AsyncContext context) {
		for (Registration registration : this.listeners) {
			registration.timeout(context);
		}
	}

	void notifyError(AsyncContext context, Throwable cause) {
		for (Registration registration : this.listeners) {
			registration.error(context, cause);
		}
	}

	void notifyComplete(AsyncContext context) {
		for (Registration registration : this.listeners) {
			registration.complete(context);
		}
	}

}
