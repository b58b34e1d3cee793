package io.mvcbridge.core.exchange;

import io.netty.handler.codec.http.HttpResponseStatus;

/**
 * Statuses with the reason phrases of the IANA registry (RFC 9110 §15, §16.2.1), where
 * Netty's constants still say what older specifications did. A status that has no phrase
 * there gets none: HTTP/1.1 does not need one (RFC 9112 §4).
 */
public final class StatusPhrases {

	private static final HttpResponseStatus ALREADY_REPORTED = new HttpResponseStatus(208, "Already Reported");

	private static final HttpResponseStatus IM_USED = new HttpResponseStatus(226, "IM Used");

	private static final HttpResponseStatus CONTENT_TOO_LARGE = new HttpResponseStatus(413, "Content Too Large");

	private static final HttpResponseStatus URI_TOO_LONG = new HttpResponseStatus(414, "URI Too Long");

	private static final HttpResponseStatus RANGE_NOT_SATISFIABLE = new HttpResponseStatus(416,
			"Range Not Satisfiable");

	private static final HttpResponseStatus UNPROCESSABLE_CONTENT = new HttpResponseStatus(422,
			"Unprocessable Content");

	private static final HttpResponseStatus TOO_EARLY = new HttpResponseStatus(425, "Too Early");

	private static final HttpResponseStatus UNAVAILABLE_FOR_LEGAL_REASONS = new HttpResponseStatus(451,
			"Unavailable For Legal Reasons");

	private static final HttpResponseStatus LOOP_DETECTED = new HttpResponseStatus(508, "Loop Detected");

	private StatusPhrases() {
	}

	/**
	 * A status with its reason phrase.
	 * @param code the status code, 100 to 999
	 * @return the status; its phrase is empty if none is registered
	 */
	public static HttpResponseStatus status(int code) {
		return switch (code) {
			case 208 -> ALREADY_REPORTED;
			case 226 -> IM_USED;
			case 413 -> CONTENT_TOO_LARGE;
			case 414 -> URI_TOO_LONG;
			case 416 -> RANGE_NOT_SATISFIABLE;
			case 422 -> UNPROCESSABLE_CONTENT;
			case 425 -> TOO_EARLY;
			case 451 -> UNAVAILABLE_FOR_LEGAL_REASONS;
			case 508 -> LOOP_DETECTED;
			default -> known(code);
		};
	}

	private static HttpResponseStatus known(int code) {
		HttpResponseStatus status = HttpResponseStatus.valueOf(code);
		// Netty makes up a phrase such as "Client Error (418)" for what it does not know
		return status.reasonPhrase().endsWith(")") ? new HttpResponseStatus(code, "") : status;
	}

}
