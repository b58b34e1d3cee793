package io.mvcbridge.jakarta;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;

import io.mvcbridge.core.kernel.KernelHost;
import io.mvcbridge.core.server.BridgeServer;
import io.mvcbridge.core.server.ServerSettings;
import io.mvcbridge.core.server.ThreadKind;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Servlets on threads that one event loop carries, the same for all connections. */
@EnabledForJreRange(min = JRE.JAVA_21, max = JRE.JAVA_25)
@Timeout(30)
class EventLoopTests {

	/** Enough for a hold that counts from the first run on. */
	private static final long HEAVY = TimeUnit.MILLISECONDS.toNanos(60);

	private static final String ELSEWHERE = "ForkJoinPool-1-worker-";

	private final AtomicBoolean blocked = new AtomicBoolean();

	private final CountDownLatch served = new CountDownLatch(1);

	/** Deploys light servlets beside those of the test, and runs it. */
	private void run(UnaryOperator<ServletKernel.Builder> configuration, Conversation test) throws Exception {
		ServletKernel kernel = configuration.apply(ServletKernel.builder())
			.servlet("light", ServletFixture.servlet((request, response) -> {
				print(response);
				this.served.countDown();
			}), "/light")
			.build();
		kernel.start();
		KernelHost host = new KernelHost();
		host.install(kernel);
		ServerSettings settings = ServerSettings.builder().port(0).eventLoops(1).threads(ThreadKind.EVENT_LOOP).build();
		try (BridgeServer server = new BridgeServer(settings, host)) {
			server.start();
			try (RawClient first = new RawClient(server.port()); RawClient second = new RawClient(server.port())) {
				test.run(first, second);
			}
		}
		kernel.close();
	}

	private interface Conversation {

		void run(RawClient first, RawClient second) throws Exception;

	}

	private static void print(HttpServletResponse response) throws IOException {
		String thread = Thread.currentThread().toString();
		response.getWriter().print(thread.substring(thread.indexOf('@') + 1));
	}

	private static void compute() {
		ProcessorTime.spend(HEAVY, Thread::onSpinWait);
	}

	/** Holds its thread until the light servlet was served, if told to. */
	private void computeOrBlock() {
		if (!this.blocked.get()) {
			compute();
		}
		while (this.blocked.get() && this.served.getCount() > 0) {
			Thread.onSpinWait();
		}
	}

