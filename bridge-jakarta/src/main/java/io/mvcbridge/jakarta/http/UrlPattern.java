package io.mvcbridge.jakarta.http;

import jakarta.servlet.http.MappingMatch;

/**
 * A URL pattern (Servlet 6.1 §12.2), parsed once.
 *
 * @param match the kind of pattern
 * @param pattern the pattern as it was written
 * @param value what a path is compared with: the path of an exact pattern, the path
 * before {@code /*} of a prefix pattern, the extension without its dot, or empty
 */
public record UrlPattern(MappingMatch match, String pattern, String value) {

	/**
	 * Parses a pattern.
	 * @param pattern the pattern
	 * @return its parsed form
	 * @throws IllegalArgumentException if no path could ever match it
	 */
	public static UrlPattern parse(String pattern) {
		if (pattern.isEmpty()) {
			return new UrlPattern(MappingMatch.CONTEXT_ROOT, pattern, "");
		}
		if (pattern.equals("/")) {
			return new UrlPattern(MappingMatch.DEFAULT, pattern, "");
		}
		if (pattern.startsWith("/")) {
			return pattern.endsWith("/*")
					? new UrlPattern(MappingMatch.PATH, pattern, pattern.substring(0, pattern.length() - 2))
					: new UrlPattern(MappingMatch.EXACT, pattern, pattern);
		}
		if (pattern.startsWith("*.") && pattern.length() > 2 && pattern.indexOf('/') < 0) {
			return new UrlPattern(MappingMatch.EXTENSION, pattern, pattern.substring(2));
		}
		throw new IllegalArgumentException("The URL pattern '" + pattern
				+ "' matches nothing: it has to begin with '/' "
				+ "(exact path, or prefix if it ends with '/*'), to be '*.' and an extension, or to be empty for the "
				+ "context root");
	}

	/** Whether every path matches. */
	public boolean matchesAll() {
		return this.match == MappingMatch.PATH && this.value.isEmpty();
	}

	/**
	 * Whether a filter with this pattern applies to a path. Other than for a servlet,
	 * {@code /} means the root and not the paths that nothing else was mapped to.
	 * @param path decoded, without the context path
	 * @return whether it matches
	 */
	public boolean matches(String path) {
		return switch (this.match) {
			case EXACT -> path.equals(this.value);
			case PATH -> isPrefixOf(path);
			case EXTENSION -> hasExtension(path);
			case CONTEXT_ROOT, DEFAULT -> path.isEmpty() || path.equals("/");
		};
	}

	/** Whether this path prefix matches, segment by segment. */
	public boolean isPrefixOf(String path) {
		int length = this.value.length();
		return path.startsWith(this.value) && (path.length() == length || path.charAt(length) == '/');
	}

	private boolean hasExtension(String path) {
		int dot = path.length() - this.value.length() - 1;
		return dot > path.lastIndexOf('/') && path.charAt(dot) == '.' && path.endsWith(this.value);
	}

}
