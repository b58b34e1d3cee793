package io.mvcbridge.core.server;

import java.util.concurrent.Executor;

import org.jspecify.annotations.Nullable;

/**
 * One virtual thread that an event loop carries: its scheduler, and its turn on the loop.
 * A turn lasts from the moment the thread is mounted until it waits or ends; the loop
 * does nothing else meanwhile.
 * <p>
 * Every thread has a scheduler of its own for one reason: a virtual thread that the
 * application makes in it inherits it. Such a one asks for a turn with another
 * continuation than the first, and is left to the JDK's own scheduler.
 */
final class CarriedThread implements Executor, Runnable {

	private static final Runnable ENDED = () -> {
	};

	private final LoopCarrier carrier;

	/** What the thread does, for those who ask what holds a loop. */
	private @Nullable Runnable task;

	private @Nullable Thread thread;

	/** What mounts the thread; known from its start on, the same at every turn. */
	private volatile @Nullable Runnable continuation;

	/** When the turn began that is under way. */
	private long turnStart;

	/** The longest turn that has ended. */
	private long longestTurn;

	CarriedThread(LoopCarrier carrier, Runnable task) {
		this.carrier = carrier;
		this.task = task;
	}

	void start(String name) {
		Runnable task = this.task;
		if (task == null) {
			throw new IllegalStateException("The thread has ended");
		}
		Thread thread = LoopThreadFactory.newThread(this, name, task);
		this.thread = thread;
		thread.start();
	}

	/** The thread can go on. Called by the JDK, on whatever thread made it so. */
	@Override
	public void execute(Runnable continuation) {
		Runnable own = this.continuation;
		if (own == null) {
			// The start: before it nobody can have made a thread in this one
			this.continuation = continuation;
			this.carrier.start(this);
			return;
		}
		if (own != continuation) {
			LoopThreadFactory.defaultScheduler().execute(continuation);
			return;
		}
		this.carrier.carry(this);
	}

	/** A turn, on the event loop. */
	@Override
	public void run() {
		Runnable continuation = this.continuation;
		if (continuation == null) {
			throw new IllegalStateException("The thread was not started");
		}
		long start = System.nanoTime();
		this.turnStart = start;
		this.carrier.mounted(this, start);
		try {
			continuation.run();
		}
		finally {
			this.carrier.unmounted();
			this.longestTurn = Math.max(this.longestTurn, this.carrier.heldSince(start));
			letGoIfEnded();
		}
	}

	/** A turn that its loop cannot give: it has ended, or is about to. */
	void runElsewhere() {
		Runnable continuation = this.continuation;
		if (continuation != null) {
			LoopThreadFactory.defaultScheduler().execute(continuation);
		}
	}

	/** Threads that were made in this one keep its scheduler, and must not keep more. */
	private void letGoIfEnded() {
		Thread thread = this.thread;
		if (thread == null || !thread.isAlive()) {
			this.continuation = ENDED;
			this.thread = null;
			this.task = null;
		}
	}

	/** The thread, null once it has ended. */
	@Nullable Thread thread() {
		return this.thread;
	}

	/** When the turn began that is under way. */
	long turnStart() {
		return this.turnStart;
	}

	/** The longest turn so far, the one that is under way included. Asked in the turn. */
	long heldNanos() {
		return Math.max(this.longestTurn, this.carrier.heldSince(this.turnStart));
	}

	@Override
	public String toString() {
		Runnable task = this.task;
		return (task != null) ? task.toString() : "ended";
	}

}
