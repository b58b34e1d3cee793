package io.mvcbridge.samples.storefront.api;

import jakarta.servlet.http.HttpServletRequest;

import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.ErrorResponse;
import org.springframework.web.HttpMediaTypeNotAcceptableException;
import org.springframework.web.HttpMediaTypeNotSupportedException;
import org.springframework.web.HttpRequestMethodNotSupportedException;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.servlet.NoHandlerFoundException;

/**
 * Requests below {@code /api} that no controller wants. They belong to no package, so
 * {@link ApiProblems} does not see them; elsewhere the same exceptions lead to the shop's
 * error pages.
 */
@ControllerAdvice
class UnmappedApiRequests {

	@ExceptionHandler({ NoHandlerFoundException.class, HttpRequestMethodNotSupportedException.class,
			HttpMediaTypeNotSupportedException.class, HttpMediaTypeNotAcceptableException.class })
	<E extends Exception & ErrorResponse> ResponseEntity<ProblemDetail> unmapped(E exception,
			HttpServletRequest request) throws E {
		if (!request.getServletPath().startsWith("/api/")) {
			throw exception;
		}
		return ResponseEntity.status(exception.getStatusCode())
			.headers(exception.getHeaders())
			.body(exception.getBody());
	}

}
