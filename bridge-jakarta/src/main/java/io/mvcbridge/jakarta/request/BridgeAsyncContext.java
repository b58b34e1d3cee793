package io.mvcbridge.jakarta.request;

import java.util.Objects;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/**
 * What the application sees of the {@link AsyncState} of its request. The same object for
 * every cycle of an exchange.
 */
final class BridgeAsyncContext implements AsyncContext {

	private final ServletExchange exchange;

	private final AsyncState state;

	BridgeAsyncContext(ServletExchange exchange, AsyncState state) {
		this.exchange = exchange;
		this.state = state;
	}

	@Override
	public ServletRequest getRequest() {
		return this.state.undecidedCycle("getRequest()").request();
	}

	@Override
	public ServletResponse getResponse() {
		return this.state.undecidedCycle("getResponse()").response();
	}

	@Override
	public boolean hasOriginalRequestAndResponse() {
		return this.state.dispatchRequest() instanceof BridgeRequest
				&& this.state.dispatchResponse() instanceof BridgeResponse;
	}

	/**
	 * {@inheritDoc} The query string of the dispatch that is repeated comes along, as it
	 * came with the path of that dispatch; the request keeps its own.
	 */
	@Override
	public void dispatch() {
		BridgeRequest own = this.exchange.request();
		WebContext context = own.context();
		String requestUri;
		String contextPath;
		String query;
		if (this.state.cycle().isSupplied() && this.state.dispatchRequest() instanceof HttpServletRequest request) {
			requestUri = request.getRequestURI();
			contextPath = request.getContextPath();
			query = own.frames().dispatchedQueryString();
		}
		else {
			DispatchFrame frame = own.frames().lastByContainer();
			context = frame.target().context();
			requestUri = frame.requestUri();
			contextPath = frame.contextPath();
			query = (frame != own.frames().original()) ? frame.queryString() : null;
		}
		String path = requestUri.startsWith(contextPath) ? requestUri.substring(contextPath.length()) : requestUri;
		path = path.startsWith("/") ? path : "/" + path;
		dispatch(context, (query != null) ? path + "?" + query : path);
	}

	@Override
	public void dispatch(String path) {
		dispatch(this.exchange.request().context(), path);
	}

	@Override
	public void dispatch(@Nullable ServletContext context, String path) {
		Objects.requireNonNull(path, "path");
		if (!(context instanceof WebContext target)) {
			throw new IllegalArgumentException("Cannot dispatch to "
					+ ((context != null) ? context.getClass().getName() : "null")
					+ ": a servlet context of this container is needed, as getContext(String) or getServletContext() give it");
		}
		if (!path.startsWith("/") || target.getRequestDispatcher(path) == null) {
			throw new IllegalArgumentException(
					"Cannot dispatch to '" + path + "': a path within the context, beginning with a slash, is needed");
		}
		this.state.dispatch(target, path);
	}

	@Override
	public void complete() {
		this.state.complete();
	}

	@Override
	public void start(Runnable task) {
		Objects.requireNonNull(task, "task");
		this.exchange.execute(task);
	}

	@Override
	public void addListener(AsyncListener listener) {
		this.state.addListener(Objects.requireNonNull(listener, "listener"), null, null);
	}

	@Override
	public void addListener(AsyncListener listener, ServletRequest request, ServletResponse response) {
		this.state.addListener(Objects.requireNonNull(listener, "listener"), request, response);
	}

	@Override
	public <T extends AsyncListener> T createListener(Class<T> type) throws ServletException {
		return Instances.create(type, "An async listener");
	}

	@Override
	public void setTimeout(long millis) {
		this.state.timeout(millis);
	}

	@Override
	public long getTimeout() {
		return this.state.cycle().timeout();
	}

}
