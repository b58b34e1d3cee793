package io.mvcbridge.jakarta.deploy.descriptor;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/** What descriptors say of the order of fragments (Servlet 6.1 §8.2.2). */
final class OrderingElements {

	private OrderingElements() {
	}

	/** Of a name that is there twice only the first one counts, §8.2.2. */
	static AbsoluteOrdering absolute(XmlElement element) {
		element.allow("name", "others").child("others");
		Set<String> seen = new LinkedHashSet<>();
		List<String> before = new ArrayList<>();
		List<String> after = new ArrayList<>();
		boolean others = false;
		for (XmlElement child : element.children()) {
			if (child.name().equals("others")) {
				others = child.present();
			}
			else if (seen.add(child.requiredText())) {
				(others ? after : before).add(child.requiredText());
			}
		}
		return new AbsoluteOrdering(before, others, after, element.source());
	}

	static RelativeOrdering relative(XmlElement element) {
		element.allow("after", "before");
		XmlElement after = element.child("after");
		XmlElement before = element.child("before");
		return new RelativeOrdering(names(after), others(after), names(before), others(before), element.source());
	}

	private static List<String> names(@Nullable XmlElement element) {
		return (element != null) ? element.allow("name", "others")
			.children("name")
			.stream()
			.map(XmlElement::requiredText)
			.distinct()
			.toList() : List.of();
	}

	private static boolean others(@Nullable XmlElement element) {
		XmlElement others = (element != null) ? element.child("others") : null;
		return others != null && others.present();
	}

}
