package io.mvcbridge.core.kernel;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/**
 * The right to use a kernel for one exchange, from dispatch until the exchange has ended.
 */
public final class Lease {

	private static final AtomicIntegerFieldUpdater<Lease> RELEASED = AtomicIntegerFieldUpdater.newUpdater(Lease.class,
			"released");

	private final KernelHost host;

	private final Kernel kernel;

	private volatile int released;

	Lease(KernelHost host, Kernel kernel) {
		this.host = host;
		this.kernel = kernel;
	}

	public Kernel kernel() {
		return this.kernel;
	}

	/** Gives the lease back. A second call does nothing. */
	public void release() {
		if (RELEASED.compareAndSet(this, 0, 1)) {
			this.host.release();
		}
	}

}
