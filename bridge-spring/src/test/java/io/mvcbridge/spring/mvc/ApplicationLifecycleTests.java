package io.mvcbridge.spring.mvc;

import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.mvcbridge.spring.BridgeStatus;
import io.mvcbridge.spring.TestHttp;
import io.mvcbridge.spring.autoconfigure.ReactorNettyServletWebServerAutoConfiguration;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.annotation.WebListener;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.context.LifecycleAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.web.server.servlet.context.ServletComponentScan;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.support.WebApplicationContextUtils;

import static org.assertj.core.api.Assertions.assertThat;

/** An application from its start to its end. */
@ExtendWith(OutputCaptureExtension.class)
class ApplicationLifecycleTests {

	@Test
	void aContextThatIsStoppedAndStartedServesAgain() throws Exception {
		try (ConfigurableApplicationContext context = run()) {
			context.stop();
			assertThat(context.getBean(BridgeStatus.class).port()).isEqualTo(-1);
			assertThat(context.getBean(BridgeStatus.class).startedAt()).isNull();
			context.start();
			assertThat(TestHttp.get(context.getBean(BridgeStatus.class).port(), "/hello").body()).isEqualTo("hello");
		}
	}

	@Test
	void closingTheContextWaitsForARequestThatRuns(CapturedOutput output) throws Exception {
		ConfigurableApplicationContext context = run();
		Slow slow = context.getBean(Slow.class);
		CompletableFuture<HttpResponse<String>> response = TestHttp.sendAsync(request(context, "/slow"));
		assertThat(slow.entered.await(10, TimeUnit.SECONDS)).isTrue();
		assertThat(context.getBean(BridgeStatus.class).activeExchanges()).isEqualTo(1);
		CompletableFuture<Void> closed = CompletableFuture.runAsync(context::close);
		assertThat(closed).isNotDone();
		slow.proceed.countDown();
		assertThat(response).succeedsWithin(10, TimeUnit.SECONDS)
			.satisfies((answer) -> assertThat(answer.body()).isEqualTo("done"));
		assertThat(closed).succeedsWithin(10, TimeUnit.SECONDS);
		assertThat(output).contains("Commencing graceful shutdown. Waiting for active requests to complete")
			.contains("Graceful shutdown complete");
	}

	@Test
	void closingTheContextWaitsNoLongerThanItMay(CapturedOutput output) throws Exception {
		ConfigurableApplicationContext context = run("spring.lifecycle.timeout-per-shutdown-phase=100ms");
		Slow slow = context.getBean(Slow.class);
		CompletableFuture<HttpResponse<String>> response = TestHttp.sendAsync(request(context, "/slow"));
		assertThat(slow.entered.await(10, TimeUnit.SECONDS)).isTrue();
		context.close();
		assertThat(output).contains("Graceful shutdown aborted with one or more requests still active");
		assertThat(response).failsWithin(10, TimeUnit.SECONDS);
		slow.proceed.countDown();
	}

	@Test
	void anImmediateShutdownDoesNotWait() throws Exception {
		ConfigurableApplicationContext context = run("server.shutdown=immediate");
		Slow slow = context.getBean(Slow.class);
		CompletableFuture<HttpResponse<String>> response = TestHttp.sendAsync(request(context, "/slow"));
		assertThat(slow.entered.await(10, TimeUnit.SECONDS)).isTrue();
		context.close();
		assertThat(response).failsWithin(10, TimeUnit.SECONDS);
		slow.proceed.countDown();
	}

