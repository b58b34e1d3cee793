package io.mvcbridge.spring.diagnostics;

import io.mvcbridge.core.server.ListenerBindException;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Explains that the server cannot listen where it was told to, for another reason than a
 * port in use, which Boot explains.
 */
class ListenerBindFailureAnalyzer extends AbstractFailureAnalyzer<ListenerBindException> {

	@Override
	protected @Nullable FailureAnalysis analyze(Throwable rootFailure, ListenerBindException cause) {
		if (cause.inUse()) {
			return null;
		}
		return new FailureAnalysis(cause.getMessage() + ".",
				"Set server.address (or management.server.address) to an address of this machine, or remove it to"
						+ " listen on all of them, and the port to one that this process may open: ports below 1024"
						+ " often need a privilege.",
				cause);
	}

}
