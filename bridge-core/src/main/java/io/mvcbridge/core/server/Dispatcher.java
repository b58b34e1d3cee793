package io.mvcbridge.core.server;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

import io.mvcbridge.core.exchange.FieldNames;
import io.mvcbridge.core.kernel.Kernel;
import io.mvcbridge.core.kernel.KernelHost;
import io.mvcbridge.core.kernel.Lease;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
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

	private final Duration acquireTimeout;

	private final RefusalCount refusals = new RefusalCount(System.nanoTime());

	Dispatcher(KernelHost host, Admission admission, ServletThreads threads, Duration acquireTimeout) {
		this.host = host;
		this.admission = admission;
		this.threads = threads;
		this.acquireTimeout = acquireTimeout;
	}

	/** Where the application runs for the exchanges of an event loop. */
	Executor executor(EventLoop loop) {
		return this.threads.executor(loop);
	}

	/** Called on the event loop of the exchange, does not wait. */
	void dispatch(ServerExchange exchange) {
		Lease lease = this.host.acquire();
		if (lease == null) {
			refuse(exchange, "No application is in service");
			return;
		}
		exchange.work().lease(lease);
		if (this.admission.tryAcquire()) {
			start(exchange, lease.kernel());
			return;
		}
		Admission.Waiter waiter = this.admission.await(() -> start(exchange, lease.kernel()));
		exchange.loop().schedule(() -> {
			if (waiter.giveUp()) {
				tellOfRefusal();
				refuse(exchange, "Too many requests are being served");
			}
		}, this.acquireTimeout.toNanos(), TimeUnit.NANOSECONDS);
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

	/** With a permit, on the loop or on the thread that gave the permit back. */
	private void start(ServerExchange exchange, Kernel kernel) {
		try {
			executor(exchange.loop()).execute(() -> handle(exchange, kernel));
		}
		catch (Throwable ex) {
			// The machine has no more threads to give
			logger.error("No servlet thread can be had for {}", exchange.head().target(), ex);
			refuse(exchange, "Too many requests are being served");
			this.admission.release();
		}
	}

	/** On a servlet thread, with a permit. */
	private void handle(ServerExchange exchange, Kernel kernel) {
		// A client that left while the exchange waited may have taken the lease with it
		boolean held = exchange.work().hold();
		try {
			if (held && !exchange.isOver()) {
				kernel.handle(exchange);
			}
		}
		catch (Throwable ex) {
			exchange.failed(ex);
		}
		finally {
			if (held) {
				exchange.work().letGo();
			}
			this.admission.release();
		}
	}

	private static void refuse(ServerExchange exchange, String reason) {
		HttpHeaders headers = new DefaultHttpHeaders();
		headers.set(FieldNames.RETRY_AFTER, "1");
		exchange.answer(503, reason, headers);
	}

}
