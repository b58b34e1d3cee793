package io.mvcbridge.core.server;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import io.netty.channel.EventLoop;
import org.jspecify.annotations.Nullable;

/**
 * Carries the virtual threads of one event loop. A new thread, and one that can go on,
 * gets in line with the other tasks of the loop. If the loop itself says so, as it does
 * for the request that it has just read, that costs no wake-up; nor does it if a thread
 * says so that the loop carries, for then the loop is awake.
 * <p>
 * A thread that waits leaves the loop. One that computes, reads a file, resolves a name
 * or waits where it cannot leave (in a class initialiser, a native frame and, before Java
 * 24, within {@code synchronized}) holds it, and all of its connections.
 * <p>
 * The loop itself may wait too, for a lock of an allocator or of a log. If threads that
 * it carries are in line for the same lock, before it, it waits for threads that wait for
 * it. So whoever can go on while its loop waits goes on elsewhere, at once if that is
 * seen in time, else by the {@link LoopWatchdog}.
 */
final class LoopCarrier implements LoopBound {

	private static final VarHandle MOUNTED;

	static {
		try {
			MOUNTED = MethodHandles.lookup().findVarHandle(LoopCarrier.class, "mounted", CarriedThread.class);
		}
		catch (ReflectiveOperationException ex) {
			throw new ExceptionInInitializerError(ex);
		}
	}

	/** A shorter turn is not looked at any closer. */
	private static final long REMARKABLE = TimeUnit.MILLISECONDS.toNanos(5);

	private final EventLoop loop;

	private final AtomicLong threadNumber;

	/**
	 * Those that can go on, so that they can be let go on elsewhere. Those that the loop
	 * itself starts are not among them: it cannot wait behind a thread that has done
	 * nothing.
	 */
	private final Queue<CarriedThread> waiting = new ConcurrentLinkedQueue<>();

	private final Runnable next = this::runNext;

	/** The thread of the loop, known from the first turn on. */
	private volatile @Nullable Thread loopThread;

	/**
	 * The thread whose turn it is. Written by the loop, with no fence that would cost:
	 * who reads it elsewhere may see the past.
	 */
	@SuppressWarnings("unused")
	private @Nullable CarriedThread mounted;

	/** What the system knows of the thread of the loop, null where it tells nothing. */
	private @Nullable ThreadStatistics statistics;

	/** How long the loop had waited for a processor, a moment before the turn at most. */
	private long queued;

	private long queuedAt;

	/** Counts turns, so that an observer can tell one from the next. */
	private long turn;

	LoopCarrier(EventLoop loop, AtomicLong threadNumber) {
		this.loop = loop;
		this.threadNumber = threadNumber;
	}

	EventLoop loop() {
		return this.loop;
	}

	@Override
	public void execute(Runnable task) {
		new CarriedThread(this, task).start("bridge-" + this.threadNumber.incrementAndGet());
	}

	/** Gives a new thread its first turn, after those that are in line. */
	void start(CarriedThread thread) {
		if (this.loop.inEventLoop()) {
			execute(thread, thread);
		}
		else {
			carry(thread);
		}
	}

	/**
	 * Gives a thread that can go on a turn, after those that are in line. A turn too many
	 * does no harm, here and below: a thread that cannot go on is not mounted.
	 */
	void carry(CarriedThread thread) {
		boolean inLoop = this.loop.inEventLoop();
		if (!inLoop && isLoopWaiting()) {
			thread.runElsewhere();
			return;
		}
		// Also if the loop itself has made it able to go on: the loop may wait for a lock
		// behind it before it gets to the turn
		this.waiting.add(thread);
		if (inLoop && mounted() == thread && !this.loop.isShuttingDown()) {
			// It gave its turn up but has more to do: the connections come first, or a
			// thread that yields until something happens would keep it from happening
			this.loop.schedule(this.next, 1, TimeUnit.NANOSECONDS).addListener((turn) -> {
				if (turn.isCancelled()) {
					thread.runElsewhere();
				}
			});
		}
		else {
			execute(thread, this.next);
		}
	}

	private void execute(CarriedThread thread, Runnable turn) {
		try {
			this.loop.execute(turn);
			if (this.loop.isShuttingDown()) {
				// What a loop is given in its last moment may be lost
				this.loop.terminationFuture().addListener((end) -> thread.runElsewhere());
			}
		}
		catch (RejectedExecutionException ex) {
			thread.runElsewhere();
		}
	}

	private void runNext() {
		CarriedThread thread = this.waiting.poll();
		if (thread != null) {
			thread.run();
		}
	}

	/**
	 * Whether the loop waits for something else than its connections, by itself or below
	 * a thread that cannot leave it.
	 */
	boolean isLoopWaiting() {
		Thread thread = this.loopThread;
		return thread != null && switch (thread.getState()) {
			case WAITING, TIMED_WAITING, BLOCKED -> true;
			case NEW, RUNNABLE, TERMINATED -> false;
		};
	}

	/**
	 * Lets those go on elsewhere that are in line for a turn and will not get it soon.
	 */
	void relieve() {
		for (CarriedThread thread = this.waiting.poll(); thread != null; thread = this.waiting.poll()) {
			thread.runElsewhere();
		}
	}

	/**
	 * A turn begins; on the loop.
	 * @param thread the thread whose turn it is
	 * @param now the time, as of the system's nanosecond clock
	 */
	void mounted(CarriedThread thread, long now) {
		if (this.turn++ == 0) {
			this.loopThread = Thread.currentThread();
			this.statistics = ThreadStatistics.ofThisThread();
			this.queuedAt = now - REMARKABLE;
		}
		ThreadStatistics statistics = this.statistics;
		if (statistics != null && now - this.queuedAt >= REMARKABLE) {
			this.queued = statistics.queued();
			this.queuedAt = now;
		}
		MOUNTED.setRelease(this, thread);
	}

	/**
	 * How long a turn has held the loop. What the loop waited for a processor is no hold:
	 * on a busy machine any turn can meet that, so it is taken off one that seems long.
	 * On the loop, or in the turn.
	 * @param start when the turn began
	 * @return nanoseconds
	 */
	long heldSince(long start) {
		long held = System.nanoTime() - start;
		ThreadStatistics statistics = this.statistics;
		if (held < REMARKABLE || statistics == null) {
			return held;
		}
		return Math.max(held - Math.max(statistics.queued() - this.queued, 0), 0);
	}

	/** The turn ends; on the loop. */
	void unmounted() {
		MOUNTED.setRelease(this, (CarriedThread) null);
	}

	/** The thread that holds the loop, null if none does; for observers a guess. */
	@Nullable CarriedThread mounted() {
		return (CarriedThread) MOUNTED.getAcquire(this);
	}

	/** The number of the turn; to be read after {@link #mounted()}. */
	long turn() {
		return this.turn;
	}

	@Override
	public long heldNanos() {
		CarriedThread mounted = mounted();
		return (mounted != null && mounted.thread() == Thread.currentThread()) ? mounted.heldNanos() : 0;
	}

}
