package io.mvcbridge.jakarta;

import java.io.IOException;

import io.mvcbridge.jakarta.context.WebApplication;
import io.mvcbridge.jakarta.request.BridgeRequest;
import io.mvcbridge.jakarta.request.BridgeResponse;
import io.mvcbridge.jakarta.request.BridgeResponse.SentError;
import io.mvcbridge.jakarta.request.DispatchFrame;
import io.mvcbridge.jakarta.request.ErrorBody;
import io.mvcbridge.jakarta.request.ServletExchange;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import jakarta.servlet.UnavailableException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns a failure into an answer (Servlet 6.1 §10.9): an error dispatch to the page that
 * is declared for it; if there is none, or it fails too, a short body of our own; if the
 * response was begun, an aborted connection, so that the client cannot take the rest for
 * complete.
 */
final class ErrorDispatch {

	private static final Logger logger = LoggerFactory.getLogger(ErrorDispatch.class);

	private static final int NOT_FOUND = 404;

	private final WebApplication application;

	ErrorDispatch(WebApplication application) {
		this.application = application;
	}

	/**
	 * Answers a failure. What the error page throws is part of it and never comes out.
	 * @param exchange the exchange
	 * @param failure what happened
	 */
	void dispatch(ServletExchange exchange, Failure failure) {
		BridgeResponse response = exchange.response();
		Throwable thrown = failure.thrown();
		if (thrown != null) {
			log(exchange, failure, thrown);
			if (failure.isClientAbort() || response.isSent()) {
				response.abandon();
				exchange.http().abort(thrown);
				return;
			}
		}
		else if (response.isSent()) {
			logger.warn("{} was to be answered with {}, but its response was begun", exchange.request(),
					failure.status());
			return;
		}
		DispatchFrame page = page(failure);
		response.beginErrorPage(failure.status());
		if (thrown instanceof UnavailableException unavailable && unavailable.getUnavailableSeconds() > 0) {
			response.setIntHeader("Retry-After", unavailable.getUnavailableSeconds());
		}
		if (page == null) {
			answerPlainly(exchange, failure);
		}
		else {
			dispatchTo(page, exchange, failure);
		}
	}

	private void log(ServletExchange exchange, Failure failure, Throwable thrown) {
		if (failure.isClientAbort()) {
			logger.debug("{} was given up: the client is gone", exchange.request(), thrown);
		}
		else if (failure.isServerError()) {
			logger.error("{} failed in servlet '{}'", exchange.request(), exchange.request().frame().target().getName(),
					thrown);
		}
		else {
			logger.debug("{} was rejected with {}", exchange.request(), failure.status(), thrown);
		}
	}

	private @Nullable DispatchFrame page(Failure failure) {
		String location = location(failure);
		if (location == null) {
			return null;
		}
		DispatchFrame page = this.application.map(DispatcherType.ERROR, location);
		if (page == null) {
			logger.error("The error page '{}' for status {} is no valid path", location, failure.status());
		}
		return page;
	}

	/**
	 * By the exception's class, by those of the exceptions within, by status, by default.
	 */
	private @Nullable String location(Failure failure) {
		Throwable thrown = failure.thrown();
		String location = (thrown != null) ? this.application.errorPageFor(decisive(thrown)) : null;
		return (location != null) ? location : this.application.errorPageFor(failure.status());
	}

	/**
	 * The first exception that has a page: the one thrown, or one that a
	 * {@code ServletException} around it holds (Servlet 6.1 §10.9.2). A page for a
	 * {@code ServletException} of the application's own is found wherever that stands.
	 * @return the exception, the innermost if none has a page
	 */
	private Throwable decisive(Throwable thrown) {
		Throwable candidate = thrown;
		for (int i = 0; i < Failure.DEPTH; i++) {
			if (this.application.errorPageFor(candidate) != null || !(candidate instanceof ServletException wrapper)
					|| wrapper.getRootCause() == null) {
				return candidate;
			}
			candidate = wrapper.getRootCause();
		}
		return candidate;
	}

	private void dispatchTo(DispatchFrame page, ServletExchange exchange, Failure failure) {
		BridgeRequest request = exchange.request();
		BridgeResponse response = exchange.response();
		setAttributes(request, failure);
		request.enter(page);
		Throwable thrown = null;
		try {
			this.application.invoke(page, request, response);
		}
		catch (Throwable ex) {
			thrown = ex;
		}
		if (!request.isAsyncStarted()) {
			request.leave(page);
		}
		if (thrown != null) {
			pageFailed(page, exchange, thrown);
		}
		else if (response.sentError() != null) {
			pageSentError(page, exchange, failure, response.sentError());
		}
		else if (exchange.lacksFinalStatus() && !request.isAsyncStarted()) {
			pageFailed(page, exchange, Failure.interim(response.getStatus()));
		}
	}

	/**
	 * The page ended in an error of its own; that it is missing is none of the client's.
	 */
	private void pageSentError(DispatchFrame page, ServletExchange exchange, Failure failure, SentError sent) {
		logger.warn("The error page {} of {} answered with status {}", page.requestUri(), exchange.request(),
				sent.status());
		Failure answer = (sent.status() == NOT_FOUND) ? failure : Failure.of(sent);
		exchange.response().beginErrorPage(answer.status());
		answerPlainly(exchange, answer);
	}

	private void setAttributes(BridgeRequest request, Failure failure) {
		DispatchFrame failed = request.frame();
		Throwable exception = (failure.thrown() != null) ? decisive(failure.thrown()) : null;
		request.setAttribute(RequestDispatcher.ERROR_STATUS_CODE, failure.status());
		request.setAttribute(RequestDispatcher.ERROR_EXCEPTION, exception);
		request.setAttribute(RequestDispatcher.ERROR_EXCEPTION_TYPE, (exception != null) ? exception.getClass() : null);
		request.setAttribute(RequestDispatcher.ERROR_MESSAGE, message(failure, exception));
		request.setAttribute(RequestDispatcher.ERROR_REQUEST_URI, request.getRequestURI());
		request.setAttribute(RequestDispatcher.ERROR_QUERY_STRING, request.getQueryString());
		request.setAttribute(RequestDispatcher.ERROR_METHOD, request.getMethod());
		request.setAttribute(RequestDispatcher.ERROR_SERVLET_NAME, failed.target().getName());
	}

	private static String message(Failure failure, @Nullable Throwable exception) {
		String message = (exception != null) ? exception.getMessage() : failure.message();
		return (message != null) ? message : "";
	}

	/** What an error page throws must not end in another error page. */
	private void pageFailed(DispatchFrame page, ServletExchange exchange, Throwable thrown) {
		Failure failure = Failure.of(thrown);
		BridgeResponse response = exchange.response();
		if (failure.isClientAbort()) {
			log(exchange, failure, thrown);
		}
		else {
			logger.error("The error page {} of {} failed", page.requestUri(), exchange.request(), thrown);
		}
		if (failure.isClientAbort() || response.isSent()) {
			response.abandon();
			exchange.http().abort(thrown);
			return;
		}
		response.beginErrorPage(500);
		answerPlainly(exchange, new Failure(500, null, null));
	}

	private void answerPlainly(ServletExchange exchange, Failure failure) {
		BridgeResponse response = exchange.response();
		try {
			response.setContentType("text/html;charset=utf-8");
			response.setHeader("Cache-Control", "no-store");
			response.getOutputStream().write(ErrorBody.error(failure.status(), failure.message()));
		}
		catch (IOException ex) {
			logger.debug("The error of {} reached nobody", exchange.request(), ex);
			exchange.http().abort(ex);
		}
	}

}
