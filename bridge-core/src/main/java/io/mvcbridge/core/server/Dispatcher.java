package io.mvcbridge.core.server;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

import io.mvcbridge.core.exchange.FieldNames;
import io.mvcbridge.core.kernel.Kernel;
import io.mvcbridge.core.kernel.KernelHost;
import io.mvcbridge.core.kernel.Lease;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes a new exchange from its event loop to the application: a lease on the kernel, a
 * permit, and one hop to a servlet thread. Where one of the first two is not to be had,
 * the answer is 503.
 */
final class Dispatcher {

	private static final Logger logger = LoggerFactory.getLogger(Dispatcher.class);

	private final KernelHost host;

	private final Admission admission;

	private final ServletThreads threads;

	/** Null if event loops carry no threads. */
	private final @Nullable Executor offLoop;

	private final Duration acquireTimeout;

	private final RefusalCount refusals = new RefusalCount(System.nanoTime());

	Dispatcher(KernelHost host, Admission admission, ServletThreads threads, Duration acquireTimeout) {
		this.host = host;
		this.admission = admission;
		this.threads = threads;
		this.offLoop = threads.offLoop();
		this.acquireTimeout = acquireTimeout;
	}

	/** Called on the event loop of the exchange, does not wait. */
	void dispatch(ServerExchange exchange) {
		Lease lease = this.host.acquire();
		if (lease == null) {
			refuse(exchange, "No application is in service");
			return;
		}
		Call call = new Call(exchange, lease.kernel());
		exchange.work().begin(lease, threads(exchange, lease.kernel()));
		if (!this.admission.tryAcquire()) {
			call.await();
			return;
		}
		if (!this.threads.areLasting()) {
			exchange.provideBuffer();
		}
		if (!call.getAsBoolean()) {
			this.admission.release();
		}
	}

	private Executor threads(ServerExchange exchange, Kernel kernel) {
		Executor offLoop = this.offLoop;
		return (offLoop != null && kernel.mayHoldLoop(exchange.head())) ? offLoop
				: this.threads.executor(exchange.loop());
	}

	private void tellOfRefusal() {
		long refused = this.refusals.refused(System.nanoTime());
		if (refused > 0) {
			logger.warn(
					"{} request(s) got 503 since the last such message: as many as max-active allows were running, "
							+ "and none of them ended within acquire-timeout ({} ms)",
					refused, this.acquireTimeout.toMillis());
		}
	}

	private static void refuse(ServerExchange exchange, String reason) {
		HttpHeaders headers = new DefaultHttpHeaders();
		headers.set(FieldNames.RETRY_AFTER, "1");
		exchange.answer(503, reason, headers);
	}

	/** The application is to be called for an exchange. */
	private final class Call implements BooleanSupplier, Runnable {

		private final ServerExchange exchange;

		private final Kernel kernel;

		private volatile @Nullable Future<?> timeout;

		Call(ServerExchange exchange, Kernel kernel) {
			this.exchange = exchange;
			this.kernel = kernel;
		}

		/** Waits for a permit, on the event loop. */
		void await() {
			Admission.Waiter waiter = Dispatcher.this.admission.await(this);
			this.timeout = this.exchange.loop().schedule(() -> {
				if (waiter.giveUp()) {
					tellOfRefusal();
					refuse(this.exchange, "Too many requests are being served");
				}
			}, Dispatcher.this.acquireTimeout.toNanos(), TimeUnit.NANOSECONDS);
			if (waiter.isOver()) {
				cancelTimeout();
			}
		}

		/** It would keep the exchange in memory, long after its end. */
		private void cancelTimeout() {
			Future<?> timeout = this.timeout;
			if (timeout != null) {
				timeout.cancel(false);
			}
		}

		/**
		 * There is a permit. On the loop or on the thread that gave it back.
		 * @return false if it is not needed, for want of a thread
		 */
		@Override
		public boolean getAsBoolean() {
			cancelTimeout();
			try {
				this.exchange.work().threads().execute(this);
				return true;
			}
			catch (Throwable ex) {
				// The machine has no more threads to give
				logger.error("No servlet thread can be had for {}", this.exchange, ex);
				refuse(this.exchange, "Too many requests are being served");
				return false;
			}
		}

		/** On a servlet thread, with a permit. */
		@Override
		public void run() {
			// A client that left while the exchange waited may have taken the lease with
			// it
			boolean held = this.exchange.work().hold();
			try {
				if (held && !this.exchange.isOver()) {
					this.kernel.handle(this.exchange);
				}
			}
			catch (Throwable ex) {
				this.exchange.failed(ex);
			}
			finally {
				if (held) {
					this.exchange.work().letGo();
				}
				Dispatcher.this.admission.release();
			}
		}

		@Override
		public String toString() {
			return this.exchange.toString();
		}

	}

}
