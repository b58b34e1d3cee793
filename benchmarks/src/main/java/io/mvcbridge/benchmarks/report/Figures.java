package io.mvcbridge.benchmarks.report;

import java.util.Locale;

/**
 * Numbers for people.
 */
public final class Figures {

	private Figures() {
	}

	/** Three digits or so, thousands with commas, and a dash for what is no number. */
	public static String shortly(double value) {
		if (Double.isNaN(value) || Double.isInfinite(value)) {
			return "–";
		}
		if (value == 0) {
			return "0";
		}
		double size = Math.abs(value);
		String pattern = (size >= 100) ? "%,.0f" : (size >= 10) ? "%.1f" : "%.2f";
		return String.format(Locale.ROOT, pattern, value);
	}

	public static String percent(double share) {
		return String.format(Locale.ROOT, "%.1f %%", share * 100);
	}

}
