package io.mvcbridge.core.kernel;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The right to use a kernel for one exchange, from dispatch until the exchange has ended.
 */
public final class Lease {

	private final KernelHost host;

	private final Kernel kernel;

	private final AtomicBoolean released = new AtomicBoolean();

	Lease(KernelHost host, Kernel kernel) {
		this.host = host;
		this.kernel = kernel;
	}

	public Kernel kernel() {
		return this.kernel;
	}

	/** Gives the lease back. A second call does nothing. */
	public void release() {
		if (this.released.compareAndSet(false, true)) {
			this.host.release();
		}
	}

}
