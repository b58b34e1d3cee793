package io.mvcbridge.jakarta;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

import io.mvcbridge.core.exchange.ClientAbortException;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestEvent;
import jakarta.servlet.ServletRequestListener;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpUpgradeHandler;
import jakarta.servlet.http.WebConnection;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

/** Upgrade processing over the wire (Servlet 6.1 §2.3.3.5). */
class UpgradeConformanceTests {

	private static final String REQUEST = "GET /chat HTTP/1.1\r\nHost: a\r\nUpgrade: chat\r\nConnection: Upgrade\r\n\r\n";

	@RegisterExtension
	final ServletFixture server = new ServletFixture();

	private final EventLog events = new EventLog();

	private final List<RawClient> clients = new ArrayList<>();

	private RawClient connect() throws IOException {
		RawClient client = this.server.connect();
		this.clients.add(client);
		return client;
	}

	/** An end of its input alone does not end a connection whose handler writes. */
	@AfterEach
	void leave() throws IOException {
		for (RawClient client : this.clients) {
			client.reset();
		}
	}

	// ---- the way into the other protocol

	@Test
	void handlerGetsTheConnectionWhenTheServletHasReturned() throws Exception {
		this.server.deploy((request, response) -> {
			TestHandler handler = upgrade(request, response);
			handler.onInit = (connection) -> {
				this.events.add("init");
				write(connection, "welcome");
			};
			handler.onDestroy = () -> this.events.add("destroy");
			this.events.add("service");
		});
		RawClient client = connect();
		client.send(REQUEST);
		RawResponse response = client.readAny(false);
		assertThat(response.statusLine()).isEqualTo("HTTP/1.1 101 Switching Protocols");
		assertThat(response.header("Upgrade")).isEqualTo("chat");
		assertThat(response.headers("Connection")).containsExactly("Upgrade");
		assertThat(response.header("Content-Length")).isNull();
		assertThat(response.header("Transfer-Encoding")).isNull();
		assertThat(text(client.exactly(7))).isEqualTo("welcome");
		client.reset();
		this.events.awaitExactly("service", "init", "destroy");
	}

	@Test
	void filtersAndRequestListenersAreDoneBefore() throws Exception {
		Filter filter = new Filter() {

			@Override
			public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
					throws IOException, ServletException {
				chain.doFilter(request, response);
				UpgradeConformanceTests.this.events.add("filter");
			}

		};
		ServletRequestListener listener = new ServletRequestListener() {

			@Override
			public void requestDestroyed(ServletRequestEvent event) {
				UpgradeConformanceTests.this.events.add("request destroyed");
			}

		};
		this.server.deploy((builder) -> builder.initializer((context) -> {
			context.addFilter("filter", filter).addMappingForUrlPatterns(null, false, "/*");
			context.addListener(listener);
		}).servlet("test", ServletFixture.servlet((request, response) -> {
			TestHandler handler = upgrade(request, response);
			handler.onInit = (connection) -> this.events.add("init");
		}), "/*"));
		RawClient client = connect();
		client.send(REQUEST);
		assertThat(client.readAny(false).status()).isEqualTo(101);
		this.events.awaitExactly("filter", "request destroyed", "init");
	}

	@Test
	void handlerIsMadeByItsConstructorAndGivenBackToBeConfigured() throws Exception {
		AtomicReference<TestHandler> made = new AtomicReference<>();
		AtomicReference<TestHandler> used = new AtomicReference<>();
		this.server.deploy((request, response) -> {
			TestHandler handler = upgrade(request, response);
			made.set(handler);
			handler.onInit = (connection) -> {
				used.set(handler);
				this.events.add("init");
			};
		});
		connect().send(REQUEST);
		this.events.await("init");
		assertThat(used.get()).isSameAs(made.get());
	}

	@Test
	void statusIsSetByTheContainer() throws Exception {
		this.server.deploy((request, response) -> {
			response.setHeader("Upgrade", "chat");
			request.upgrade(TestHandler.class);
			this.events.add("status " + response.getStatus());
			response.getWriter().print("a 101 has no body");
			response.flushBuffer();
		});
		RawClient client = connect();
		client.send(REQUEST);
		RawResponse response = client.readAny(false);
		assertThat(response.status()).isEqualTo(101);
		assertThat(response.header("Connection")).isEqualTo("upgrade");
		assertThat(this.events.list()).containsExactly("status 101");
	}

