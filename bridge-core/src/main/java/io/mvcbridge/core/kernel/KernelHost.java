package io.mvcbridge.core.kernel;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;

/**
 * Holds the kernel that serves now and outlives it. Every exchange uses its kernel under
 * a {@link Lease}; the leases are what draining counts, so that an asynchronous exchange
 * keeps the host busy until it has really ended.
 */
public final class KernelHost {

	private final AtomicReference<@Nullable Kernel> current = new AtomicReference<>();

	private final AtomicInteger leases = new AtomicInteger();

	private final AtomicReference<@Nullable CompletableFuture<Void>> idle = new AtomicReference<>();

	/**
	 * Makes a host in which a kernel serves from the start.
	 * @param kernel the kernel, started
	 * @return the host
	 */
	public static KernelHost of(Kernel kernel) {
		KernelHost host = new KernelHost();
		host.install(kernel);
		return host;
	}

	/**
	 * Makes a kernel the one that serves.
	 * @param kernel the kernel, started
	 * @throws IllegalStateException if another kernel is installed
	 */
	public void install(Kernel kernel) {
		if (!this.current.compareAndSet(null, kernel)) {
			throw new IllegalStateException("Another kernel is installed: uninstall it first");
		}
	}

	/**
	 * Takes the kernel out of service; exchanges that hold a lease go on. The caller
	 * closes the kernel after {@link #whenIdle()}.
	 * @param kernel the kernel to take out; another one is left alone
	 */
	public void uninstall(Kernel kernel) {
		this.current.compareAndSet(kernel, null);
	}

	/**
	 * Takes a lease on the kernel that serves now. Called on the event loop, never waits.
	 * @return the lease, or null while no kernel is installed
	 */
	public @Nullable Lease acquire() {
		this.leases.incrementAndGet();
		Kernel kernel = this.current.get();
		if (kernel == null) {
			release();
			return null;
		}
		return new Lease(this, kernel);
	}

	void release() {
		if (this.leases.decrementAndGet() == 0) {
			CompletableFuture<Void> waiting = this.idle.getAndSet(null);
			if (waiting != null) {
				waiting.complete(null);
			}
		}
	}

	/**
	 * How many exchanges use a kernel now, asynchronous ones included.
	 * @return the number of leases out
	 */
	public int activeExchanges() {
		return this.leases.get();
	}

	/**
	 * Tells when no exchange uses a kernel any more. New exchanges keep the host busy:
	 * stop accepting them first.
	 * @return completes, on the thread that gave the last lease back or at once, when the
	 * number of leases is zero
	 */
	public CompletionStage<Void> whenIdle() {
		CompletableFuture<Void> waiting = this.idle
			.updateAndGet((old) -> (old != null) ? old : new CompletableFuture<>());
		if (this.leases.get() == 0 && this.idle.compareAndSet(waiting, null)) {
			waiting.complete(null);
		}
		return waiting;
	}

}
