package io.mvcbridge.jakarta;

import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.mvcbridge.jakarta.ServletFixture.Handler;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequestWrapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import static org.assertj.core.api.Assertions.assertThat;

/** Asynchronous requests over the wire (Servlet 6.1 §2.3.3). */
class AsyncConformanceTests {

	@RegisterExtension
	final ServletFixture server = new ServletFixture();

	private final EventLog events = new EventLog();

	@Test
	void responseIsCompletedByAnotherThread() throws Exception {
		this.server.deploy((request, response) -> {
			AsyncContext async = request.startAsync();
			async.addListener(this.events);
			ServletFixture.later(() -> {
				ServletFixture.print(async, "done");
				async.complete();
			});
		});
		assertThat(this.server.get("/").text()).isEqualTo("done");
		this.events.awaitExactly("complete");
	}

	@Test
	void responseMayBeCompletedBeforeTheServletReturns() throws Exception {
		this.server.deploy((request, response) -> {
			AsyncContext async = request.startAsync();
			async.addListener(this.events);
			ServletFixture.print(async, "done");
			async.complete();
		});
		assertThat(this.server.get("/").text()).isEqualTo("done");
		this.events.awaitExactly("complete");
	}

	/** One that has returned by then may be the thread of the task. */
	@Test
	void taskOfTheContextRunsOnAnotherThreadThanTheServletThatIsBusy() throws Exception {
		this.server.deploy((request, response) -> {
			AsyncContext async = request.startAsync();
			Thread servlet = Thread.currentThread();
			CompletableFuture<Void> ran = new CompletableFuture<>();
			async.start(() -> {
				ServletFixture.print(async, String.valueOf(Thread.currentThread() != servlet));
				async.complete();
				ran.complete(null);
			});
			ran.orTimeout(5, TimeUnit.SECONDS).join();
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
			async.addListener(this.events);
			ServletFixture.later(() -> {
				request.setAttribute("a", 1);
				async.dispatch();
			});
		});
		assertThat(this.server.get("/x").text()).isEqualTo("again 1 /x");
		this.events.awaitExactly("complete");
	}

	@Test
	void dispatchMayGoElsewhere() throws Exception {
		this.server.deploy((builder) -> builder.servlet("source", ServletFixture.servlet((request, response) -> {
			AsyncContext async = request.startAsync();
			ServletFixture.later(() -> async.dispatch("/target?p=1"));
		}), "/source")
			.servlet("target",
					ServletFixture.servlet((request, response) -> response.getWriter()
						.print(request.getDispatcherType() + " " + request.getRequestURI() + " "
								+ request.getParameter("p") + " "
								+ request.getAttribute(AsyncContext.ASYNC_REQUEST_URI))),
					"/target"));
		assertThat(this.server.get("/source").text()).isEqualTo("ASYNC /target 1 /source");
	}

	/**
	 * Servlet 6.1 §2.3.3.3, example 2-3; the query string is a part of what was
	 * forwarded.
	 */
	@Test
	void dispatchWithTheRequestOfAForwardRepeatsTheForward() throws Exception {
		deployForward((request, response) -> request.startAsync(request, response).dispatch());
		assertThat(this.server.get("/source?p=1").text()).isEqualTo("ASYNC /target p=2 [2, 1]");
	}

	/** Servlet 6.1 §2.3.3.3, example 2-2. */
	@Test
	void dispatchInAForwardRepeatsWhatTheContainerDispatched() throws Exception {
		deployForward((request, response) -> request.startAsync().dispatch());
		assertThat(this.server.get("/source?p=1").text()).isEqualTo("ASYNC /source p=1 [1]");
	}

	@Test
	void dispatchWithTheRequestOfAWrapperThatWasForwardedRepeatsTheForward() throws Exception {
		deployForward(
				(request, response) -> request.startAsync(new HttpServletRequestWrapper(request), response).dispatch());
		assertThat(this.server.get("/source?p=1").text()).isEqualTo("ASYNC /target p=2 [2, 1]");
	}

