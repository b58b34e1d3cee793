package io.mvcbridge.jakarta.request;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Attributes by name: open addressing in one array, names at even places and values at
 * odd ones. Frameworks read request attributes far more often than they set them, and the
 * names are constants whose hash is known, so that a look-up costs a probe or two and no
 * allocation. What is not there is mostly found out by one bit of its hash.
 * <p>
 * Spring MVC sets 17 attributes for the smallest controller, 26 for a page, and 29 have
 * been counted with Spring Security and observations in front of it: the first two fit
 * the table that every request gets.
 * <p>
 * Meant for one thread at a time, as the request is. A reader on another thread may miss
 * a change but cannot loop or fail: probing is bounded, and growing swaps the array.
 */
final class AttributeTable {

	private static final int INITIAL_PLACES = 32;

	/** The golden ratio as a fraction of 2^32: spreads hashes over the upper bits. */
	private static final int SPREAD = 0x9E3779B9;

	private @Nullable Object[] table = new Object[2 * INITIAL_PLACES];

	private int size;

	/** A bit for the hash of every name that was ever set: none is missing here. */
	private long known;

	@Nullable Object get(String name) {
		if ((this.known & bit(name)) == 0) {
			return null;
		}
		@Nullable Object[] table = this.table;
		int mask = table.length - 2;
		int at = place(name, mask);
		for (int probes = table.length >> 1; probes > 0; probes--) {
			Object key = table[at];
			if (key == null) {
				return null;
			}
			if (key == name || key.equals(name)) {
				return table[at + 1];
			}
			at = (at + 2) & mask;
		}
		return null;
	}

	/**
	 * Sets an attribute.
	 * @param name the name
	 * @param value the value
	 * @return the value it had, null if there was none
	 */
	@Nullable Object put(String name, Object value) {
		if (this.size >= limit(this.table)) {
			grow();
		}
		this.known |= bit(name);
		@Nullable Object[] table = this.table;
		int mask = table.length - 2;
		int at = place(name, mask);
		for (;;) {
			Object key = table[at];
			if (key == null) {
				table[at + 1] = value;
				table[at] = name;
				this.size++;
				return null;
			}
			if (key == name || key.equals(name)) {
				Object old = table[at + 1];
				table[at + 1] = value;
				return old;
			}
			at = (at + 2) & mask;
		}
	}

	/**
	 * Removes an attribute. Those behind it in the same run move up, so that no mark of
	 * what was removed has to be probed later.
	 * @param name the name
	 * @return the value it had, null if there was none
	 */
	@Nullable Object remove(String name) {
		if ((this.known & bit(name)) == 0) {
			return null;
		}
		@Nullable Object[] table = this.table;
		int mask = table.length - 2;
		int at = place(name, mask);
		for (;;) {
			Object key = table[at];
			if (key == null) {
				return null;
			}
			if (key == name || key.equals(name)) {
				break;
			}
			at = (at + 2) & mask;
		}
		Object old = table[at + 1];
		int hole = at;
		int next = (hole + 2) & mask;
		while (table[next] instanceof String key) {
			int home = place(key, mask);
			if (((next - home) & mask) >= ((next - hole) & mask)) {
				table[hole] = key;
				table[hole + 1] = table[next + 1];
				hole = next;
			}
			next = (next + 2) & mask;
		}
		table[hole] = null;
		table[hole + 1] = null;
		this.size--;
		return old;
	}

	/** The names, in no particular order; a copy. */
	List<String> names() {
		@Nullable Object[] table = this.table;
		List<String> names = new ArrayList<>(this.size);
		for (int at = 0; at < table.length; at += 2) {
			if (table[at] instanceof String name) {
				names.add(name);
			}
		}
		return names;
	}

	private void grow() {
		@Nullable Object[] old = this.table;
		@Nullable Object[] table = new Object[2 * old.length];
		int mask = table.length - 2;
		for (int from = 0; from < old.length; from += 2) {
			if (old[from] instanceof String name) {
				int at = place(name, mask);
				while (table[at] != null) {
					at = (at + 2) & mask;
				}
				table[at] = name;
				table[at + 1] = old[from + 1];
			}
		}
		this.table = table;
	}

	/** Seven places of eight: those beyond are for look-ups to end at. */
	private static int limit(@Nullable Object[] table) {
		return 7 * (table.length >> 4);
	}

	private static long bit(String name) {
		return 1L << ((name.hashCode() * SPREAD) >>> 26);
	}

	private static int place(String name, int mask) {
		int hash = name.hashCode();
		return ((hash ^ (hash >>> 15)) << 1) & mask;
	}

}
