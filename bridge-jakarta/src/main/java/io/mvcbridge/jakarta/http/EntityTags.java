package io.mvcbridge.jakarta.http;

import org.jspecify.annotations.Nullable;

/** Lists of entity tags in conditional requests (RFC 9110 §13.1). */
public final class EntityTags {

	private EntityTags() {
	}

	/**
	 * Whether an {@code If-None-Match} list holds a tag: compared weakly.
	 * @param list the value of the field
	 * @param etag the tag of what would be served, with its quotes; null if nothing
	 * exists
	 * @return true if a tag of the list, or {@code *}, matches
	 */
	public static boolean matchesWeakly(String list, @Nullable String etag) {
		return matches(list, etag, true);
	}

	/**
	 * Whether an {@code If-Match} list holds a tag: compared strongly, so that a weak tag
	 * never matches.
	 * @param list the value of the field
	 * @param etag the tag of what would be served, with its quotes; null if nothing
	 * exists
	 * @return true if a tag of the list, or {@code *}, matches
	 */
	public static boolean matchesStrongly(String list, @Nullable String etag) {
		return matches(list, etag, false);
	}

	private static boolean matches(String list, @Nullable String etag, boolean weakly) {
		if (etag == null) {
			return false;
		}
		if (list.strip().equals("*")) {
			return true;
		}
		boolean weak = etag.startsWith("W/");
		if (weak && !weakly) {
			return false;
		}
		String opaque = (weak) ? etag.substring(2) : etag;
		int length = list.length();
		int at = 0;
		while (at < length) {
			char c = list.charAt(at);
			if (c == ',' || Syntax.isWhitespace(c)) {
				at++;
				continue;
			}
			boolean candidateWeak = list.startsWith("W/", at);
			int start = (candidateWeak) ? at + 2 : at;
			int end = endOfTag(list, start);
			if ((weakly || !candidateWeak) && end - start == opaque.length() && list.startsWith(opaque, start)) {
				return true;
			}
			at = end;
		}
		return false;
	}

	/** Tags have no escapes; clients that forget the quotes are read up to the comma. */
	private static int endOfTag(String list, int start) {
		boolean quoted = start < list.length() && list.charAt(start) == '"';
		int end = list.indexOf((quoted) ? '"' : ',', start + 1);
		if (end < 0) {
			return list.length();
		}
		return (quoted) ? end + 1 : end;
	}

}
