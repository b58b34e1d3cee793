package io.mvcbridge.benchmarks.beside;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicInteger;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.mvcbridge.benchmarks.load.Endpoint;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A neighbour asks again and again, over a real connection.
 */
class NeighbourLoadTests {

	@Test
	void itAsksAgainAsSoonAsItWasAnsweredUntilTheTimeIsOver() throws Exception {
		AtomicInteger requests = new AtomicInteger();
		HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		server.createContext("/file", (exchange) -> {
			try (HttpExchange closing = exchange) {
				// One is refused: it is counted, and the next one comes all the same.
				closing.sendResponseHeaders((requests.incrementAndGet() == 2) ? 503 : 200, -1);
			}
		});
		server.start();
		try {
			NeighbourLoad.Counts counts = NeighbourLoad
				.begin(new Neighbour(Endpoint.FILE, 1), server.getAddress().getPort(), 1)
				.end();
			assertThat(counts.failed()).isEqualTo(1);
			assertThat(counts.reason()).isEqualTo("status 503");
			// The last one may be left without an answer.
			assertThat(counts.answered()).isGreaterThan(2)
				.isBetween((long) requests.get() - 2, (long) requests.get() - 1);
		}
		finally {
			server.stop(0);
		}
	}

}
