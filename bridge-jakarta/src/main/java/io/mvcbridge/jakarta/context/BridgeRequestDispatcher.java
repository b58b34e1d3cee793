package io.mvcbridge.jakarta.context;

import java.io.IOException;
import java.util.function.Function;

import io.mvcbridge.jakarta.request.BridgeRequest;
import io.mvcbridge.jakarta.request.BridgeResponse;
import io.mvcbridge.jakarta.request.DispatchFrame;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;

/**
 * Forwards and includes (Servlet 6.1 §9). The target gets the very objects that the
 * application handed in; what it learns of the dispatch comes from a frame that is put on
 * the container's own request below them. The frame stays there if the target started
 * asynchronous processing, so that what it holds goes on to answer as it did.
 */
final class BridgeRequestDispatcher implements RequestDispatcher {

	private final WebApplication application;

	private final Function<DispatcherType, DispatchFrame> target;

	/**
	 * Makes a dispatcher.
	 * @param application the application
	 * @param target finds the target when a dispatch begins
	 */
	BridgeRequestDispatcher(WebApplication application, Function<DispatcherType, DispatchFrame> target) {
		this.application = application;
		this.target = target;
	}

	@Override
	public void forward(ServletRequest request, ServletResponse response) throws ServletException, IOException {
		BridgeRequest bridgeRequest = BridgeRequest.of(request);
		BridgeResponse bridgeResponse = BridgeResponse.of(response);
		if (response.isCommitted()) {
			throw new IllegalStateException("Cannot forward: the response is committed, "
					+ "part of it may have been sent (Servlet 6.1 §9.4). Forward before writing, or include instead");
		}
		response.resetBuffer();
		DispatchFrame frame = this.target.apply(DispatcherType.FORWARD);
		boolean async = bridgeRequest.isAsyncStarted();
		boolean inside = bridgeRequest.context() == this.application;
		bridgeRequest.enter(frame);
		try {
			invoke(frame, inside, request, response);
			if (async || !bridgeRequest.isAsyncStarted()) {
				close(response, bridgeResponse);
			}
		}
		finally {
			if (async || !bridgeRequest.isAsyncStarted()) {
				bridgeRequest.leave(frame);
			}
		}
	}

	/**
	 * Closes the response that the target wrote to. The application's wrapper may keep
	 * what was written: it is closed by its own stream or writer and decides itself what
	 * becomes of that.
	 */
	private static void close(ServletResponse response, BridgeResponse bridgeResponse) throws IOException {
		if (response == bridgeResponse) {
			bridgeResponse.closeAfterForward();
		}
		else if (!bridgeResponse.isErrorSent()) {
			try {
				response.getWriter().close();
			}
			catch (IllegalStateException ex) {
				// It was written to as a stream.
				response.getOutputStream().close();
			}
		}
	}

	@Override
	public void include(ServletRequest request, ServletResponse response) throws ServletException, IOException {
		BridgeRequest bridgeRequest = BridgeRequest.of(request);
		BridgeResponse bridgeResponse = BridgeResponse.of(response);
		DispatchFrame frame = this.target.apply(DispatcherType.INCLUDE);
		boolean async = bridgeRequest.isAsyncStarted();
		boolean inside = bridgeRequest.context() == this.application;
		bridgeRequest.enter(frame);
		bridgeResponse.enterInclude();
		try {
			invoke(frame, inside, request, response);
		}
		finally {
			if (async || !bridgeRequest.isAsyncStarted()) {
				bridgeResponse.leaveInclude();
				bridgeRequest.leave(frame);
			}
		}
	}

	/** What a target must not throw reaches its caller wrapped (Servlet 6.1 §9.5). */
	private void invoke(DispatchFrame frame, boolean inside, ServletRequest request, ServletResponse response)
			throws ServletException, IOException {
		try {
			if (inside) {
				this.application.invoke(frame, request, response);
			}
			else {
				this.application.invokeFromOutside(frame, request, response);
			}
		}
		catch (ServletException | IOException | RuntimeException ex) {
			throw ex;
		}
		catch (Exception ex) {
			throw new ServletException("Servlet '" + frame.target().getName() + "' threw a checked exception", ex);
		}
	}

}
