package io.mvcbridge.core.server;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;

import org.jspecify.annotations.Nullable;

/**
 * Bounds how many new exchanges run on servlet threads at once. A permit is held from
 * dispatch until the kernel returns, so what goes on asynchronously holds none. Nobody
 * blocks here: who finds no permit leaves a {@link Waiter}, and the one who gives a
 * permit back serves the oldest of them.
 */
final class Admission {

	private final AtomicInteger permits;

	private final Queue<Waiter> waiters = new ConcurrentLinkedQueue<>();

	Admission(int permits) {
		this.permits = new AtomicInteger(permits);
	}

	/**
	 * Takes a permit if one is free and nobody waits for it.
	 * @return whether a permit was taken
	 */
	boolean tryAcquire() {
		return this.waiters.isEmpty() && takePermit();
	}

	/**
	 * Waits for a permit: the task runs with one, on whatever thread gave it back.
	 * @param task what to do with the permit, must not block; answers false if it has no
	 * use for it
	 * @return the one that waits, to {@link Waiter#giveUp()}
	 */
	Waiter await(BooleanSupplier task) {
		Waiter waiter = new Waiter(task);
		this.waiters.add(waiter);
		// A permit may have come back before the waiter was there to be served
		if (takePermit()) {
			release();
		}
		return waiter;
	}

	/**
	 * Gives a permit back: to the first of those who wait that has a use for it.
	 */
	void release() {
		do {
			for (Waiter waiter = this.waiters.poll(); waiter != null; waiter = this.waiters.poll()) {
				BooleanSupplier task = waiter.claim();
				if (task != null && task.getAsBoolean()) {
					return;
				}
			}
			this.permits.incrementAndGet();
		}
		while (!this.waiters.isEmpty() && takePermit());
	}

	int available() {
		return this.permits.get();
	}

	private boolean takePermit() {
		int free = this.permits.get();
		while (free > 0) {
			if (this.permits.compareAndSet(free, free - 1)) {
				return true;
			}
			free = this.permits.get();
		}
		return false;
	}

	/** One that waits for a permit: it gets one or gives up, never both. */
	final class Waiter {

		private final AtomicReference<@Nullable BooleanSupplier> task;

		private Waiter(BooleanSupplier task) {
			this.task = new AtomicReference<>(task);
		}

		/**
		 * Waits no longer.
		 * @return false if a permit came first
		 */
		boolean giveUp() {
			if (claim() == null) {
				return false;
			}
			Admission.this.waiters.remove(this);
			return true;
		}

		/** Whether it waits no longer. */
		boolean isOver() {
			return this.task.get() == null;
		}

		private @Nullable BooleanSupplier claim() {
			return this.task.getAndSet(null);
		}

	}

}
