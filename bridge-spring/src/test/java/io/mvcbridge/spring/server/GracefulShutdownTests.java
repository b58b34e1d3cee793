package io.mvcbridge.spring.server;

import java.net.ConnectException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.mvcbridge.spring.TestHttp;
import jakarta.servlet.AsyncContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import org.springframework.boot.web.server.GracefulShutdownResult;
import org.springframework.boot.web.server.Shutdown;

import static io.mvcbridge.spring.server.RunningServers.factory;
import static io.mvcbridge.spring.server.RunningServers.hello;
import static io.mvcbridge.spring.server.RunningServers.request;
import static io.mvcbridge.spring.server.RunningServers.servlet;
import static org.assertj.core.api.Assertions.assertThat;

class GracefulShutdownTests {

	@RegisterExtension
	private final RunningServers servers = new RunningServers();

	private final CountDownLatch entered = new CountDownLatch(1);

	private final CountDownLatch proceed = new CountDownLatch(1);

	@Test
	void withoutItAShutdownIsImmediate() {
		ReactorNettyWebServer server = this.servers.start(factory(), hello());
		assertThat(shutDown(server)).isCompletedWithValue(GracefulShutdownResult.IMMEDIATE);
	}

	@Test
	void anIdleServerIsIdleAtOnce() throws Exception {
		ReactorNettyWebServer server = startGracefully();
		RunningServers.get(server, "/hello");
		assertThat(shutDown(server)).succeedsWithin(5, TimeUnit.SECONDS).isEqualTo(GracefulShutdownResult.IDLE);
	}

	@Test
	void aRequestOnAConnectionThatWasIdleIsAnswered() throws Exception {
		ReactorNettyServletWebServerFactory factory = factory();
		factory.setShutdown(Shutdown.GRACEFUL);
		factory.addServerCustomizers((settings) -> settings.shutdownQuiet(Duration.ofMinutes(1)));
		ReactorNettyWebServer server = this.servers.start(factory, hello());
		java.net.http.HttpRequest.Builder request = request(server, "/hello");
		TestHttp.send(request);
		CompletableFuture<GracefulShutdownResult> result = shutDown(server);
		assertThat(result).isNotDone();

		HttpResponse<String> response = TestHttp.send(request);

		assertThat(response.body()).isEqualTo("Hello World");
		assertThat(response.headers().firstValue("Connection")).hasValue("close");
		assertThat(result).succeedsWithin(5, TimeUnit.SECONDS).isEqualTo(GracefulShutdownResult.IDLE);
	}

	@Test
	void aRunningRequestIsWaitedForAndAnswered() throws Exception {
		ReactorNettyWebServer server = startGracefully();
		CompletableFuture<HttpResponse<String>> response = TestHttp.sendAsync(request(server, "/slow"));
		assertThat(this.entered.await(5, TimeUnit.SECONDS)).isTrue();
		CompletableFuture<GracefulShutdownResult> result = shutDown(server);
		assertThat(server.getActiveExchanges()).isEqualTo(1);
		assertThat(result).isNotDone();
		this.proceed.countDown();
		assertThat(response).succeedsWithin(5, TimeUnit.SECONDS)
			.satisfies((answer) -> assertThat(answer.body()).isEqualTo("done"));
		assertThat(result).succeedsWithin(5, TimeUnit.SECONDS).isEqualTo(GracefulShutdownResult.IDLE);
		assertThat(server.getActiveExchanges()).isZero();
	}

	@Test
	void anAsynchronousRequestIsWaitedForAndAnswered() throws Exception {
		ReactorNettyWebServer server = startGracefully();
		CompletableFuture<HttpResponse<String>> response = TestHttp.sendAsync(request(server, "/async"));
		assertThat(this.entered.await(5, TimeUnit.SECONDS)).isTrue();
		CompletableFuture<GracefulShutdownResult> result = shutDown(server);
		assertThat(result).isNotDone();
		this.proceed.countDown();
		assertThat(response).succeedsWithin(5, TimeUnit.SECONDS)
			.satisfies((answer) -> assertThat(answer.body()).isEqualTo("done"));
		assertThat(result).succeedsWithin(5, TimeUnit.SECONDS).isEqualTo(GracefulShutdownResult.IDLE);
	}

