package io.mvcbridge.samples.storefront.web;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.LongFunction;

import io.mvcbridge.samples.storefront.order.StatusChange;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.http.MediaType;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/**
 * One browser that watches one order. Each run sends what has happened since the last
 * one. Runs may come from any thread and at once: one of them does the work, the others
 * only leave word that there is more, so that events keep their order and no thread waits
 * for a slow browser but the one that writes to it.
 */
class OrderStream implements Runnable {

	private static final Logger logger = LoggerFactory.getLogger(OrderStream.class);

	private final SseEmitter emitter;

	private final LongFunction<List<StatusChange>> history;

	private final BooleanSupplier over;

	private final AtomicInteger runs = new AtomicInteger();

	// Written by one run after the other, which the counter orders.
	private long lastEventId;

	private boolean ended;

	/**
	 * Create a stream.
	 * @param emitter where the events go
	 * @param lastEventId the last event the browser knows, or 0
	 * @param history tells what has happened after an event
	 * @param over says when no more will happen, and the stream shall end
	 */
	OrderStream(SseEmitter emitter, long lastEventId, LongFunction<List<StatusChange>> history, BooleanSupplier over) {
		this.emitter = emitter;
		this.lastEventId = lastEventId;
		this.history = history;
		this.over = over;
	}

	@Override
	public void run() {
		if (this.runs.getAndIncrement() != 0) {
			return;
		}
		int done = 1;
		do {
			if (!this.ended) {
				sendOrEnd();
			}
			done = this.runs.addAndGet(-done);
		}
		while (done != 0);
	}

	private void sendOrEnd() {
		if (this.over.getAsBoolean()) {
			// A browser comes back by itself, to whoever answers then.
			end();
		}
		else {
			send();
		}
	}

	private void send() {
		try {
			List<StatusChange> changes = this.history.apply(this.lastEventId);
			if (changes.isEmpty()) {
				this.emitter.send(SseEmitter.event().comment("still here"));
			}
			for (StatusChange change : changes) {
				this.emitter.send(SseEmitter.event()
					.id(Long.toString(change.id()))
					.name("status")
					.data(change, MediaType.APPLICATION_JSON));
				this.lastEventId = change.id();
				if (change.status().isLast()) {
					end();
				}
			}
		}
		catch (IOException | IllegalStateException ex) {
			// The browser is gone, or the stream has ended; the container tells the
			// emitter, which completes.
			logger.debug("An order is no longer watched", ex);
			this.ended = true;
		}
		catch (RuntimeException ex) {
			this.ended = true;
			this.emitter.completeWithError(ex);
		}
	}

	private void end() {
		this.ended = true;
		this.emitter.complete();
	}

}
