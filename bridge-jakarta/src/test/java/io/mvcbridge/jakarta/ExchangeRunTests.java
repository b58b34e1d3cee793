package io.mvcbridge.jakarta;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequestEvent;
import jakarta.servlet.ServletRequestListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/** What the kernel does around the servlets of an exchange, over sockets. */
class ExchangeRunTests {

	@RegisterExtension
	final ServletFixture server = new ServletFixture();

	private final List<String> events = new CopyOnWriteArrayList<>();

	// ---- scope of the request

	@Test
	void requestIsInScopeUntilItsErrorPageHasRun() throws Exception {
		this.server.deploy((builder) -> builder.initializer((context) -> context.addListener(new Scope()))
			.errorPage(null, null, "/page")
			.servlet("page", ServletFixture.servlet((request, response) -> this.events.add("page")), "/page")
			.servlet("test", ServletFixture.servlet((request, response) -> {
				this.events.add("servlet");
				throw new ServletException("of a test");
			}), "/test"));
		assertThat(this.server.get("/test").status()).isEqualTo(500);
		assertThat(this.events).containsExactly("in /test", "servlet", "page", "out /test");
	}

	@Test
	void requestIsInScopeUntilItsAsynchronousProcessingIsComplete() throws Exception {
		this.server.deploy((builder) -> builder.initializer((context) -> context.addListener(new Scope()))
			.servlet("test", ServletFixture.servlet((request, response) -> {
				if (request.getDispatcherType() == DispatcherType.ASYNC) {
					this.events.add("async");
					return;
				}
				AsyncContext async = request.startAsync();
				async.addListener(new Recorder());
				async.start(async::dispatch);
				this.events.add("servlet");
			}), "/test"));
		assertThat(this.server.get("/test").status()).isEqualTo(200);
		assertThat(this.events).containsExactly("in /test", "servlet", "async", "complete", "out /test");
	}

	@Test
	void listenerThatFailsIsAnsweredLikeAServletThatFails() throws Exception {
		this.server.deploy((builder) -> builder.initializer((context) -> context.addListener(new Scope() {

			@Override
			public void requestInitialized(ServletRequestEvent event) {
				throw new IllegalStateException("of a test");
			}

		}))
			.errorPage(500, null, "/page")
			.servlet("page", ServletFixture.servlet((request, response) -> response.getWriter().print("page")), "/page")
			.servlet("test", ServletFixture.servlet((request, response) -> this.events.add("servlet")), "/test"));
		RawResponse response = this.server.get("/test");
		assertThat(response.status()).isEqualTo(500);
		assertThat(response.text()).isEqualTo("page");
		assertThat(this.events).containsExactly("out /test");
	}

	@Test
	void answerIsNotSeenBeforeTheApplicationHasTidiedUp() throws Exception {
		AtomicInteger tidy = new AtomicInteger();
		this.server.deploy((builder) -> builder.initializer((context) -> context.addListener(new Scope() {

			@Override
			public void requestDestroyed(ServletRequestEvent event) {
				tidy.incrementAndGet();
			}

		})).servlet("test", ServletFixture.servlet((request, response) -> response.getWriter().print("x")), "/*"));
		for (int i = 1; i <= 200; i++) {
			this.server.get("/");
			assertThat(tidy).hasValue(i);
		}
	}

	@Test
	void requestThatWasKeptIsUselessAfterItsEnd() throws Exception {
		AtomicReference<HttpServletRequest> kept = new AtomicReference<>();
		AtomicReference<HttpServletResponse> answered = new AtomicReference<>();
		this.server.deploy((request, response) -> {
			kept.set(request);
			answered.set(response);
		});
		this.server.get("/path");
		HttpServletRequest request = kept.get();
		assertThatIllegalStateException().isThrownBy(() -> request.getParameter("a"))
			.withMessageContaining("exchange has ended");
		assertThatIllegalStateException().isThrownBy(() -> request.getSession(false));
		assertThatIllegalStateException().isThrownBy(() -> request.setAttribute("a", "b"));
		assertThatIllegalStateException().isThrownBy(request::getInputStream);
		assertThatIllegalStateException().isThrownBy(request::startAsync);
		assertThatIllegalStateException().isThrownBy(() -> answered.get().getWriter());
		assertThat(request.getRequestURI()).isEqualTo("/path");
	}

