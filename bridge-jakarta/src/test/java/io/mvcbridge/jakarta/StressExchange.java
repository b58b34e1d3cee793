package io.mvcbridge.jakarta;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

import io.mvcbridge.core.exchange.BodyReader;
import io.mvcbridge.core.exchange.ClientAbortException;
import io.mvcbridge.core.exchange.ConnectionInfo;
import io.mvcbridge.core.exchange.ExchangeListener;
import io.mvcbridge.core.exchange.Forwarding;
import io.mvcbridge.core.exchange.HttpExchange;
import io.mvcbridge.core.exchange.RequestHead;
import io.mvcbridge.core.exchange.ResponseHead;
import io.mvcbridge.core.exchange.ResponseStream;
import io.mvcbridge.core.exchange.UpgradedConnection;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import org.jspecify.annotations.Nullable;

/**
 * An exchange without a socket that keeps the contract of a real one: what is handed over
 * goes in order to one loop, which alone ends it. Its body arrives in pieces at random
 * moments, its client takes what is written a while later.
 */
final class StressExchange implements HttpExchange {

	/** Above this much the client is slow. */
	private static final int HIGH = 4000;

	private final ScheduledExecutorService loop;

	private final Executor threads;

	private final List<ExchangeListener> listeners = new ArrayList<>();

	private final List<Future<?>> timers = new ArrayList<>();

	private final AtomicBoolean begun = new AtomicBoolean();

	private final Body body = new Body();

	private final Stream stream = new Stream();

	/** How often the exchange has ended. */
	final AtomicInteger ends = new AtomicInteger();

	final CountDownLatch ended = new CountDownLatch(1);

	private volatile boolean over;

	private volatile @Nullable Throwable cause;

	/**
	 * Makes an exchange.
	 * @param loop its event loop, with one thread
	 * @param threads what servlets run on
	 * @param random when the pieces of its body arrive
	 */
	StressExchange(ScheduledExecutorService loop, Executor threads, Random random) {
		this.loop = loop;
		this.threads = threads;
		int pieces = random.nextInt(4);
		for (int i = 1; i <= pieces; i++) {
			loop.schedule(this.body::arrive, random.nextInt(1500) * i, TimeUnit.MICROSECONDS);
		}
		loop.schedule(this.body::complete, 1500L * pieces, TimeUnit.MICROSECONDS);
	}

	/** The client leaves. */
	void leave() {
		abort(new ClientAbortException("The client left", null));
	}

	boolean isOver() {
		return this.over;
	}

	private void end(@Nullable Throwable cause) {
		if (this.over) {
			return;
		}
		this.ends.incrementAndGet();
		List<ExchangeListener> told;
		synchronized (this.listeners) {
			this.over = true;
			this.cause = cause;
			told = List.copyOf(this.listeners);
			this.timers.forEach((timer) -> timer.cancel(false));
		}
		this.body.fail();
		this.stream.fail();
		told.forEach(this::tell);
		this.ended.countDown();
	}

	private void tell(ExchangeListener listener) {
		if (this.cause != null) {
			listener.aborted(this.cause);
		}
		listener.ended();
	}

	@Override
	public RequestHead head() {
		return new RequestHead("POST", "/", "HTTP/1.1", new DefaultHttpHeaders().add("Transfer-Encoding", "chunked"));
	}

