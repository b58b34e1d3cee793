package io.mvcbridge.core.server;

import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

import io.netty.channel.EventLoop;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A bounded pool of platform threads with one line of work. To wake a thread costs as
 * much as a small request, so work wakes one only while fewer are awake than
 * {@link ThreadDemand} says; otherwise one that is awake takes it when it is done with
 * what it has. The thread that rested last is woken first: its caches are the warmest,
 * and the others can end.
 * <p>
 * What the demand cannot know is that all who are awake have begun to wait a moment ago.
 * So whoever leaves work to others has the {@link Watch} look after it: within two
 * milliseconds a line that does not move gets more threads.
 * <p>
 * The threads are daemons, as the event loops are: whether a JVM with a listener stays up
 * is the decision of those who started the listener, not of an idle pool.
 */
final class PlatformThreads implements ServletThreads, Executor {

	private static final Logger logger = LoggerFactory.getLogger(PlatformThreads.class);

	/** How long a thread may rest before it ends. */
	private static final long KEEP_ALIVE = TimeUnit.SECONDS.toNanos(60);

	/** Who has been with one piece of work for so long does not count as awake. */
	private static final long LONG = TimeUnit.MILLISECONDS.toNanos(5);

	/** After so much time with work a thread tells the demand how it was spent. */
	private static final long SAMPLE = TimeUnit.MILLISECONDS.toNanos(5);

	private final int max;

	private final ThreadDemand demand;

	private final Queue<Runnable> line = new ConcurrentLinkedQueue<>();

	private final Set<Worker> workers = ConcurrentHashMap.newKeySet();

	/** Those that rest, the last one on top; some of them may have ended. */
	private final AtomicReference<@Nullable Resting> resting = new AtomicReference<>();

	/** How many threads there are. */
	private final AtomicInteger size = new AtomicInteger();

	/** How many of them are looking for work, or have some that is not long. */
	private final AtomicInteger awake = new AtomicInteger();

	private final AtomicInteger number = new AtomicInteger();

	private final Watch watch = new Watch();

	private volatile boolean closed;

	PlatformThreads(int max) {
		this(max, new ThreadDemand(Runtime.getRuntime().availableProcessors(), max));
	}

	PlatformThreads(int max, ThreadDemand demand) {
		this.max = max;
		this.demand = demand;
	}

	@Override
	public Executor executor(EventLoop loop) {
		return this;
	}

	@Override
	public void execute(Runnable task) {
		if (this.closed) {
			startAlone(task);
			return;
		}
		this.line.add(task);
		if (this.closed && this.line.remove(task)) {
			startAlone(task);
		}
		else if (this.awake.get() < this.demand.threads()) {
			wakeFor(task);
		}
		else {
			this.watch.lookAfter();
		}
	}

	/**
	 * What an exchange has left to do after the end, such as to tell its listeners that
	 * it was cut off.
	 */
	private void startAlone(Runnable task) {
		thread(task).start();
	}

	private Thread thread(Runnable task) {
		return thread(task, "bridge-" + this.number.incrementAndGet());
	}

	/**
	 * Whoever makes a thread may be serving a request: what is inheritable of it must not
	 * get to those that the new thread will serve.
	 */
	private static Thread thread(Runnable task, String name) {
		Thread thread = new Thread(null, task, name, 0, false);
		thread.setDaemon(true);
		return thread;
	}

	/** Wakes a thread, or starts one. The task fails if there is none at all. */
	private void wakeFor(Runnable task) {
		try {
			wake();
		}
		catch (Throwable ex) {
			// The machine has no more threads to give: those there are will do
			if (this.size.get() == 0 && this.line.remove(task)) {
				throw ex;
			}
			logger.warn("No further thread can be had, {} have to do: {}", this.size, ex.toString());
		}
	}

	private void wake() {
		for (Resting top = this.resting.get(); top != null; top = this.resting.get()) {
			if (this.resting.compareAndSet(top, top.below) && top.worker.wake()) {
				return;
			}
		}
		int size = this.size.get();
		while (size < this.max) {
			if (this.size.compareAndSet(size, size + 1)) {
				start();
				return;
			}
			size = this.size.get();
		}
	}

	private void start() {
		this.awake.incrementAndGet();
		Worker worker = null;
		try {
			worker = new Worker();
			this.workers.add(worker);
			worker.thread.start();
		}
		catch (Throwable ex) {
			if (worker != null) {
				this.workers.remove(worker);
			}
			this.awake.decrementAndGet();
			this.size.decrementAndGet();
			throw ex;
		}
	}