	/** Forwards {@code /source} to {@code /target?p=2}, where the handler runs. */
	private void deployForward(Handler handler) throws ServletException {
		Handler tell = (request, response) -> response.getWriter()
			.print(request.getDispatcherType() + " " + request.getRequestURI() + " " + request.getQueryString() + " "
					+ Arrays.toString(request.getParameterValues("p")));
		this.server.deploy((builder) -> builder.servlet("source", ServletFixture.servlet((request, response) -> {
			if (request.getDispatcherType() == DispatcherType.ASYNC) {
				tell.handle(request, response);
				return;
			}
			request.getRequestDispatcher("/target?p=2").forward(request, response);
		}), "/source").servlet("target", ServletFixture.servlet((request, response) -> {
			if (request.getDispatcherType() == DispatcherType.ASYNC) {
				tell.handle(request, response);
				return;
			}
			handler.handle(request, response);
		}), "/target"));
	}

	@Test
	void dispatchWithTheRequestHasItsParametersOnce() throws Exception {
		this.server.deploy((request, response) -> {
			if (request.getDispatcherType() == DispatcherType.ASYNC) {
				response.getWriter()
					.print(request.getQueryString() + " " + Arrays.toString(request.getParameterValues("p")));
				return;
			}
			request.startAsync(request, response).dispatch();
		});
		assertThat(this.server.get("/?p=1").text()).isEqualTo("p=1 [1]");
	}

