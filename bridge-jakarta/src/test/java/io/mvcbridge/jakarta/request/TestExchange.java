package io.mvcbridge.jakarta.request;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Executor;

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
import io.netty.handler.codec.http.HttpHeaders;
import org.jspecify.annotations.Nullable;

/**
 * An exchange whose event loop, clock and threads are the test's: tasks run when the test
 * runs them, timers fire when it fires them. Notes what was handed over, in order.
 */
final class TestExchange implements HttpExchange {

	/**
	 * What was handed over: {@code whole 5}, {@code head}, {@code piece 3}, and so on.
	 */
	final List<String> handedOver = new ArrayList<>();

	final Deque<Runnable> tasks = new ArrayDeque<>();

	final List<TestTimer> timers = new ArrayList<>();

	final StringBuilder body = new StringBuilder();

	final TestBody input = new TestBody();

	private final HttpHeaders requestHeaders = new DefaultHttpHeaders();

	private final RequestHead head;

	private final List<ExchangeListener> listeners = new ArrayList<>();

	private final TestStream stream = new TestStream();

	@Nullable ResponseHead answered;

	@Nullable Throwable abortedBy;

	@Nullable Forwarding forwarding;

	ByteBufAllocator allocator = ByteBufAllocator.DEFAULT;

	/** Thrown by whoever wants to stream. */
	@Nullable Error streamFailure;

	boolean writable = true;

	boolean clientGone;

	@Nullable Runnable onWritable;

	TestExchange() {
		this("GET");
	}

	TestExchange(String method, String... headers) {
		for (int i = 0; i < headers.length; i += 2) {
			this.requestHeaders.add(headers[i], headers[i + 1]);
		}
		this.head = new RequestHead(method, "/", "HTTP/1.1", this.requestHeaders);
	}

	/** Runs all tasks that wait, those they add included. */
	void runTasks() {
		for (Runnable task = this.tasks.poll(); task != null; task = this.tasks.poll()) {
			task.run();
		}
	}

	/** The client leaves. */
	void leave() {
		this.clientGone = true;
		abort(new ClientAbortException("The client left", null));
	}

	private void take(ByteBuf bytes) {
		this.body.append(bytes.toString(StandardCharsets.UTF_8));
		bytes.release();
	}

	@Override
	public RequestHead head() {
		return this.head;
	}