	@Test
	void contextClassLoaderIsThatOfTheApplicationInAllItsCode() throws Exception {
		try (URLClassLoader loader = new URLClassLoader(new URL[0], getClass().getClassLoader())) {
			Runnable check = () -> this.events
				.add(String.valueOf(Thread.currentThread().getContextClassLoader() == loader));
			CountDownLatch done = new CountDownLatch(1);
			this.server.deploy((builder) -> builder.classLoader(loader)
				.servlet("test", ServletFixture.servlet((request, response) -> {
					check.run();
					if (request.getDispatcherType() == DispatcherType.REQUEST) {
						AsyncContext async = request.startAsync();
						async.addListener(new Recorder() {

							@Override
							public void onComplete(AsyncEvent event) {
								check.run();
								done.countDown();
							}

						});
						async.start(() -> {
							check.run();
							async.dispatch();
						});
					}
				}), "/*"));
			this.server.get("/");
			assertThat(done.await(10, TimeUnit.SECONDS)).isTrue();
		}
		assertThat(this.events).containsExactly("true", "true", "true", "true");
	}

	// ---- targets that concern no servlet

	@Test
	void targetOutsideOfTheContextIs404() throws Exception {
		this.server.deploy((builder) -> builder.contextPath("/app")
			.servlet("test", ServletFixture.servlet((request, response) -> this.events.add("servlet")), "/*"));
		assertThat(this.server.get("/application").status()).isEqualTo(404);
		assertThat(this.server.get("/").status()).isEqualTo(404);
		assertThat(this.events).isEmpty();
	}

	@Test
	void serverAsAWholeAnswersOptions() throws Exception {
		this.server.deploy((request, response) -> this.events.add("servlet"));
		RawResponse response = this.server.exchange("OPTIONS", "*", new String[0], "");
		assertThat(response.status()).isEqualTo(200);
		assertThat(response.header("Allow")).contains("GET", "OPTIONS");
		assertThat(this.events).isEmpty();
	}

	// ---- flushing

	@Test
	void responseThatWasFlushedAtItsEndHasALength() throws Exception {
		this.server.deploy((request, response) -> {
			response.getWriter().print("hello");
			response.flushBuffer();
		});
		// On a machine that is busy the moment that a flush waits may be over too soon.
		Eventually.holds("a length", () -> "5".equals(this.server.get("/").header("Content-Length")));
	}

	@Test
	void flushReachesTheClientWhileTheServletWaits() throws Exception {
		CountDownLatch seen = new CountDownLatch(1);
		this.server.deploy((request, response) -> {
			response.getWriter().print("first;");
			response.flushBuffer();
			response.getWriter().print(await(seen));
		});
		RawClient client = this.server.connect();
		client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
		while (!client.line().equals("first;")) {
			// Head and chunk size are not of interest.
		}
		seen.countDown();
		assertThat(client.line()).isEqualTo("4");
		assertThat(client.line()).isEqualTo("true");
	}

	@Test
	void largeResponseArrivesWholeAtASlowClient() throws Exception {
		int size = 8_000_000;
		this.server.deploy((request, response) -> {
			byte[] bytes = new byte[10_000];
			for (int at = 0; at < size; at += bytes.length) {
				for (int i = 0; i < bytes.length; i++) {
					bytes[i] = (byte) ((at + i) % 251);
				}
				response.getOutputStream().write(bytes);
			}
		});
		RawClient client = this.server.connect();
		client.send("GET / HTTP/1.0\r\n\r\n");
		while (!client.line().isEmpty()) {
			// The head is not of interest.
		}
		for (int at = 0; at < size; at += 100_000) {
			byte[] bytes = client.exactly(100_000);
			for (int i = 0; i < bytes.length; i++) {
				if (bytes[i] != (byte) ((at + i) % 251)) {
					assertThat(bytes[i]).as("Byte " + (at + i)).isEqualTo((byte) ((at + i) % 251));
				}
			}
		}
		assertThat(client.isClosedByServer()).isTrue();
	}

	// ---- races