	/** How many threads wait for work. */
	int waiting() {
		return (int) this.workers.stream().filter((worker) -> worker.state.get() == Worker.RESTING).count();
	}

	/** How many threads are at work. */
	int busy() {
		return (int) this.workers.stream().filter((worker) -> worker.since != 0).count();
	}

	@Override
	public void close() {
		this.closed = true;
		for (Worker worker : this.workers) {
			worker.wake();
		}
		this.watch.lookAfter();
	}

	/** A place in the stack of those that rest; never used twice. */
	private record Resting(Worker worker, @Nullable Resting below) {

	}

	/** One thread of the pool. */
	private final class Worker implements Runnable {

		static final int AWAKE = 0;

		static final int RESTING = 1;

		static final int ENDED = 2;

		private final Thread thread = thread(this);

		private final AtomicInteger state = new AtomicInteger(AWAKE);

		/** Whether it is counted among those that are awake. */
		private final AtomicBoolean counted = new AtomicBoolean(true);

		/** When its work began, 0 if it has none. */
		private volatile long since;

		/** Time with work that the demand does not know of yet. */
		private long occupied;

		private long running;

		private volatile @Nullable ThreadStatistics statistics;

		@Override
		public void run() {
			ThreadStatistics statistics = ThreadStatistics.ofThisThread();
			if (statistics != null) {
				this.running = statistics.running();
				this.statistics = statistics;
			}
			do {
				Runnable task = PlatformThreads.this.line.poll();
				while (task != null) {
					perform(task);
					task = PlatformThreads.this.line.poll();
				}
			}
			while (rest());
			PlatformThreads.this.workers.remove(this);
			if (statistics != null) {
				statistics.close();
			}
		}

		private void perform(Runnable task) {
			long began = System.nanoTime() | 1;
			this.since = began;
			try {
				task.run();
			}
			catch (Throwable ex) {
				tell(ex);
			}
			// What interrupted the last request is not to interrupt the next
			Thread.interrupted();
			this.since = 0;
			this.occupied += Math.min(System.nanoTime() - began, LONG);
			if (!this.counted.get()) {
				this.counted.set(true);
				PlatformThreads.this.awake.incrementAndGet();
			}
			if (this.occupied >= SAMPLE) {
				sample();
			}
		}

		/** What the handler throws is ignored, as the JVM does where a thread ends. */
		private void tell(Throwable failure) {
			try {
				this.thread.getUncaughtExceptionHandler().uncaughtException(this.thread, failure);
			}
			catch (Throwable ex) {
				logger.debug("The handler of uncaught exceptions has failed", ex);
			}
		}

		private void sample() {
			ThreadStatistics statistics = this.statistics;
			if (statistics != null) {
				long running = statistics.running();
				if (running >= 0) {
					PlatformThreads.this.demand.add(this.occupied, running - this.running);
					this.running = running;
				}
			}
			this.occupied = 0;
		}

		/**
		 * Waits until it is woken.
		 * @return whether there is work; if not, the thread ends
		 */
		private boolean rest() {
			if (PlatformThreads.this.closed) {
				return end();
			}
			this.state.set(RESTING);
			PlatformThreads.this.awake.decrementAndGet();
			PlatformThreads.this.resting.updateAndGet((top) -> new Resting(this, top));
			if (!PlatformThreads.this.line.isEmpty()) {
				// It came while this one was still counted, so it woke nobody
				wakeFor(this);
			}
			else if (PlatformThreads.this.closed) {
				wake();
			}
			long deadline = System.nanoTime() + KEEP_ALIVE;
			while (this.state.get() == RESTING) {
				long left = deadline - System.nanoTime();
				if (left <= 0 && this.state.compareAndSet(RESTING, ENDED)) {
					PlatformThreads.this.size.decrementAndGet();
					return false;
				}
				LockSupport.parkNanos(PlatformThreads.this, left);
				Thread.interrupted();
			}
			return true;
		}

		private boolean end() {
			PlatformThreads.this.awake.decrementAndGet();
			PlatformThreads.this.size.decrementAndGet();
			if (PlatformThreads.this.line.isEmpty()) {
				return false;
			}
			PlatformThreads.this.awake.incrementAndGet();
			PlatformThreads.this.size.incrementAndGet();
			return true;
		}

