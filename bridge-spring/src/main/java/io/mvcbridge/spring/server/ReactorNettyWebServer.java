package io.mvcbridge.spring.server;

import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;

import io.mvcbridge.core.kernel.KernelHost;
import io.mvcbridge.core.server.BridgeServer;
import io.mvcbridge.core.server.ListenerBindException;
import io.mvcbridge.core.server.ServerSettings;
import io.mvcbridge.core.server.ThreadKind;
import io.mvcbridge.jakarta.ServletKernel;
import io.mvcbridge.jakarta.request.RequestLimits;
import io.mvcbridge.spring.BridgeMode;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.web.server.GracefulShutdownCallback;
import org.springframework.boot.web.server.GracefulShutdownResult;
import org.springframework.boot.web.server.PortInUseException;
import org.springframework.boot.web.server.Shutdown;
import org.springframework.boot.web.server.WebServer;
import org.springframework.boot.web.server.WebServerException;

/**
 * One servlet kernel behind one listener of its own. The kernel is initialised before
 * this object is made; starting loads its servlets and binds the port, stopping only
 * unbinds it, destroying ends the kernel.
 * <p>
 * Life cycle methods are called by one thread at a time, as Spring does, except that
 * {@link #stop()} may end a graceful shutdown that is under way.
 */
public class ReactorNettyWebServer implements WebServer {

	private static final Logger logger = LoggerFactory.getLogger(ReactorNettyWebServer.class);

	private final ServletKernel kernel;

	private final ServerSettings settings;

	private final RequestLimits limits;

	private final BridgeMode mode;

	private final Shutdown shutdown;

	private final KernelHost host = new KernelHost();

	/** Null if the application has no port. */
	private final @Nullable BridgeServer server;

	private final GracefulShutdown gracefulShutdown = new GracefulShutdown();

	private final ReentrantLock lifecycle = new ReentrantLock();

	private final AtomicBoolean destroyed = new AtomicBoolean();

	private @Nullable CountDownLatch awaited;

	private boolean installed;

	private boolean started;

	private volatile @Nullable Instant startedAt;

	/**
	 * Creates a web server that is not started.
	 * @param kernel the initialised kernel, which this server ends
	 * @param settings what the listener is made with
	 * @param listens whether there is a listener at all
	 * @param limits what the kernel was made with
	 * @param mode the mode the kernel serves in
	 * @param shutdown whether a shutdown waits for running requests
	 */
	ReactorNettyWebServer(ServletKernel kernel, ServerSettings settings, boolean listens, RequestLimits limits,
			BridgeMode mode, Shutdown shutdown) {
		this.kernel = kernel;
		this.settings = settings;
		this.limits = limits;
		this.mode = mode;
		this.shutdown = shutdown;
		this.server = listens ? new BridgeServer(settings, this.host) : null;
	}

	@Override
	public void start() throws WebServerException {
		if (this.destroyed.get()) {
			throw new WebServerException("This web server was destroyed: ask the factory for another one", null);
		}
		loadServlets();
		this.lifecycle.lock();
		try {
			if (this.started) {
				return;
			}
			bind();
			this.started = true;
			this.startedAt = Instant.now();
			keepAlive();
		}
		finally {
			this.lifecycle.unlock();
		}
		logger.info(startedMessage());
	}

	/** User code, and therefore outside the lock. */
	private void loadServlets() {
		try {
			this.kernel.start();
		}
		catch (ServletException | RuntimeException ex) {
			throw new WebServerException("Unable to load the servlets that are to be loaded on startup", ex);
		}
	}

	private void bind() {
		if (this.server == null) {
			return;
		}
		if (!this.installed) {
			this.host.install(this.kernel);
			this.installed = true;
		}
		try {
			this.server.start();
		}
		catch (ListenerBindException ex) {
			if (ex.inUse()) {
				throw new PortInUseException(ex.port(), ex);
			}
			throw new WebServerException("Unable to bind port " + ex.port(), ex);
		}
	}

	/** Event loops and virtual threads are daemons: somebody has to keep the JVM up. */
	private void keepAlive() {
		if (this.awaited != null) {
			return;
		}
		CountDownLatch end = new CountDownLatch(1);
		Thread thread = new Thread(() -> awaitEnd(end), "bridge-await-" + Math.max(getPort(), 0));
		thread.setContextClassLoader(getClass().getClassLoader());
		thread.setDaemon(false);
		thread.start();
		this.awaited = end;
	}

	private static void awaitEnd(CountDownLatch end) {
		try {
			end.await();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private String startedMessage() {
		String contextPath = getServletContext().getContextPath();
		String port = (this.server != null) ? "on port " + getPort() + " (http)" : "without a port";
		return "MVC Bridge started " + port + " with context path '" + (contextPath.isEmpty() ? "/" : contextPath) + "'"
				+ ", requests run on " + switch (getThreadKind()) {
					case PLATFORM -> "platform threads";
					case VIRTUAL -> "virtual threads";
					case EVENT_LOOP -> "event loops (experimental)";
				};
	}

	@Override
	public void stop() throws WebServerException {
		this.gracefulShutdown.abort();
		this.lifecycle.lock();
		try {
			this.started = false;
			this.startedAt = null;
			if (this.server != null) {
				this.server.stop();
			}
		}
		finally {
			this.lifecycle.unlock();
		}
	}

	/** Ends the servlet context. Further calls do nothing. */
	@Override
	public void destroy() throws WebServerException {
		if (!this.destroyed.compareAndSet(false, true)) {
			return;
		}
		try {
			stop();
			this.host.uninstall(this.kernel);
		}
		finally {
			try {
				this.kernel.close();
			}
			finally {
				if (this.server != null) {
					this.server.close();
				}
				if (this.awaited != null) {
					this.awaited.countDown();
				}
			}
		}
	}

	/**
	 * Accepts no more connections and waits for the exchanges that are running. The
	 * attempt ends early with {@link #stop()}.
	 * @param callback called once, on a thread of its own or by whoever stops the server
	 */
	@Override
	public void shutDownGracefully(GracefulShutdownCallback callback) {
		if (this.shutdown == Shutdown.GRACEFUL) {
			this.gracefulShutdown.begin(this.server, this.host, callback);
		}
		else {
			callback.shutdownComplete(GracefulShutdownResult.IMMEDIATE);
		}
	}

	@Override
	public int getPort() {
		return (this.server != null) ? this.server.port() : -1;
	}

	/** The context of the application that this server runs. */
	public ServletContext getServletContext() {
		return this.kernel.getServletContext();
	}

	/** The mode the application is served in. */
	public BridgeMode getMode() {
		return this.mode;
	}

	/** What the listener was made with. */
	public ServerSettings getSettings() {
		return this.settings;
	}

	/** The kind of threads that requests run on, whatever was asked for. */
	public ThreadKind getThreadKind() {
		return (this.server != null) ? this.server.threadKind() : this.settings.threads();
	}

	/** Limits for what a request may contain. */
	public RequestLimits getRequestLimits() {
		return this.limits;
	}

	/** How many exchanges are running, asynchronous ones included. */
	public int getActiveExchanges() {
		return this.host.activeExchanges();
	}

	/** When the server was started last, null while it is stopped. */
	public @Nullable Instant getStartedAt() {
		return this.startedAt;
	}

	/** Whether a shutdown waits for running exchanges. */
	public boolean isGracefulShutdown() {
		return this.shutdown == Shutdown.GRACEFUL;
	}

}
