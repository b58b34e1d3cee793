package io.mvcbridge.benchmarks.load;

/**
 * Arrivals that grow evenly from none to a rate and then keep it: request {@code n} of
 * the ramp is due when the area under the rising line reaches {@code n}.
 *
 * @param rate requests a second once the ramp is over
 * @param rampSeconds length of the ramp, may be 0
 * @param constantSeconds how long the rate is kept
 */
public record RampThenConstant(int rate, int rampSeconds, int constantSeconds) implements Arrivals {

	private static final double NANOS = 1e9;

	@Override
	public long count() {
		return rampCount() + (long) this.rate * this.constantSeconds;
	}

	/** How many requests belong to the ramp. */
	public long rampCount() {
		return (long) this.rate * this.rampSeconds / 2;
	}

	@Override
	public long dueNanos(long index) {
		long ramp = rampCount();
		if (index < ramp) {
			return Math.round(Math.sqrt(2.0 * this.rampSeconds * index / this.rate) * NANOS);
		}
		return Math.round((this.rampSeconds + (double) (index - ramp) / this.rate) * NANOS);
	}

}
