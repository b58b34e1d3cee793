package io.mvcbridge.jakarta.http;

/**
 * What to do with sequences of a request path that are suspicious (Servlet 6.1 §3.5.2)
 * but that some applications need. Every other suspicious sequence is always refused.
 *
 * @param encodedSlash how {@code %2F} in a path is treated
 * @param backslash how a backslash in a path, raw or as {@code %5C}, is treated
 */
public record UriPolicy(EncodedSlash encodedSlash, Backslash backslash) {

	/** Refuses everything that is suspicious. */
	public static final UriPolicy STRICT = new UriPolicy(EncodedSlash.REJECT, Backslash.REJECT);

	/** Ways to treat {@code %2F}. */
	public enum EncodedSlash {

		/** Answer with 400. */
		REJECT,

		/**
		 * Leave it encoded, and encode every {@code %} of that path as {@code %25}, so
		 * that the application can tell segments apart (Servlet 6.1 §3.5.2, item 8).
		 */
		KEEP,

		/**
		 * Decode it to {@code /}. The path is mapped as if the slash had been sent plain.
		 */
		DECODE

	}

	/** Ways to treat a backslash. */
	public enum Backslash {

		/** Answer with 400. */
		REJECT,

		/** Take it as an ordinary character. */
		DECODE

	}

}
