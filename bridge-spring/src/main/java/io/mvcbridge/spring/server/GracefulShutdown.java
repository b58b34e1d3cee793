package io.mvcbridge.spring.server;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;

import io.mvcbridge.core.kernel.KernelHost;
import io.mvcbridge.core.server.BridgeServer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.web.server.GracefulShutdownCallback;
import org.springframework.boot.web.server.GracefulShutdownResult;

/**
 * Lets the exchanges that are running end, asynchronous ones included, while no new
 * connection is accepted, and those that a proxy is sending on a connection that was idle
 * just now. Whatever comes first, the end of all exchanges and connections or the stop of
 * the server, decides the result; the callback is called exactly once.
 */
final class GracefulShutdown {

	private static final Logger logger = LoggerFactory.getLogger(GracefulShutdown.class);

	private final AtomicReference<@Nullable GracefulShutdownCallback> waiting = new AtomicReference<>();

	void begin(@Nullable BridgeServer server, KernelHost host, GracefulShutdownCallback callback) {
		logger.info("Commencing graceful shutdown. Waiting for active requests to complete");
		this.waiting.set(callback);
		CompletionStage<Void> closed = (server != null) ? server.stopAccepting()
				: CompletableFuture.completedStage(null);
		// Either may come to pass on an event loop, where callbacks must not run.
		closed.thenCompose((none) -> host.whenIdle()).thenRun(() -> new Thread(this::idle, "bridge-shutdown").start());
	}

	private void idle() {
		end(GracefulShutdownResult.IDLE, "Graceful shutdown complete");
	}

	/** The server stops now, whether exchanges are running or not. */
	void abort() {
		end(GracefulShutdownResult.REQUESTS_ACTIVE, "Graceful shutdown aborted with one or more requests still active");
	}

	private void end(GracefulShutdownResult result, String message) {
		GracefulShutdownCallback callback = this.waiting.getAndSet(null);
		if (callback != null) {
			logger.info(message);
			callback.shutdownComplete(result);
		}
	}

}