	@Test
	void statusMayBeSetAndFlushedBefore() throws Exception {
		this.server.deploy((request, response) -> {
			response.setStatus(101);
			response.setHeader("Upgrade", "chat");
			response.flushBuffer();
			request.upgrade(TestHandler.class).onInit = (connection) -> write(connection, "welcome");
		});
		RawClient client = connect();
		client.send(REQUEST);
		assertThat(client.readAny(false).status()).isEqualTo(101);
		assertThat(text(client.exactly(7))).isEqualTo("welcome");
	}

	@Test
	void asynchronousRequestIsUpgradedWhenItIsComplete() throws Exception {
		this.server.deploy((request, response) -> {
			AsyncContext async = request.startAsync();
			async.addListener(this.events);
			async.start(() -> {
				try {
					upgrade(request, response).onInit = (connection) -> this.events.add("init");
				}
				catch (IOException | ServletException ex) {
					this.events.add("failed " + ex);
				}
				async.complete();
			});
		});
		RawClient client = connect();
		client.send(REQUEST);
		assertThat(client.readAny(false).status()).isEqualTo(101);
		this.events.awaitExactly("complete", "init");
	}

	@Test
	void bytesRightBehindTheRequestAreRead() throws Exception {
		this.server.deploy((request, response) -> upgrade(request, response).onInit = this::echoBlocking);
		RawClient client = connect();
		client.send(REQUEST + "hello");
		assertThat(client.readAny(false).status()).isEqualTo(101);
		assertThat(text(client.exactly(5))).isEqualTo("hello");
		client.send(" world");
		assertThat(text(client.exactly(6))).isEqualTo(" world");
		client.shutdownOutput();
		assertThat(client.isClosedByServer()).isTrue();
	}

	// ---- ways that do not lead there

	@Test
	void requestIsUpgradedOnce() throws Exception {
		this.server.deploy((request, response) -> {
			request.upgrade(TestHandler.class);
			assertThatIllegalStateException().isThrownBy(() -> request.upgrade(TestHandler.class))
				.withMessage("upgrade() was called on this request before, with " + TestHandler.class.getName());
			this.events.add("refused");
		});
		RawClient client = connect();
		client.send(REQUEST);
		assertThat(client.readAny(false).status()).isEqualTo(101);
		assertThat(this.events.list()).containsExactly("refused");
	}

	@Test
	void committedResponseIsNotUpgraded() throws Exception {
		this.server.deploy((request, response) -> {
			response.flushBuffer();
			assertThatIllegalStateException().isThrownBy(() -> request.upgrade(TestHandler.class))
				.withMessage("upgrade() is not possible any more: the response is committed with status 200");
			response.getWriter().print("plain");
		});
		assertThat(this.server.get("/chat", "Upgrade: chat").text()).isEqualTo("plain");
	}

	@Test
	void earlierVersionOfHttpIsNotUpgraded() throws Exception {
		this.server.deploy((request, response) -> {
			assertThatIllegalStateException().isThrownBy(() -> request.upgrade(TestHandler.class))
				.withMessage("upgrade() needs a request of HTTP/1.1, and this one came with HTTP/1.0 (RFC 9110 §7.8)");
			response.getWriter().print("plain");
		});
		RawClient client = connect();
		client.send("GET / HTTP/1.0\r\nUpgrade: chat\r\n\r\n");
		assertThat(client.read().text()).isEqualTo("plain");
	}

	@Test
	void handlerThatCannotBeMadeIsAServletException() throws Exception {
		this.server.deploy((request, response) -> {
			assertThatExceptionOfType(ServletException.class).isThrownBy(() -> request.upgrade(Unmakeable.class))
				.withMessage("An upgrade handler needs an accessible constructor without arguments: "
						+ Unmakeable.class.getName() + " has none");
			response.getWriter().print("status " + response.getStatus());
		});
		assertThat(this.server.get("/chat", "Upgrade: chat").text()).isEqualTo("status 200");
	}

	@Test
	void errorIsTheAnswerInsteadAndTheHandlerIsNotUsed() throws Exception {
		this.server.deploy((request, response) -> {
			upgrade(request, response).onInit = (connection) -> this.events.add("init");
			response.sendError(403, "not for you");
		});
		RawResponse response = this.server.get("/chat", "Upgrade: chat");
		assertThat(response.status()).isEqualTo(403);
		assertThat(response.text()).contains("not for you");
		assertThat(this.events.list()).isEmpty();
	}

