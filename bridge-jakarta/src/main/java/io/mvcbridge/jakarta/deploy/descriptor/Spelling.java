package io.mvcbridge.jakarta.deploy.descriptor;

import java.util.Collection;

import org.jspecify.annotations.Nullable;

/** What somebody may have meant who wrote a name that does not exist. */
final class Spelling {

	private static final int NEAR = 2;

	private Spelling() {
	}

	/**
	 * The name that differs least.
	 * @param written what was written
	 * @param names what exists
	 * @return the name, null if none is near
	 */
	static @Nullable String nearest(String written, Collection<String> names) {
		String nearest = null;
		int least = NEAR + 1;
		for (String name : names) {
			int distance = distance(written, name);
			if (distance < least && distance < name.length()) {
				least = distance;
				nearest = name;
			}
		}
		return nearest;
	}

	/** How many characters have to be inserted, removed or replaced. */
	private static int distance(String left, String right) {
		int[] row = new int[right.length() + 1];
		for (int i = 0; i <= right.length(); i++) {
			row[i] = i;
		}
		for (int i = 1; i <= left.length(); i++) {
			int diagonal = row[0];
			row[0] = i;
			for (int j = 1; j <= right.length(); j++) {
				int replaced = diagonal + ((left.charAt(i - 1) == right.charAt(j - 1)) ? 0 : 1);
				diagonal = row[j];
				row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
			}
		}
		return row[right.length()];
	}

}
