package io.mvcbridge.core.server;

import java.io.IOException;

import io.mvcbridge.core.exchange.BodyReader;
import io.mvcbridge.core.exchange.ClientAbortException;
import io.mvcbridge.core.exchange.UpgradedConnection;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import org.jspecify.annotations.Nullable;

/**
 * The connection of one exchange from its 101 on, between its application and the event
 * loop. The loop goes through two steps: it writes the 101, and it takes what comes for
 * bytes once the request has arrived whole (RFC 9110 §7.8); a rest of the body that
 * nobody read is taken in between. Bytes that came behind the request wait in the decoder
 * until then.
 */
final class UpgradedChannel implements UpgradedConnection, RequestBody.Connection {

	private static final IOException CLOSED = RequestBody.stackless("The connection was closed");

	private final ServerExchange exchange;

	private final ExchangeHandler handler;

	private final HttpHeaders headers;

	private final RequestBody bytes = new RequestBody(-1, this);

	private final Input input = new Input();

	private final QueuedOutput output;

	/** Both directions are to end. */
	private volatile boolean closing;

	/** Everything was read, the end included. */
	private volatile boolean consumed;

	// ---- the event loop's

	private boolean switching;

	/** What comes is bytes. */
	private boolean raw;

	private boolean inputEnded;

	private boolean outputEnded;

	/** Something was sent or received since somebody looked. */
	private boolean used;

	/** How much of an unread request body was taken in. */
	private long swallowed;

	UpgradedChannel(ServerExchange exchange, ExchangeHandler handler, HttpHeaders headers) {
		this.exchange = exchange;
		this.handler = handler;
		this.headers = headers;
		this.output = new Output(exchange);
	}

	// ---- the application's side

	@Override
	public BodyReader input() {
		return this.input;
	}

	@Override
	public QueuedOutput output() {
		return this.output;
	}

	@Override
	public void close() {
		if (!this.closing) {
			this.closing = true;
			this.output.markEnd();
			this.exchange.onLoop(this::settle);
		}
	}

	/** The reader came to the end. */
	private void inputConsumed() {
		if (!this.consumed) {
			this.consumed = true;
			this.exchange.onLoop(this::settle);
		}
	}

	@Override
	public void requireOffLoop() {
		this.exchange.requireOffLoop();
	}

	/** The protocol has no {@code 100 Continue}. */
	@Override
	public void bodyAsked() {
	}

	@Override
	public void bodyResumed() {
		this.exchange.bodyResumed();
	}

	/** The client may be silent for as long as its protocol lets it. */
	@Override
	public void bodyAwaited() {
	}

	@Override
	public void bodyArrived() {
	}

	// ---- the event loop's side

	/** Switches the protocol; the task that was posted with the decision. */
	void begin() {
		if (this.exchange.isOver()) {
			return;
		}
		this.switching = true;
		this.exchange.writer().switchProtocols(this.headers);
		if (this.exchange.isRequestComplete()) {
			becomeRaw();
		}
		else {
			this.handler.deadlines().enter(ConnectionDeadlines.Phase.SWALLOW);
			this.handler.readOn();
		}
	}

	/**
	 * A piece of the request body arrived, which nobody reads any more.
	 * @param size its size
	 * @param last whether it was the last one
	 */
	void requestArrived(int size, boolean last) {
		this.swallowed += size;
		if (!this.switching) {
			return;
		}
		if (last) {
			becomeRaw();
		}
		else if (this.handler.canSwallow(this.swallowed)) {
			this.handler.deadlines().enter(ConnectionDeadlines.Phase.SWALLOW);
		}
		else {
			this.exchange.abort(new IOException(
					"The protocol was switched, but " + this.swallowed + " bytes of the request body were not read"));
		}
	}

	private void becomeRaw() {
		if (this.raw || this.exchange.isOver()) {
			return;
		}
		this.raw = true;
		this.handler.deadlines().enter(ConnectionDeadlines.Phase.EXCHANGE);
		HttpPipeline.endRequests(this.exchange.context().pipeline());
		if (this.handler.isInputClosed()) {
			endInput();
		}
		this.handler.readOn();
	}