	@Test
	void exceptionIsTheAnswerInsteadAndTheHandlerIsNotUsed() throws Exception {
		this.server.deploy((request, response) -> {
			upgrade(request, response).onInit = (connection) -> this.events.add("init");
			throw new ServletException("of a test");
		});
		assertThat(this.server.get("/chat", "Upgrade: chat").status()).isEqualTo(500);
		assertThat(this.events.list()).isEmpty();
	}

	@Test
	void redirectIsTheAnswerInsteadAndTheHandlerIsNotUsed() throws Exception {
		this.server.deploy((request, response) -> {
			upgrade(request, response).onInit = (connection) -> this.events.add("init");
			response.sendRedirect("/elsewhere");
		});
		RawResponse response = this.server.get("/chat", "Upgrade: chat");
		assertThat(response.status()).isEqualTo(302);
		assertThat(response.text()).contains("/elsewhere");
		assertThat(this.events.list()).isEmpty();
	}

	@Test
	void anotherStatusIsTheAnswerInsteadAndItsBodyIsSent() throws Exception {
		this.server.deploy((request, response) -> {
			upgrade(request, response);
			response.setStatus(200);
			response.getWriter().print("changed my mind");
		});
		assertThat(this.server.get("/chat", "Upgrade: chat").text()).isEqualTo("changed my mind");
	}

	@Test
	void switchingWithoutAHandlerIsAnErrorOfTheServlet() throws Exception {
		this.server.deploy((request, response) -> response.setStatus(101));
		assertThat(this.server.get("/chat", "Upgrade: chat").status()).isEqualTo(500);
	}

	// ---- life of the handler

	@Test
	void handlerRunsWithTheClassLoaderOfTheApplicationOnServletThreads() throws Exception {
		ClassLoader loader = new ClassLoader(UpgradeConformanceTests.class.getClassLoader()) {

		};
		this.server.deploy(
				(builder) -> builder.classLoader(loader).servlet("test", ServletFixture.servlet((request, response) -> {
					TestHandler handler = upgrade(request, response);
					handler.onInit = (connection) -> {
						noteThread("init", loader);
						input(connection).setReadListener(new ReadListener() {

							@Override
							public void onDataAvailable() {
								noteThread("data", loader);
							}

							@Override
							public void onAllDataRead() {
							}

							@Override
							public void onError(Throwable failure) {
								noteThread("error", loader);
							}

						});
					};
					handler.onDestroy = () -> noteThread("destroy", loader);
				}), "/*"));
		RawClient client = connect();
		client.send(REQUEST + "hello");
		assertThat(client.readAny(false).status()).isEqualTo(101);
		this.events.await("data");
		client.reset();
		this.events.awaitExactly("init", "data", "error", "destroy");
	}

	private void noteThread(String event, ClassLoader loader) {
		Thread thread = Thread.currentThread();
		assertThat(thread.getName()).doesNotContain("loop");
		assertThat(thread.getContextClassLoader()).isSameAs(loader);
		this.events.add(event);
	}

	@Test
	void initThatThrowsAbortsTheConnectionAndTheHandlerIsDestroyed() throws Exception {
		this.server.deploy((request, response) -> {
			TestHandler handler = upgrade(request, response);
			handler.onInit = (connection) -> {
				throw new IllegalArgumentException("of a test");
			};
			handler.onDestroy = () -> this.events.add("destroy");
		});
		RawClient client = connect();
		client.send(REQUEST);
		assertThat(client.isClosedByServerAtLast()).isTrue();
		this.events.awaitExactly("destroy");
	}

	@Test
	void destroyThatThrowsDisturbsNobody() throws Exception {
		this.server.deploy((request, response) -> {
			TestHandler handler = upgrade(request, response);
			handler.onInit = UpgradeConformanceTests::close;
			handler.onDestroy = () -> {
				this.events.add("destroy");
				throw new IllegalArgumentException("of a test");
			};
		});
		RawClient client = connect();
		client.send(REQUEST);
		assertThat(client.readAny(false).status()).isEqualTo(101);
		assertThat(client.isClosedByServer()).isTrue();
		this.events.awaitExactly("destroy");
	}

