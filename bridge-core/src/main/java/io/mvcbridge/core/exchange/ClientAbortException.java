package io.mvcbridge.core.exchange;

import java.io.IOException;

import org.jspecify.annotations.Nullable;

/**
 * The client went away while the application was reading its request or writing its
 * response. Nobody is left to be answered; applications usually let it pass.
 */
public class ClientAbortException extends IOException {

	private static final long serialVersionUID = 1L;

	public ClientAbortException(String message, @Nullable Throwable cause) {
		super(message, cause);
	}

}
