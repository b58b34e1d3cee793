package io.mvcbridge.jakarta.http;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * The parameters of a request in the order they were sent: query first, then form, then
 * parts (Servlet 6.1 §3.1). Names may repeat. Filled by one thread, then read.
 * <p>
 * Kept as flat pairs, since most requests have few parameters and ask for one or two of
 * them; a map is built only for those who ask for it or who have many.
 */
public final class Parameters {

	/** Up to this many pairs a walk is cheaper than a map. */
	private static final int SMALL = 8;

	private final int maxCount;

	/** Names at even places, values at odd ones. */
	private String[] pairs = new String[8];

	private int count;

	private @Nullable Map<String, String[]> map;

	/**
	 * Makes an empty collection.
	 * @param maxCount how many parameters it may hold at most, negative for no limit
	 */
	public Parameters(int maxCount) {
		this.maxCount = maxCount;
	}

	/**
	 * Adds what a query string that came with a request holds.
	 * @param query the raw query, each octet above 0x7F as the ISO-8859-1 character of
	 * that value
	 * @param charset the charset of the decoded octets
	 * @throws RequestRejectedException with 400 if the encoding is broken or there are
	 * too many parameters
	 */
	public void addQuery(String query, Charset charset) {
		new FormDecoder(this, query, charset, true).decode();
	}

	/**
	 * Adds what the query string of a dispatch target holds (Servlet 6.1 §9.1.1): text of
	 * the application, in which characters above 0x7F stand for themselves.
	 * @param query the query
	 * @throws RequestRejectedException as for {@link #addQuery}
	 */
	public void addDispatchQuery(String query) {
		new FormDecoder(this, query, StandardCharsets.UTF_8, false).decode();
	}

	/**
	 * Adds what a form body holds.
	 * @param body holds the body
	 * @param offset where the body begins
	 * @param length how many bytes it has
	 * @param charset the charset of the decoded octets
	 * @throws RequestRejectedException as for {@link #addQuery}
	 */
	public void addForm(byte[] body, int offset, int length, Charset charset) {
		addQuery(new String(body, offset, length, StandardCharsets.ISO_8859_1), charset);
	}

	/**
	 * Adds a parameter behind all others.
	 * @param name the decoded name
	 * @param value the decoded value
	 * @throws RequestRejectedException with 400 if there are too many parameters
	 */
	public void add(String name, String value) {
		if (this.maxCount >= 0 && this.count >= this.maxCount) {
			throw new RequestRejectedException(400, "The request has more than the " + this.maxCount
					+ " parameters that are allowed; allow more if the application needs them");
		}
		int at = 2 * this.count;
		if (at == this.pairs.length) {
			this.pairs = Arrays.copyOf(this.pairs, 2 * at);
		}
		this.pairs[at] = name;
		this.pairs[at + 1] = value;
		this.count++;
		this.map = null;
	}

	/**
	 * Adds all of another collection behind those of this one.
	 * @param others the parameters to add
	 * @throws RequestRejectedException with 400 if there are too many parameters
	 */
	public void addAll(Parameters others) {
		for (int i = 0; i < others.count; i++) {
			add(others.pairs[2 * i], others.pairs[2 * i + 1]);
		}
	}

	/** How many parameters there are, repeated names counted each time. */
	public int count() {
		return this.count;
	}

	/**
	 * The first value of a parameter.
	 * @param name the name, case-sensitive
	 * @return the value, null if there is no such parameter
	 */
	public @Nullable String get(String name) {
		if (this.count <= SMALL) {
			for (int i = 0; i < this.count; i++) {
				if (this.pairs[2 * i].equals(name)) {
					return this.pairs[2 * i + 1];
				}
			}
			return null;
		}
		String[] values = map().get(name);
		return (values == null) ? null : values[0];
	}

	/**
	 * All values of a parameter, in order.
	 * @param name the name, case-sensitive
	 * @return a copy of the values, null if there is no such parameter
	 */
	public String @Nullable [] values(String name) {
		String[] values = map().get(name);
		return (values == null) ? null : values.clone();
	}

	/** The names in the order they first came, without repetition; unmodifiable. */
	public Set<String> names() {
		return map().keySet();
	}

	/** The values by name, in the order names first came; unmodifiable. */
	public Map<String, String[]> map() {
		Map<String, String[]> map = this.map;
		if (map == null) {
			map = Collections.unmodifiableMap(group());
			this.map = map;
		}
		return map;
	}

	private Map<String, String[]> group() {
		Map<String, String[]> grouped = new LinkedHashMap<>(2 * this.count);
		Map<String, List<String>> repeated = null;
		for (int i = 0; i < this.count; i++) {
			String name = this.pairs[2 * i];
			String value = this.pairs[2 * i + 1];
			String[] first = grouped.putIfAbsent(name, new String[] { value });
			if (first != null) {
				if (repeated == null) {
					repeated = new HashMap<>();
				}
				repeated.computeIfAbsent(name, (key) -> new ArrayList<>(List.of(first[0]))).add(value);
			}
		}
		if (repeated != null) {
			repeated.forEach((name, values) -> grouped.put(name, values.toArray(String[]::new)));
		}
		return grouped;
	}

	@Override
	public String toString() {
		return map().keySet().toString();
	}

}
