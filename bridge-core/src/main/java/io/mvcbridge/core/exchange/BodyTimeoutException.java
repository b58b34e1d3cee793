package io.mvcbridge.core.exchange;

import java.io.IOException;

/**
 * The client stopped sending its request body. Answered with 408 unless the response was
 * begun.
 */
public class BodyTimeoutException extends IOException {

	private static final long serialVersionUID = 1L;

	public BodyTimeoutException(String message) {
		super(message);
	}

}