	@Override
	public ConnectionInfo connection() {
		InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 8080);
		return new ConnectionInfo("1", address, address, null);
	}

	@Override
	public @Nullable Forwarding forwarding() {
		return null;
	}

	@Override
	public BodyReader body() {
		return this.body;
	}

	@Override
	public void informational(int status, HttpHeaders headers) {
	}

	@Override
	public void respond(ResponseHead head, ByteBuf body) {
		body.release();
		begin();
		this.loop.execute(() -> end(null));
	}

	@Override
	public ResponseStream stream(ResponseHead head) {
		begin();
		return this.stream;
	}

	private void begin() {
		if (!this.begun.compareAndSet(false, true)) {
			throw new IllegalStateException("The response was already begun: an exchange has one");
		}
	}

	@Override
	public UpgradedConnection upgrade(HttpHeaders headers) {
		throw new IllegalStateException("Nobody asks for that here");
	}

	@Override
	public ByteBufAllocator allocator() {
		return ByteBufAllocator.DEFAULT;
	}

	@Override
	public void abort(Throwable cause) {
		this.loop.execute(() -> end(cause));
	}

	@Override
	public void addListener(ExchangeListener listener) {
		synchronized (this.listeners) {
			if (!this.over) {
				this.listeners.add(listener);
				return;
			}
		}
		this.loop.execute(() -> tell(listener));
	}

	@Override
	public Executor executor() {
		return this.threads;
	}

	@Override
	public void whenReleased(Runnable task) {
		throw new UnsupportedOperationException("Only a host asks for this");
	}

	@Override
	public long loopHeldNanos() {
		return -1;
	}

	@Override
	public Timer schedule(Runnable task, Duration delay) {
		AtomicBoolean done = new AtomicBoolean();
		Future<?> timer = this.loop.schedule(() -> {
			if (done.compareAndSet(false, true)) {
				this.threads.execute(task);
			}
		}, delay.toNanos(), TimeUnit.NANOSECONDS);
		synchronized (this.listeners) {
			if (this.over) {
				timer.cancel(false);
			}
			this.timers.add(timer);
		}
		return () -> {
			done.set(true);
			timer.cancel(false);
		};
	}

	private final class Stream implements ResponseStream {

		private final AtomicInteger queued = new AtomicInteger();

		private volatile boolean failed;

		private volatile boolean endAsked;

		private volatile @Nullable Thread waiting;

		private @Nullable Runnable callback;

		@Override
		public void write(ByteBuf piece) throws IOException {
			offer(piece);
			this.waiting = Thread.currentThread();
			while (!isWritable() && !this.failed) {
				LockSupport.parkNanos(1_000_000);
			}
			this.waiting = null;
		}

		@Override
		public void offer(ByteBuf piece) throws IOException {
			int size = piece.readableBytes();
			piece.release();
			if (this.endAsked) {
				return;
			}
			if (this.failed) {
				throw new ClientAbortException("The client left", null);
			}
			this.queued.addAndGet(size);
			StressExchange.this.loop.execute(() -> taken(size));
		}

		private void taken(int size) {
			this.queued.addAndGet(-size);
			wake();
		}

		@Override
		public void flush() throws IOException {
			if (this.failed) {
				throw new ClientAbortException("The client left", null);
			}
		}

		@Override
		public boolean isWritable() {
			return this.queued.get() < HIGH;
		}

		@Override
		public void onWritable(Runnable callback) {
			synchronized (this) {
				this.callback = callback;
			}
			if (isWritable() || this.failed) {
				wake();
			}
		}

		@Override
		public void end(@Nullable HttpHeaders trailers) {
			this.endAsked = true;
			StressExchange.this.loop.execute(() -> StressExchange.this.end(null));
		}

		void fail() {
			this.failed = true;
			wake();
		}

		private void wake() {
			LockSupport.unpark(this.waiting);
			Runnable called;
			synchronized (this) {
				called = this.callback;
				this.callback = null;
			}
			if (called != null) {
				called.run();
			}
		}

	}

	private final class Body implements BodyReader {

		private final Deque<ByteBuf> pieces = new ArrayDeque<>();

		private final ConcurrentLinkedQueue<Thread> waiting = new ConcurrentLinkedQueue<>();

		private boolean complete;

		private boolean failed;

		private @Nullable Runnable callback;

		void arrive() {
			synchronized (this) {
				if (this.failed) {
					return;
				}
				this.pieces.add(Unpooled.buffer(100).writeZero(100));
			}
			signal();
		}

		void complete() {
			synchronized (this) {
				this.complete = true;
			}
			signal();
		}

		void fail() {
			synchronized (this) {
				this.failed = !this.complete || !this.pieces.isEmpty();
				this.complete = true;
				this.pieces.forEach(ByteBuf::release);
				this.pieces.clear();
			}
			signal();
		}

		private void signal() {
			this.waiting.forEach(LockSupport::unpark);
			Runnable called;
			synchronized (this) {
				called = this.callback;
				this.callback = null;
			}
			if (called != null) {
				called.run();
			}
		}

		@Override
		public long declaredLength() {
			return -1;
		}

		@Override
		public @Nullable ByteBuf read() throws IOException {
			this.waiting.add(Thread.currentThread());
			try {
				ByteBuf piece = poll();
				while (piece == null && !isConsumed()) {
					LockSupport.parkNanos(1_000_000);
					piece = poll();
				}
				return piece;
			}
			finally {
				this.waiting.remove(Thread.currentThread());
			}
		}

		@Override
		public synchronized @Nullable ByteBuf poll() throws IOException {
			if (this.failed) {
				throw new ClientAbortException("The client left", null);
			}
			return this.pieces.poll();
		}

		@Override
		public synchronized boolean isConsumed() {
			return this.complete && !this.failed && this.pieces.isEmpty();
		}

		@Override
		public synchronized int available() {
			return this.pieces.size() * 100;
		}

		@Override
		public void onReadable(Runnable callback) {
			boolean ready;
			synchronized (this) {
				this.callback = callback;
				ready = this.complete || !this.pieces.isEmpty();
			}
			if (ready) {
				signal();
			}
		}

		@Override
		public synchronized @Nullable HttpHeaders trailers() {
			return this.complete ? EmptyHttpHeaders.INSTANCE : null;
		}

	}

}
