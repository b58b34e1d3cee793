package io.mvcbridge.samples.storefront.api;

import java.util.List;
import java.util.function.Function;

import org.springframework.data.domain.Page;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;

/**
 * One page of a longer list.
 *
 * @param <T> the type of the items
 * @param items what is on the page
 * @param page the number of the page, starting at 0
 * @param size how many items a full page has
 * @param totalItems how many items there are on all pages
 * @param totalPages how many pages there are
 */
record PageOf<T>(List<T> items, int page, int size, long totalItems, int totalPages) {

	/** How many items a page has at most. */
	static final int MAX_SIZE = 100;

	/**
	 * Answer a page, with links to its neighbours (RFC 8288). The links are relative to
	 * the request, so they are right behind any proxy.
	 * @param <E> the type of the entities
	 * @param <T> the type of the items
	 * @param found the entities
	 * @param toItem makes an item of an entity
	 * @param query what the client asked for, encoded, without page and size; empty or
	 * ends in {@code &}
	 * @return the answer
	 */
	static <E, T> ResponseEntity<PageOf<T>> answer(Page<E> found, Function<E, T> toItem, String query) {
		HttpHeaders headers = new HttpHeaders();
		if (found.hasPrevious()) {
			headers.add(HttpHeaders.LINK, link(query, found, found.getNumber() - 1, "prev"));
		}
		if (found.hasNext()) {
			headers.add(HttpHeaders.LINK, link(query, found, found.getNumber() + 1, "next"));
		}
		return ResponseEntity.ok()
			.headers(headers)
			.body(new PageOf<>(found.map(toItem).getContent(), found.getNumber(), found.getSize(),
					found.getTotalElements(), found.getTotalPages()));
	}

	private static String link(String query, Page<?> found, int page, String relation) {
		String target = "?" + query + "page=" + page + "&size=" + found.getSize();
		return "<" + target + ">; rel=\"" + relation + "\"";
	}

}
