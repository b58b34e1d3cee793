package io.mvcbridge.jakarta.request;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/**
 * Who may touch a buffer. Request and response belong to one thread at a time, but
 * applications break that: a time-out ends an exchange while a task of it still reads or
 * writes. Without a guard the late thread could reach a pooled buffer that has become
 * another exchange's. So each touch enters and exits, which costs one uncontended
 * compare-and-set, and whoever ends the exchange closes for good.
 * <p>
 * Nobody may wait or call application code between {@link #enter()} and {@link #exit()}:
 * others spin meanwhile.
 */
final class Custody {

	/** Nobody touches the buffer. */
	static final int FREE = 0;

	/** Nobody touches the buffer; what it holds was flushed and waits for the pacer. */
	static final int PACED = 1;

	/** Nobody will touch the buffer any more but the one who closed. */
	static final int CLOSED = 2;

	private static final int BUSY = 3;

	private static final int SPINS = 100;

	private static final AtomicIntegerFieldUpdater<Custody> STATE = AtomicIntegerFieldUpdater.newUpdater(Custody.class,
			"state");

	private volatile int state;

	/**
	 * Takes custody.
	 * @return {@link #FREE} or {@link #PACED}, as it was before; {@link #CLOSED} if
	 * custody is not to be had, then there is nothing to exit
	 */
	int enter() {
		if (STATE.compareAndSet(this, FREE, BUSY)) {
			return FREE;
		}
		return take(BUSY);
	}

	/** Gives custody back. */
	void exit() {
		STATE.lazySet(this, FREE);
	}

	/** Gives custody back and leaves what was flushed to the pacer. */
	void exitPaced() {
		STATE.lazySet(this, PACED);
	}

	/**
	 * Takes custody if something waits for the pacer.
	 * @return whether custody was taken
	 */
	boolean enterIfPaced() {
		return STATE.compareAndSet(this, PACED, BUSY);
	}

	/**
	 * Takes custody for ever, as soon as nobody else has it.
	 * @return {@link #FREE} or {@link #PACED}, as it was before; {@link #CLOSED} if it
	 * was closed already
	 */
	int close() {
		return take(CLOSED);
	}

	private int take(int next) {
		for (int spins = 0;; spins++) {
			int current = this.state;
			if (current == CLOSED) {
				return CLOSED;
			}
			if (current != BUSY && STATE.compareAndSet(this, current, next)) {
				return current;
			}
			if (spins < SPINS) {
				Thread.onSpinWait();
			}
			else {
				Thread.yield();
			}
		}
	}

}