	@Test
	void closedConnectionIsDestroyedOnceWithoutAnError() throws Exception {
		this.server.deploy((request, response) -> {
			TestHandler handler = upgrade(request, response);
			handler.onInit = (connection) -> {
				input(connection).setReadListener(new Listener(connection));
				write(connection, "farewell");
				close(connection);
				close(connection);
			};
			handler.onDestroy = () -> this.events.add("destroy");
		});
		RawClient client = connect();
		client.send(REQUEST);
		assertThat(client.readAny(false).status()).isEqualTo(101);
		assertThat(text(client.exactly(8))).isEqualTo("farewell");
		assertThat(client.isClosedByServer()).isTrue();
		this.events.await("destroy");
		assertThat(this.events.list()).doesNotContain("all").containsOnlyOnce("destroy");
	}

	@Test
	void closingBothStreamsClosesTheConnection() throws Exception {
		this.server.deploy((request, response) -> {
			TestHandler handler = upgrade(request, response);
			handler.onInit = (connection) -> {
				try {
					connection.getOutputStream().close();
					connection.getInputStream().close();
				}
				catch (IOException ex) {
					this.events.add("failed " + ex);
				}
			};
			handler.onDestroy = () -> this.events.add("destroy");
		});
		RawClient client = connect();
		client.send(REQUEST);
		assertThat(client.readAny(false).status()).isEqualTo(101);
		assertThat(client.isClosedByServer()).isTrue();
		this.events.awaitExactly("destroy");
	}

	@Test
	void connectionRefusesWhatComesAfterItsEnd() throws Exception {
		CompletableFuture<WebConnection> kept = new CompletableFuture<>();
		this.server.deploy((request, response) -> {
			TestHandler handler = upgrade(request, response);
			handler.onInit = (connection) -> {
				close(connection);
				kept.complete(connection);
			};
			handler.onDestroy = () -> this.events.add("destroy");
		});
		RawClient client = connect();
		client.send(REQUEST + "never read");
		this.events.await("destroy");
		WebConnection connection = kept.get(5, TimeUnit.SECONDS);
		assertThatExceptionOfType(IOException.class).isThrownBy(() -> connection.getInputStream().read())
			.isNotInstanceOf(ClientAbortException.class);
		assertThatExceptionOfType(IOException.class).isThrownBy(() -> connection.getOutputStream().write(1))
			.isNotInstanceOf(ClientAbortException.class);
	}

	@Test
	void blockedReaderWhoseClientLeavesWakesAndIsDestroyedThen() throws Exception {
		this.server.deploy((request, response) -> {
			TestHandler handler = upgrade(request, response);
			handler.onInit = (connection) -> {
				this.events.add("init");
				assertThatExceptionOfType(ClientAbortException.class)
					.isThrownBy(() -> connection.getInputStream().read());
				this.events.add("woken");
			};
			handler.onDestroy = () -> this.events.add("destroy");
		});
		RawClient client = connect();
		client.send(REQUEST);
		this.events.await("init");
		client.reset();
		this.events.awaitExactly("init", "woken", "destroy");
	}

	// ---- streams

	@Test
	void blockingStreamsCarryMoreThanTheirBuffers() throws Exception {
		this.server.deploy((request, response) -> upgrade(request, response).onInit = this::echoBlocking);
		RawClient client = connect();
		client.send(REQUEST);
		assertThat(client.readAny(false).status()).isEqualTo(101);
		String much = "0123456789".repeat(300_000);
		ServletFixture.later(() -> {
			client.send(much);
			client.shutdownOutput();
		});
		assertThat(text(client.exactly(much.length()))).isEqualTo(much);
		assertThat(client.isClosedByServer()).isTrue();
	}

	@Test
	void whatACallbackWroteIsSentWhenItReturns() throws Exception {
		this.server.deploy((request, response) -> upgrade(request, response).onInit = (connection) -> {
			try {
				connection.getOutputStream().print("not flushed");
			}
			catch (IOException ex) {
				this.events.add("failed " + ex);
			}
		});
		RawClient client = connect();
		client.send(REQUEST);
		assertThat(client.readAny(false).status()).isEqualTo(101);
		assertThat(text(client.exactly(11))).isEqualTo("not flushed");
	}

