package io.mvcbridge.jakarta;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.ServletRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import static org.assertj.core.api.Assertions.assertThat;

/** Clients that leave: whoever waits for them wakes, and is told once. */
class DisconnectConformanceTests {

	@RegisterExtension
	final ServletFixture server = new ServletFixture();

	private final EventLog events = new EventLog();

	@Test
	void clientThatLeavesIsTold() throws Exception {
		CountDownLatch started = new CountDownLatch(1);
		this.server.deploy((request, response) -> {
			AsyncContext async = request.startAsync();
			async.setTimeout(0);
			async.addListener(this.events);
			response.getWriter().print("first");
			response.flushBuffer();
			started.countDown();
		});
		RawClient client = this.server.connect();
		client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
		assertThat(started.await(10, TimeUnit.SECONDS)).isTrue();
		client.line();
		client.reset();
		this.events.awaitExactly("error ClientAbortException", "complete");
	}

	@Test
	void writerWhoseClientLeftFailsAndIsTold() throws Exception {
		CountDownLatch left = new CountDownLatch(1);
		CompletableFuture<String> outcome = new CompletableFuture<>();
		this.server.deploy((request, response) -> {
			AsyncContext async = request.startAsync();
			async.setTimeout(0);
			async.addListener(this.events);
			ServletOutputStream output = response.getOutputStream();
			output.print("first");
			output.flush();
			ServletFixture.later(() -> {
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
			});
		});
		RawClient client = this.server.connect();
		client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
		client.line();
		client.reset();
		left.countDown();
		assertThat(outcome.get(10, TimeUnit.SECONDS)).isEqualTo("failed");
		this.events.awaitExactly("error ClientAbortException", "complete");
	}

	@Test
	void blockingReadFailsWhenTheClientLeaves() throws Exception {
		CountDownLatch started = new CountDownLatch(1);
		this.server.deploy((request, response) -> {
			started.countDown();
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
		assertThat(started.await(10, TimeUnit.SECONDS)).isTrue();
		client.reset();
		this.events.awaitExactly("failed");
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
		this.events.awaitExactly("failed");
	}

	@Test
	void clientThatLeavesBeforeAnythingWasWrittenIsTold() throws Exception {
		CountDownLatch started = new CountDownLatch(1);
		this.server.deploy((request, response) -> {
			AsyncContext async = request.startAsync();
			async.setTimeout(0);
			async.addListener(this.events);
			started.countDown();
		});
		RawClient client = this.server.connect();
		client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
		assertThat(started.await(10, TimeUnit.SECONDS)).isTrue();
		client.reset();
		this.events.awaitExactly("error ClientAbortException", "complete");
	}

	@Test
	void listenerMayTakeALockThatABlockedWriterHolds() throws Exception {
		ReentrantLock lock = new ReentrantLock();
		CountDownLatch writing = new CountDownLatch(1);
		this.server.deploy((request, response) -> {
			AsyncContext async = request.startAsync();
			async.setTimeout(0);
			async.addListener(new EventLog() {

				@Override
				public void onError(AsyncEvent event) {
					lock.lock();
					DisconnectConformanceTests.this.events.add("error");
					lock.unlock();
				}

				@Override
				public void onComplete(AsyncEvent event) {
					DisconnectConformanceTests.this.events.add("complete");
				}

			});
			ServletFixture.later(() -> {
				lock.lock();
				try {
					writing.countDown();
					while (true) {
						response.getOutputStream().write(new byte[100_000]);
					}
				}
				catch (IOException ex) {
					this.events.add("failed");
				}
				finally {
					lock.unlock();
				}
			});
		});
		RawClient client = this.server.connect();
		client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
		assertThat(writing.await(10, TimeUnit.SECONDS)).isTrue();
		client.line();
		client.reset();
		this.events.awaitExactly("failed", "error", "complete");
	}

	@Test
	void dispatchOfAnErrorListenerRuns() throws Exception {
		CountDownLatch started = new CountDownLatch(1);
		this.server.deploy((request, response) -> {
			if (request.getDispatcherType() == DispatcherType.ASYNC) {
				this.events.add("dispatched");
				return;
			}
			AsyncContext async = request.startAsync();
			async.setTimeout(0);
			async.addListener(new EventLog() {

				@Override
				public void onError(AsyncEvent event) {
					DisconnectConformanceTests.this.events.add("error");
					event.getAsyncContext().dispatch();
				}

				@Override
				public void onComplete(AsyncEvent event) {
					DisconnectConformanceTests.this.events.add("complete");
				}

			});
			started.countDown();
		});
		RawClient client = this.server.connect();
		client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
		assertThat(started.await(10, TimeUnit.SECONDS)).isTrue();
		client.reset();
		this.events.awaitExactly("error", "dispatched", "complete");
	}

	@Test
	void addressOfAClientThatLeftIsStillKnown() throws Exception {
		CountDownLatch started = new CountDownLatch(1);
		this.server.deploy((request, response) -> {
			AsyncContext async = request.startAsync();
			async.setTimeout(0);
			async.addListener(new EventLog() {

				@Override
				public void onError(AsyncEvent event) {
					ServletRequest failed = event.getAsyncContext().getRequest();
					DisconnectConformanceTests.this.events.add(
							failed.getRemoteAddr() + " " + (failed.getRemotePort() > 0) + " " + failed.getServerName());
				}

			});
			started.countDown();
		});
		RawClient client = this.server.connect();
		client.send("GET / HTTP/1.1\r\nHost: shop.example\r\n\r\n");
		assertThat(started.await(10, TimeUnit.SECONDS)).isTrue();
		client.reset();
		this.events.awaitExactly("127.0.0.1 true shop.example");
	}

	@Test
	void clientThatOnlyStopsSendingGetsItsResponse() throws Exception {
		CountDownLatch stopped = new CountDownLatch(1);
		this.server.deploy((request, response) -> {
			try {
				stopped.await();
			}
			catch (InterruptedException ex) {
				throw new ServletException(ex);
			}
			response.getWriter().print("still here");
		});
		RawClient client = this.server.connect();
		client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
		client.shutdownOutput();
		stopped.countDown();
		assertThat(client.read().text()).isEqualTo("still here");
	}

	@Test
	void clientThatStopsSendingInMidBodyFailsTheReader() throws Exception {
		CountDownLatch started = new CountDownLatch(1);
		this.server.deploy((request, response) -> {
			started.countDown();
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
		assertThat(started.await(10, TimeUnit.SECONDS)).isTrue();
		client.shutdownOutput();
		this.events.awaitExactly("failed");
	}

	@Test
	void othersAreServedWhileClientsLeave() throws Exception {
		this.server.deploy((request, response) -> {
			request.getInputStream().readAllBytes();
			response.getOutputStream().write(new byte[200_000]);
		});
		for (int i = 0; i < 20; i++) {
			RawClient leaving = this.server.connect();
			leaving.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n" + "x".repeat(i % 11));
			leaving.reset();
			assertThat(this.server.get("/").body()).hasSize(200_000);
		}
		Eventually.holds("all exchanges have ended", () -> this.server.activeExchanges() == 0);
	}

}
