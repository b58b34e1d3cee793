package io.mvcbridge.jakarta.context;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.mvcbridge.jakarta.context.WebApplicationBuilder.ErrorPage;
import org.jspecify.annotations.Nullable;

/** The error pages of a context (Servlet 6.1 §10.9.2). */
final class ErrorPages {

	private final Map<Class<?>, String> byType = new HashMap<>();

	private final Map<Integer, String> byStatus = new HashMap<>();

	private @Nullable String forAll;

	/**
	 * Takes over declared pages; of two for the same error the later counts.
	 * @param pages the pages
	 */
	ErrorPages(List<ErrorPage> pages) {
		for (ErrorPage page : pages) {
			if (!page.location().startsWith("/")) {
				throw new IllegalArgumentException("The location '" + page.location()
						+ "' of an error page has to begin with a slash: it is relative to the context path");
			}
			if (page.type() != null) {
				this.byType.put(page.type(), page.location());
			}
			if (page.status() != null) {
				this.byStatus.put(page.status(), page.location());
			}
			if (page.type() == null && page.status() == null) {
				this.forAll = page.location();
			}
		}
	}

	@Nullable String find(Throwable failure) {
		if (!this.byType.isEmpty()) {
			for (Class<?> type = failure.getClass(); type != null; type = type.getSuperclass()) {
				String location = this.byType.get(type);
				if (location != null) {
					return location;
				}
			}
		}
		return null;
	}

	@Nullable String find(int status) {
		String location = this.byStatus.get(status);
		return (location != null) ? location : this.forAll;
	}

}