		/**
		 * Wakes it, if it rests.
		 * @return false if it does not, or has ended
		 */
		boolean wake() {
			if (this.state.compareAndSet(RESTING, AWAKE)) {
				PlatformThreads.this.awake.incrementAndGet();
				if (Thread.currentThread() != this.thread) {
					LockSupport.unpark(this.thread);
				}
				return true;
			}
			return false;
		}

		/** No longer counts it as awake if its work is long. */
		void discount(long now) {
			long since = this.since;
			if (since != 0 && now - since > LONG && this.counted.compareAndSet(true, false)) {
				PlatformThreads.this.awake.decrementAndGet();
			}
		}

		/** Whether it has work and waits in it, as far as can be known. */
		boolean isWaiting() {
			ThreadStatistics statistics = this.statistics;
			return this.since != 0 && this.counted.get() && (statistics == null || statistics.isWaiting());
		}

	}

	/**
	 * Looks after work that was left to those who are awake. Its thread is started when
	 * it is needed for the first time, looks once in a millisecond while there is any,
	 * and rests otherwise.
	 */
	private final class Watch implements Runnable {

		private static final long PERIOD = TimeUnit.MILLISECONDS.toNanos(1);

		/** It rests after so many looks at an empty line. */
		private static final int QUIET = 20;

		private final AtomicBoolean resting = new AtomicBoolean(true);

		private volatile @Nullable Thread thread;

		private @Nullable Runnable head;

		private int quiet;

		private boolean failed;

		void lookAfter() {
			if (this.resting.get() && this.resting.compareAndSet(true, false)) {
				Thread thread = this.thread;
				if (thread != null) {
					LockSupport.unpark(thread);
				}
				else {
					start();
				}
			}
		}

		private void start() {
			try {
				Thread thread = PlatformThreads.thread(this, "bridge-watch");
				this.thread = thread;
				thread.start();
			}
			catch (Throwable ex) {
				this.thread = null;
				this.resting.set(true);
				PlatformThreads.this.demand.atLeast(PlatformThreads.this.max);
				logger.warn("No thread can be had to watch over the line of requests: {}", ex.toString());
			}
		}

		@Override
		public void run() {
			while (!isDone()) {
				LockSupport.parkNanos(this, PERIOD);
				// Else nothing would make it wait again
				Thread.interrupted();
				try {
					look();
				}
				catch (Throwable ex) {
					// No memory, most likely. Without a watch the line could stand still
					this.quiet = 0;
					if (!this.failed) {
						this.failed = true;
						logger.warn("Could not look after the line of requests; said once, tried again", ex);
					}
				}
				if (this.quiet >= QUIET) {
					rest();
				}
			}
		}

		private boolean isDone() {
			return PlatformThreads.this.closed && PlatformThreads.this.line.isEmpty();
		}

		private void rest() {
			this.quiet = 0;
			this.resting.set(true);
			if (!PlatformThreads.this.line.isEmpty() || PlatformThreads.this.closed) {
				this.resting.set(false);
			}
			while (this.resting.get()) {
				LockSupport.park(this);
				Thread.interrupted();
			}
		}

		private void look() {
			Runnable head = PlatformThreads.this.line.peek();
			if (head == null) {
				this.quiet++;
			}
			else {
				this.quiet = 0;
				if (head == this.head) {
					stalled(head);
					// Whom it has woken took some: what is first now has waited too
					head = PlatformThreads.this.line.peek();
				}
			}
			this.head = head;
		}

		/**
		 * Nobody has taken the first in line since the last look: those whose work is
		 * long, and those who wait in it, have to be made up for. If they all wait for a
		 * processor, more of them would not be faster; if all of them wait for something
		 * else, those in line will do so too, and each gets a thread.
		 */
		private void stalled(Runnable head) {
			long now = System.nanoTime();
			int waiting = 0;
			for (Worker worker : PlatformThreads.this.workers) {
				worker.discount(now);
				if (worker.isWaiting()) {
					waiting++;
				}
			}
			int awake = PlatformThreads.this.awake.get();
			int more = (waiting > 0 && waiting >= awake) ? Math.max(waiting, PlatformThreads.this.line.size())
					: waiting;
			PlatformThreads.this.demand.atLeast(awake + more);
			int missing = PlatformThreads.this.demand.threads() - PlatformThreads.this.awake.get();
			while (missing-- > 0 && !PlatformThreads.this.line.isEmpty()) {
				wakeFor(head);
			}
		}

	}

}
