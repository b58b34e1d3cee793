package io.mvcbridge.spring.route;

import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;

import org.springframework.http.server.PathContainer;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;

/**
 * Paths by the patterns of Spring MVC, for requests that are to stay off the event loops.
 * Used by any thread.
 */
public final class OffLoopPaths implements Predicate<String> {

	private final List<PathPattern> patterns;

	/**
	 * Makes a set of paths.
	 * @param patterns patterns as in a controller's mapping, relative to the context path
	 * @throws org.springframework.web.util.pattern.PatternParseException if one is none
	 */
	public OffLoopPaths(Collection<String> patterns) {
		this.patterns = patterns.stream().map(OffLoopPaths::parse).toList();
	}

	private static PathPattern parse(String pattern) {
		PathPatternParser parser = PathPatternParser.defaultInstance;
		return parser.parse(parser.initFullPathPattern(pattern));
	}

	@Override
	public boolean test(String path) {
		PathContainer container = PathContainer.parsePath(path);
		for (PathPattern pattern : this.patterns) {
			if (pattern.matches(container)) {
				return true;
			}
		}
		return false;
	}

}
