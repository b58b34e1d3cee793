package io.mvcbridge.spring.diagnostics;

import io.mvcbridge.spring.server.UnavailableFeatureException;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Explains that the application asks for something the server does not do. */
class UnavailableFeatureFailureAnalyzer extends AbstractFailureAnalyzer<UnavailableFeatureException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, UnavailableFeatureException cause) {
		return new FailureAnalysis("The application asks for " + cause.getRequest() + ". " + cause.getReason(),
				cause.getAction(), cause);
	}

}
