package io.mvcbridge.jakarta.context;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;

import io.mvcbridge.jakarta.http.UrlPattern;
import jakarta.servlet.http.HttpServletMapping;
import jakarta.servlet.http.MappingMatch;
import org.jspecify.annotations.Nullable;

/**
 * Maps paths to servlets (Servlet 6.1 §12.1): exact, longest prefix, extension, default.
 * Immutable. Answers for exact paths, the context root and the default servlet's mapping
 * are made beforehand.
 */
final class MappingTable {

	private final Map<String, Match> exact = new HashMap<>();

	/** Longest first. */
	private final Entry[] prefixes;

	private final Map<String, Entry> extensions = new HashMap<>();

	private final @Nullable Match contextRoot;

	private final Entry defaultEntry;

	private final HttpServletMapping defaultMapping;

	/**
	 * Makes the table.
	 * @param mappings servlets by URL pattern
	 * @param defaultServlet what serves paths that no pattern matches, unless a servlet
	 * is mapped to {@code /}
	 */
	MappingTable(Map<String, ServletHolder> mappings, ServletHolder defaultServlet) {
		Match root = null;
		Entry rest = new Entry(UrlPattern.parse("/"), defaultServlet);
		for (Map.Entry<String, ServletHolder> mapping : mappings.entrySet()) {
			Entry entry = new Entry(UrlPattern.parse(mapping.getKey()), mapping.getValue());
			switch (entry.pattern.match()) {
				case EXACT -> this.exact.put(entry.pattern.value(),
						entry.match(entry.pattern.value(), null, entry.pattern.value().substring(1)));
				case EXTENSION -> this.extensions.put(entry.pattern.value(), entry);
				case CONTEXT_ROOT -> root = entry.match("", "/", "");
				case DEFAULT -> rest = entry;
				case PATH -> {
					// Sorted below.
				}
			}
		}
		this.prefixes = mappings.entrySet()
			.stream()
			.map((mapping) -> new Entry(UrlPattern.parse(mapping.getKey()), mapping.getValue()))
			.filter((entry) -> entry.pattern.match() == MappingMatch.PATH)
			.sorted(Comparator.comparingInt((entry) -> -entry.pattern.value().length()))
			.toArray(Entry[]::new);
		this.contextRoot = root;
		this.defaultEntry = rest;
		this.defaultMapping = rest.mapping("");
	}

	/**
	 * Finds the servlet for a path.
	 * @param path decoded and canonical, without the context path; begins with a slash,
	 * or is empty for the context root requested without one
	 * @return the match, or null for an empty path that only the default servlet would
	 * serve: the client should ask again with a slash
	 */
	@Nullable Match match(String path) {
		Match match = this.exact.get(path);
		if (match != null) {
			return match;
		}
		if (this.contextRoot != null && (path.isEmpty() || path.equals("/"))) {
			return this.contextRoot;
		}
		for (Entry entry : this.prefixes) {
			if (entry.pattern.isPrefixOf(path)) {
				return entry.matchPrefix(path);
			}
		}
		if (path.isEmpty()) {
			return null;
		}
		if (!this.extensions.isEmpty()) {
			int dot = path.lastIndexOf('.');
			if (dot > path.lastIndexOf('/')) {
				Entry entry = this.extensions.get(path.substring(dot + 1));
				if (entry != null) {
					return entry.match(path, null, path.substring(1, dot));
				}
			}
		}
		return new Match(this.defaultEntry.servlet, this.defaultMapping, path, null);
	}

	/**
	 * Where a path leads.
	 *
	 * @param servlet the servlet
	 * @param mapping how it was found
	 * @param servletPath the part of the path that led to it
	 * @param pathInfo the rest of the path, null if there is none
	 */
	record Match(ServletHolder servlet, HttpServletMapping mapping, String servletPath, @Nullable String pathInfo) {

	}

	private record Entry(UrlPattern pattern, ServletHolder servlet) {

		HttpServletMapping mapping(String matchValue) {
			return new ServletMapping(matchValue, this.pattern.pattern(), this.servlet.getName(), this.pattern.match());
		}

		Match match(String servletPath, @Nullable String pathInfo, String matchValue) {
			return new Match(this.servlet, mapping(matchValue), servletPath, pathInfo);
		}

		Match matchPrefix(String path) {
			int length = this.pattern.value().length();
			if (path.length() == length) {
				return match(path, null, "");
			}
			return match(this.pattern.value(), path.substring(length), path.substring(length + 1));
		}

	}

}
