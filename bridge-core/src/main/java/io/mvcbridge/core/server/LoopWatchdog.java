package io.mvcbridge.core.server;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks after event loops that carry threads, by one daemon thread for all of them. It
 * tells, once for each target and not too often, what holds a loop for long, and lets the
 * threads that wait for their turn on it go on elsewhere. And a thread that waits without
 * leaving its loop is interrupted in the end: what it waits for may have to come from the
 * very loop, and then neither it nor any connection of the loop would ever go on.
 */
final class LoopWatchdog implements Runnable {

	private static final Logger logger = LoggerFactory.getLogger(LoopWatchdog.class);

	/** Targets may be without number, reports must not be. */
	private static final int MAX_TARGETS = 256;

	/**
	 * The first turn of a target is reported if it is so much longer than others: classes
	 * are loaded in it, and nothing would be left to tell later.
	 */
	private static final int COLD = 10;

	/**
	 * A thread in a class initialiser may wait so much longer than others: the class is
	 * never of use again if the interrupt makes it fail.
	 */
	private static final int INITIALISER = 6;

	private final Limits limits;

	private final long tickNanos;

	private final List<Watch> watches = new CopyOnWriteArrayList<>();

	/** What held its loop once and was not reported; the watching thread's. */
	private final Set<String> seen = new HashSet<>();

	/** What was reported; the watching thread's. */
	private final Set<String> reported = new HashSet<>();

	/** When the last report was made; the watching thread's. */
	private long reportedAt;

	private @Nullable Thread thread;

	private volatile boolean closed;

	LoopWatchdog(Limits limits) {
		this.limits = limits;
		this.tickNanos = Math.min(limits.report().toNanos(), limits.interrupt().toNanos()) / 2;
	}

	/**
	 * When the watchdog acts.
	 *
	 * @param report the time for which a thread may hold its loop before it is reported
	 * @param interrupt the time for which a thread may wait while it holds its loop
	 * before it is interrupted
	 * @param pause the time between two reports
	 */
	record Limits(Duration report, Duration interrupt, Duration pause) {

		static final Limits DEFAULTS = new Limits(Duration.ofMillis(100), Duration.ofSeconds(5),
				Duration.ofSeconds(10));

	}

	/** Watches a loop; with the first one the thread is started. */
	synchronized void watch(LoopCarrier carrier) {
		this.watches.add(new Watch(carrier));
		if (this.thread == null && !this.closed) {
			this.reportedAt = System.nanoTime() - this.limits.pause().toNanos();
			Thread thread = new Thread(this, "bridge-loop-watchdog");
			thread.setDaemon(true);
			thread.start();
			this.thread = thread;
		}
	}

	synchronized @Nullable Thread thread() {
		return this.thread;
	}

	/** Ends the watch and its thread. */
	void close() {
		this.closed = true;
		Thread thread = thread();
		if (thread != null) {
			LockSupport.unpark(thread);
		}
	}

	@Override
	public void run() {
		long before = System.nanoTime();
		while (!this.closed) {
			LockSupport.parkNanos(this, this.tickNanos);
			long now = System.nanoTime();
			// If this thread was stopped, so were the others: by the garbage collector,
			// or by a machine that had other things to do
			long stopped = Math.max(0, now - before - 2 * this.tickNanos);
			before = now;
			for (Watch watch : this.watches) {
				try {
					look(watch, now, stopped);
				}
				catch (RuntimeException ex) {
					logger.error("Event loop {} cannot be watched", watch.carrier.loop(), ex);
				}
			}
		}
	}

	private void look(Watch watch, long now, long stopped) {
		CarriedThread carried = watch.carrier.mounted();
		Thread thread = (carried != null) ? carried.thread() : null;
		if (carried == null || thread == null) {
			if (watch.carrier.isLoopWaiting()) {
				watch.carrier.relieve();
			}
			return;
		}
		watch.see(watch.carrier.turn(), stopped);
		long held = now - carried.turnStart() - watch.stopped;
		if (held < this.limits.report().toNanos()) {
			return;
		}
		watch.carrier.relieve();
		if (!watch.reported && !isCold(watch, carried.toString(), held)) {
			watch.reported = report(watch, carried, thread, held, now);
		}
		if (watch.waits(thread, now) >= this.limits.interrupt().toNanos()) {
			interrupt(watch, carried, thread, now);
		}
	}