	@Test
	void listenersAreToldOfDataAndOfTheEnd() throws Exception {
		this.server.deploy((request, response) -> {
			TestHandler handler = upgrade(request, response);
			handler.onInit = (connection) -> input(connection).setReadListener(new Listener(connection));
			handler.onDestroy = () -> this.events.add("destroy");
		});
		RawClient client = connect();
		client.send(REQUEST + "hello");
		assertThat(client.readAny(false).status()).isEqualTo(101);
		this.events.await("data hello");
		client.send(" world");
		this.events.await("data  world");
		client.shutdownOutput();
		this.events.awaitExactly("data hello", "data  world", "all", "destroy");
	}

	@Test
	void readListenerIsToldOnceThatTheClientIsGone() throws Exception {
		this.server.deploy((request, response) -> {
			TestHandler handler = upgrade(request, response);
			handler.onInit = (connection) -> input(connection).setReadListener(new Listener(connection));
			handler.onDestroy = () -> this.events.add("destroy");
		});
		RawClient client = connect();
		client.send(REQUEST + "hello");
		this.events.await("data hello");
		client.reset();
		this.events.awaitExactly("data hello", "error true", "destroy");
	}

	@Test
	void readListenerThatThrowsIsToldAndTheConnectionAborted() throws Exception {
		this.server.deploy((request, response) -> {
			TestHandler handler = upgrade(request, response);
			handler.onInit = (connection) -> input(connection).setReadListener(new Listener(connection) {

				@Override
				public void onDataAvailable() {
					throw new IllegalArgumentException("of a test");
				}

			});
			handler.onDestroy = () -> this.events.add("destroy");
		});
		RawClient client = connect();
		client.send(REQUEST + "hello");
		assertThat(client.isClosedByServerAtLast()).isTrue();
		this.events.awaitExactly("error false", "destroy");
	}

	@Test
	void writeListenerIsCalledWheneverThereIsRoom() throws Exception {
		int total = 20_000_000;
		this.server.deploy((request, response) -> upgrade(request, response).onInit = (connection) -> {
			ServletOutputStream output = output(connection);
			output.setWriteListener(new WriteListener() {

				private int left = total;

				@Override
				public void onWritePossible() throws IOException {
					UpgradeConformanceTests.this.events.add("possible");
					while (output.isReady()) {
						if (this.left == 0) {
							close(connection);
							return;
						}
						output.write(ByteBuffer.allocate(50_000));
						this.left -= 50_000;
					}
				}

				@Override
				public void onError(Throwable failure) {
					UpgradeConformanceTests.this.events.add("error");
				}

			});
		});
		RawClient client = connect();
		client.send(REQUEST);
		assertThat(client.readAny(false).status()).isEqualTo(101);
		assertThat(client.exactly(total)).hasSize(total);
		assertThat(client.isClosedByServer()).isTrue();
		assertThat(this.events.list()).contains("possible").doesNotContain("error").hasSizeGreaterThan(1);
	}

	@Test
	void listenersOfAConnectionObeyTheSameRules() throws Exception {
		CompletableFuture<@Nullable Throwable> failed = new CompletableFuture<>();
		this.server.deploy((request, response) -> upgrade(request, response).onInit = (connection) -> {
			try {
				ServletInputStream input = connection.getInputStream();
				assertThat(input).isSameAs(connection.getInputStream());
				assertThatNullPointerException().isThrownBy(() -> input.setReadListener(null));
				input.setReadListener(new Listener(connection));
				assertThatIllegalStateException().isThrownBy(() -> input.setReadListener(new Listener(connection)));
				assertThat(input.isReady()).isFalse();
				assertThatIllegalStateException().isThrownBy(input::read);
				assertThatIllegalStateException().isThrownBy(() -> input.read(new byte[0]));
				assertThatIllegalStateException().isThrownBy(input::readAllBytes);
				ServletOutputStream output = connection.getOutputStream();
				assertThat(output).isSameAs(connection.getOutputStream());
				assertThatNullPointerException().isThrownBy(() -> output.setWriteListener(null));
				output.close();
				assertThatExceptionOfType(IOException.class).isThrownBy(() -> output.write(1));
				failed.complete(null);
			}
			catch (Throwable ex) {
				failed.complete(ex);
			}
		});
		RawClient client = connect();
		client.send(REQUEST);
		assertThat(failed.get(5, TimeUnit.SECONDS)).isNull();
	}

