package io.mvcbridge.jakarta.deploy.descriptor;

import java.util.List;

/**
 * Where a fragment wants to be: {@code <ordering>}.
 *
 * @param after names of fragments that come before it
 * @param afterOthers whether it wants to be at the end
 * @param before names of fragments that come after it
 * @param beforeOthers whether it wants to be at the beginning
 * @param source where it was said
 */
public record RelativeOrdering(List<String> after, boolean afterOthers, List<String> before, boolean beforeOthers,
		Source source) {

	public RelativeOrdering {
		after = List.copyOf(after);
		before = List.copyOf(before);
	}

}
