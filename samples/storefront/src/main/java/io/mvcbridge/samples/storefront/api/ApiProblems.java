package io.mvcbridge.samples.storefront.api;

import java.util.Map;
import java.util.TreeMap;

import io.mvcbridge.samples.storefront.catalogue.NoSuchProductException;
import io.mvcbridge.samples.storefront.catalogue.UnusablePictureException;
import io.mvcbridge.samples.storefront.order.NoSuchOrderException;
import io.mvcbridge.samples.storefront.order.OutOfStockException;
import io.mvcbridge.samples.storefront.order.StatusConflictException;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.validation.FieldError;
import org.springframework.web.bind.MethodArgumentNotValidException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

/**
 * Makes a problem detail of every exception that a controller of this package throws.
 */
@RestControllerAdvice(basePackageClasses = ApiProblems.class)
class ApiProblems extends ResponseEntityExceptionHandler {

	@ExceptionHandler({ NoSuchProductException.class, NoSuchOrderException.class })
	ProblemDetail notFound(RuntimeException exception) {
		return ProblemDetail.forStatusAndDetail(HttpStatus.NOT_FOUND, exception.getMessage());
	}

	@ExceptionHandler
	ProblemDetail outOfStock(OutOfStockException exception) {
		ProblemDetail problem = ProblemDetail.forStatusAndDetail(HttpStatus.CONFLICT, exception.getMessage());
		problem.setTitle("Out of stock");
		problem.setProperty("productId", exception.getProductId());
		return problem;
	}

	@ExceptionHandler
	ProblemDetail statusConflict(StatusConflictException exception) {
		ProblemDetail problem = ProblemDetail.forStatusAndDetail(HttpStatus.CONFLICT, exception.getMessage());
		problem.setProperty("current", exception.getActual());
		return problem;
	}

	@ExceptionHandler
	ProblemDetail unusablePicture(UnusablePictureException exception) {
		return ProblemDetail.forStatusAndDetail(HttpStatus.UNSUPPORTED_MEDIA_TYPE, exception.getMessage());
	}

	@ExceptionHandler
	ProblemDetail unexpected(RuntimeException exception) {
		this.logger.error("An API request failed", exception);
		return ProblemDetail.forStatus(HttpStatus.INTERNAL_SERVER_ERROR);
	}

	@Override
	protected @Nullable ResponseEntity<Object> handleMethodArgumentNotValid(MethodArgumentNotValidException exception,
			HttpHeaders headers, HttpStatusCode status, WebRequest request) {
		Map<String, @Nullable String> errors = new TreeMap<>();
		for (FieldError error : exception.getBindingResult().getFieldErrors()) {
			errors.putIfAbsent(error.getField(), error.getDefaultMessage());
		}
		exception.getBody().setProperty("errors", errors);
		return handleExceptionInternal(exception, exception.getBody(), headers, status, request);
	}

}
