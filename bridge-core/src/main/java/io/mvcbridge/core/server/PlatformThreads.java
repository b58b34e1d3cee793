package io.mvcbridge.core.server;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.netty.channel.EventLoop;

/**
 * A bounded pool of platform threads: work goes to an idle thread, else to a new one, and
 * waits in line only when all threads there may be are busy. The JDK's pool does it the
 * other way round (line first, new threads when the line is full), so its queue takes
 * work only by handing it to a thread that is waiting for some.
 * <p>
 * The threads are daemons, as the event loops are: whether a JVM with a listener stays up
 * is the decision of those who started the listener, not of an idle pool.
 */
final class PlatformThreads implements ServletThreads {

	private final Line line = new Line();

	private final ThreadPoolExecutor pool;

	PlatformThreads(int max) {
		// One thread never times out, so that work which came just as the others did is
		// taken
		this.pool = new ThreadPoolExecutor(1, max, 60, TimeUnit.SECONDS, this.line, new Threads(),
				(task, executor) -> this.line.hold(task, executor));
	}

	@Override
	public Executor executor(EventLoop loop) {
		return this.pool;
	}

	/** How many threads wait for work. */
	int waiting() {
		return this.line.getWaitingConsumerCount();
	}

	/** How many threads are at work. */
	int busy() {
		return this.pool.getActiveCount();
	}

	@Override
	public void close() {
		this.pool.shutdown();
	}

	/** Hands work to a waiting thread; holds it only when told so. */
	private static final class Line extends LinkedTransferQueue<Runnable> {

		private static final long serialVersionUID = 1L;

		@Override
		public boolean offer(Runnable task) {
			return tryTransfer(task);
		}

		/** The pool's {@link RejectedExecutionHandler}: all threads are busy. */
		void hold(Runnable task, ThreadPoolExecutor executor) {
			if (executor.isShutdown()) {
				// What an exchange has left to do after the end, such as to tell its
				// listeners that it was cut off
				executor.getThreadFactory().newThread(task).start();
			}
			else {
				super.offer(task);
			}
		}

	}

	private static final class Threads implements ThreadFactory {

		private final AtomicInteger number = new AtomicInteger();

		@Override
		public Thread newThread(Runnable task) {
			Thread thread = new Thread(task, "bridge-" + this.number.incrementAndGet());
			thread.setDaemon(true);
			return thread;
		}

	}

}
