package io.mvcbridge.jakarta.request;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;

/**
 * An async listener and what its events carry. A listener that throws is logged and does
 * not keep others from being told (Servlet 6.1 §2.3.3.3).
 *
 * @param listener the listener
 * @param request what {@code getSuppliedRequest} answers
 * @param response what {@code getSuppliedResponse} answers
 */
record Registration(AsyncListener listener, ServletRequest request, ServletResponse response) {

	void startAsync(AsyncContext context) {
		ListenerCalls.guard("The onStartAsync of an async listener",
				() -> this.listener.onStartAsync(new AsyncEvent(context, this.request, this.response)));
	}

	void timeout(AsyncContext context) {
		ListenerCalls.guard("The onTimeout of an async listener",
				() -> this.listener.onTimeout(new AsyncEvent(context, this.request, this.response)));
	}

	void error(AsyncContext context, Throwable cause) {
		ListenerCalls.guard("The onError of an async listener",
				() -> this.listener.onError(new AsyncEvent(context, this.request, this.response, cause)));
	}

	void complete(AsyncContext context) {
		ListenerCalls.guard("The onComplete of an async listener",
				() -> this.listener.onComplete(new AsyncEvent(context, this.request, this.response)));
	}

}
