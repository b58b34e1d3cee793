package io.mvcbridge.jakarta;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.mvcbridge.jakarta.ServletFixture.Handler;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletRequestWrapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import static org.assertj.core.api.Assertions.assertThat;

/** Asynchronous requests over the wire (Servlet 6.1 §2.3.3, §3.7, §5.7). */
class AsyncConformanceTests {

	@RegisterExtension
	final ServletFixture server = new ServletFixture();

	private final List<String> events = new CopyOnWriteArrayList<>();

	/** Runs off the servlet threads. */
	private static void later(Runnable task) {
		CompletableFuture.runAsync(task);
	}

	private AsyncListener recorder() {
		return new AsyncListener() {

			@Override
			public void onComplete(AsyncEvent event) {
				AsyncConformanceTests.this.events.add("complete");
			}

			@Override
			public void onTimeout(AsyncEvent event) {
				AsyncConformanceTests.this.events.add("timeout");
			}

			@Override
			public void onError(AsyncEvent event) {
				AsyncConformanceTests.this.events.add("error " + event.getThrowable().getClass().getSimpleName());
			}

			@Override
			public void onStartAsync(AsyncEvent event) {
				AsyncConformanceTests.this.events.add("start");
			}

		};
	}

	private static void print(AsyncContext async, String text) {
		try {
			async.getResponse().getWriter().print(text);
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private void awaitEvents(String... expected) throws Exception {
		Eventually.holds("events " + List.of(expected) + ", but " + this.events,
				() -> this.events.size() >= expected.length);
		assertThat(this.events).containsExactly(expected);
	}

	@Test
	void responseIsCompletedByAnotherThread() throws Exception {
		this.server.deploy((request, response) -> {
			AsyncContext async = request.startAsync();
			async.addListener(recorder());
			later(() -> {
				print(async, "done");
				async.complete();
			});
		});
		assertThat(this.server.get("/").text()).isEqualTo("done");
		awaitEvents("complete");
	}

	@Test
	void responseMayBeCompletedBeforeTheServletReturns() throws Exception {
		this.server.deploy((request, response) -> {
			AsyncContext async = request.startAsync();
			async.addListener(recorder());
			print(async, "done");
			async.complete();
		});
		assertThat(this.server.get("/").text()).isEqualTo("done");
		awaitEvents("complete");
	}

	@Test
	void taskOfTheContextRunsOnAnotherThread() throws Exception {
		this.server.deploy((request, response) -> {
			AsyncContext async = request.startAsync();
			Thread servlet = Thread.currentThread();
			async.start(() -> {
				print(async, String.valueOf(Thread.currentThread() != servlet));
				async.complete();
			});
		});
		assertThat(this.server.get("/").text()).isEqualTo("true");
	}

	@Test
	void dispatchRunsTheRequestAgain() throws Exception {
		this.server.deploy((request, response) -> {
			if (request.getDispatcherType() == DispatcherType.ASYNC) {
				response.getWriter().print("again " + request.getAttribute("a") + " " + request.getRequestURI());
				return;
			}
			AsyncContext async = request.startAsync();
			async.addListener(recorder());
			later(() -> {
				request.setAttribute("a", 1);
				async.dispatch();
			});
		});
		assertThat(this.server.get("/x").text()).isEqualTo("again 1 /x");
		awaitEvents("complete");
	}

	@Test
	void dispatchMayGoElsewhere() throws Exception {
		this.server.deploy((builder) -> builder.servlet("source", ServletFixture.servlet((request, response) -> {
			AsyncContext async = request.startAsync();
			later(() -> async.dispatch("/target?p=1"));
		}), "/source")
			.servlet("target",
					ServletFixture.servlet((request, response) -> response.getWriter()
						.print(request.getDispatcherType() + " " + request.getRequestURI() + " "
								+ request.getParameter("p") + " "
								+ request.getAttribute(AsyncContext.ASYNC_REQUEST_URI))),
					"/target"));
		assertThat(this.server.get("/source").text()).isEqualTo("ASYNC /target 1 /source");
	}

	@Test
	void requestMayBeStartedMoreThanOnce() throws Exception {
		this.server.deploy((request, response) -> {
			Integer round = (Integer) request.getAttribute("round");
			int next = (round == null) ? 1 : round + 1;
			request.setAttribute("round", next);
			if (next == 3) {
				response.getWriter().print("round " + next);
				return;
			}
			AsyncContext async = request.startAsync();
			if (next == 1) {
				async.addListener(recorder());
			}
			later(async::dispatch);
		});
		assertThat(this.server.get("/").text()).isEqualTo("round 3");
		assertThat(this.events).startsWith("start");
	}

	@Test
	void timeoutIsToldAndTheListenerMayComplete() throws Exception {
		this.server.deploy((request, response) -> {
			AsyncContext async = request.startAsync();
			async.setTimeout(50);
			async.addListener(recorder());
			async.addListener(new Completing());
		});
		assertThat(this.server.get("/").text()).isEqualTo("timed out");
		awaitEvents("timeout", "complete");
	}

	private static final class Completing implements AsyncListener {

		@Override
		public void onComplete(AsyncEvent event) {
		}

		@Override
		public void onTimeout(AsyncEvent event) {
			print(event.getAsyncContext(), "timed out");
			event.getAsyncContext().complete();
		}

		@Override
		public void onError(AsyncEvent event) {
		}

		@Override
		public void onStartAsync(AsyncEvent event) {
		}

	}

	@Test
	void timeoutNobodyHandlesRunsTheErrorPage() throws Exception {
		this.server.deploy((builder) -> builder.errorPage(500, null, "/page")
			.servlet("page", ServletFixture.servlet((request, response) -> response.getWriter().print("page")), "/page")
			.servlet("test", ServletFixture.servlet((request, response) -> {
				AsyncContext async = request.startAsync();
				async.setTimeout(50);
				async.addListener(recorder());
			}), "/test"));
		RawResponse response = this.server.get("/test");
		assertThat(response.status()).isEqualTo(500);
		assertThat(response.text()).isEqualTo("page");
		awaitEvents("timeout", "complete");
	}

	@Test
	void anotherThreadMayDispatchWhileTheTimeoutIsTold() throws Exception {
		this.server.deploy((request, response) -> {
			if (request.getDispatcherType() == DispatcherType.ASYNC) {
				response.getWriter().print("dispatched");
				return;
			}
			AsyncContext async = request.startAsync();
			async.setTimeout(50);
			async.addListener(new AsyncListener() {

				@Override
				public void onComplete(AsyncEvent event) {
				}

				@Override
				public void onTimeout(AsyncEvent event) {
					CompletableFuture.runAsync(async::dispatch).join();
				}

				@Override
				public void onError(AsyncEvent event) {
				}

				@Override
				public void onStartAsync(AsyncEvent event) {
				}

			});
		});
		assertThat(this.server.get("/").text()).isEqualTo("dispatched");
	}

	@Test
	void exceptionBeforeTheServletReturnsIsToldAndRunsTheErrorPage() throws Exception {
		this.server.deploy((request, response) -> {
			request.startAsync().addListener(recorder());
			throw new ServletException("broken");
		});
		assertThat(this.server.get("/").status()).isEqualTo(500);
		awaitEvents("error ServletException", "complete");
	}

	@Test
	void exceptionOfAnAsyncDispatchRunsTheErrorPage() throws Exception {
		this.server.deploy((builder) -> builder.errorPage(null, ArithmeticException.class, "/page")
			.servlet("page", ServletFixture.servlet((request, response) -> response.getWriter().print("page")), "/page")
			.servlet("test", ServletFixture.servlet((request, response) -> {
				if (request.getDispatcherType() == DispatcherType.ASYNC) {
					throw new ArithmeticException("by zero");
				}
				AsyncContext async = request.startAsync();
				later(async::dispatch);
			}), "/test"));
		RawResponse response = this.server.get("/test");
		assertThat(response.status()).isEqualTo(500);
		assertThat(response.text()).isEqualTo("page");
	}

	@Test
	void clientThatLeavesIsTold() throws Exception {
		CountDownLatch started = new CountDownLatch(1);
		this.server.deploy((request, response) -> {
			AsyncContext async = request.startAsync();
			async.setTimeout(0);
			async.addListener(recorder());
			response.getWriter().print("first");
			response.flushBuffer();
			started.countDown();
		});
		RawClient client = this.server.connect();
		client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
		assertThat(started.await(10, TimeUnit.SECONDS)).isTrue();
		client.line();
		client.reset();
		awaitEvents("error ClientAbortException", "complete");
	}

	@Test
	void writerWhoseClientLeftFailsAndIsTold() throws Exception {
		CountDownLatch left = new CountDownLatch(1);
		CompletableFuture<String> outcome = new CompletableFuture<>();
		this.server.deploy((request, response) -> {
			AsyncContext async = request.startAsync();
			async.setTimeout(0);
			async.addListener(recorder());
			ServletOutputStream output = response.getOutputStream();
			output.print("first");
			output.flush();
			later(() -> {
				try {
					left.await();
					while (true) {
						output.write(new byte[10_000]);
						output.flush();
					}
				}
				catch (IOException | IllegalStateException ex) {
					// The latter if the exchange was over before the write.
					outcome.complete("failed");
				}
				catch (InterruptedException ex) {
					outcome.completeExceptionally(ex);
				}
			});
		});
		RawClient client = this.server.connect();
		client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
		client.line();
		client.reset();
		left.countDown();
		assertThat(outcome.get(10, TimeUnit.SECONDS)).isEqualTo("failed");
		awaitEvents("error ClientAbortException", "complete");
	}

	@Test
	void listenersOfAnEndedRequestAreToldOnce() throws Exception {
		this.server.deploy((request, response) -> {
			AsyncContext async = request.startAsync();
			async.addListener(recorder());
			async.addListener(recorder());
			async.complete();
			try {
				async.complete();
			}
			catch (IllegalStateException ex) {
				this.events.add("refused");
			}
		});
		assertThat(this.server.get("/").status()).isEqualTo(200);
		awaitEvents("refused", "complete", "complete");
	}

	@Test
	void dispatchTwiceIsRefused() throws Exception {
		this.server.deploy((request, response) -> {
			if (request.getDispatcherType() == DispatcherType.ASYNC) {
				response.getWriter().print("fine");
				return;
			}
			AsyncContext async = request.startAsync();
			async.dispatch();
			try {
				async.dispatch();
			}
			catch (IllegalStateException ex) {
				this.events.add("refused");
			}
		});
		assertThat(this.server.get("/").text()).isEqualTo("fine");
		assertThat(this.events).containsExactly("refused");
	}

	@Test
	void servletThatDoesNotSupportItIsRefused() throws Exception {
		Handler handler = (request, response) -> {
			try {
				request.startAsync();
			}
			catch (IllegalStateException ex) {
				response.getWriter().print(request.isAsyncSupported() + " refused");
			}
		};
		this.server.deploy((builder) -> builder
			.initializer((context) -> context.addServlet("test", ServletFixture.servlet(handler)).addMapping("/*")));
		assertThat(this.server.get("/").text()).isEqualTo("false refused");
	}

	@Test
	void filterThatDoesNotSupportItIsRefused() throws Exception {
		this.server.deploy((builder) -> builder
			.initializer((context) -> context
				.addFilter("old", (request, response, chain) -> chain.doFilter(request, response))
				.addMappingForUrlPatterns(null, true, "/*"))
			.servlet("test", ServletFixture
				.servlet((request, response) -> response.getWriter().print(request.isAsyncSupported())), "/*"));
		assertThat(this.server.get("/").text()).isEqualTo("false");
	}

	@Test
	void contextKeepsTheWrappersItWasStartedWith() throws Exception {
		this.server.deploy((request, response) -> {
			AsyncContext async = request.startAsync(new HttpServletRequestWrapper(request), response);
			print(async, async.hasOriginalRequestAndResponse() + " "
					+ (async.getRequest() instanceof HttpServletRequestWrapper));
			async.complete();
		});
		assertThat(this.server.get("/").text()).isEqualTo("false true");
	}

	@Test
	void requestKnowsWhetherItIsAsynchronous() throws Exception {
		this.server.deploy((request, response) -> {
			if (request.getDispatcherType() == DispatcherType.ASYNC) {
				response.getWriter().print(request.getAttribute("states") + " " + request.isAsyncStarted());
				return;
			}
			boolean before = request.isAsyncStarted();
			AsyncContext async = request.startAsync();
			boolean started = request.isAsyncStarted();
			request.setAttribute("states", before + " " + started);
			async.dispatch();
		});
		assertThat(this.server.get("/").text()).isEqualTo("false true false");
	}

	@Test
	void nextPipelinedRequestWaits() throws Exception {
		CountDownLatch release = new CountDownLatch(1);
		this.server.deploy((request, response) -> {
			this.events.add(request.getRequestURI());
			if (request.getRequestURI().equals("/1")) {
				AsyncContext async = request.startAsync();
				later(() -> {
					try {
						release.await();
					}
					catch (InterruptedException ex) {
						throw new IllegalStateException(ex);
					}
					print(async, "one");
					async.complete();
				});
				return;
			}
			response.getWriter().print("two");
		});
		RawClient client = this.server.connect();
		client.send("GET /1 HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\n\r\n");
		Eventually.holds("the first request runs", () -> this.events.contains("/1"));
		release.countDown();
		assertThat(client.read().text()).isEqualTo("one");
		assertThat(client.read().text()).isEqualTo("two");
	}

	@Test
	void eventsAreStreamedAsTheyCome() throws Exception {
		this.server.deploy((request, response) -> {
			response.setContentType("text/event-stream");
			AsyncContext async = request.startAsync();
			later(() -> {
				for (int i = 0; i < 3; i++) {
					print(async, "data: " + i + "\n\n");
					try {
						response.flushBuffer();
					}
					catch (IOException ex) {
						throw new IllegalStateException(ex);
					}
				}
				async.complete();
			});
		});
		assertThat(this.server.get("/").text()).isEqualTo("data: 0\n\ndata: 1\n\ndata: 2\n\n");
	}

	@Test
	void bodyIsReadWithoutBlocking() throws Exception {
		this.server.deploy((request, response) -> {
			AsyncContext async = request.startAsync();
			ServletInputStream input = request.getInputStream();
			input.setReadListener(new ReadListener() {

				private int count;

				@Override
				public void onDataAvailable() throws IOException {
					byte[] buffer = new byte[4096];
					while (input.isReady()) {
						int read = input.read(buffer);
						if (read < 0) {
							return;
						}
						this.count += read;
					}
				}

				@Override
				public void onAllDataRead() {
					print(async, "read " + this.count);
					async.complete();
				}

				@Override
				public void onError(Throwable failure) {
					AsyncConformanceTests.this.events.add("error");
				}

			});
		});
		RawClient client = this.server.connect();
		client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 200000\r\n\r\n");
		client.send("x".repeat(100_000));
		client.send("x".repeat(100_000));
		assertThat(client.read().text()).isEqualTo("read 200000");
		assertThat(this.events).isEmpty();
	}

	@Test
	void emptyBodyIsAllReadAtOnce() throws Exception {
		this.server.deploy((request, response) -> {
			AsyncContext async = request.startAsync();
			request.getInputStream().setReadListener(new ReadListener() {

				@Override
				public void onDataAvailable() {
					AsyncConformanceTests.this.events.add("data");
				}

				@Override
				public void onAllDataRead() {
					print(async, "all");
					async.complete();
				}

				@Override
				public void onError(Throwable failure) {
					AsyncConformanceTests.this.events.add("error");
				}

			});
		});
		assertThat(this.server.get("/").text()).isEqualTo("all");
		assertThat(this.events).isEmpty();
	}

	@Test
	void readListenerIsToldThatTheClientLeft() throws Exception {
		this.server.deploy((request, response) -> {
			AsyncContext async = request.startAsync();
			async.setTimeout(0);
			ServletInputStream input = request.getInputStream();
			input.setReadListener(new ReadListener() {

				@Override
				public void onDataAvailable() throws IOException {
					while (input.isReady()) {
						input.read();
					}
					AsyncConformanceTests.this.events.add("data");
				}

				@Override
				public void onAllDataRead() {
					AsyncConformanceTests.this.events.add("all");
				}

				@Override
				public void onError(Throwable failure) {
					AsyncConformanceTests.this.events.add("error " + (failure instanceof IOException));
					async.complete();
				}

			});
		});
		RawClient client = this.server.connect();
		client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc");
		Eventually.holds("data read", () -> this.events.contains("data"));
		client.reset();
		Eventually.holds("an error", () -> this.events.contains("error true"));
		assertThat(this.events).doesNotContain("all");
	}

	@Test
	void bodyIsWrittenWithoutBlocking() throws Exception {
		this.server.deploy((request, response) -> {
			AsyncContext async = request.startAsync();
			ServletOutputStream output = response.getOutputStream();
			output.setWriteListener(new WriteListener() {

				private int written;

				@Override
				public void onWritePossible() throws IOException {
					while (output.isReady()) {
						if (this.written == 5_000_000) {
							async.complete();
							return;
						}
						output.write(new byte[10_000]);
						this.written += 10_000;
					}
				}

				@Override
				public void onError(Throwable failure) {
					AsyncConformanceTests.this.events.add("error");
				}

			});
		});
		assertThat(this.server.get("/").body()).hasSize(5_000_000);
		assertThat(this.events).isEmpty();
	}

	@Test
	void blockingReadFailsWhenTheClientLeaves() throws Exception {
		CountDownLatch running = new CountDownLatch(1);
		this.server.deploy((request, response) -> {
			running.countDown();
			try {
				request.getInputStream().readAllBytes();
				this.events.add("read");
			}
			catch (IOException ex) {
				this.events.add("failed");
				throw ex;
			}
		});
		RawClient client = this.server.connect();
		client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc");
		running.await();
		client.reset();
		awaitEvents("failed");
	}

	@Test
	void blockingWriteFailsWhenTheClientLeaves() throws Exception {
		this.server.deploy((request, response) -> {
			try {
				while (true) {
					response.getOutputStream().write(new byte[100_000]);
				}
			}
			catch (IOException ex) {
				this.events.add("failed");
				throw ex;
			}
		});
		RawClient client = this.server.connect();
		client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
		client.line();
		client.reset();
		awaitEvents("failed");
	}

}
