package io.mvcbridge.jakarta.route;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * What is known of a route: whether it has to stay off the event loops.
 * <p>
 * It has to when its runs hold their loop for longer than 5 ms again and again. Once is
 * not enough, since the clock does not tell whose fault it is: a garbage collection or a
 * container that used its share up stop whatever is running (the wait for a processor on
 * a busy machine is known where Linux counts it, and is no part of a hold), and on a
 * route that is asked ten thousand times a second they will meet one sooner or later. So
 * holds weigh, one for every 5 ms and eight at most, and the route is sent away when they
 * weigh more than a sixteenth of its runs, of which about the last thousand count. There
 * have to be two, and code that is cold has a grace: the first hold of a route counts
 * never (classes are loaded and initialised, the servlet too), and during its first 32
 * runs only those of 50 ms count (the code is interpreted). So a route that always
 * computes for 200 ms does so on a loop three times, one that always reads files for 20
 * ms does so for 34 runs.
 * <p>
 * A start on a busy machine can look worse than that. So the first time a route is sent
 * away for ten seconds, the second time for a minute, and only the third time for good; a
 * route that came back is taken for one of 256 runs, so that holds have to be many.
 */
final class Route {

	/** From this time on a run holds its loop. */
	static final long HOLD = TimeUnit.MILLISECONDS.toNanos(5);

	private static final long COLD_HOLD = TimeUnit.MILLISECONDS.toNanos(50);

	private static final int COLD_RUNS = 32;

	private static final int HEAVIEST = 8;

	private static final int SHARE = 16;

	private static final int MEMORY = 1024;

	private static final int RUNS_OF_RETURNED = 256;

	/** For how long a route is sent away before it is sent away for good. */
	private static final List<Duration> ABSENCES = List.of(Duration.ofSeconds(10), Duration.ofMinutes(1));

	private int runs;

	private int holds;

	private int weight;

	private boolean held;

	/** How often it was sent away. */
	private int absences;

	private long backAt;

	private volatile boolean offLoop;

	/** Whether it has to stay off the event loops for now. */
	boolean isOffLoop() {
		return this.offLoop;
	}

	/**
	 * Notes runs that held no loop.
	 * @param runs how many
	 */
	synchronized void ran(int runs) {
		count(runs);
	}

	/**
	 * Notes a run that held its loop.
	 * @param nanos for how long, at least {@link #HOLD}
	 * @param now the time, as of the system's nanosecond clock
	 * @return whether this has sent the route off the event loops
	 */
	synchronized boolean held(long nanos, long now) {
		boolean cold = this.runs < COLD_RUNS && nanos < COLD_HOLD;
		count(1);
		if (!this.held) {
			this.held = true;
			return false;
		}
		if (this.offLoop || cold) {
			return false;
		}
		this.holds++;
		this.weight += (int) Math.min(HEAVIEST, nanos / HOLD);
		if (this.holds < 2 || this.weight * SHARE <= this.runs) {
			return false;
		}
		if (this.absences < ABSENCES.size()) {
			this.backAt = now + ABSENCES.get(this.absences).toNanos();
		}
		this.absences++;
		this.offLoop = true;
		return true;
	}

	/** For how long it was sent away the last time, in words. */
	synchronized String absence() {
		return isForGood() ? "from now on" : "for the next " + ABSENCES.get(this.absences - 1).toSeconds() + " s";
	}

	/** Whether it was sent away for good. */
	synchronized boolean isForGood() {
		return this.absences > ABSENCES.size();
	}

	/**
	 * Lets the route back on the event loops if its time has come.
	 * @param now the time, as above
	 * @return whether it came back now
	 */
	synchronized boolean comesBack(long now) {
		if (!this.offLoop || isForGood() || now - this.backAt < 0) {
			return false;
		}
		this.runs = RUNS_OF_RETURNED;
		this.holds = 0;
		this.weight = 0;
		this.offLoop = false;
		return true;
	}

	private void count(int runs) {
		this.runs += runs;
		if (this.runs >= MEMORY) {
			this.runs /= 2;
			this.holds /= 2;
			this.weight /= 2;
		}
	}

}
