package io.mvcbridge.core.server;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;

import io.netty.channel.EventLoop;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A new virtual thread for every piece of work, carried by the event loop that read the
 * request. Nothing is handed over as long as the application does not wait, and when it
 * waits, the loop goes on serving.
 */
final class LoopCarriedThreads implements ServletThreads {

	private static final Logger logger = LoggerFactory.getLogger(LoopCarriedThreads.class);

	private final AtomicLong threadNumber = new AtomicLong();

	private final Map<EventLoop, LoopCarrier> carriers = new ConcurrentHashMap<>();

	private final LoopBound offLoop = new OffLoop(this.threadNumber);

	private final LoopWatchdog watchdog;

	/**
	 * Makes threads that are watched as {@link LoopWatchdog.Limits#DEFAULTS} says.
	 * @throws IllegalStateException if there are none, see
	 * {@link LoopThreadFactory#obstacle()}
	 */
	LoopCarriedThreads() {
		this(LoopWatchdog.Limits.DEFAULTS);
	}

	LoopCarriedThreads(LoopWatchdog.Limits limits) {
		// Says why if they cannot be had
		LoopThreadFactory.defaultScheduler();
		this.watchdog = new LoopWatchdog(limits);
		startPollers();
	}

	/**
	 * Threads of this kind, or ordinary virtual ones and a warning where there are none.
	 * @return the threads
	 * @throws IllegalStateException before Java 21
	 */
	static ServletThreads orVirtual() {
		String obstacle = LoopThreadFactory.obstacle();
		if (obstacle == null) {
			return new LoopCarriedThreads();
		}
		ServletThreads virtual = new VirtualThreads();
		logger.warn("Requests run on ordinary virtual threads, because event loops cannot carry them: {}", obstacle);
		return virtual;
	}

	/**
	 * The JDK wakes virtual threads that wait for sockets by virtual threads of its own,
	 * made when the first one waits. They inherit the scheduler of the thread that makes
	 * them, for the life of the JVM: so that must be a thread which no loop carries.
	 */
	private static void startPollers() {
		Thread maker = new Thread(() -> {
			try {
				Class.forName("sun.nio.ch.Poller");
			}
			catch (ClassNotFoundException | LinkageError ex) {
				logger.debug("This JVM has other means to wake threads that wait for sockets", ex);
			}
		}, "bridge-pollers");
		maker.setDaemon(true);
		maker.start();
		boolean interrupted = false;
		while (maker.isAlive()) {
			try {
				maker.join();
			}
			catch (InterruptedException ex) {
				interrupted = true;
			}
		}
		if (interrupted) {
			Thread.currentThread().interrupt();
		}
	}

	@Override
	public boolean areLasting() {
		return false;
	}

	@Override
	public Executor executor(EventLoop loop) {
		LoopCarrier carrier = this.carriers.get(loop);
		return (carrier != null) ? carrier : this.carriers.computeIfAbsent(loop, this::newCarrier);
	}

	private LoopCarrier newCarrier(EventLoop loop) {
		LoopCarrier carrier = new LoopCarrier(loop, this.threadNumber);
		this.watchdog.watch(carrier);
		return carrier;
	}

	@Override
	public Executor offLoop() {
		return this.offLoop;
	}

	@Override
	public @Nullable String holder(EventLoop loop) {
		LoopCarrier carrier = this.carriers.get(loop);
		CarriedThread mounted = (carrier != null) ? carrier.mounted() : null;
		return (mounted != null) ? mounted.toString() : null;
	}

	/** The thread that watches, null before there is anything to watch. */
	@Nullable Thread watchdog() {
		return this.watchdog.thread();
	}

	/** Ends the watch. A virtual thread ends with its work. */
	@Override
	public void close() {
		this.watchdog.close();
	}

	/**
	 * Ordinary virtual threads, numbered with the others. Their scheduler is named: the
	 * one who starts one may be a carried thread.
	 */
	private record OffLoop(AtomicLong threadNumber) implements LoopBound {

		@Override
		public void execute(Runnable task) {
			LoopThreadFactory
				.newThread(LoopThreadFactory.defaultScheduler(), "bridge-" + this.threadNumber.incrementAndGet(), task)
				.start();
		}

		@Override
		public long heldNanos() {
			return 0;
		}

	}

}
