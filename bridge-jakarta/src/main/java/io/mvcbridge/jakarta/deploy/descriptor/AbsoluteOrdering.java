package io.mvcbridge.jakarta.deploy.descriptor;

import java.util.List;

/**
 * Which fragments take part, and in which order: {@code <absolute-ordering>}.
 *
 * @param before names of fragments, in order
 * @param others whether there is an {@code <others/>}: all fragments that are not named
 * come here; without it they are left out
 * @param after names of fragments after {@code <others/>}, in order; empty without it
 * @param source where it was said
 */
public record AbsoluteOrdering(List<String> before, boolean others, List<String> after, Source source) {

	public AbsoluteOrdering {
		before = List.copyOf(before);
		after = List.copyOf(after);
	}

}