	/** Whether it may be the first turn of the target, which is slow on every server. */
	private boolean isCold(Watch watch, String target, long held) {
		if (held >= COLD * this.limits.report().toNanos()) {
			return false;
		}
		if (this.seen.size() < MAX_TARGETS && this.seen.add(target)) {
			watch.cold = true;
		}
		return watch.cold;
	}

	/**
	 * Reports what holds a loop.
	 * @return false if it did not hold it to the end of the inquiry
	 */
	private boolean report(Watch watch, CarriedThread carried, Thread thread, long held, long now) {
		String target = carried.toString();
		if (now - this.reportedAt < this.limits.pause().toNanos() || this.reported.size() >= MAX_TARGETS
				|| this.reported.contains(target)) {
			return true;
		}
		StackTraceElement[] stack = thread.getStackTrace();
		if (!watch.isCurrent(carried)) {
			return false;
		}
		this.reported.add(target);
		this.reportedAt = now;
		logger.warn("{} has held its event loop for {} ms and goes on holding it, and all connections of that loop "
				+ "wait for it. A route that does so again and again is moved off the event loops by itself; if many do, "
				+ "because they compute long, read files or resolve names, ordinary virtual threads serve them better. "
				+ "This is not reported again for this target. Thread {} is at{}", target,
				TimeUnit.NANOSECONDS.toMillis(held), thread.getName(), print(stack));
		return true;
	}

	private void interrupt(Watch watch, CarriedThread carried, Thread thread, long now) {
		StackTraceElement[] stack = thread.getStackTrace();
		if (!watch.isCurrent(carried)
				|| (isInitialiser(stack) && watch.waitedAt(now) < INITIALISER * this.limits.interrupt().toNanos())) {
			return;
		}
		thread.interrupt();
		logger.warn("{} is interrupted: it has waited for {} ms without leaving its event loop, and if that loop would "
				+ "have to end the wait, it would never end. A thread cannot leave its loop in a class initialiser, "
				+ "below a native method and, before Java 24, within synchronized: take the wait out of there, or run "
				+ "on ordinary virtual threads. Thread {} waits at{}", carried,
				TimeUnit.NANOSECONDS.toMillis(watch.waitedAt(now)), thread.getName(), print(stack));
		// Whoever goes on waiting all the same is interrupted again
		watch.waitingSince = now;
	}

	private static boolean isInitialiser(StackTraceElement[] stack) {
		for (StackTraceElement element : stack) {
			if (element.getMethodName().equals("<clinit>")) {
				return true;
			}
		}
		return false;
	}

	private static String print(StackTraceElement[] stack) {
		StringBuilder text = new StringBuilder();
		for (StackTraceElement element : stack) {
			text.append(System.lineSeparator()).append("\tat ").append(element);
		}
		return text.toString();
	}

	/** What is known of a loop; used by the watching thread alone. */
	private static final class Watch {

		private final LoopCarrier carrier;

		private long turn = -1;

		/** For how long everything was stopped during the turn. */
		private long stopped;

		private boolean reported;

		private boolean cold;

		private boolean waiting;

		private long waitingSince;

		Watch(LoopCarrier carrier) {
			this.carrier = carrier;
		}

		void see(long turn, long stopped) {
			if (turn == this.turn) {
				this.stopped += stopped;
				return;
			}
			this.turn = turn;
			this.stopped = stopped;
			this.reported = false;
			this.cold = false;
			this.waiting = false;
		}

		boolean isCurrent(CarriedThread carried) {
			return this.carrier.mounted() == carried && this.carrier.turn() == this.turn;
		}

		/** For how long the thread was seen waiting, and nothing else, in its turn. */
		long waits(Thread thread, long now) {
			switch (thread.getState()) {
				case WAITING, TIMED_WAITING, BLOCKED -> {
					if (!this.waiting) {
						this.waiting = true;
						this.waitingSince = now;
					}
				}
				case NEW, RUNNABLE, TERMINATED -> this.waiting = false;
			}
			return waitedAt(now);
		}

		private long waitedAt(long now) {
			return this.waiting ? now - this.waitingSince : 0;
		}

	}

}