	@Test
	void dispatchThatRacesTheTimeoutIsAnsweredOnce() throws Exception {
		BlockingQueue<Runnable> dispatches = new LinkedBlockingQueue<>();
		this.server.deploy((builder) -> builder.errorPage(500, null, "/late")
			.servlet("late", ServletFixture.servlet((request, response) -> response.getWriter().print("late")), "/late")
			.servlet("test", ServletFixture.servlet((request, response) -> {
				if (request.getDispatcherType() == DispatcherType.ASYNC) {
					response.getWriter().print("dispatched");
					return;
				}
				AsyncContext async = request.startAsync();
				async.addListener(new Recorder());
				async.setTimeout(2);
				dispatches.add(() -> {
					try {
						async.dispatch();
					}
					catch (IllegalStateException ex) {
						this.events.add("refused");
					}
				});
			}), "/test"));
		int dispatched = 0;
		int late = 0;
		RawClient client = this.server.connect();
		for (int i = 0; i < 300; i++) {
			client.send("GET /test HTTP/1.1\r\nHost: a\r\n\r\n");
			Runnable dispatch = dispatches.take();
			long until = System.nanoTime() + 1_500_000 + (i % 20) * 50_000L;
			while (System.nanoTime() < until) {
				Thread.onSpinWait();
			}
			dispatch.run();
			RawResponse response = client.read();
			switch (response.text()) {
				case "dispatched" -> dispatched++;
				case "late" -> late++;
				default -> assertThat(response.text()).isEqualTo("one of the two");
			}
		}
		assertThat(dispatched + late).isEqualTo(300);
		assertThat(this.events.stream().filter("complete"::equals)).hasSize(300);
		assertThat(this.events.stream().filter("refused"::equals)).hasSizeLessThanOrEqualTo(late);
	}

	@Test
	void completionThatRacesTheClientsLeavingIsToldOnce() throws Exception {
		BlockingQueue<AsyncContext> started = new LinkedBlockingQueue<>();
		this.server.deploy((builder) -> builder.initializer((context) -> context.addListener(new Scope()))
			.servlet("test", ServletFixture.servlet((request, response) -> {
				AsyncContext async = request.startAsync();
				async.addListener(new Recorder());
				response.getWriter().print("begun");
				response.flushBuffer();
				started.add(async);
			}), "/test"));
		for (int i = 0; i < 100; i++) {
			RawClient client = this.server.connect();
			client.send("GET /test HTTP/1.1\r\nHost: a\r\n\r\n");
			AsyncContext async = started.take();
			client.line();
			CyclicBarrier together = new CyclicBarrier(2);
			Thread completing = new Thread(() -> {
				try {
					together.await();
					async.complete();
				}
				catch (IllegalStateException ex) {
					this.events.add("refused");
				}
				catch (Exception ex) {
					this.events.add(ex.toString());
				}
			});
			completing.start();
			together.await();
			client.reset();
			completing.join();
		}
		Eventually.holds("100 requests out of scope",
				() -> this.events.stream().filter("out /test"::equals).count() == 100);
		assertThat(this.events.stream().filter("complete"::equals)).hasSize(100);
		assertThat(this.events.stream().filter((event) -> event.startsWith("error"))).hasSizeLessThanOrEqualTo(100);
		assertThat(this.events)
			.allMatch((event) -> List.of("in /test", "out /test", "complete", "refused").contains(event)
					|| event.startsWith("error"));
	}

	@Test
	void streamingTaskWhoseClientLeavesFailsAndTheListenerIsToldOnce() throws Exception {
		CountDownLatch failed = new CountDownLatch(1);
		this.server.deploy((request, response) -> {
			AsyncContext async = request.startAsync();
			async.addListener(new Recorder());
			async.start(() -> {
				try {
					for (;;) {
						response.getOutputStream().write(new byte[10_000]);
						response.getOutputStream().flush();
					}
				}
				catch (IOException | IllegalStateException ex) {
					failed.countDown();
				}
			});
		});
		RawClient client = this.server.connect();
		client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
		client.exactly(100_000);
		client.reset();
		assertThat(failed.await(10, TimeUnit.SECONDS)).isTrue();
		Eventually.holds("completion", () -> this.events.contains("complete"));
		assertThat(this.events).hasSize(2);
		assertThat(this.events.get(0)).startsWith("error");
		assertThat(this.events.get(1)).isEqualTo("complete");
	}

	private static boolean await(CountDownLatch latch) {
		try {
			return latch.await(10, TimeUnit.SECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return false;
		}
	}

	private class Scope implements ServletRequestListener {

		@Override
		public void requestInitialized(ServletRequestEvent event) {
			ExchangeRunTests.this.events.add("in " + ((HttpServletRequest) event.getServletRequest()).getRequestURI());
		}

		@Override
		public void requestDestroyed(ServletRequestEvent event) {
			ExchangeRunTests.this.events.add("out " + ((HttpServletRequest) event.getServletRequest()).getRequestURI());
		}

	}

	private class Recorder implements AsyncListener {

		@Override
		public void onComplete(AsyncEvent event) {
			ExchangeRunTests.this.events.add("complete");
		}

		@Override
		public void onTimeout(AsyncEvent event) {
		}

		@Override
		public void onError(AsyncEvent event) {
			ExchangeRunTests.this.events.add("error " + event.getThrowable().getMessage());
		}

		@Override
		public void onStartAsync(AsyncEvent event) {
		}

	}

}
