package io.mvcbridge.core.server;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
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

	private final EventLoop loop;

	private final AtomicLong threadNumber;

	/**
	 * The thread whose turn it is. Written by the loop, with no fence that would cost:
	 * who reads it elsewhere may see the past.
	 */
	@SuppressWarnings("unused")
	private @Nullable CarriedThread mounted;

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

	/** Gives a thread a turn, after those that are in line. */
	void carry(CarriedThread thread) {
		if (mounted() == thread && this.loop.inEventLoop() && !this.loop.isShuttingDown()) {
			// It gave its turn up but has more to do: the connections come first, or a
			// thread that yields until something happens would keep it from happening
			this.loop.schedule(thread, 1, TimeUnit.NANOSECONDS).addListener((turn) -> {
				if (turn.isCancelled()) {
					thread.runElsewhere();
				}
			});
			return;
		}
		try {
			this.loop.execute(thread);
			if (this.loop.isShuttingDown()) {
				// What a loop is given in its last moment may be lost. A turn too many
				// does no harm: a thread that cannot go on is not mounted.
				this.loop.terminationFuture().addListener((end) -> thread.runElsewhere());
			}
		}
		catch (RejectedExecutionException ex) {
			thread.runElsewhere();
		}
	}

	void mounted(CarriedThread thread) {
		this.turn++;
		MOUNTED.setRelease(this, thread);
	}

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
