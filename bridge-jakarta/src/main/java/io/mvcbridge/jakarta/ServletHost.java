package io.mvcbridge.jakarta;

import java.io.Closeable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;

import io.mvcbridge.core.exchange.HttpExchange;
import io.mvcbridge.core.exchange.RequestHead;
import io.mvcbridge.core.kernel.Kernel;
import io.mvcbridge.core.kernel.Lease;
import io.mvcbridge.jakarta.context.ContextDirectory;
import io.mvcbridge.jakarta.context.WebApplication;
import io.mvcbridge.jakarta.deploy.Deployment;
import io.mvcbridge.jakarta.deploy.DeploymentException;
import io.mvcbridge.jakarta.deploy.WebArchive;
import io.mvcbridge.jakarta.http.ContextMatch;
import io.mvcbridge.jakarta.http.RequestRejectedException;
import io.mvcbridge.jakarta.http.RequestTarget;
import io.mvcbridge.jakarta.http.UriPolicy;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Several web applications behind one listener, each under a context path of its own; of
 * those that match a request the longest counts (Servlet 6.1 §12.1). Applications come
 * and go while the others serve; one that fails to start leaves the others as they are
 * and nothing of itself behind. They find each other by {@code ServletContext.getContext}
 * and may dispatch across.
 *
 * <pre class="code">
 * try (ServletHost host = new ServletHost();
 * 		BridgeServer server = new BridgeServer(settings, KernelHost.of(host))) {
 * 	server.start();
 * 	host.deploy(WebArchive.from(Path.of("shop.war")).contextPath("/shop"));
 * 	…
 * }
 * </pre>
 *
 * Methods may be called from any thread but an event loop. Applications are started and
 * ended in the calling thread, different ones at the same time if several threads do.
 */
