package io.mvcbridge.jakarta.deploy.descriptor;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/**
 * The order that fragments ask for among themselves (Servlet 6.1 §8.2.2, case 2). There
 * are three groups: those before all others, those that do not care, those after all
 * others. Whoever has to be before one of the first group is in that group too, and
 * likewise at the end; within a group only names count.
 */
final class RelativeOrder {

	private final List<WebFragment> fragments;

	/** Who has to come before whom by name, for every fragment. */
	private final Map<WebFragment, Set<WebFragment>> predecessors = new LinkedHashMap<>();

	RelativeOrder(List<WebFragment> fragments) {
		this.fragments = fragments;
		fragments.forEach((fragment) -> this.predecessors.put(fragment, new LinkedHashSet<>()));
		for (WebFragment fragment : fragments) {
			RelativeOrdering ordering = orderingOf(fragment);
			if (ordering != null) {
				ordering.after().forEach((name) -> named(name).forEach((other) -> precede(other, fragment)));
				ordering.before().forEach((name) -> named(name).forEach((other) -> precede(fragment, other)));
			}
		}
	}

	static @Nullable RelativeOrdering orderingOf(WebFragment fragment) {
		return (fragment.descriptor() != null) ? fragment.descriptor().ordering() : null;
	}

	List<WebFragment> sorted() {
		Set<WebFragment> first = new LinkedHashSet<>();
		Set<WebFragment> last = new LinkedHashSet<>();
		for (WebFragment fragment : this.fragments) {
			RelativeOrdering ordering = orderingOf(fragment);
			if (ordering != null && ordering.beforeOthers()) {
				first.add(fragment);
			}
			if (ordering != null && ordering.afterOthers()) {
				last.add(fragment);
			}
		}
		boolean grown;
		do {
			grown = grow(first, last);
		}
		while (grown);
		for (WebFragment fragment : first) {
			if (last.contains(fragment)) {
				throw contradiction(fragment);
			}
		}
		List<WebFragment> sorted = new ArrayList<>(sort(first));
		Set<WebFragment> middle = new LinkedHashSet<>(this.fragments);
		middle.removeAll(first);
		middle.removeAll(last);
		sorted.addAll(sort(middle));
		sorted.addAll(sort(last));
		return sorted;
	}

	/** Draws neighbours into the groups at the ends; says whether there were any. */
	private boolean grow(Set<WebFragment> first, Set<WebFragment> last) {
		boolean grown = false;
		for (WebFragment fragment : this.fragments) {
			Set<WebFragment> before = predecessors(fragment);
			if (first.contains(fragment)) {
				grown |= first.addAll(before);
			}
			if (before.stream().anyMatch(last::contains)) {
				grown |= last.add(fragment);
			}
		}
		return grown;
	}

	/** Of those that can be next, the one that was given first. */
	private List<WebFragment> sort(Set<WebFragment> group) {
		List<WebFragment> waiting = new ArrayList<>(this.fragments);
		waiting.retainAll(group);
		List<WebFragment> sorted = new ArrayList<>();
		while (!waiting.isEmpty()) {
			WebFragment next = null;
			for (WebFragment candidate : waiting) {
				if (predecessors(candidate).stream().noneMatch(waiting::contains)) {
					next = candidate;
					break;
				}
			}
			if (next == null) {
				throw circle(waiting);
			}
			sorted.add(next);
			waiting.remove(next);
		}
		return sorted;
	}

	/** Goes back from one to the one before it until somebody is met again. */
	private DescriptorException circle(List<WebFragment> waiting) {
		List<WebFragment> path = new ArrayList<>();
		WebFragment fragment = waiting.get(0);
		while (!path.contains(fragment)) {
			path.add(fragment);
			fragment = predecessors(fragment).stream().filter(waiting::contains).findFirst().orElseThrow();
		}
		List<WebFragment> circle = new ArrayList<>(path.subList(path.indexOf(fragment), path.size()));
		circle.add(fragment);
		String said = circle.stream().map(RelativeOrder::describe).collect(Collectors.joining(" comes after "));
		return new DescriptorException(
				"The order of the web fragments is a circle: " + said + "; remove one of these "
						+ "<ordering> elements, or order all with <absolute-ordering> in WEB-INF/web.xml",
				sources(circle));
	}

	private static DescriptorException contradiction(WebFragment fragment) {
		return new DescriptorException("The web fragment " + describe(fragment) + " has to be both before and after "
				+ "all others, because it or one that it is ordered with says so; remove one of the <others/>, "
				+ "or order all with <absolute-ordering> in WEB-INF/web.xml", sources(List.of(fragment)));
	}

	private static String describe(WebFragment fragment) {
		String name = (fragment.name() != null) ? "'" + fragment.name() + "'" : "without a name";
		return name + " (" + source(fragment) + ")";
	}

	private static Source[] sources(List<WebFragment> fragments) {
		return fragments.stream().map(RelativeOrder::source).distinct().toArray(Source[]::new);
	}

	private static Source source(WebFragment fragment) {
		RelativeOrdering ordering = orderingOf(fragment);
		if (ordering != null) {
			return ordering.source();
		}
		return (fragment.descriptor() != null) ? fragment.descriptor().source() : Source.of(fragment.archive());
	}

	private List<WebFragment> named(String name) {
		return this.fragments.stream().filter((fragment) -> name.equals(fragment.name())).toList();
	}

	private void precede(WebFragment before, WebFragment after) {
		predecessors(after).add(before);
	}

	private Set<WebFragment> predecessors(WebFragment fragment) {
		Set<WebFragment> before = this.predecessors.get(fragment);
		if (before == null) {
			throw new IllegalStateException("The order has no " + fragment.archive());
		}
		return before;
	}

}
