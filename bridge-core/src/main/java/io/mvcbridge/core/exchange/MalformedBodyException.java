package io.mvcbridge.core.exchange;

import java.io.IOException;

/**
 * What the client sent is no request body: a broken chunk (RFC 9112 §7.1) or trailer.
 * Answered with 400 unless the response was begun.
 */
public class MalformedBodyException extends IOException {

	private static final long serialVersionUID = 1L;

	public MalformedBodyException(String message, Throwable cause) {
		super(message, cause);
	}

}
