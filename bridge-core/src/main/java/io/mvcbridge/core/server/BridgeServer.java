package io.mvcbridge.core.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

import io.mvcbridge.core.kernel.KernelHost;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.ServerChannelRecvByteBufAllocator;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.Promise;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.resources.LoopResources;
import reactor.netty.tcp.TcpServer;

/**
 * The listener: binds a port on Reactor Netty's {@code TcpServer} and gives every
 * exchange to the kernel that its {@link KernelHost} has installed. It can be stopped and
 * started again; {@link #close()} is final. Methods may be called from any thread but an
 * event loop.
 * <p>
 * All its threads are daemons: a program whose {@code main} ends while the server runs
 * has to keep the JVM up by itself.
 */
public final class BridgeServer implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(BridgeServer.class);

	private static final Duration LOOP_SHUTDOWN = Duration.ofSeconds(5);

	/**
	 * How long to wait for event loops that threads of the application hold. Longer than
	 * the watchdog leaves a thread that waits for its own loop.
	 */
	private static final Duration LOOP_PATIENCE = Duration.ofSeconds(10);

	/** How long to wait for them once that was in vain. */
	private static final Duration LOOP_IMPATIENCE = Duration.ofSeconds(1);

	private final ServerSettings settings;

	private final ServletThreads threads;

	private final Duration loopPatience;

	private final Admission admission;

	private final Connections connections = new Connections();

	private final LoopResources loops;

	private final HttpPipeline pipeline;

	private final ReentrantLock lifecycle = new ReentrantLock();

	private volatile @Nullable DisposableServer listener;

	private boolean closed;

	/** Event loops were waited for in vain. */
	private boolean loopsHeld;

	/**
	 * Makes a server that is not bound yet.
	 * @param settings the settings
	 * @param host where the kernel comes from
	 * @throws IllegalStateException if the settings ask for virtual threads, carried by
	 * event loops or not, on a Java that has none
	 */
	public BridgeServer(ServerSettings settings, KernelHost host) {
		this(settings, host, switch (settings.threads()) {
			case PLATFORM -> new PlatformThreads(settings.maxActive());
			case VIRTUAL -> new VirtualThreads();
			case EVENT_LOOP -> LoopCarriedThreads.orVirtual();
		});
	}

	BridgeServer(ServerSettings settings, KernelHost host, ServletThreads threads) {
		this(settings, host, threads, LOOP_PATIENCE);
	}

	BridgeServer(ServerSettings settings, KernelHost host, ServletThreads threads, Duration loopPatience) {
		this.settings = settings;
		this.loopPatience = loopPatience;
		this.threads = threads;
		this.admission = new Admission(settings.maxActive());
		Dispatcher dispatcher = new Dispatcher(host, this.admission, this.threads, settings.acquireTimeout());
		this.pipeline = new HttpPipeline(settings, dispatcher, this.connections);
		int loops = (settings.eventLoops() > 0) ? settings.eventLoops() : Runtime.getRuntime().availableProcessors();
		// Accepting has a loop of its own, to be done up to the moment of its end: what
		// then waits to be accepted is reset, with the request that may be in it.
		this.loops = LoopResources.create("bridge-loop", 1, loops, true);
	}

	/**
	 * Binds the port. Does nothing if it is bound.
	 * @throws ListenerBindException if the address cannot be bound; its cause tells why
	 * @throws IllegalStateException if the server was closed
	 */
	public void start() {
		this.lifecycle.lock();
		try {
			if (this.closed) {
				throw new IllegalStateException("The server was closed: make a new one");
			}
			if (this.listener == null) {
				this.connections.keepOpen();
				this.listener = bind();
			}
		}
		finally {
			this.lifecycle.unlock();
		}
	}

	private DisposableServer bind() {
		InetAddress address = this.settings.address();
		int port = this.settings.port();
		InetSocketAddress local = (address != null) ? new InetSocketAddress(address, port)
				: new InetSocketAddress(port);
		try {
			return TcpServer.create()
				.bindAddress(() -> local)
				.runOn(this.loops, this.settings.nativeTransport())
				.option(ChannelOption.RCVBUF_ALLOCATOR,
						new ServerChannelRecvByteBufAllocator().maxMessagesPerRead(1024))
				.childOption(ChannelOption.ALLOCATOR, PooledByteBufAllocator.DEFAULT)
				.childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
				.childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, new WriteBufferWaterMark(64 * 1024, 256 * 1024))
				// One receive for one read, or the bounds of what waits would not hold
				.childOption(ChannelOption.RCVBUF_ALLOCATOR, new AdaptiveRecvByteBufAllocator().maxMessagesPerRead(1))
				.doOnChannelInit(this.pipeline)
				.bindNow();
		}
		catch (RuntimeException ex) {
			throw bindFailure(local, ex);
		}
	}

	private static ListenerBindException bindFailure(InetSocketAddress local, RuntimeException ex) {
		Throwable cause = (ex.getCause() != null) ? ex.getCause() : ex;
		boolean inUse = isInUse(cause);
		String message = inUse ? "Another listener holds %s:%d: stop it or choose another port"
				: "Cannot listen on %s:%d: %s";
		return new ListenerBindException(
				message.formatted(local.getAddress().getHostAddress(), local.getPort(), cause.getMessage()),
				local.getPort(), inUse, cause);
	}

	/**
	 * The JDK and the native transports agree in the words of the operating system only.
	 */
	private static boolean isInUse(Throwable cause) {
		String message = cause.getMessage();
		return cause instanceof IOException && message != null && message.contains("in use");
	}

	/**
	 * The bound port.
	 * @return the port, or -1 while not bound
	 */
	public int port() {
		DisposableServer listener = this.listener;
		return (listener != null) ? listener.port() : -1;
	}

	/**
	 * Accepts no new connection. Exchanges go on, each the last of its connection; idle
	 * connections may bring one more, and are closed when no request has come on any of
	 * them for {@link ServerSettings#shutdownQuiet()}.
	 * @return completes when no connection is open any more, at once if there is none,
	 * and when the server is stopped or started again. It may complete on an event loop
	 */
	public CompletionStage<Void> stopAccepting() {
		this.lifecycle.lock();
		try {
			unbind();
			return this.closed ? CompletableFuture.completedStage(null)
					: this.connections.drain(this.settings.shutdownQuiet(), eventLoops().next());
		}
		finally {
			this.lifecycle.unlock();
		}
	}

	private void unbind() {
		DisposableServer listener = this.listener;
		if (listener != null) {
			Channel channel = listener.channel();
			// The first turn of the selector accepts what waits, the second one, where it
			// is the JDK's, lets go of the port
			afterTurn(channel.eventLoop(), channel::close);
			channel.closeFuture().awaitUninterruptibly();
			afterTurn(channel.eventLoop(), () -> {
			});
			// A connection that was accepted last may be on its way to its event loop
			awaitTurns();
			this.listener = null;
		}
	}

	/** Waits until every loop has run what it was given before. */
	private void awaitTurns() {
		Map<EventExecutor, Future<?>> turns = new LinkedHashMap<>();
		eventLoops().forEach((loop) -> turns.put(loop, loop.submit(() -> {
		})));
		Duration patience = patience();
		long end = System.nanoTime() + patience.toNanos();
		turns.forEach((loop, turn) -> {
			if (!turn.awaitUninterruptibly(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS)) {
				this.loopsHeld = true;
				logger.warn("The server stops although an event loop did not answer for {} ms: {} holds it",
						patience.toMillis(), holder(loop));
			}
		});
	}

	/**
	 * For how long to wait for event loops now. The patience is there once: what holds a
	 * loop that long may do so for ever, and whoever stops the process has little of it.
	 */
	private Duration patience() {
		return (this.loopsHeld && this.loopPatience.compareTo(LOOP_IMPATIENCE) > 0) ? LOOP_IMPATIENCE
				: this.loopPatience;
	}

	private String holder(EventExecutor loop) {
		String holder = (loop instanceof EventLoop eventLoop) ? this.threads.holder(eventLoop) : null;
		return (holder != null) ? holder : "application code";
	}

	/**
	 * Runs a task behind a whole turn of a loop's selector and waits for it. Only what a
	 * loop schedules itself never runs before that: a task that another thread delays
	 * runs at once if it is late already.
	 */
	private static void afterTurn(EventLoop loop, Runnable task) {
		Promise<Void> done = loop.newPromise();
		loop.execute(() -> loop.schedule(task, 1, TimeUnit.NANOSECONDS).addListener((run) -> done.setSuccess(null)));
		done.awaitUninterruptibly();
	}

	private EventLoopGroup eventLoops() {
		return this.loops.onServer(this.settings.nativeTransport());
	}

	/**
	 * Unbinds the port and closes every connection, aborting what is still running. Can
	 * be started again. Does nothing if not bound.
	 */
	public void stop() {
		this.lifecycle.lock();
		try {
			unbind();
			Duration patience = patience();
			int left = this.connections.closeNow(patience);
			if (left > 0) {
				this.loopsHeld = true;
				logger.warn("{} connections could not be closed within {} ms, because application code holds their "
						+ "event loop: they end with it, or with the process", left, patience.toMillis());
			}
		}
		finally {
			this.lifecycle.unlock();
		}
	}

	/** Stops, and gives event loops and servlet threads back. */
	@Override
	public void close() {
		this.lifecycle.lock();
		try {
			if (!this.closed) {
				this.closed = true;
				stop();
				endLoops();
				this.threads.close();
			}
		}
		finally {
			this.lifecycle.unlock();
		}
	}

	private void endLoops() {
		Duration patience = patience();
		Mono<Void> end = this.loops.disposeLater(Duration.ZERO, LOOP_SHUTDOWN);
		try {
			end.block(patience);
		}
		catch (IllegalStateException ex) {
			logger.warn("Event loops did not end within {} ms and are left behind: application code holds them",
					patience.toMillis(), ex);
		}
	}

	/**
	 * The kind of threads that exchanges run on: what the settings ask for or, where that
	 * is not to be had, what was taken instead.
	 * @return the kind
	 */
	public ThreadKind threadKind() {
		if (this.threads.offLoop() != null) {
			return ThreadKind.EVENT_LOOP;
		}
		ThreadKind asked = this.settings.threads();
		return (asked == ThreadKind.EVENT_LOOP) ? ThreadKind.VIRTUAL : asked;
	}

	Admission admission() {
		return this.admission;
	}

	Connections connections() {
		return this.connections;
	}

	ServletThreads threads() {
		return this.threads;
	}

}