	@Test
	void aFullServerAnswers503WithRetryAfter() throws Exception {
		try (ConfigurableApplicationContext context = run("bridge.max-active=1", "bridge.acquire-timeout=50ms")) {
			Slow slow = context.getBean(Slow.class);
			CompletableFuture<HttpResponse<String>> response = TestHttp.sendAsync(request(context, "/slow"));
			assertThat(slow.entered.await(10, TimeUnit.SECONDS)).isTrue();
			assertThat(TestHttp.raw(context.getBean(BridgeStatus.class).port(),
					"GET /hello HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
				.startsWith("HTTP/1.1 503 ")
				.containsIgnoringCase("\r\nRetry-After: 1\r\n");
			slow.proceed.countDown();
			assertThat(response).succeedsWithin(10, TimeUnit.SECONDS);
		}
	}

	@Test
	@EnabledForJreRange(min = JRE.JAVA_21)
	void bootsVirtualThreadsRunTheRequests() throws Exception {
		try (ConfigurableApplicationContext context = run("spring.threads.virtual.enabled=true")) {
			assertThat(TestHttp.send(request(context, "/thread")).body()).startsWith("VirtualThread");
			assertThat(context.getBean(BridgeStatus.class).threads()).isEqualTo("virtual");
			assertThat(context.getBean(BridgeStatus.class).settings().maxActive()).isEqualTo(10_000);
		}
	}

	@Test
	void scannedServletsAndListenersAreRegistered() throws Exception {
		try (ConfigurableApplicationContext context = run()) {
			assertThat(TestHttp.send(request(context, "/scanned")).body())
				.isEqualTo("scanned, listener saw the root context: true");
		}
	}

	@Test
	void propertiesOfOtherServersAreReportedOnceAlsoWithAManagementPort(CapturedOutput output) {
		try (ConfigurableApplicationContext context = SpringApplication.run(MvcApplication.class, "--server.port=0",
				"--management.server.port=0", "--server.tomcat.threads.max=7")) {
			assertThat(context.getEnvironment().getProperty("local.management.port")).isNotNull();
			assertThat(output.getOut().split("these properties of other servers have no effect", -1)).hasSize(2);
			assertThat(output).contains("server.tomcat.threads.max -> bridge.max-active");
		}
	}

	private static ConfigurableApplicationContext run(String... properties) {
		String[] arguments = new String[properties.length + 1];
		arguments[0] = "--server.port=0";
		for (int i = 0; i < properties.length; i++) {
			arguments[i + 1] = "--" + properties[i];
		}
		return SpringApplication.run(SmallApplication.class, arguments);
	}

	private static java.net.http.HttpRequest.Builder request(ConfigurableApplicationContext context, String path) {
		return TestHttp.request(context.getBean(BridgeStatus.class).port(), path);
	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ LifecycleAutoConfiguration.class, ReactorNettyServletWebServerAutoConfiguration.class,
			DispatcherServletAutoConfiguration.class, WebMvcAutoConfiguration.class })
	@ServletComponentScan(basePackageClasses = ApplicationLifecycleTests.class)
	static class SmallApplication {

		@Bean
		Slow slow() {
			return new Slow();
		}

	}

	@RestController
	static class Slow {

		private final CountDownLatch entered = new CountDownLatch(1);

		private final CountDownLatch proceed = new CountDownLatch(1);

		@GetMapping("/hello")
		String hello() {
			return "hello";
		}

		@GetMapping("/thread")
		String thread() {
			return Thread.currentThread().toString();
		}

		@GetMapping("/slow")
		String waitForTheTest() throws InterruptedException {
			this.entered.countDown();
			return this.proceed.await(20, TimeUnit.SECONDS) ? "done" : "the test did not go on";
		}

	}

	/** Found by the scan. */
	@WebServlet("/scanned")
	public static class ScannedServlet extends HttpServlet {

		@Override
		protected void doGet(HttpServletRequest request, HttpServletResponse response) throws java.io.IOException {
			response.getWriter().write("scanned, " + getServletContext().getAttribute("scanned"));
		}

	}

	/** Found by the scan. */
	@WebListener
	public static class ScannedListener implements ServletContextListener {

		@Override
		public void contextInitialized(ServletContextEvent event) {
			boolean root = WebApplicationContextUtils.getWebApplicationContext(event.getServletContext()) != null;
			event.getServletContext().setAttribute("scanned", "listener saw the root context: " + root);
		}

	}

}