	@Test
	void dispatchAfterADispatchRepeatsItWithItsQuery() throws Exception {
		AtomicInteger runs = new AtomicInteger();
		this.server
			.deploy((
					builder) -> builder
						.servlet("source",
								ServletFixture.servlet(
										(request, response) -> request.startAsync().dispatch("/target?p=2")),
								"/source")
						.servlet("target", ServletFixture.servlet((request, response) -> {
							if (runs.incrementAndGet() == 1) {
								request.startAsync().dispatch();
								return;
							}
							response.getWriter()
								.print(request.getRequestURI() + " "
										+ Arrays.toString(request.getParameterValues("p")));
						}), "/target"));
		assertThat(this.server.get("/source?p=1").text()).isEqualTo("/target [2, 1]");
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
				async.addListener(this.events);
			}
			ServletFixture.later(async::dispatch);
		});
		assertThat(this.server.get("/").text()).isEqualTo("round 3");
		assertThat(this.events.list()).startsWith("start");
	}

	@Test
	void timeoutIsToldAndTheListenerMayComplete() throws Exception {
		this.server.deploy((request, response) -> {
			AsyncContext async = request.startAsync();
			async.setTimeout(50);
			async.addListener(this.events);
			async.addListener(new Completing());
		});
		assertThat(this.server.get("/").text()).isEqualTo("timed out");
		this.events.awaitExactly("timeout", "complete");
	}

	private static final class Completing extends EventLog {

		@Override
		public void onTimeout(AsyncEvent event) {
			ServletFixture.print(event.getAsyncContext(), "timed out");
			event.getAsyncContext().complete();
		}

	}

	@Test
	void timeoutNobodyHandlesRunsTheErrorPage() throws Exception {
		this.server.deploy((builder) -> builder.errorPage(500, null, "/page")
			.servlet("page", ServletFixture.servlet((request, response) -> response.getWriter().print("page")), "/page")
			.servlet("test", ServletFixture.servlet((request, response) -> {
				AsyncContext async = request.startAsync();
				async.setTimeout(50);
				async.addListener(this.events);
			}), "/test"));
		RawResponse response = this.server.get("/test");
		assertThat(response.status()).isEqualTo(500);
		assertThat(response.text()).isEqualTo("page");
		this.events.awaitExactly("timeout", "complete");
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
			async.addListener(new EventLog() {

				@Override
				public void onTimeout(AsyncEvent event) {
					CompletableFuture.runAsync(async::dispatch).join();
				}

			});
		});
		assertThat(this.server.get("/").text()).isEqualTo("dispatched");
	}

	@Test
	void exceptionBeforeTheServletReturnsIsToldAndRunsTheErrorPage() throws Exception {
		this.server.deploy((request, response) -> {
			request.startAsync().addListener(this.events);
			throw new ServletException("broken");
		});
		assertThat(this.server.get("/").status()).isEqualTo(500);
		this.events.awaitExactly("error ServletException", "complete");
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
				ServletFixture.later(async::dispatch);
			}), "/test"));
		RawResponse response = this.server.get("/test");
		assertThat(response.status()).isEqualTo(500);
		assertThat(response.text()).isEqualTo("page");
	}

	@Test
	void listenersOfAnEndedRequestAreToldOnce() throws Exception {
		this.server.deploy((request, response) -> {
			AsyncContext async = request.startAsync();
			async.addListener(this.events);
			async.addListener(this.events);
			async.complete();
			try {
				async.complete();
			}
			catch (IllegalStateException ex) {
				this.events.add("refused");
			}
		});
		assertThat(this.server.get("/").status()).isEqualTo(200);
		this.events.awaitExactly("refused", "complete", "complete");
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
		assertThat(this.events.list()).containsExactly("refused");
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
			ServletFixture.print(async, async.hasOriginalRequestAndResponse() + " "
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
				ServletFixture.later(() -> {
					try {
						release.await();
					}
					catch (InterruptedException ex) {
						throw new IllegalStateException(ex);
					}
					ServletFixture.print(async, "one");
					async.complete();
				});
				return;
			}
			response.getWriter().print("two");
		});
		RawClient client = this.server.connect();
		client.send("GET /1 HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\n\r\n");
		this.events.await("/1");
		release.countDown();
		assertThat(client.read().text()).isEqualTo("one");
		assertThat(client.read().text()).isEqualTo("two");
	}

	@Test
	void eventsAreStreamedAsTheyCome() throws Exception {
		this.server.deploy((request, response) -> {
			response.setContentType("text/event-stream");
			AsyncContext async = request.startAsync();
			ServletFixture.later(() -> {
				for (int i = 0; i < 3; i++) {
					ServletFixture.print(async, "data: " + i + "\n\n");
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
	void largeBodyWrittenByAnotherThreadArrivesWhole() throws Exception {
		this.server.deploy((request, response) -> {
			AsyncContext async = request.startAsync();
			ServletFixture.later(() -> {
				for (int i = 0; i < 30; i++) {
					response.getOutputStream().write(new byte[100_000]);
				}
				async.complete();
			});
		});
		assertThat(this.server.get("/").body()).hasSize(3_000_000);
	}

	@Test
	void exceptionOfAnAsyncDispatchAfterCommitCutsTheConnection() throws Exception {
		this.server.deploy((request, response) -> {
			if (request.getDispatcherType() == DispatcherType.ASYNC) {
				response.getWriter().print("half");
				response.flushBuffer();
				request.getInputStream().read();
				throw new IOException("broken");
			}
			AsyncContext async = request.startAsync();
			ServletFixture.later(async::dispatch);
		});
		RawClient client = this.server.connect();
		client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\n");
		assertThat(client.line()).isEqualTo("HTTP/1.1 200 OK");
		while (!client.line().isEmpty()) {
			// The head is not of interest.
		}
		assertThat(client.line()).isEqualTo("4");
		assertThat(client.line()).isEqualTo("half");
		client.send("x");
		assertThat(client.isClosedByServer()).isTrue();
	}

	@Test
	void aDispatchToWhereAForwardWentKeepsTheQueryOfTheForwardAndThatOfTheRequest() throws Exception {
		this.server.deploy((builder) -> builder
			.servlet("first",
					ServletFixture.servlet((request, response) -> request.getRequestDispatcher("/second?step=forward")
						.forward(request, response)),
					"/first")
			.servlet("second", ServletFixture.servlet((request, response) -> {
				if (request.getDispatcherType() == DispatcherType.FORWARD) {
					request.startAsync(request, response).dispatch();
				}
				else {
					response.getWriter()
						.print(request.getQueryString() + " " + request.getParameter("step") + " "
								+ request.getParameterValues("step").length + " " + request.getParameter("from"));
				}
			}), "/second"));
		assertThat(this.server.get("/first?from=client").text()).isEqualTo("step=forward forward 1 client");
	}

}