	/** Takes over bytes that the client sent. */
	void arrived(ByteBuf bytes) {
		this.used = true;
		if (this.inputEnded || this.closing || this.exchange.isOver()) {
			bytes.release();
		}
		else {
			this.bytes.arrived(bytes);
		}
	}

	boolean hasRoom() {
		return !this.raw || this.closing || this.bytes.hasRoom();
	}

	/** The client will send nothing more. What it has sent may not be here yet. */
	void inputClosed() {
		if (this.raw) {
			endInput();
		}
	}

	private void endInput() {
		if (!this.inputEnded) {
			this.inputEnded = true;
			this.handler.deadlines().enter(ConnectionDeadlines.Phase.HALF_CLOSED);
			this.bytes.completed(EmptyHttpHeaders.INSTANCE);
		}
	}

	/**
	 * The listener shuts down: the application is told by the end of its input, unless
	 * something has gone to or fro since the last call.
	 */
	void endIfQuiet() {
		if (!this.used) {
			inputClosed();
		}
		this.used = false;
	}

	private void outputSent(ChannelFuture future) {
		if (future.isSuccess()) {
			this.outputEnded = true;
			settle();
		}
		else {
			this.exchange.partWritten(future);
		}
	}

	/** Looks at what has ended, and ends what is to end with it. */
	private void settle() {
		if (!this.outputEnded || this.exchange.isOver()) {
			return;
		}
		if (this.closing || (this.inputEnded && this.consumed)) {
			this.exchange.finished();
		}
		else if (this.exchange.context().channel() instanceof DuplexChannel channel && !channel.isOutputShutdown()) {
			channel.shutdownOutput();
		}
	}

	/**
	 * The exchange has ended: nothing can be read any more.
	 * @param cause why it was aborted, null if it is complete
	 */
	void over(@Nullable ClientAbortException cause) {
		this.bytes.discard((cause != null) ? cause : CLOSED);
	}

	/** The bytes, read as a body is; tells when the reader came to their end. */
	private final class Input implements BodyReader {

		private final RequestBody bytes = UpgradedChannel.this.bytes;

		@Override
		public long declaredLength() {
			return -1;
		}

		@Override
		public @Nullable ByteBuf read() throws IOException {
			ByteBuf piece = this.bytes.read();
			if (piece == null) {
				inputConsumed();
			}
			return piece;
		}

		@Override
		public @Nullable ByteBuf poll() throws IOException {
			ByteBuf piece = this.bytes.poll();
			if (piece == null && this.bytes.isConsumed()) {
				inputConsumed();
			}
			return piece;
		}

		@Override
		public boolean isConsumed() {
			boolean consumed = this.bytes.isConsumed();
			if (consumed) {
				inputConsumed();
			}
			return consumed;
		}

		@Override
		public int available() {
			return this.bytes.available();
		}

		@Override
		public void onReadable(Runnable callback) {
			this.bytes.onReadable(callback);
		}

		@Override
		public @Nullable HttpHeaders trailers() {
			return this.bytes.trailers();
		}

	}

	/** Writes bytes as they are. */
	private final class Output extends QueuedOutput {

		Output(ServerExchange exchange) {
			super(exchange);
		}

		@Override
		public void end(@Nullable HttpHeaders trailers) {
			if (trailers != null) {
				throw new IllegalArgumentException("Bytes of another protocol have no trailer fields: " + trailers);
			}
			markEnd();
		}

		@Override
		int admit(ByteBuf piece) {
			return piece.readableBytes();
		}

		/** The 101 was written by the task before. */
		@Override
		void begin() {
		}

		@Override
		Object message(ByteBuf piece) {
			return piece;
		}

		@Override
		void writeLast(ChannelHandlerContext ctx) {
			ctx.write(Unpooled.EMPTY_BUFFER).addListener((ChannelFuture future) -> outputSent(future));
		}

		@Override
		void flushed() {
			super.flushed();
			UpgradedChannel.this.used = true;
			ConnectionDeadlines deadlines = UpgradedChannel.this.handler.deadlines();
			if (deadlines.phase() == ConnectionDeadlines.Phase.HALF_CLOSED) {
				deadlines.enter(ConnectionDeadlines.Phase.HALF_CLOSED);
			}
		}

	}

}
