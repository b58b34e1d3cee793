package io.mvcbridge.benchmarks.report;

import java.util.Arrays;
import java.util.Collection;
import java.util.Locale;

/**
 * What repeated measurements agree on and how far they are apart.
 *
 * @param median the middle one, or the mean of the middle two
 * @param min the least
 * @param max the greatest
 * @param count how many there were; with none, all figures are {@code NaN}
 */
public record Spread(double median, double min, double max, int count) {

	public static Spread of(Collection<Double> values) {
		double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
		if (sorted.length == 0) {
			return new Spread(Double.NaN, Double.NaN, Double.NaN, 0);
		}
		int middle = sorted.length / 2;
		double median = (sorted.length % 2 == 1) ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
		return new Spread(median, sorted[0], sorted[sorted.length - 1], sorted.length);
	}

	public static Spread of(double... values) {
		return of(Arrays.stream(values).boxed().toList());
	}

	/** The median with its range to two places, such as {@code 0.71 [0.65-0.80]}. */
	public String asRatio() {
		return (this.count == 0) ? "–"
				: String.format(Locale.ROOT, "%.2f [%.2f-%.2f]", this.median, this.min, this.max);
	}

	/** The median alone, see {@link Figures#shortly(double)}. */
	public String medianShortly() {
		return Figures.shortly(this.median);
	}

}