	@Test
	void newConnectionsAreRefusedMeanwhile() throws Exception {
		ReactorNettyWebServer server = startGracefully();
		java.net.http.HttpRequest.Builder another = request(server, "/hello");
		CompletableFuture<HttpResponse<String>> response = TestHttp.sendAsync(request(server, "/slow"));
		assertThat(this.entered.await(5, TimeUnit.SECONDS)).isTrue();
		shutDown(server);
		assertThat(TestHttp.sendAsync(another)).failsWithin(5, TimeUnit.SECONDS)
			.withThrowableOfType(java.util.concurrent.ExecutionException.class)
			.withCauseInstanceOf(ConnectException.class);
		this.proceed.countDown();
		assertThat(response).succeedsWithin(5, TimeUnit.SECONDS);
	}

	@Test
	void stoppingMeanwhileEndsItWithRequestsActive() throws Exception {
		ReactorNettyWebServer server = startGracefully();
		TestHttp.sendAsync(request(server, "/slow"));
		assertThat(this.entered.await(5, TimeUnit.SECONDS)).isTrue();
		CompletableFuture<GracefulShutdownResult> result = shutDown(server);
		server.stop();
		assertThat(result).isCompletedWithValue(GracefulShutdownResult.REQUESTS_ACTIVE);
		this.proceed.countDown();
	}

	@Test
	void theCallbackDoesNotRunOnAnEventLoop() throws Exception {
		ReactorNettyWebServer server = startGracefully();
		TestHttp.sendAsync(request(server, "/slow"));
		assertThat(this.entered.await(5, TimeUnit.SECONDS)).isTrue();
		CompletableFuture<String> thread = new CompletableFuture<>();
		server.shutDownGracefully((result) -> thread.complete(Thread.currentThread().getName()));
		this.proceed.countDown();
		assertThat(thread).succeedsWithin(5, TimeUnit.SECONDS).isEqualTo("bridge-shutdown");
	}

	@Test
	void aServerCanBeStartedAgainAfterwards() throws Exception {
		ReactorNettyWebServer server = startGracefully();
		assertThat(shutDown(server)).succeedsWithin(5, TimeUnit.SECONDS);
		server.stop();
		server.start();
		assertThat(RunningServers.get(server, "/hello").body()).isEqualTo("Hello World");
	}

	@Test
	void aRequestThatRunsDoesNotKeepTheServerFromStopping() throws Exception {
		ReactorNettyWebServer server = this.servers.start(factory(), slow());
		CompletableFuture<HttpResponse<String>> response = TestHttp.sendAsync(request(server, "/slow"));
		assertThat(this.entered.await(5, TimeUnit.SECONDS)).isTrue();
		server.stop();
		assertThat(response).failsWithin(5, TimeUnit.SECONDS);
		this.proceed.countDown();
	}

	private ReactorNettyWebServer startGracefully() {
		ReactorNettyServletWebServerFactory factory = factory();
		factory.setShutdown(Shutdown.GRACEFUL);
		return this.servers.start(factory, hello(), slow(), async());
	}

	private org.springframework.boot.web.servlet.ServletContextInitializer slow() {
		return servlet("/slow", (request, response) -> {
			awaitProceed();
			response.getWriter().write("done");
		});
	}

	private org.springframework.boot.web.servlet.ServletContextInitializer async() {
		return servlet("/async", (request, response) -> {
			AsyncContext async = request.startAsync();
			async.start(() -> {
				awaitProceed();
				try {
					async.getResponse().getWriter().write("done");
				}
				catch (java.io.IOException ex) {
					throw new java.io.UncheckedIOException(ex);
				}
				async.complete();
			});
		});
	}

	private void awaitProceed() {
		this.entered.countDown();
		try {
			if (!this.proceed.await(10, TimeUnit.SECONDS)) {
				throw new IllegalStateException("The test did not go on");
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private static CompletableFuture<GracefulShutdownResult> shutDown(ReactorNettyWebServer server) {
		CompletableFuture<GracefulShutdownResult> result = new CompletableFuture<>();
		server.shutDownGracefully(result::complete);
		return result;
	}

}
