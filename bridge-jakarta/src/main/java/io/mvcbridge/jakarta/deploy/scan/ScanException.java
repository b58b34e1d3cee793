package io.mvcbridge.jakarta.deploy.scan;

import org.jspecify.annotations.Nullable;

/**
 * Classes of an archive that cannot be deployed as they are. The message names the class
 * and what to do.
 */
public final class ScanException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	ScanException(String message) {
		this(message, null);
	}

	ScanException(String message, @Nullable Throwable cause) {
		super(message, cause);
	}

}
