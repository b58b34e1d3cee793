package io.mvcbridge.jakarta.deploy.descriptor;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * Which archives of {@code WEB-INF/lib} take part, and in which order (Servlet 6.1
 * §8.2.2). Where nobody asks for an order, it is that in which the archives were given.
 *
 * @param included the archives that take part, in order
 * @param excluded those that an absolute order leaves out: neither their descriptors nor
 * their annotations, initializers and tag libraries' listeners count
 * @param specified whether a descriptor asks for an order at all
 */
public record FragmentOrder(List<WebFragment> included, List<WebFragment> excluded, boolean specified) {

	public FragmentOrder {
		included = List.copyOf(included);
		excluded = List.copyOf(excluded);
	}

	/**
	 * Orders fragments. A {@code web.xml} that is complete by itself leaves all orders
	 * out of account, §8.2.3.
	 * @param webXml the {@code web.xml}, null if there is none
	 * @param fragments all archives
	 * @return their order
	 * @throws DescriptorException if what they ask for contradicts itself
	 */
	public static FragmentOrder of(@Nullable WebDescriptor webXml, List<WebFragment> fragments) {
		if (webXml != null && webXml.metadataComplete()) {
			return new FragmentOrder(fragments, List.of(), false);
		}
		AbsoluteOrdering absolute = (webXml != null) ? webXml.absoluteOrdering() : null;
		if (absolute != null) {
			return absolute(absolute, fragments);
		}
		boolean specified = fragments.stream().anyMatch((fragment) -> RelativeOrder.orderingOf(fragment) != null);
		requireUniqueNames(fragments);
		return new FragmentOrder(new RelativeOrder(fragments).sorted(), List.of(), specified);
	}

	private static FragmentOrder absolute(AbsoluteOrdering ordering, List<WebFragment> fragments) {
		List<String> named = new ArrayList<>(ordering.before());
		named.addAll(ordering.after());
		Set<WebFragment> included = new LinkedHashSet<>();
		for (String name : ordering.before()) {
			fragments.stream().filter((fragment) -> name.equals(fragment.name())).forEach(included::add);
		}
		if (ordering.others()) {
			fragments.stream().filter((fragment) -> !named.contains(fragment.name())).forEach(included::add);
		}
		for (String name : ordering.after()) {
			fragments.stream().filter((fragment) -> name.equals(fragment.name())).forEach(included::add);
		}
		List<WebFragment> excluded = fragments.stream().filter((fragment) -> !included.contains(fragment)).toList();
		return new FragmentOrder(List.copyOf(included), excluded, true);
	}

	private static void requireUniqueNames(List<WebFragment> fragments) {
		Map<String, Source> names = new HashMap<>();
		for (WebFragment fragment : fragments) {
			Setting<String> name = (fragment.descriptor() != null) ? fragment.descriptor().name() : null;
			Source before = (name != null) ? names.putIfAbsent(name.value(), name.source()) : null;
			if (name != null && before != null) {
				throw new DescriptorException("Two fragments have the name '" + name.value() + "': " + before + " and "
						+ name.source() + "; remove one of the archives, rename one of the fragments, "
						+ "or order them with <absolute-ordering> in WEB-INF/web.xml", before, name.source());
			}
		}
	}

}
