package io.mvcbridge.jakarta.deploy.descriptor;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * One of the descriptors that are assembled, and how much its word counts.
 *
 * @param descriptor what it says
 * @param layer whose word it is
 */
record Contribution(WebDescriptor descriptor, Layer layer) {

	/** Whose word counts (Servlet 6.1 §8.2.3): each wins over those behind it. */
	enum Layer {

		WEB_XML, FRAGMENT, ANNOTATION

	}

	/**
	 * All that counts, in the order of §8.2.2: {@code web.xml} and classes of the
	 * application itself, then each archive with its descriptor and its classes.
	 */
	static List<Contribution> all(@Nullable WebDescriptor webXml, @Nullable WebDescriptor classes,
			List<WebFragment> fragments) {
		List<Contribution> all = new ArrayList<>();
		add(all, webXml, Layer.WEB_XML);
		if (webXml != null && webXml.metadataComplete()) {
			return all;
		}
		add(all, classes, Layer.ANNOTATION);
		for (WebFragment fragment : fragments) {
			add(all, fragment.descriptor(), Layer.FRAGMENT);
			if (!fragment.metadataComplete()) {
				add(all, fragment.annotations(), Layer.ANNOTATION);
			}
		}
		return all;
	}

	private static void add(List<Contribution> all, @Nullable WebDescriptor descriptor, Layer layer) {
		if (descriptor != null) {
			all.add(new Contribution(descriptor, layer));
		}
	}

}
