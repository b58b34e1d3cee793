package io.mvcbridge.jakarta.context;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReferenceArray;

import io.mvcbridge.jakarta.http.UrlPattern;
import jakarta.servlet.DispatcherType;
import org.jspecify.annotations.Nullable;

/**
 * Finds the filters in front of a servlet (Servlet 6.1 §6.2.4): those mapped by URL
 * pattern in order, then those mapped by servlet name in order, each once.
 * <p>
 * Which filters apply depends on the servlet, the kind of dispatch, and which of the
 * patterns match that do not match every path: a bit each. Chains are kept by these
 * three, at most {@value #CHAINS_KEPT} for one servlet and kind, so that a request
 * neither builds a chain nor makes garbage. Where more than 64 patterns decide, chains
 * are built anew every time.
 */
final class FilterTable {

	private static final int CHAINS_KEPT = 32;

	private static final DispatcherType[] TYPES = DispatcherType.values();

	private final List<FilterMapping> mappings;

	/** By kind of dispatch: the patterns that match some paths only. */
	private final UrlPattern[][] deciding = new UrlPattern[TYPES.length][];

	/** By kind of dispatch and servlet. */
	private final AtomicReferenceArray<Chains> chains;

	private final AtomicReferenceArray<@Nullable FilteredServlet> named;

	FilterTable(List<FilterMapping> mappings, int servlets) {
		this.mappings = List.copyOf(mappings);
		for (DispatcherType type : TYPES) {
			Set<UrlPattern> patterns = new LinkedHashSet<>();
			for (FilterMapping mapping : mappings) {
				if (mapping.types().contains(type) && mapping.patterns().stream().noneMatch(UrlPattern::matchesAll)) {
					patterns.addAll(mapping.patterns());
				}
			}
			this.deciding[type.ordinal()] = patterns.toArray(UrlPattern[]::new);
		}
		this.chains = new AtomicReferenceArray<>(TYPES.length * servlets);
		this.named = new AtomicReferenceArray<>(TYPES.length * servlets);
		for (int i = 0; i < this.chains.length(); i++) {
			this.chains.set(i, Chains.NONE);
		}
	}

	/**
	 * The servlet behind its filters for a dispatch to a path.
	 * @param servlet the servlet
	 * @param type the kind of dispatch
	 * @param path the path, decoded and without the context path
	 * @return the servlet behind its filters
	 */
	FilteredServlet find(ServletHolder servlet, DispatcherType type, String path) {
		UrlPattern[] patterns = this.deciding[type.ordinal()];
		if (patterns.length > Long.SIZE) {
			return build(servlet, type, path);
		}
		long matching = 0;
		for (int i = 0; i < patterns.length; i++) {
			if (patterns[i].matches(path)) {
				matching |= 1L << i;
			}
		}
		int index = index(servlet, type);
		Chains kept = this.chains.get(index);
		FilteredServlet found = kept.find(matching);
		if (found == null) {
			found = build(servlet, type, path);
			if (kept.size() < CHAINS_KEPT) {
				// Of two additions at once one is lost, and made again when it is missed.
				this.chains.compareAndSet(index, kept, kept.with(matching, found));
			}
		}
		return found;
	}

	/**
	 * The servlet behind its filters for a dispatch by name.
	 * @param servlet the servlet
	 * @param type the kind of dispatch
	 * @return the servlet behind its filters
	 */
	FilteredServlet findNamed(ServletHolder servlet, DispatcherType type) {
		int index = index(servlet, type);
		FilteredServlet found = this.named.get(index);
		if (found == null) {
			found = build(servlet, type, null);
			this.named.set(index, found);
		}
		return found;
	}

	private static int index(ServletHolder servlet, DispatcherType type) {
		return servlet.ordinal() * TYPES.length + type.ordinal();
	}

	private FilteredServlet build(ServletHolder servlet, DispatcherType type, @Nullable String path) {
		Set<FilterHolder> filters = new LinkedHashSet<>();
		for (FilterMapping mapping : this.mappings) {
			if (path != null && mapping.types().contains(type)
					&& mapping.patterns().stream().anyMatch((pattern) -> pattern.matches(path))) {
				filters.add(mapping.filter());
			}
		}
		for (FilterMapping mapping : this.mappings) {
			if (mapping.types().contains(type) && mapping.appliesTo(servlet.getName())) {
				filters.add(mapping.filter());
			}
		}
		return new FilteredServlet(servlet, new ArrayList<>(filters));
	}

	/**
	 * The chains of one servlet and kind of dispatch. Immutable.
	 *
	 * @param keys the bits of the matching patterns
	 * @param servlets the chains, at the places of their keys
	 */
	private record Chains(long[] keys, FilteredServlet[] servlets) {

		static final Chains NONE = new Chains(new long[0], new FilteredServlet[0]);

		int size() {
			return this.keys.length;
		}

		@Nullable FilteredServlet find(long key) {
			for (int i = 0; i < this.keys.length; i++) {
				if (this.keys[i] == key) {
					return this.servlets[i];
				}
			}
			return null;
		}

		Chains with(long key, FilteredServlet servlet) {
			long[] newKeys = Arrays.copyOf(this.keys, size() + 1);
			FilteredServlet[] newServlets = Arrays.copyOf(this.servlets, size() + 1);
			newKeys[size()] = key;
			newServlets[size()] = servlet;
			return new Chains(newKeys, newServlets);
		}

	}

}
