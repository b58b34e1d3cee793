package io.mvcbridge.jakarta.deploy;

import org.jspecify.annotations.Nullable;

/**
 * A web archive that could not be deployed. The message says which one, where the fault
 * lies (file and line of a descriptor, a class, a component), and what to do.
 */
public final class DeploymentException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	DeploymentException(String message, @Nullable Throwable cause) {
		super(message, cause);
	}

}
