package io.mvcbridge.jakarta.deploy;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * What deployed classes share with the test: their class loader leaves this package to
 * its parent.
 */
public final class Gate {

	private static volatile List<String> events = new CopyOnWriteArrayList<>();

	private static volatile CountDownLatch entered = new CountDownLatch(1);

	private static volatile CountDownLatch open = new CountDownLatch(1);

	private Gate() {
	}

	/** Begins a test. */
	public static void reset() {
		events = new CopyOnWriteArrayList<>();
		entered = new CountDownLatch(1);
		open = new CountDownLatch(1);
	}

	/** Called by a deployed class. */
	public static void event(String event) {
		events.add(event);
	}

	/** What deployed classes told. */
	public static List<String> events() {
		return events;
	}

	/** Called by a deployed class: waits until the test opens. */
	public static void enter() {
		entered.countDown();
		await(open);
	}

	/** Waits until a deployed class has entered. */
	public static void awaitEntered() {
		await(entered);
	}

	/** Lets those who entered go on. */
	public static void open() {
		open.countDown();
	}

	private static void await(CountDownLatch latch) {
		try {
			if (!latch.await(20, TimeUnit.SECONDS)) {
				throw new IllegalStateException("nobody came in 20 seconds");
			}
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
