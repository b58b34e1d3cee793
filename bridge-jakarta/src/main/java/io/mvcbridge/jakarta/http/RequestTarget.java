package io.mvcbridge.jakarta.http;

import java.util.Locale;

import org.jspecify.annotations.Nullable;

/**
 * A request target (RFC 9112 §3.2), taken apart once: what was sent stays as it was sent,
 * and the path is made canonical as Servlet 6.1 §3.5.2 says. Most paths hold nothing to
 * decode or remove; for them the canonical path is the raw one and nothing is copied.
 */
public final class RequestTarget {

	private final @Nullable String scheme;

	private final @Nullable String authority;

	private final String rawPath;

	private final @Nullable String rawQuery;

	private final String path;

	/** Null if the canonical path is the raw one. */
	private final @Nullable PathCanonicalizer canonicalizer;

	private RequestTarget(@Nullable String scheme, @Nullable String authority, String rawPath,
			@Nullable String rawQuery, UriPolicy policy) {
		this.scheme = scheme;
		this.authority = authority;
		this.rawPath = rawPath;
		this.rawQuery = rawQuery;
		if (PathCanonicalizer.isCanonical(rawPath)) {
			this.canonicalizer = null;
			this.path = rawPath;
		}
		else {
			this.canonicalizer = new PathCanonicalizer(rawPath, policy);
			this.path = this.canonicalizer.path();
		}
	}

	/**
	 * Takes a target apart.
	 * @param target the target as sent, each byte above 0x7F as the ISO-8859-1 character
	 * of that value
	 * @param policy what to do with suspicious sequences that may be allowed
	 * @return the target
	 * @throws RequestRejectedException with 400 if the target is malformed or its path
	 * holds a suspicious sequence
	 */
	public static RequestTarget parse(String target, UriPolicy policy) {
		if (target.isEmpty()) {
			throw new RequestRejectedException(400, "The request target is empty");
		}
		if (target.charAt(0) == '/') {
			return split(null, null, target, 0, policy);
		}
		if (target.equals("*")) {
			return new RequestTarget(null, null, "*", null, policy);
		}
		return absolute(target, policy);
	}

	private static RequestTarget absolute(String target, UriPolicy policy) {
		int colon = target.indexOf("://");
		String scheme = (colon > 0) ? target.substring(0, colon) : "";
		if (!scheme.equalsIgnoreCase("http") && !scheme.equalsIgnoreCase("https")) {
			throw new RequestRejectedException(400, "The request target " + Syntax.show(target)
					+ " neither begins with a slash nor is an http or https URI");
		}
		int start = colon + 3;
		int end = start;
		while (end < target.length() && "/?#".indexOf(target.charAt(end)) < 0) {
			end++;
		}
		String authority = target.substring(start, end);
		HostHeader.parse(authority);
		return split(scheme.toLowerCase(Locale.ROOT), authority, target, end, policy);
	}

	private static RequestTarget split(@Nullable String scheme, @Nullable String authority, String target, int start,
			UriPolicy policy) {
		int query = -1;
		for (int i = start; i < target.length(); i++) {
			char c = target.charAt(i);
			if (c == '?' && query < 0) {
				query = i;
			}
			else if (c == '#') {
				throw new RequestRejectedException(400,
						"The request target " + Syntax.show(target) + " has a fragment at position " + i);
			}
			else if (Syntax.isControl(c)) {
				throw new RequestRejectedException(400,
						"The request target " + Syntax.show(target) + " has a control character at position " + i);
			}
		}
		int pathEnd = (query < 0) ? target.length() : query;
		String rawPath = (start == pathEnd) ? "/" : target.substring(start, pathEnd);
		String rawQuery = (query < 0) ? null : target.substring(query + 1);
		return new RequestTarget(scheme, authority, rawPath, rawQuery, policy);
	}

	/**
	 * The scheme of an absolute target.
	 * @return {@code http} or {@code https}, null for other forms
	 */
	public @Nullable String scheme() {
		return this.scheme;
	}

	/**
	 * The authority of an absolute target, which stands above the {@code Host} field (RFC
	 * 9112 §3.2.2).
	 * @return host and perhaps port, checked to be parseable by {@link HostHeader}; null
	 * for other forms
	 */
	public @Nullable String authority() {
		return this.authority;
	}

	/** Whether the target is {@code *}, as in {@code OPTIONS * HTTP/1.1}. */
	public boolean isAsterisk() {
		return this.rawPath.equals("*");
	}

	/**
	 * The path as sent, with path parameters: what {@code getRequestURI} answers.
	 * @return the path, {@code *} for the asterisk form
	 */
	public String rawPath() {
		return this.rawPath;
	}

	/**
	 * The query as sent, without the question mark.
	 * @return the query, empty if nothing follows the question mark, null if there is
	 * none
	 */
	public @Nullable String rawQuery() {
		return this.rawQuery;
	}

	/**
	 * The canonical path: decoded once, without path parameters, dot segments and empty
	 * segments.
	 * @return the path, beginning with a slash; {@code *} for the asterisk form
	 */
	public String path() {
		return this.path;
	}

	/**
	 * The first path parameter of a name, on whatever segment.
	 * @param name the name, case-sensitive
	 * @return the value as sent, empty if it has none; null if there is no such parameter
	 */
	public @Nullable String pathParameter(String name) {
		int semicolon = this.rawPath.indexOf(';');
		while (semicolon >= 0) {
			int start = semicolon + 1;
			int end = start;
			while (end < this.rawPath.length() && this.rawPath.charAt(end) != ';' && this.rawPath.charAt(end) != '/') {
				end++;
			}
			if (this.rawPath.startsWith(name, start)) {
				int after = start + name.length();
				if (after == end) {
					return "";
				}
				if (after < end && this.rawPath.charAt(after) == '=') {
					return this.rawPath.substring(after + 1, end);
				}
			}
			semicolon = this.rawPath.indexOf(';', end);
		}
		return null;
	}

	/**
	 * Divides the path into a context path and the rest, on a segment boundary:
	 * {@code /app} does not match {@code /application}.
	 * @param contextPath the decoded context path, empty for the root context, else with
	 * a leading and without a trailing slash
	 * @return the parts, or null if the path does not lie in that context
	 */
	public @Nullable ContextMatch matchContext(String contextPath) {
		if (contextPath.isEmpty()) {
			return new ContextMatch("", this.path);
		}
		int length = contextPath.length();
		if (!this.path.startsWith(contextPath) || (this.path.length() > length && this.path.charAt(length) != '/')) {
			return null;
		}
		String rest = this.path.substring(length);
		if (this.canonicalizer == null) {
			return new ContextMatch(contextPath, rest);
		}
		int rawEnd = this.canonicalizer.rawEndOf(length);
		return (rawEnd < 0) ? null : new ContextMatch(this.rawPath.substring(lastLeadingSlash(), rawEnd), rest);
	}

	/**
	 * Applications put the context path before others and redirect there: with two
	 * slashes in front it would be the name of a host that the client chose.
	 */
	private int lastLeadingSlash() {
		int slash = 0;
		while (slash + 1 < this.rawPath.length() && this.rawPath.charAt(slash + 1) == '/') {
			slash++;
		}
		return slash;
	}

	@Override
	public String toString() {
		String prefix = (this.scheme == null) ? "" : this.scheme + "://" + this.authority;
		return prefix + this.rawPath + ((this.rawQuery == null) ? "" : "?" + this.rawQuery);
	}

}
