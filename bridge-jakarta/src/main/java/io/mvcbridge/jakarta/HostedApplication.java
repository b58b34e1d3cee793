package io.mvcbridge.jakarta;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.mvcbridge.core.exchange.HttpExchange;
import io.mvcbridge.core.kernel.KernelHost;
import io.mvcbridge.core.kernel.Lease;
import io.mvcbridge.jakarta.http.ContextMatch;
import io.mvcbridge.jakarta.http.RequestTarget;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One application of a host, started. Every exchange that is in it has a lease on it, so
 * that it ends when the last of them has.
 */
final class HostedApplication {

	private static final Logger logger = LoggerFactory.getLogger(HostedApplication.class);

	private final ServletKernel kernel;

	private final String contextPath;

	private final Closeable files;

	private final KernelHost leases;

	/**
	 * Makes an application.
	 * @param kernel its kernel, started
	 * @param files what is to be closed behind it
	 */
	HostedApplication(ServletKernel kernel, Closeable files) {
		this.kernel = kernel;
		this.contextPath = kernel.application().getContextPath();
		this.files = files;
		this.leases = KernelHost.of(kernel);
	}

	ServletKernel kernel() {
		return this.kernel;
	}

	String contextPath() {
		return this.contextPath;
	}

	@Nullable Lease lease() {
		return this.leases.acquire();
	}

	/**
	 * Handles an exchange.
	 * @return false if the application takes no exchanges any more
	 */
	boolean handle(HttpExchange exchange, RequestTarget target, ContextMatch match) {
		boolean leased = lease(exchange);
		if (leased) {
			this.kernel.handle(exchange, target, match);
		}
		return leased;
	}

	/** Handles an exchange whose target is suspicious. */
	boolean handleSuspicious(HttpExchange exchange) {
		boolean leased = lease(exchange);
		if (leased) {
			this.kernel.handle(exchange);
		}
		return leased;
	}

	private boolean lease(HttpExchange exchange) {
		Lease lease = this.leases.acquire();
		if (lease != null) {
			exchange.whenReleased(lease::release);
		}
		return lease != null;
	}

	/**
	 * Ends the application: takes no more exchanges, waits for those that are in it,
	 * destroys it, and closes its files.
	 * @param patience how long to wait at most
	 */
	void end(Duration patience) {
		this.leases.uninstall(this.kernel);
		awaitIdle(patience);
		try {
			this.kernel.close();
		}
		finally {
			close(this.files, this.contextPath);
		}
	}

	private void awaitIdle(Duration patience) {
		try {
			this.leases.whenIdle().toCompletableFuture().get(patience.toNanos(), TimeUnit.NANOSECONDS);
		}
		catch (TimeoutException ex) {
			logger.warn("The application at '{}' ends although {} request(s) are still in it after {}: "
					+ "they may fail from now on", this.contextPath, this.leases.activeExchanges(), patience);
		}
		catch (InterruptedException ex) {
			logger
				.warn("The application at '{}' ends at once, with {} request(s) in it: the thread that waited for them "
						+ "was interrupted", this.contextPath, this.leases.activeExchanges());
			Thread.currentThread().interrupt();
		}
		catch (ExecutionException ex) {
			throw new IllegalStateException("Leases do not fail", ex);
		}
	}

	/** Closes the files of an application that is over. */
	static void close(Closeable files, String contextPath) {
		try {
			files.close();
		}
		catch (IOException ex) {
			logger.warn("The files of the application at '{}' could not be closed", contextPath, ex);
		}
	}

	@Override
	public String toString() {
		return this.contextPath;
	}

}
