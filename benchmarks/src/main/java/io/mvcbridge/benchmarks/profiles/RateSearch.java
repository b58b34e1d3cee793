package io.mvcbridge.benchmarks.profiles;

import java.util.OptionalInt;

/**
 * Looks for the highest rate that can be met between one that was and one that was not,
 * by halving, until they are within a tenth of each other or it has tried often enough.
 */
final class RateSearch {

	private final int mostTries;

	private int met;

	private int missed;

	private int tries;

	/**
	 * Begins a search.
	 * @param met a rate that was met, 0 if none was
	 * @param missed a greater one that was not
	 */
	RateSearch(int met, int missed, int mostTries) {
		this.met = met;
		this.missed = missed;
		this.mostTries = mostTries;
	}

	/** The rate to try next, or none if the search is over. */
	OptionalInt next() {
		if (this.tries == this.mostTries || this.missed <= this.met * 1.1) {
			return OptionalInt.empty();
		}
		int rate = rounded((this.met + this.missed) / 2);
		return (rate > this.met && rate < this.missed) ? OptionalInt.of(rate) : OptionalInt.empty();
	}

	void tried(int rate, boolean wasMet) {
		this.tries++;
		if (wasMet) {
			this.met = rate;
		}
		else {
			this.missed = rate;
		}
	}

	/** The highest rate that was met so far, 0 if none was. */
	int highestMet() {
		return this.met;
	}

	/** To two digits: more would pretend to be exact. */
	static int rounded(int rate) {
		int unit = 1;
		while (rate / unit >= 100) {
			unit *= 10;
		}
		return rate / unit * unit;
	}

}
