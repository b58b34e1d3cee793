package io.mvcbridge.jakarta.deploy.descriptor;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

/**
 * What several descriptors say of one thing (Servlet 6.1 §8.2.3, rules 5.e to 5.g): only
 * those of the strongest layer count, and they must not contradict each other.
 *
 * @param <T> what they say
 */
final class Statements<T> {

	private final List<T> said = new ArrayList<>();

	private Contribution.@Nullable Layer layer;

	/** Takes note of what one descriptor says; null is nothing. */
	void add(@Nullable T statement, Contribution.Layer by) {
		if (statement == null || (this.layer != null && this.layer.compareTo(by) < 0)) {
			return;
		}
		if (this.layer != by) {
			this.said.clear();
			this.layer = by;
		}
		this.said.add(statement);
	}

	boolean isEmpty() {
		return this.said.isEmpty();
	}

	/** All statements that count. */
	List<T> all() {
		return this.said;
	}

	/** Who says it: null if nobody does. */
	Contribution.@Nullable Layer layer() {
		return this.layer;
	}

	/**
	 * The one thing that all of them say.
	 * @param what what it is about, for the message
	 * @param meaning what has to be equal
	 * @param source who says it
	 * @return the first statement, or null if there is none
	 * @throws DescriptorException if they differ
	 */
	@Nullable T settled(String what, Function<T, ?> meaning, Function<T, Source> source) {
		if (this.said.isEmpty()) {
			return null;
		}
		T first = this.said.get(0);
		for (T other : this.said) {
			if (!meaning.apply(other).equals(meaning.apply(first))) {
				Source one = source.apply(first);
				Source two = source.apply(other);
				throw new DescriptorException(
						what + " is '" + meaning.apply(first) + "' in " + one + " and '" + meaning.apply(other)
								+ "' in " + two
								+ "; remove one of them, or say in WEB-INF/web.xml which it is, whose word counts",
						one, two);
			}
		}
		return first;
	}

	/** The one setting that all of them say. */
	static <V> @Nullable Setting<V> settled(Statements<Setting<V>> statements, String what) {
		return statements.settled(what, Setting::value, Setting::source);
	}

}
