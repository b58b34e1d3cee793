package io.mvcbridge.spring.mvc;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import io.mvcbridge.spring.BridgeStatus;
import io.mvcbridge.spring.TestHttp;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

import static org.assertj.core.api.Assertions.assertThat;

/** An application on one event loop that carries all of its requests. */
@ExtendWith(OutputCaptureExtension.class)
@EnabledForJreRange(min = JRE.JAVA_21, max = JRE.JAVA_25)
@Timeout(60)
class EventLoopTests {

	private static ConfigurableApplicationContext run(String... properties) {
		List<String> arguments = new ArrayList<>(
				List.of("--server.port=0", "--bridge.threads=event-loop", "--bridge.event-loops=1"));
		for (String property : properties) {
			arguments.add("--" + property);
		}
		SpringApplication application = new SpringApplication(MvcApplication.class, HeavyController.class);
		return application.run(arguments.toArray(String[]::new));
	}

	private static HttpRequest.Builder request(ConfigurableApplicationContext context, String path) {
		return HttpRequest
			.newBuilder(URI.create("http://localhost:" + context.getBean(BridgeStatus.class).port() + path));
	}

	private static String get(ConfigurableApplicationContext context, String path) throws Exception {
		return TestHttp.send(request(context, path)).body();
	}

	@Test
	void theLoopCarriesTheRequestsAndTheStartSaysSo(CapturedOutput output) throws Exception {
		try (ConfigurableApplicationContext context = run()) {
			assertThat(get(context, "/thread")).startsWith("VirtualThread[#").contains("@bridge-loop-");
			BridgeStatus status = context.getBean(BridgeStatus.class);
			assertThat(status.threads()).isEqualTo("event-loop");
			assertThat(status.settings().maxActive()).isEqualTo(10_000);
			assertThat(output).contains("MVC Bridge started on port " + status.port()
					+ " (http) with context path '/', requests run on event loops (experimental)");
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "server.servlet.context-path=/", "server.servlet.context-path=/app",
			"spring.mvc.servlet.path=/app" })
	void aHandlerThatComputesIsSentOffTheLoopByItsPattern(String property, CapturedOutput output) throws Exception {
		String prefix = property.substring(property.indexOf('=') + 1).equals("/") ? "" : "/app";
		try (ConfigurableApplicationContext context = run(property)) {
			HeavyController heavy = context.getBean(HeavyController.class);
			for (int i = 1; i <= 3; i++) {
				assertThat(get(context, prefix + "/heavy/" + i)).contains("@bridge-loop-");
			}
			assertThat(output).contains("GET /heavy/{id} has held its event loop for ");
			heavy.blocked.set(true);
			CompletableFuture<HttpResponse<String>> blocked = TestHttp.sendAsync(request(context, prefix + "/heavy/4"));
			assertThat(heavy.entered.await(10, TimeUnit.SECONDS)).isTrue();
			assertThat(get(context, prefix + "/thread")).contains("@bridge-loop-");
			heavy.blocked.set(false);
			assertThat(blocked.get(10, TimeUnit.SECONDS).body()).contains("@ForkJoinPool-1-worker-");
		}
	}

	@Test
	void aPathThatIsNamedStaysOffTheLoopFromItsFirstRunOn() throws Exception {
		try (ConfigurableApplicationContext context = run("bridge.off-loop-paths=heavy/**,/nothing")) {
			assertThat(get(context, "/heavy/1")).contains("@ForkJoinPool-1-worker-");
			assertThat(get(context, "/thread")).contains("@bridge-loop-");
		}
	}

	@Test
	void asynchronousHandlersAndStreamsWorkOnOneLoop() throws Exception {
		try (ConfigurableApplicationContext context = run()) {
			assertThat(get(context, "/callable")).isEqualTo("from a callable");
			assertThat(get(context, "/events")).contains("data:");
			assertThat(get(context, "/hello")).isEqualTo("Hello World");
		}
	}

	@RestController
	static class HeavyController {

		private final AtomicBoolean blocked = new AtomicBoolean();

		private final CountDownLatch entered = new CountDownLatch(1);

		@GetMapping("/heavy/{id}")
		String heavy() {
			if (this.blocked.get()) {
				this.entered.countDown();
			}
			ProcessorTime.spend(TimeUnit.MILLISECONDS.toNanos(60), Thread::onSpinWait);
			while (this.blocked.get()) {
				Thread.onSpinWait();
			}
			return Thread.currentThread().toString();
		}

	}

}
