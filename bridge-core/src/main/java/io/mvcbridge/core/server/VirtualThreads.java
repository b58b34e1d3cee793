package io.mvcbridge.core.server;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

import io.netty.channel.EventLoop;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A new virtual thread for every piece of work. Written against Java 17, so the factory
 * is looked up by name.
 * <p>
 * Threads are started in batches: once {@value #BATCH} are started that had no turn yet,
 * the others stand in line until all of these had. The carriers of the JDK's scheduler
 * take from one queue until it is empty, and each thread that starts others has a queue
 * of its own. Under load those of the event loops would never be empty, and a request
 * that is woken through another one, after a timed wait or a monitor, would not go on as
 * long as others come.
 */
final class VirtualThreads implements ServletThreads, Executor {

	private static final Logger logger = LoggerFactory.getLogger(VirtualThreads.class);

	static final int BATCH = 16;

	private final ThreadFactory factory;

	private final Queue<Runnable> line = new ConcurrentLinkedQueue<>();

	/** Threads that are started and had no turn yet. */
	private final AtomicInteger fresh = new AtomicInteger();

	/** Whether threads may be started; what is in line waits for it. */
	private volatile boolean open = true;

	/**
	 * Looks the factory up.
	 * @throws IllegalStateException before Java 21
	 */
	VirtualThreads() {
		this(factory());
	}

	VirtualThreads(ThreadFactory factory) {
		this.factory = factory;
	}

	private static ThreadFactory factory() {
		try {
			MethodHandles.Lookup lookup = MethodHandles.publicLookup();
			Class<?> builder = Class.forName("java.lang.Thread$Builder");
			Class<?> virtual = Class.forName("java.lang.Thread$Builder$OfVirtual");
			Object named = lookup.findVirtual(builder, "name", MethodType.methodType(builder, String.class, long.class))
				.invoke(lookup.findStatic(Thread.class, "ofVirtual", MethodType.methodType(virtual)).invoke(),
						"bridge-", 1L);
			// Who starts a thread may be serving another request, whose permit it passes
			// on
			Object alone = lookup
				.findVirtual(builder, "inheritInheritableThreadLocals", MethodType.methodType(builder, boolean.class))
				.invoke(named, false);
			return (ThreadFactory) lookup.findVirtual(builder, "factory", MethodType.methodType(ThreadFactory.class))
				.invoke(alone);
		}
		catch (ClassNotFoundException | NoSuchMethodException ex) {
			throw new IllegalStateException("Virtual threads need Java 21 or later, this is Java "
					+ Runtime.version().feature() + ": run on a later Java or use platform threads", ex);
		}
		catch (Throwable ex) {
			throw new IllegalStateException("Virtual threads are not available", ex);
		}
	}

	@Override
	public boolean areLasting() {
		return false;
	}

	@Override
	public Executor executor(EventLoop loop) {
		return this;
	}

	@Override
	public void execute(Runnable task) {
		if (this.open && this.line.isEmpty()) {
			start(task);
			return;
		}
		this.line.add(task);
		try {
			startThoseInLine();
		}
		catch (Throwable ex) {
			if (this.line.remove(task)) {
				throw ex;
			}
			warn(ex);
		}
	}

	private void start(Runnable task) {
		if (this.fresh.incrementAndGet() >= BATCH) {
			// Before the start: the turn that makes it the last of the batch opens again
			this.open = false;
		}
		try {
			this.factory.newThread(new Begin(task)).start();
		}
		catch (Throwable ex) {
			isLastOfBatch();
			throw ex;
		}
	}

	private void startThoseInLine() {
		while (this.open) {
			Runnable task = this.line.poll();
			if (task == null) {
				return;
			}
			try {
				start(task);
			}
			catch (Throwable ex) {
				this.line.add(task);
				throw ex;
			}
		}
	}

	private boolean isLastOfBatch() {
		boolean last = this.fresh.decrementAndGet() == 0;
		if (last) {
			this.open = true;
		}
		return last;
	}

	/** A thread has its first turn. */
	private void begun() {
		if (isLastOfBatch()) {
			try {
				startThoseInLine();
			}
			catch (Throwable ex) {
				warn(ex);
			}
		}
	}

	/** Those in line are tried again with the next piece of work. */
	private void warn(Throwable ex) {
		logger.warn("No further thread can be had, {} requests wait for one: {}", this.line.size(), ex.toString());
	}

	/** How much work waits for a thread. */
	int waiting() {
		return this.line.size();
	}

	/** Nothing is kept: a virtual thread ends with its work. */
	@Override
	public void close() {
	}

	/** Work that tells of its first turn. */
	private final class Begin implements Runnable {

		private final Runnable task;

		Begin(Runnable task) {
			this.task = task;
		}

		@Override
		public void run() {
			begun();
			this.task.run();
		}

		@Override
		public String toString() {
			return this.task.toString();
		}

	}

}