	private static void read(Path file) {
		try {
			Files.readAllBytes(file);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static String get(RawClient client, String path) throws IOException {
		client.send("GET " + path + " HTTP/1.1\r\nHost: a\r\n\r\n");
		return client.read().text();
	}

	/**
	 * Asks for a path until it is sent off the loop, after three runs or two if more than
	 * one part of the first has held the loop, then holds it while another connection of
	 * the loop is served.
	 */
	private void sentAway(RawClient first, RawClient second, String path) throws IOException {
		for (int run = 1; run <= 2; run++) {
			assertThat(get(first, path)).as("run %d", run).startsWith("bridge-loop-");
		}
		get(first, path);
		this.blocked.set(true);
		first.send("GET " + path + "?a=b HTTP/1.1\r\nHost: a\r\n\r\n");
		assertThat(get(second, "/light")).startsWith("bridge-loop-");
		assertThat(first.read().text()).startsWith(ELSEWHERE);
	}

	@Test
	void lightServletIsNotHeldUpByOneThatComputes() throws Exception {
		run((builder) -> builder.servlet("heavy", ServletFixture.servlet((request, response) -> {
			computeOrBlock();
			print(response);
		}), "/heavy/*"), (first, second) -> sentAway(first, second, "/heavy/1"));
	}

	@Test
	void pathThatIsSaidToStaysOffTheLoopFromItsFirstRunOn() throws Exception {
		run((builder) -> builder.contextPath("/app")
			.offLoopPaths((path) -> path.startsWith("/heavy/"))
			.servlet("heavy", ServletFixture.servlet((request, response) -> print(response)), "/heavy/*"),
				(first, second) -> {
					assertThat(get(first, "/app/heavy/1?a=b")).startsWith(ELSEWHERE);
					assertThat(get(first, "/app/light")).startsWith("bridge-loop-");
					assertThat(get(first, "/app/heavy")).startsWith("bridge-loop-");
				});
	}

	@Test
	void lightServletIsNotHeldUpByOneThatReadsFiles(@TempDir Path folder) throws Exception {
		Path file = Files.write(folder.resolve("file"), new byte[1_000_000]);
		run((builder) -> builder.servlet("heavy", ServletFixture.servlet((request, response) -> {
			ProcessorTime.spend(HEAVY, () -> read(file));
			while (this.blocked.get() && this.served.getCount() > 0) {
				read(file);
			}
			print(response);
		}), "/heavy"), (first, second) -> sentAway(first, second, "/heavy"));
	}

	@Test
	void whatAnAsynchronousDispatchHoldsCountsToo() throws Exception {
		run((builder) -> builder.servlet("heavy", ServletFixture.servlet((request, response) -> {
			if (request.getDispatcherType() == DispatcherType.REQUEST) {
				AsyncContext async = request.startAsync();
				async.start(() -> async.dispatch("/result"));
			}
			else {
				computeOrBlock();
				print(response);
			}
		}), "/heavy/*", "/result"), (first, second) -> sentAway(first, second, "/heavy/1"));
	}

	@Test
	void whatAListenerHoldsCountsToo() throws Exception {
		run((builder) -> builder.servlet("heavy", ServletFixture.servlet((request, response) -> {
			AsyncContext async = request.startAsync();
			async.setTimeout(1);
			async.addListener(new AsyncListener() {

				@Override
				public void onTimeout(AsyncEvent event) throws IOException {
					computeOrBlock();
					print((HttpServletResponse) event.getSuppliedResponse());
					async.complete();
				}

				@Override
				public void onComplete(AsyncEvent event) {
				}

				@Override
				public void onError(AsyncEvent event) {
				}

				@Override
				public void onStartAsync(AsyncEvent event) {
				}

			}, request, response);
		}), "/heavy/*"), (first, second) -> sentAway(first, second, "/heavy/1"));
	}

	@Test
	void routesAreFoundBelowAContextPath() throws Exception {
		run((builder) -> builder.contextPath("/app").servlet("heavy", ServletFixture.servlet((request, response) -> {
			compute();
			print(response);
		}), "/heavy"), (first, second) -> {
			for (int run = 1; run <= 3; run++) {
				assertThat(get(first, "/app/heavy")).startsWith("bridge-loop-");
			}
			assertThat(get(first, "/app/%68eavy")).startsWith(ELSEWHERE);
			assertThat(get(first, "/app/light")).startsWith("bridge-loop-");
		});
	}

	@Test
	void aFailureIsCountedToTheRouteThatFailedAndNotToTheErrorPage() throws Exception {
		run((builder) -> builder.errorPage(500, null, "/page")
			.servlet("page", ServletFixture.servlet((request, response) -> print(response)), "/page")
			.servlet("heavy", ServletFixture.servlet((request, response) -> {
				compute();
				throw new ServletException("heavy");
			}), "/heavy"), (first, second) -> {
				for (int run = 1; run <= 3; run++) {
					assertThat(get(first, "/heavy")).startsWith("bridge-loop-");
				}
				assertThat(get(first, "/heavy")).startsWith(ELSEWHERE);
				assertThat(get(first, "/page")).startsWith("bridge-loop-");
			});
	}

	@Test
	void contextClassLoaderOfTheLoopIsNotThatOfAnApplication() throws Exception {
		ClassLoader loader = new ClassLoader() {
		};
		run((builder) -> builder.classLoader(loader).servlet("loader", ServletFixture.servlet((request, response) -> {
			Thread thread = Thread.currentThread();
			response.getWriter().print(thread.getContextClassLoader() == loader);
			thread.setContextClassLoader(null);
		}), "/loader"), (first, second) -> {
			assertThat(get(first, "/loader")).isEqualTo("true");
			assertThat(get(second, "/loader")).isEqualTo("true");
		});
	}

}
