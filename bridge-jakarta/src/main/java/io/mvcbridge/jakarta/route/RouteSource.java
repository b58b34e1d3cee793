package io.mvcbridge.jakarta.route;

import java.util.Collection;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/**
 * Divides what one servlet serves into routes, named by patterns. Asked only where event
 * loops carry threads: after a request, what served it; and before one, what is going to.
 */
public interface RouteSource {

	/** One route for all that a servlet mapping leads to. */
	RouteSource SERVLET_MAPPINGS = new RouteSource() {

		private static final String ALL = "";

		@Override
		public String pattern(HttpServletRequest request, String path) {
			return ALL;
		}

		@Override
		public Selector selector(Collection<String> patterns) {
			return (path) -> ALL;
		}

	};

	/**
	 * The pattern of the route that has served a request. Called on the servlet thread
	 * that runs the request, when a dispatch has returned.
	 * @param request the request
	 * @param path the path of the request as it was sent, without context path and
	 * servlet prefix; not that of a later dispatch
	 * @return the pattern, which has to match the path; null if there is none
	 */
	@Nullable String pattern(HttpServletRequest request, String path);

	/**
	 * Makes a choice among routes.
	 * @param patterns patterns that {@link #pattern} has answered
	 * @return the choice, used by many threads
	 */
	Selector selector(Collection<String> patterns);

	/** A choice among routes. */
	@FunctionalInterface
	interface Selector {

		/**
		 * Chooses the route that is going to serve a path. Called on the event loop: has
		 * to answer at once and must not throw.
		 * @param path as above
		 * @return the pattern that matches the path best, null if none does
		 */
		@Nullable String select(String path);

	}

}
