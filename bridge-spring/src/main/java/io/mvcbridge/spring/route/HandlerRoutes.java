package io.mvcbridge.spring.route;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.mvcbridge.jakarta.route.RouteSource;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

import org.springframework.http.server.PathContainer;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;
import org.springframework.web.util.pattern.PatternParseException;

/**
 * Routes by the patterns of the handler mappings: {@code /users/{id}} of a controller,
 * {@code /webjars/**} of static files. A request that reached no handler, because a
 * filter answered it, is a route of its own, and so is one whose pattern does not match
 * its path: it was forwarded, or it matched by rules of the application.
 */
public final class HandlerRoutes implements RouteSource {

	private static final int MAX_PARSED = 4096;

	/** Empty for what is no pattern to this parser. */
	private final Map<String, Optional<PathPattern>> parsed = new ConcurrentHashMap<>();

	@Override
	public @Nullable String pattern(HttpServletRequest request, String path) {
		Object best = request.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE);
		if (best != null) {
			PathPattern pattern = parse(best.toString());
			if (pattern != null && pattern.matches(PathContainer.parsePath(path))) {
				return best.toString();
			}
		}
		return isPlain(path) ? path : null;
	}

	private @Nullable PathPattern parse(String pattern) {
		Optional<PathPattern> parsed = this.parsed.get(pattern);
		if (parsed == null) {
			if (this.parsed.size() >= MAX_PARSED) {
				this.parsed.clear();
			}
			parsed = this.parsed.computeIfAbsent(pattern, HandlerRoutes::tryParse);
		}
		return parsed.orElse(null);
	}

	private static Optional<PathPattern> tryParse(String pattern) {
		try {
			return Optional.of(PathPatternParser.defaultInstance.parse(pattern));
		}
		catch (PatternParseException ex) {
			// One of another syntax: its requests are routes of their own
			return Optional.empty();
		}
	}

	/** Whether it stands for itself and nothing else. */
	private static boolean isPlain(String pattern) {
		for (int i = 0; i < pattern.length(); i++) {
			char c = pattern.charAt(i);
			if (c == '*' || c == '?' || c == '{' || c == '}' || c == '\\') {
				return false;
			}
		}
		return true;
	}

	@Override
	public Selector selector(Collection<String> patterns) {
		Set<String> plain = new HashSet<>();
		for (String pattern : patterns) {
			if (isPlain(pattern)) {
				plain.add(pattern);
			}
		}
		List<PathPattern> sorted = patterns.stream()
			.map(this::parse)
			.filter(Objects::nonNull)
			.sorted(PathPattern.SPECIFICITY_COMPARATOR)
			.toList();
		return (path) -> plain.contains(path) ? path : select(sorted, path);
	}

	private static @Nullable String select(List<PathPattern> sorted, String path) {
		PathContainer container = PathContainer.parsePath(path);
		for (PathPattern pattern : sorted) {
			if (pattern.matches(container)) {
				return pattern.getPatternString();
			}
		}
		return null;
	}

}
