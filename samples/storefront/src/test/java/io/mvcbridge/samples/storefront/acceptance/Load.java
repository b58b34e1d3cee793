package io.mvcbridge.samples.storefront.acceptance;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;

import org.jspecify.annotations.Nullable;

/**
 * Clients that send one request after the other, all at the same time, and note what was
 * not answered as it should be.
 */
final class Load implements AutoCloseable {

	private static final int SECONDS = 60;

	private final List<Thread> clients = new ArrayList<>();

	private final Semaphore answered = new Semaphore(0);

	private final Queue<String> failures = new ConcurrentLinkedQueue<>();

	private volatile boolean over;

	private Load() {
	}

	/**
	 * Start clients.
	 * @param clients how many
	 * @param makes a client by its number
	 * @return the load, which goes on until it is closed
	 */
	static Load of(int clients, IntFunction<Client> makes) {
		Load load = new Load();
		for (int i = 0; i < clients; i++) {
			Client client = makes.apply(i);
			load.clients.add(new Thread(() -> load.run(client), "load-" + i));
		}
		load.clients.forEach(Thread::start);
		return load;
	}

	private void run(Client client) {
		for (int i = 0; !this.over; i++) {
			String failure;
			try {
				failure = client.send(i);
			}
			catch (RuntimeException | AssertionError ex) {
				failure = ex + ((ex.getCause() != null) ? ": " + ex.getCause() : "");
			}
			if (failure != null) {
				this.failures.add(failure);
			}
			this.answered.release();
		}
	}

	/** Go on until so many requests more have been answered, or have failed. */
	void awaitMore(int requests) {
		this.answered.drainPermits();
		try {
			if (!this.answered.tryAcquire(requests, SECONDS, TimeUnit.SECONDS)) {
				throw new AssertionError("Only " + this.answered.availablePermits() + " of " + requests
						+ " requests were answered in " + SECONDS + " s; failed: " + this.failures);
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	/** What was not answered as it should be so far. */
	List<String> failures() {
		return List.copyOf(this.failures);
	}

	/** Let each client end with the request it has sent. */
	@Override
	public void close() {
		this.over = true;
		try {
			for (Thread client : this.clients) {
				client.join(TimeUnit.SECONDS.toMillis(SECONDS));
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	/** Somebody who sends requests. */
	interface Client {

		/**
		 * Send a request and read its answer.
		 * @param number how many this client has sent before
		 * @return what is wrong with the answer, or null
		 */
		@Nullable String send(int number);

	}

}
