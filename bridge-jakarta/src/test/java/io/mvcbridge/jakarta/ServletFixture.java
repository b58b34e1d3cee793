package io.mvcbridge.jakarta;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

import io.mvcbridge.core.kernel.KernelHost;
import io.mvcbridge.core.server.BridgeServer;
import io.mvcbridge.core.server.ServerSettings;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Deploys one web application per test behind a listener that all tests share, and speaks
 * to it over sockets. After each test every exchange must have ended: one that hangs
 * fails the test that left it.
 */
final class ServletFixture implements BeforeEachCallback, AfterEachCallback {

	private static final ExtensionContext.Namespace NAMESPACE = ExtensionContext.Namespace.create(ServletFixture.class);

	private final List<RawClient> clients = new ArrayList<>();

	private @Nullable Listener listener;

	private @Nullable ServletKernel kernel;

	@Override
	public void beforeEach(ExtensionContext context) {
		this.listener = context.getRoot()
			.getStore(NAMESPACE)
			.computeIfAbsent(Listener.class, (type) -> new Listener(), Listener.class);
	}

	@Override
	public void afterEach(ExtensionContext context) throws Exception {
		for (RawClient client : this.clients) {
			client.close();
		}
		if (this.kernel != null) {
			listener().host.uninstall(this.kernel);
			listener().host.whenIdle().toCompletableFuture().get(20, TimeUnit.SECONDS);
			this.kernel.close();
		}
	}

	/** Deploys an application; once per test. */
	ServletKernel deploy(UnaryOperator<ServletKernel.Builder> configuration) throws ServletException {
		ServletKernel kernel = configuration.apply(ServletKernel.builder()).build();
		this.kernel = kernel;
		kernel.start();
		listener().host.install(kernel);
		return kernel;
	}

	/** Deploys one servlet for everything. */
	ServletKernel deploy(Handler handler) throws ServletException {
		return deploy((builder) -> builder.servlet("test", servlet(handler), "/*"));
	}

	static HttpServlet servlet(Handler handler) {
		return new HandlerServlet(handler);
	}

	private Listener listener() {
		if (this.listener == null) {
			throw new IllegalStateException("The fixture has not started");
		}
		return this.listener;
	}

	int port() {
		return listener().server.port();
	}

	/** How many exchanges have not ended. */
	int activeExchanges() {
		return listener().host.activeExchanges();
	}

	/** Connects; closed after the test. */
	RawClient connect() throws IOException {
		RawClient client = new RawClient(port());
		this.clients.add(client);
		return client;
	}

	RawResponse get(String target, String... headers) throws IOException {
		return exchange("GET", target, headers, "");
	}

	RawResponse head(String target, String... headers) throws IOException {
		return exchange("HEAD", target, headers, "");
	}

	RawResponse post(String target, String contentType, String body, String... headers) throws IOException {
		return exchange("POST", target, with(contentType, headers), body);
	}

	/** Posts a urlencoded form. */
	RawResponse form(String target, String body) throws IOException {
		return post(target, "application/x-www-form-urlencoded", body);
	}

	private static String[] with(String contentType, String[] headers) {
		String[] all = new String[headers.length + 1];
		all[0] = "Content-Type: " + contentType;
		System.arraycopy(headers, 0, all, 1, headers.length);
		return all;
	}

	/**
	 * Sends one request on a connection of its own and reads the response.
	 * @param method the method
	 * @param target the request target
	 * @param headers header fields beside Host and Content-Length
	 * @param body the body, each character one octet
	 */
	RawResponse exchange(String method, String target, String[] headers, String body) throws IOException {
		try (RawClient client = new RawClient(port())) {
			client.send(request(method, target, headers, body));
			return (method.equals("HEAD")) ? client.readHead() : client.read();
		}
	}

	static String request(String method, String target, String[] headers, String body) {
		StringBuilder request = new StringBuilder(method).append(' ').append(target).append(" HTTP/1.1\r\n");
		boolean host = false;
		for (String header : headers) {
			request.append(header).append("\r\n");
			host |= header.startsWith("Host:");
		}
		if (!host) {
			request.append("Host: localhost\r\n");
		}
		if (!body.isEmpty()) {
			request.append("Content-Length: ").append(body.length()).append("\r\n");
		}
		return request.append("\r\n").append(body).toString();
	}

	/** The octets of a text in UTF-8, as characters. */
	static String utf8(String text) {
		return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
	}

	/** Writes text into the response of an asynchronous request. */
	static void print(AsyncContext async, String text) {
		try {
			async.getResponse().getWriter().print(text);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** Runs a task off the servlet threads, on one that it may block. */
	static void later(Task task) {
		Thread thread = new Thread(() -> {
			try {
				task.run();
			}
			catch (Exception ex) {
				throw new IllegalStateException(ex);
			}
		}, "test-task");
		thread.setDaemon(true);
		thread.start();
	}

	/** What {@link #later} runs. */
	@FunctionalInterface
	interface Task {

		void run() throws Exception;

	}

	/** What a servlet of a test does. */
	@FunctionalInterface
	interface Handler {

		void handle(HttpServletRequest request, HttpServletResponse response) throws ServletException, IOException;

	}

	private static final class HandlerServlet extends HttpServlet {

		private static final long serialVersionUID = 1L;

		private final transient Handler handler;

		HandlerServlet(Handler handler) {
			this.handler = handler;
		}

		@Override
		protected void service(HttpServletRequest request, HttpServletResponse response)
				throws ServletException, IOException {
			this.handler.handle(request, response);
		}

	}

	private static final class Listener implements AutoCloseable {

		private final KernelHost host = new KernelHost();

		private final BridgeServer server = new BridgeServer(
				ServerSettings.builder().address(InetAddress.getLoopbackAddress()).port(0).eventLoops(1).build(),
				this.host);

		Listener() {
			this.server.start();
		}

		@Override
		public void close() {
			this.server.close();
		}

	}

}
