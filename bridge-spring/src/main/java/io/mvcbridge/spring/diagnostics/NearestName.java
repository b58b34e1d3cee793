package io.mvcbridge.spring.diagnostics;

import java.util.Collection;

import org.jspecify.annotations.Nullable;

/** Finds the name that was probably meant. */
public final class NearestName {

	private NearestName() {
	}

	/**
	 * The candidate that takes the fewest edits to reach.
	 * @param given what was written
	 * @param candidates what could have been meant
	 * @return the nearest candidate, null if none differs in less than about a third of
	 * its letters
	 */
	public static @Nullable String of(String given, Collection<String> candidates) {
		String nearest = null;
		int fewest = Integer.MAX_VALUE;
		for (String candidate : candidates) {
			int edits = edits(given, candidate);
			if (edits < fewest && edits <= Math.max(2, candidate.length() / 3)) {
				nearest = candidate;
				fewest = edits;
			}
		}
		return nearest;
	}

	/** Insertions, deletions and replacements between two words. */
	private static int edits(String from, String to) {
		int[] previous = new int[to.length() + 1];
		for (int j = 0; j < previous.length; j++) {
			previous[j] = j;
		}
		for (int i = 1; i <= from.length(); i++) {
			int[] current = new int[to.length() + 1];
			current[0] = i;
			for (int j = 1; j <= to.length(); j++) {
				int replaced = previous[j - 1] + ((from.charAt(i - 1) == to.charAt(j - 1)) ? 0 : 1);
				current[j] = Math.min(replaced, Math.min(previous[j], current[j - 1]) + 1);
			}
			previous = current;
		}
		return previous[to.length()];
	}

}
