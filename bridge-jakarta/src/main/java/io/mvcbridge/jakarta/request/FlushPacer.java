package io.mvcbridge.jakarta.request;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
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
 * from reaching its client. So the first flush of a response waits here for
 * {@value #DELAY_MILLIS} ms at most. Under load that costs a queue entry: the one thread
 * wakes at most once a millisecond however many responses are flushed, and ends when it
 * had nothing to do for a while.
 */
final class FlushPacer implements Runnable {

	private static final Logger logger = LoggerFactory.getLogger(FlushPacer.class);

	static final FlushPacer SHARED = new FlushPacer(FlushPacer::newThread);

	static final long DELAY_MILLIS = 5;

	private static final long DELAY_NANOS = TimeUnit.MILLISECONDS.toNanos(DELAY_MILLIS);

	private static final long SHORTEST_SLEEP_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

	private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(5);

	private final ConcurrentLinkedQueue<Entry> queue = new ConcurrentLinkedQueue<>();

	private final AtomicBoolean running = new AtomicBoolean();

	private final ThreadFactory threads;

	/** The thread while it sleeps for want of entries. */
	private volatile @Nullable Thread idle;

	FlushPacer(ThreadFactory threads) {
		this.threads = threads;
	}

	/**
	 * Adds a response that was flushed.
	 * @param output asked to deliver itself when its time has come
	 */
	void add(ResponseOutput output) {
		this.queue.offer(new Entry(output, System.nanoTime() + DELAY_NANOS));
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
			deliverDue();
			if (this.queue.isEmpty() && !waitForEntry()) {
				this.running.set(false);
				if (this.queue.isEmpty() || !this.running.compareAndSet(false, true)) {
					return;
				}
			}
		}
	}

	private void deliverDue() {
		Entry entry = this.queue.peek();
		while (entry != null) {
			long left = entry.deadline - System.nanoTime();
			if (left > 0) {
				LockSupport.parkNanos(Math.max(left, SHORTEST_SLEEP_NANOS));
			}
			else {
				this.queue.poll();
				deliver(entry.output);
				entry = this.queue.peek();
			}
		}
	}

	/** The thread serves all responses: one of them must not end it. */
	private static void deliver(ResponseOutput output) {
		try {
			output.deliverPaced();
		}
		catch (Throwable ex) {
			logger.error("A flushed response could not be delivered", ex);
		}
	}

	private boolean waitForEntry() {
		long end = System.nanoTime() + IDLE_NANOS;
		this.idle = Thread.currentThread();
		try {
			while (this.queue.isEmpty()) {
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

	private record Entry(ResponseOutput output, long deadline) {

	}

}
