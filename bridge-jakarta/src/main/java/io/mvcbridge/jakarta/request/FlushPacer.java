package io.mvcbridge.jakarta.request;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delivers flushed responses a moment after they were flushed, unless they were completed
 * meanwhile.
 * <p>
 * Frameworks flush at the end of a body, just before the dispatch returns. Obeying at
 * once would make two hand-overs to the event loop and a chunked body of what can be one
 * hand-over with a length; not obeying would keep a servlet that flushes and then waits
 * from reaching its client. So the first flush of a response waits here for one to two
 * turns of {@value #TURN_MICROS} µs. Under load that costs a link in a chain: the one
 * thread looks at what has waited for a whole turn, once a turn however many responses
 * are flushed, and ends when it had nothing to do for a while.
 */
final class FlushPacer implements Runnable {

	private static final Logger logger = LoggerFactory.getLogger(FlushPacer.class);

	static final FlushPacer SHARED = new FlushPacer(FlushPacer::newThread);

	private static final long TURN_MICROS = 2_500;

	private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(5);

	/** What was flushed in this turn, the last one first, linked. */
	private final AtomicReference<@Nullable ResponseOutput> flushed = new AtomicReference<>();

	private final AtomicBoolean running = new AtomicBoolean();

	private final ThreadFactory threads;

	/** The thread while it sleeps because nothing was flushed. */
	private volatile @Nullable Thread idle;

	FlushPacer(ThreadFactory threads) {
		this.threads = threads;
	}

	/**
	 * Adds a response that was flushed; once in its life.
	 * @param output asked to deliver itself when its time has come
	 */
	void add(ResponseOutput output) {
		ResponseOutput before;
		do {
			before = this.flushed.get();
			output.flushedBefore = before;
		}
		while (!this.flushed.compareAndSet(before, output));
		Thread sleeper = this.idle;
		if (sleeper != null) {
			LockSupport.unpark(sleeper);
		}
		else if (!this.running.get()) {
			startThread();
		}
	}

	/**
	 * Without a thread a response still leaves when it is complete, and the next flush
	 * tries again.
	 */
	private void startThread() {
		if (this.running.compareAndSet(false, true)) {
			try {
				this.threads.newThread(this).start();
			}
			catch (Throwable ex) {
				this.running.set(false);
				logger.error("No thread can be had to deliver flushed responses: they leave when they are complete",
						ex);
			}
		}
	}

	private static Thread newThread(Runnable pacer) {
		Thread thread = new Thread(null, pacer, "mvcbridge-flush", 0, false);
		thread.setDaemon(true);
		thread.setContextClassLoader(null);
		return thread;
	}

	@Override
	public void run() {
		for (;;) {
			deliverEachTurn();
			if (!awaitFlush()) {
				this.running.set(false);
				if (this.flushed.get() == null || !this.running.compareAndSet(false, true)) {
					return;
				}
			}
		}
	}

	/** Ends when nothing was flushed for a turn. */
	private void deliverEachTurn() {
		ResponseOutput due = null;
		do {
			sleepOneTurn();
			ResponseOutput next = this.flushed.getAndSet(null);
			deliver(due);
			due = next;
		}
		while (due != null);
	}

	private static void sleepOneTurn() {
		long end = System.nanoTime() + TimeUnit.MICROSECONDS.toNanos(TURN_MICROS);
		for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
			LockSupport.parkNanos(left);
		}
	}

	/** The thread serves all responses: one of them must not end it. */
	private static void deliver(@Nullable ResponseOutput last) {
		ResponseOutput output = last;
		while (output != null) {
			ResponseOutput before = output.flushedBefore;
			// One that lives on must not keep the others
			output.flushedBefore = null;
			try {
				output.deliverPaced();
			}
			catch (Throwable ex) {
				logger.error("A flushed response could not be delivered", ex);
			}
			output = before;
		}
	}

	private boolean awaitFlush() {
		long end = System.nanoTime() + IDLE_NANOS;
		this.idle = Thread.currentThread();
		try {
			while (this.flushed.get() == null) {
				long left = end - System.nanoTime();
				if (left <= 0) {
					return false;
				}
				LockSupport.parkNanos(left);
			}
			return true;
		}
		finally {
			this.idle = null;
		}
	}

}