public final class ServletHost implements Kernel, AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(ServletHost.class);

	/** How long undeployment waits for requests that are in the application. */
	public static final Duration DEFAULT_PATIENCE = Duration.ofSeconds(30);

	private final ReentrantLock lock = new ReentrantLock();

	/** Context paths that are in use, or about to be. */
	private final Set<String> reserved = new HashSet<>();

	/** The applications in the order in which they were deployed. */
	private final List<HostedApplication> deployed = new ArrayList<>();

	/** The same, the longest context path first: what requests are mapped by. */
	private volatile HostedApplication[] byLength = new HostedApplication[0];

	private final ContextDirectory directory = new Directory();

	private boolean closed;

	/**
	 * Opens a web archive, starts its application, and lets it serve.
	 * @param archive the archive
	 * @return the context of the application
	 * @throws DeploymentException if the archive cannot be opened, its descriptors are
	 * wrong, or the application fails to start; nothing of it is left then
	 * @throws IllegalStateException if the context path is in use, or the host is closed
	 */
	public ServletContext deploy(WebArchive archive) {
		Deployment deployment = archive.open();
		boolean deployed = false;
		try {
			ServletContext context = deploy(deployment);
			deployed = true;
			return context;
		}
		finally {
			if (!deployed) {
				HostedApplication.close(deployment, deployment.contextPath());
			}
		}
	}

	private ServletContext deploy(Deployment deployment) {
		String contextPath = deployment.contextPath();
		reserve(contextPath);
		boolean deployed = false;
		try {
			ServletKernel.Builder builder = ServletKernel.builder();
			deployment.configure(builder);
			ServletContext context = start(builder, deployment);
			deployed = true;
			return context;
		}
		catch (ServletException | RuntimeException | LinkageError ex) {
			// What the application threw, who must not take the caller down
			throw deployment.failure(ex);
		}
		finally {
			if (!deployed) {
				release(contextPath);
			}
		}
	}

	/**
	 * Makes an application from a builder, starts it, and lets it serve.
	 * @param application what the application consists of; to be used for nothing else
	 * @return the context of the application
	 * @throws ServletException what an initializer, listener, filter or servlet threw;
	 * nothing of the application is left then
	 * @throws IllegalStateException if the context path is in use, or the host is closed
	 */
	public ServletContext deploy(ServletKernel.Builder application) throws ServletException {
		String contextPath = application.contextPath();
		reserve(contextPath);
		boolean deployed = false;
		try {
			ServletContext context = start(application, () -> {
			});
			deployed = true;
			return context;
		}
		finally {
			if (!deployed) {
				release(contextPath);
			}
		}
	}

	private ServletContext start(ServletKernel.Builder builder, Closeable files) throws ServletException {
		ServletKernel kernel = builder.contextDirectory(this.directory).build();
		boolean installed = false;
		try {
			kernel.start();
			install(new HostedApplication(kernel, files));
			installed = true;
			return kernel.getServletContext();
		}
		finally {
			if (!installed) {
				kernel.close();
			}
		}
	}

	private void reserve(String contextPath) {
		this.lock.lock();
		try {
			requireOpen();
			if (!this.reserved.add(contextPath)) {
				throw new IllegalStateException("The context path '" + contextPath
						+ "' is in use: undeploy the application there, or deploy this one under another path");
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	private void requireOpen() {
		if (this.closed) {
			throw new IllegalStateException("The host was closed: make a new one");
		}
	}

	private void release(String contextPath) {
		this.lock.lock();
		try {
			this.reserved.remove(contextPath);
		}
		finally {
			this.lock.unlock();
		}
	}

	private void install(HostedApplication application) {
		this.lock.lock();
		try {
			requireOpen();
			this.deployed.add(application);
			publish();
		}
		finally {
			this.lock.unlock();
		}
	}

	private void publish() {
		HostedApplication[] all = this.deployed.toArray(HostedApplication[]::new);
		Arrays.sort(all, Comparator.comparingInt((application) -> -application.contextPath().length()));
		this.byLength = all;
	}

	/**
	 * Ends an application: it gets no more requests, those that are in it are waited for,
	 * for {@link #DEFAULT_PATIENCE} at most; then it is destroyed, its class loader is
	 * closed, and what was unpacked of it is removed.
	 * @param contextPath its context path
	 * @throws IllegalArgumentException if no application is deployed there
	 */
	public void undeploy(String contextPath) {
		undeploy(contextPath, DEFAULT_PATIENCE);
	}

	/**
	 * Ends an application, with a patience of one's own.
	 * @param contextPath its context path
	 * @param patience how long to wait for requests that are in it; a request that asks
	 * for the end of its own application waits in vain
	 * @throws IllegalArgumentException if no application is deployed there
	 */
	public void undeploy(String contextPath, Duration patience) {
		HostedApplication application = takeOut(contextPath);
		try {
			application.end(patience);
		}
		finally {
			release(contextPath);
		}
	}

	private HostedApplication takeOut(String contextPath) {
		this.lock.lock();
		try {
			for (HostedApplication application : this.deployed) {
				if (application.contextPath().equals(contextPath)) {
					this.deployed.remove(application);
					publish();
					return application;
				}
			}
			throw new IllegalArgumentException("No application is deployed under '" + contextPath + "'; there are "
					+ new TreeSet<>(contextPaths()));
		}
		finally {
			this.lock.unlock();
		}
	}

	/** The context paths of all applications, in the order of their deployment. */
	public List<String> contextPaths() {
		this.lock.lock();
		try {
			return this.deployed.stream().map(HostedApplication::contextPath).toList();
		}
		finally {
			this.lock.unlock();
		}
	}

	@Override
	public void handle(HttpExchange exchange) {
		RequestTarget target;
		try {
			target = RequestTarget.parse(exchange.head().target(), UriPolicy.STRICT);
		}
		catch (RequestRejectedException ex) {
			handleSuspicious(exchange, ex);
			return;
		}
		if (target.isAsterisk()) {
			PlainAnswer.sendOptions(exchange);
			return;
		}
		for (HostedApplication application : this.byLength) {
			ContextMatch match = target.matchContext(application.contextPath());
			if (match != null && application.handle(exchange, target, match)) {
				return;
			}
		}
		PlainAnswer.send(exchange, 404, null);
	}

	/**
	 * Whether such a target is allowed is the affair of the application that it seems to
	 * be for. What only looks like a path of one finds no servlet of it.
	 */
	private void handleSuspicious(HttpExchange exchange, RequestRejectedException rejection) {
		String target = exchange.head().target();
		for (HostedApplication application : this.byLength) {
			if (ExchangeRun.seemsToBeIn(application.contextPath(), target) && application.handleSuspicious(exchange)) {
				return;
			}
		}
		PlainAnswer.send(exchange, rejection.status(), rejection.getMessage());
	}

	@Override
	public boolean mayHoldLoop(RequestHead head) {
		for (HostedApplication application : this.byLength) {
			if (application.kernel().mayHoldLoop(head)) {
				return true;
			}
		}
		return false;
	}

	/** Ends all applications, the last deployed first. Does nothing the second time. */
	@Override
	public void close() {
		List<HostedApplication> all;
		this.lock.lock();
		try {
			this.closed = true;
			all = new ArrayList<>(this.deployed);
			this.deployed.clear();
			publish();
		}
		finally {
			this.lock.unlock();
		}
		for (int i = all.size() - 1; i >= 0; i--) {
			end(all.get(i));
		}
	}

	private static void end(HostedApplication application) {
		try {
			application.end(DEFAULT_PATIENCE);
		}
		catch (RuntimeException ex) {
			logger.error("The application at '{}' did not end properly", application, ex);
		}
	}

	/** What applications see of each other. */
	private final class Directory implements ContextDirectory {

		@Override
		public @Nullable WebApplication find(String path) {
			for (HostedApplication application : ServletHost.this.byLength) {
				String contextPath = application.contextPath();
				if (path.startsWith(contextPath)
						&& (path.length() == contextPath.length() || path.startsWith("/", contextPath.length()))) {
					return application.kernel().application();
				}
			}
			return null;
		}

		@Override
		public @Nullable Lease lease(WebApplication application) {
			for (HostedApplication candidate : ServletHost.this.byLength) {
				if (candidate.kernel().application() == application) {
					return candidate.lease();
				}
			}
			return null;
		}

	}

}