	@Test
	void echoWithoutWaitingCarriesEverything() throws Exception {
		this.server.deploy((request, response) -> upgrade(request, response).onInit = (connection) -> {
			Echo echo = new Echo(connection);
			input(connection).setReadListener(echo);
			output(connection).setWriteListener(echo);
		});
		RawClient client = connect();
		client.send(REQUEST);
		assertThat(client.readAny(false).status()).isEqualTo(101);
		String much = "0123456789".repeat(300_000);
		ServletFixture.later(() -> {
			client.send(much);
			client.shutdownOutput();
		});
		assertThat(text(client.exactly(much.length()))).isEqualTo(much);
		assertThat(client.isClosedByServer()).isTrue();
	}

	// ---- how

	private static TestHandler upgrade(HttpServletRequest request, HttpServletResponse response)
			throws IOException, ServletException {
		response.setHeader("Upgrade", "chat");
		response.setHeader("Connection", "Upgrade");
		return request.upgrade(TestHandler.class);
	}

	private void echoBlocking(WebConnection connection) {
		try {
			ServletInputStream input = connection.getInputStream();
			ServletOutputStream output = connection.getOutputStream();
			byte[] bytes = new byte[10_000];
			for (int count = input.read(bytes); count >= 0; count = input.read(bytes)) {
				output.write(bytes, 0, count);
				output.flush();
			}
		}
		catch (IOException ex) {
			this.events.add("failed " + ex);
		}
		close(connection);
	}

	private static void write(WebConnection connection, String text) {
		try {
			connection.getOutputStream().print(text);
			connection.getOutputStream().flush();
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static void close(WebConnection connection) {
		try {
			connection.close();
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static ServletInputStream input(WebConnection connection) {
		try {
			return connection.getInputStream();
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static ServletOutputStream output(WebConnection connection) {
		try {
			return connection.getOutputStream();
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static String text(byte[] bytes) {
		return new String(bytes, StandardCharsets.ISO_8859_1);
	}

	/** A handler that does what its test tells it. */
	static class TestHandler implements HttpUpgradeHandler {

		volatile Consumer<WebConnection> onInit = (connection) -> {
		};

		volatile Runnable onDestroy = () -> {
		};

		@Override
		public void init(WebConnection connection) {
			this.onInit.accept(connection);
		}

		@Override
		public void destroy() {
			this.onDestroy.run();
		}

	}

	/** A handler without the constructor that the container needs. */
	static class Unmakeable extends TestHandler {

		Unmakeable(String argument) {
		}

	}

	/** Notes what it is told, and closes the connection at the end of its input. */
	private class Listener implements ReadListener {

		private final WebConnection connection;

		Listener(WebConnection connection) {
			this.connection = connection;
		}

		@Override
		public void onDataAvailable() throws IOException {
			StringBuilder text = new StringBuilder();
			ServletInputStream input = this.connection.getInputStream();
			while (input.isReady()) {
				text.append((char) input.read());
			}
			UpgradeConformanceTests.this.events.add("data " + text);
		}

		@Override
		public void onAllDataRead() {
			UpgradeConformanceTests.this.events.add("all");
			close(this.connection);
		}

		@Override
		public void onError(Throwable failure) {
			UpgradeConformanceTests.this.events.add("error " + (failure instanceof IOException));
		}

	}

	/** Sends back what it reads, without ever waiting. */
	private final class Echo implements ReadListener, WriteListener {

		private final WebConnection connection;

		private final byte[] bytes = new byte[10_000];

		private int held;

		private boolean allRead;

		Echo(WebConnection connection) {
			this.connection = connection;
		}

		private void copy() throws IOException {
			ServletInputStream input = this.connection.getInputStream();
			ServletOutputStream output = this.connection.getOutputStream();
			while (output.isReady()) {
				if (this.held > 0) {
					output.write(this.bytes, 0, this.held);
					this.held = 0;
				}
				else if (this.allRead) {
					close(this.connection);
					return;
				}
				else if (input.isReady()) {
					this.held = Math.max(0, input.read(this.bytes));
				}
				else {
					return;
				}
			}
		}

		@Override
		public void onDataAvailable() throws IOException {
			copy();
		}

		@Override
		public void onAllDataRead() throws IOException {
			this.allRead = true;
			copy();
		}

		@Override
		public void onWritePossible() throws IOException {
			copy();
		}

		@Override
		public void onError(Throwable failure) {
			UpgradeConformanceTests.this.events.add("error " + failure);
		}

	}

}
