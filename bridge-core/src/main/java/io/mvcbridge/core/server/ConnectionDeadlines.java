package io.mvcbridge.core.server;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import io.netty.channel.Channel;
import io.netty.channel.ChannelOutboundBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The time-outs of one connection. What begins and ends a wait only notes the time; one
 * timer compares. It is due again at the nearest deadline, but never later than the
 * shortest time-out from now, so that a wait which begins between two looks is not
 * overslept. Nothing is scheduled for a request.
 * <p>
 * Used on the event loop, except {@link #bodyAwaited()} and {@link #bodyArrived()}.
 */
final class ConnectionDeadlines implements Runnable {

	/** How long a closing connection may take to send what nobody reads any more. */
	private static final Duration LINGER = Duration.ofSeconds(5);

	/** Longer is no limit. */
	private static final Duration LONGEST = Duration.ofDays(365);

	private static final long NONE = Long.MAX_VALUE;

	private final Channel channel;

	private final Listener listener;

	private final long[] phaseNanos = new long[Phase.values().length];

	private final long bodyNanos;

	private final long sendNanos;

	private final long shortest;

	private Phase phase = Phase.IDLE;

	private long phaseSince;

	/** When somebody began to wait for the request body, 0 if nobody does. */
	private volatile long bodySince;

	/** When the transport was last seen to take something, 0 if nothing waits in it. */
	private long sendSince;

	private long pendingBytes;

	private long progress;

	private @Nullable Future<?> timer;

	ConnectionDeadlines(ServerSettings settings, Channel channel, Listener listener) {
		this.channel = channel;
		this.listener = listener;
		this.bodyNanos = nanos(settings.bodyTimeout());
		this.sendNanos = nanos(settings.sendTimeout());
		this.phaseNanos[Phase.IDLE.ordinal()] = nanos(settings.idleTimeout());
		this.phaseNanos[Phase.HEAD.ordinal()] = nanos(settings.headerTimeout());
		this.phaseNanos[Phase.EXCHANGE.ordinal()] = NONE;
		this.phaseNanos[Phase.HALF_CLOSED.ordinal()] = nanos(settings.idleTimeout());
		this.phaseNanos[Phase.SWALLOW.ordinal()] = this.bodyNanos;
		this.phaseNanos[Phase.LINGER.ordinal()] = Math.min(nanos(LINGER), this.bodyNanos);
		this.shortest = Math.min(Math.min(this.bodyNanos, this.sendNanos),
				Math.min(this.phaseNanos[Phase.IDLE.ordinal()], this.phaseNanos[Phase.HEAD.ordinal()]));
	}

	private static long nanos(Duration timeout) {
		boolean none = timeout.isZero() || timeout.isNegative() || timeout.compareTo(LONGEST) > 0;
		return none ? NONE : timeout.toNanos();
	}

	/** Starts the timer, in the phase {@link Phase#IDLE}. */
	void start() {
		enter(Phase.IDLE);
		schedule(this.shortest);
	}

	void stop() {
		Future<?> timer = this.timer;
		this.timer = null;
		if (timer != null) {
			timer.cancel(false);
		}
	}

	Phase phase() {
		return this.phase;
	}

	/** The connection does something else from now on, or the same anew. */
	void enter(Phase phase) {
		this.phase = phase;
		this.phaseSince = System.nanoTime();
		if (phase == Phase.LINGER) {
			// Shorter than the shortest: the timer has to be told
			stop();
			schedule(this.phaseNanos[phase.ordinal()]);
		}
	}

	/** Somebody waits for the request body from now on. */
	void bodyAwaited() {
		this.bodySince = System.nanoTime() | 1;
	}

	/** Nobody waits for the request body any more. */
	void bodyArrived() {
		this.bodySince = 0;
	}

	/** A write was flushed: from now on the client has to take what is left of it. */
	void flushed() {
		if (observeProgress()) {
			this.sendSince = System.nanoTime() | 1;
		}
	}

	/**
	 * Looks at what waits in the transport.
	 * @return whether something has changed since the last look
	 */
	private boolean observeProgress() {
		ChannelOutboundBuffer buffer = this.channel.unsafe().outboundBuffer();
		if (buffer == null || buffer.totalPendingWriteBytes() == 0) {
			this.sendSince = 0;
			return false;
		}
		long pending = buffer.totalPendingWriteBytes();
		long current = buffer.currentProgress();
		boolean changed = this.sendSince == 0 || pending != this.pendingBytes || current != this.progress;
		this.pendingBytes = pending;
		this.progress = current;
		return changed;
	}

	@Override
	public void run() {
		this.timer = null;
		long now = System.nanoTime();
		long wait = this.shortest;
		long left = this.phaseNanos[this.phase.ordinal()] - (now - this.phaseSince);
		if (left <= 0) {
			this.listener.expired(this.phase);
		}
		else {
			wait = Math.min(wait, left);
		}
		long bodySince = this.bodySince;
		if (bodySince != 0) {
			left = this.bodyNanos - (now - bodySince);
			if (left <= 0) {
				this.bodySince = 0;
				this.listener.bodyStalled();
			}
			else {
				wait = Math.min(wait, left);
			}
		}
		if (this.sendSince != 0) {
			if (observeProgress()) {
				this.sendSince = now | 1;
			}
			else if (this.sendSince != 0 && now - this.sendSince >= this.sendNanos) {
				this.sendSince = 0;
				this.listener.sendStalled();
			}
			else if (this.sendSince != 0) {
				wait = Math.min(wait, this.sendNanos - (now - this.sendSince));
			}
		}
		if (this.timer == null && this.channel.isActive()) {
			schedule(wait);
		}
	}

	private void schedule(long nanos) {
		if (nanos != NONE) {
			this.timer = this.channel.eventLoop().schedule(this, nanos, TimeUnit.NANOSECONDS);
		}
	}

	/** What a connection is doing, as far as time is concerned. */
	enum Phase {

		/** Between two requests. */
		IDLE,

		/** A request head has begun to arrive. */
		HEAD,

		/** An exchange goes on; how long is the application's affair. */
		EXCHANGE,

		/** The rest of a request body that nobody reads is taken in. */
		SWALLOW,

		/**
		 * The client of an upgraded connection has ended its side; begins anew with
		 * whatever is sent to it.
		 */
		HALF_CLOSED,

		/** The last response was sent, the client has not closed yet. */
		LINGER

	}

	/** Learns which deadline has passed, on the event loop. */
	interface Listener {

		/** The connection took too long over a phase. */
		void expired(Phase phase);

		/** The client sends nothing while its body is waited for. */
		void bodyStalled();

		/** The client takes nothing of what waits for it. */
		void sendStalled();

	}

}
