package io.mvcbridge.core.server;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.function.Consumer;

import io.mvcbridge.core.kernel.Lease;
import org.jspecify.annotations.Nullable;

/**
 * The application code that runs for one exchange, and with it the lease on the kernel.
 * It counts what holds the lease: the exchange itself until it is over, and every task
 * until it has returned, for a client that leaves does not stop the code that serves it.
 * With the last of them the lease goes back.
 */
final class ApplicationWork implements Executor {

	private static final AtomicIntegerFieldUpdater<ApplicationWork> HOLDERS = AtomicIntegerFieldUpdater
		.newUpdater(ApplicationWork.class, "holders");

	private static final AtomicReferenceFieldUpdater<ApplicationWork, @Nullable Released> RELEASED = AtomicReferenceFieldUpdater
		.newUpdater(ApplicationWork.class, Released.class, "released");

	private final Object owner;

	private final Consumer<Throwable> failed;

	private volatile int holders = 1;

	private volatile @Nullable Lease lease;

	private volatile @Nullable Executor threads;

	/** What is to be done when the lease goes back, the last first. */
	private volatile @Nullable Released released;

	/**
	 * Makes the work of an exchange, which is its first holder.
	 * @param owner the exchange, for those who ask what a task is about
	 * @param failed told what comes out of a task
	 */
	ApplicationWork(Object owner, Consumer<Throwable> failed) {
		this.owner = owner;
		this.failed = failed;
	}

	/**
	 * Gives the exchange its kernel and its threads; to be called before anything runs.
	 * @param lease the lease on the kernel
	 * @param threads where tasks run, the first and all that continue it
	 */
	void begin(Lease lease, Executor threads) {
		this.lease = lease;
		this.threads = threads;
	}

	/** Where tasks run. */
	Executor threads() {
		Executor threads = this.threads;
		if (threads == null) {
			throw new IllegalStateException("The exchange was not handed to an application");
		}
		return threads;
	}

	/** As {@code HttpExchange.loopHeldNanos()} has it. */
	long loopHeldNanos() {
		return (this.threads instanceof LoopBound threads) ? threads.heldNanos() : -1;
	}

	/**
	 * Holds the lease for code that is about to run.
	 * @return false if the lease has gone back: the kernel may be gone
	 */
	boolean hold() {
		int holders = this.holders;
		while (holders > 0 && !HOLDERS.compareAndSet(this, holders, holders + 1)) {
			holders = this.holders;
		}
		return holders > 0;
	}

	/**
	 * Ends what {@link #hold()} has begun, or what the exchange has held until its end.
	 */
	void letGo() {
		if (HOLDERS.decrementAndGet(this) == 0) {
			runReleased();
			Lease lease = this.lease;
			if (lease != null) {
				lease.release();
			}
		}
	}

	/**
	 * Runs a task before the lease goes back. One that comes too late runs at once.
	 * @param task must not throw
	 */
	void whenReleased(Runnable task) {
		Released next = this.released;
		while (!RELEASED.compareAndSet(this, next, new Released(task, next))) {
			next = this.released;
		}
		if (this.holders == 0) {
			runReleased();
		}
	}

	private void runReleased() {
		Released first = (this.released != null) ? RELEASED.getAndSet(this, null) : null;
		for (Released each = first; each != null; each = each.next()) {
			each.task().run();
		}
	}

	/** Whether application code runs, or is about to, as long as the exchange goes on. */
	boolean isRunning() {
		return this.holders > 1;
	}

	/**
	 * Runs a task that continues the exchange, holding the lease. If no thread can be had
	 * for it, the exchange has failed.
	 */
	@Override
	public void execute(Runnable task) {
		boolean held = hold();
		try {
			threads().execute(new Continuation(task, held));
		}
		catch (Throwable ex) {
			// The machine has no more threads to give
			this.failed.accept(ex);
			if (held) {
				letGo();
			}
		}
	}

	private record Released(Runnable task, @Nullable Released next) {

	}

	private final class Continuation implements Runnable {

		private final Runnable task;

		private final boolean held;

		Continuation(Runnable task, boolean held) {
			this.task = task;
			this.held = held;
		}

		@Override
		public void run() {
			try {
				this.task.run();
			}
			catch (Throwable ex) {
				ApplicationWork.this.failed.accept(ex);
			}
			finally {
				if (this.held) {
					letGo();
				}
			}
		}

		@Override
		public String toString() {
			return ApplicationWork.this.owner.toString();
		}

	}

}