	@Override
	public ConnectionInfo connection() {
		InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 8080);
		return new ConnectionInfo("1", address, address, null);
	}

	@Override
	public @Nullable Forwarding forwarding() {
		return this.forwarding;
	}

	@Override
	public BodyReader body() {
		return this.input;
	}

	@Override
	public void informational(int status, HttpHeaders headers) {
		this.handedOver.add("interim " + status);
	}

	@Override
	public synchronized void respond(ResponseHead head, ByteBuf body) {
		this.answered = head;
		this.handedOver.add("whole " + body.readableBytes());
		take(body);
	}

	@Override
	public synchronized ResponseStream stream(ResponseHead head) {
		if (this.streamFailure != null) {
			throw this.streamFailure;
		}
		this.answered = head;
		this.handedOver.add("head");
		return this.stream;
	}

	@Override
	public UpgradedConnection upgrade(HttpHeaders headers) {
		this.handedOver.add("upgrade " + headers.get("Upgrade"));
		return new UpgradedConnection() {

			@Override
			public BodyReader input() {
				return TestExchange.this.input;
			}

			@Override
			public ResponseStream output() {
				return TestExchange.this.stream;
			}

			@Override
			public void close() {
				TestExchange.this.handedOver.add("close");
			}

		};
	}

	@Override
	public void abort(Throwable cause) {
		if (this.abortedBy == null) {
			this.abortedBy = cause;
			this.handedOver.add("abort");
			for (ExchangeListener listener : List.copyOf(this.listeners)) {
				listener.aborted(cause);
			}
		}
	}

	@Override
	public void addListener(ExchangeListener listener) {
		this.listeners.add(listener);
	}

	@Override
	public ByteBufAllocator allocator() {
		return this.allocator;
	}

	@Override
	public Executor executor() {
		return this.tasks::add;
	}

	@Override
	public void whenReleased(Runnable task) {
		throw new UnsupportedOperationException("A test that needs it uses a server");
	}

	@Override
	public long loopHeldNanos() {
		return -1;
	}

	@Override
	public Timer schedule(Runnable task, Duration delay) {
		TestTimer timer = new TestTimer(task, delay);
		this.timers.add(timer);
		return timer;
	}

	/** A timer that fires when the test says so, unless it was cancelled. */
	static final class TestTimer implements Timer {

		final Duration delay;

		private final Runnable task;

		boolean cancelled;

		TestTimer(Runnable task, Duration delay) {
			this.task = task;
			this.delay = delay;
		}

		/** Fires although it was cancelled, as one that had already started does. */
		void fire() {
			this.task.run();
		}

		@Override
		public void cancel() {
			this.cancelled = true;
		}

	}

	private final class TestStream implements ResponseStream {

		@Override
		public void write(ByteBuf piece) throws IOException {
			offer(piece);
		}

		@Override
		public void offer(ByteBuf piece) throws IOException {
			if (TestExchange.this.clientGone) {
				piece.release();
				throw new ClientAbortException("The client left", null);
			}
			synchronized (TestExchange.this) {
				TestExchange.this.handedOver.add("piece " + piece.readableBytes());
				take(piece);
			}
		}

		@Override
		public void flush() {
			synchronized (TestExchange.this) {
				TestExchange.this.handedOver.add("flush");
			}
		}

		@Override
		public boolean isWritable() {
			return TestExchange.this.writable;
		}

		@Override
		public void onWritable(Runnable callback) {
			if (TestExchange.this.writable) {
				callback.run();
			}
			else {
				TestExchange.this.onWritable = callback;
			}
		}

		@Override
		public void end(@Nullable HttpHeaders trailers) {
			TestExchange.this.handedOver.add((trailers != null) ? "end with trailers" : "end");
		}

	}

	/** A body that arrives when the test lets it. */
	static final class TestBody implements BodyReader {

		private final Deque<ByteBuf> pieces = new ArrayDeque<>();

		private @Nullable Runnable callback;

		private @Nullable IOException failure;

		boolean complete = true;

		void arrive(String text) {
			this.pieces.add(Unpooled.copiedBuffer(text, StandardCharsets.UTF_8));
			signal();
		}

		void complete() {
			this.complete = true;
			signal();
		}

		void fail(IOException cause) {
			this.failure = cause;
			signal();
		}

		/** Gives back what nobody read. */
		synchronized void release() {
			this.pieces.forEach(ByteBuf::release);
			this.pieces.clear();
		}

		private void signal() {
			Runnable callback = this.callback;
			this.callback = null;
			if (callback != null) {
				callback.run();
			}
		}

		@Override
		public long declaredLength() {
			return -1;
		}

		@Override
		public @Nullable ByteBuf read() throws IOException {
			return poll();
		}

		@Override
		public synchronized @Nullable ByteBuf poll() throws IOException {
			ByteBuf piece = this.pieces.poll();
			if (piece == null && this.failure != null) {
				throw this.failure;
			}
			return piece;
		}

		@Override
		public boolean isConsumed() {
			return this.complete && this.pieces.isEmpty();
		}

		@Override
		public int available() {
			return this.pieces.stream().mapToInt(ByteBuf::readableBytes).sum();
		}

		@Override
		public void onReadable(Runnable callback) {
			this.callback = callback;
			if (this.complete || !this.pieces.isEmpty() || this.failure != null) {
				signal();
			}
		}

		@Override
		public @Nullable HttpHeaders trailers() {
			return null;
		}

	}

}
