package io.mvcbridge.benchmarks.load;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The client keeps to its schedule, over real connections.
 */
class ScheduledClientTests {

	private final AtomicInteger requests = new AtomicInteger();

	private final ExecutorService threads = Executors.newCachedThreadPool();

	private HttpServer server;

	@BeforeEach
	void start() throws IOException {
		this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		this.server.setExecutor(this.threads);
		this.server.start();
	}

	@AfterEach
	void stop() {
		this.server.stop(0);
		this.threads.shutdownNow();
	}

	@Test
	void asManyAreAskedAsWereWanted() throws Exception {
		answer((number) -> 200);
		client(8).warmUp(50);
		assertThat(this.requests).hasValue(50);
	}

	@Test
	void aFailureWhileWarmingUpIsTold() {
		answer((number) -> (number == 3) ? 503 : 200);
		assertThatExceptionOfType(IOException.class).isThrownBy(() -> client(1).warmUp(5))
			.withMessage("1 of 5 failed, the first with status 503");
	}

	@Test
	void aSlowAnswerDoesNotHoldBackOthersWhileThereAreConnections() throws Exception {
		CountDownLatch others = new CountDownLatch(9);
		// The first answer comes after all others: with one connection it never would.
		answer((number) -> {
			if (number == 1) {
				assertThat(others.await(20, TimeUnit.SECONDS)).isTrue();
			}
			else {
				others.countDown();
			}
			return 200;
		});
		Recording recording = new Recording();
		assertThat(client(10).run(tenWithin100Millis(), recording)).isZero();
		assertThat(recording.answered).hasSize(10);
	}

	@Test
	void latencyCountsFromWhenARequestWasDueNotFromWhenItWasSent() throws Exception {
		answer((number) -> {
			if (number == 1) {
				// As long as the last one is not due, whatever it takes to get here.
				TimeUnit.MILLISECONDS.sleep(300);
			}
			return 200;
		});
		Recording recording = new Recording();
		// Ten within 100 ms over one connection: all wait for the first.
		assertThat(client(1).run(tenWithin100Millis(), recording)).isZero();
		assertThat(recording.answered).hasSize(10).allSatisfy((nanos) -> assertThat(nanos).isGreaterThan(200_000_000L));
		// Only the first had a connection when it was due, so only it says how punctual
		// we are.
		assertThat(recording.sent).hasSize(1);
	}

	@Test
	void connectionsInTurnAreAllOpenedBeforeOneIsUsedAgain() throws Exception {
		Map<Integer, Integer> requestsByClient = countByClient();
		assertThat(client(10).inTurn().run(tenWithin100Millis(), new Recording())).isZero();
		assertThat(requestsByClient).hasSize(10);
	}

	@Test
	void theConnectionThatWaitedLongestIsNext() throws Exception {
		Map<Integer, Integer> requestsByClient = countByClient();
		assertThat(client(2).inTurn().run(tenWithin100Millis(), new Recording())).isZero();
		// If the one that was answered last were next, one would get nine of ten.
		assertThat(requestsByClient.values()).hasSize(2).allSatisfy((count) -> assertThat(count).isGreaterThan(1));
	}

	@Test
	void whatIsNotAnsweredInTimeIsCounted() throws Exception {
		CountDownLatch end = new CountDownLatch(1);
		answer((number) -> {
			end.await();
			return 200;
		});
		ScheduledClient client = new ScheduledClient(this.server.getAddress().getPort(), Endpoint.PLAINTEXT, 2, 0);
		assertThat(client.run(Arrivals.atOnce(5), new Recording())).isEqualTo(5);
		end.countDown();
	}

	private static Arrivals tenWithin100Millis() {
		return new Arrivals() {

			@Override
			public long count() {
				return 10;
			}

			@Override
			public long dueNanos(long index) {
				return index * 10_000_000;
			}

		};
	}

	private ScheduledClient client(int connections) {
		return new ScheduledClient(this.server.getAddress().getPort(), Endpoint.PLAINTEXT, connections, 30);
	}

	/** Answers everything and counts the requests of each port they come from. */
	private Map<Integer, Integer> countByClient() {
		Map<Integer, Integer> counts = new ConcurrentHashMap<>();
		this.server.createContext("/", (exchange) -> {
			try (HttpExchange closing = exchange) {
				counts.merge(closing.getRemoteAddress().getPort(), 1, Integer::sum);
				exchange.sendResponseHeaders(200, -1);
			}
		});
		return counts;
	}

	private void answer(Handler handler) {
		this.server.createContext("/", (exchange) -> {
			try (HttpExchange closing = exchange) {
				int status = handler.status(this.requests.incrementAndGet());
				exchange.sendResponseHeaders(status, 2);
				exchange.getResponseBody().write("ok".getBytes());
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		});
	}

	@FunctionalInterface
	private interface Handler {

		int status(int number) throws InterruptedException;

	}

	private static final class Recording implements Recorder {

		private final List<Long> sent = new ArrayList<>();

		private final List<Long> answered = new ArrayList<>();

		@Override
		public void sent(long due, long sent) {
			this.sent.add(sent - due);
		}

		@Override
		public void answered(long index, long due, long answered) {
			this.answered.add(answered - due);
		}

		@Override
		public void failed(long index, long due, String why) {
			throw new AssertionError("request " + index + " failed: " + why);
		}

	}

}
