package io.mvcbridge.core.server;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

@ParameterizedClass
@EnumSource(Transport.class)
class KeepAliveTests {

	@Parameter
	Transport transport;

	@Test
	void oneConnectionServesOneRequestAfterTheOther() throws Exception {
		try (TestServer server = new TestServer(this.transport,
				(exchange) -> exchange.respond(TestServer.ok(), TestServer.bytes(exchange.head().target())));
				RawClient client = server.connect()) {
			for (int i = 0; i < 3; i++) {
				client.send("GET /" + i + " HTTP/1.1\r\nHost: a\r\n\r\n");
				assertThat(client.readResponse()).isEqualTo("HTTP/1.1 200 OK\nContent-Length: 2\n\n/" + i);
			}
		}
	}

	@Test
	void bodyIsReadAndEchoed() throws Exception {
		try (TestServer server = new TestServer(this.transport,
				(exchange) -> exchange.respond(TestServer.ok(), TestServer.bytes(TestServer.readAll(exchange))));
				RawClient client = server.connect()) {
			client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello");
			assertThat(client.readResponse()).isEqualTo("HTTP/1.1 200 OK\nContent-Length: 5\n\nhello");
			client.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n");
			client.send("2\r\nde\r\n0\r\n\r\n");
			assertThat(client.readResponse()).isEqualTo("HTTP/1.1 200 OK\nContent-Length: 5\n\nabcde");
		}
	}

	@Test
	void requestsPipelinedBehindASlowOneAreAnsweredInOrder() throws Exception {
		CountDownLatch slow = new CountDownLatch(1);
		try (TestServer server = new TestServer(this.transport, (exchange) -> {
			if (exchange.head().target().equals("/0")) {
				new Thread(() -> {
					awaitQuietly(slow);
					exchange.respond(TestServer.ok(), TestServer.bytes("/0"));
				}).start();
			}
			else {
				exchange.respond(TestServer.ok(), TestServer.bytes(exchange.head().target()));
			}
		}); RawClient client = server.connect()) {
			StringBuilder requests = new StringBuilder();
			List<String> expected = new ArrayList<>();
			for (int i = 0; i < 200; i++) {
				requests.append("GET /").append(i).append(" HTTP/1.1\r\nHost: a\r\n\r\n");
				String body = "/" + i;
				expected.add("HTTP/1.1 200 OK\nContent-Length: " + body.length() + "\n\n" + body);
			}
			client.send(requests.toString());
			slow.countDown();
			List<String> responses = new ArrayList<>();
			for (int i = 0; i < 200; i++) {
				responses.add(client.readResponse());
			}
			assertThat(responses).isEqualTo(expected);
		}
	}

	private static void awaitQuietly(CountDownLatch latch) {
		try {
			latch.await();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	@Test
	void streamIsSentInChunksAndTheConnectionGoesOn() throws IOException {
		try (TestServer server = new TestServer(this.transport, (exchange) -> {
			var stream = exchange.stream(TestServer.ok());
			stream.write(TestServer.bytes("abc"));
			stream.flush();
			stream.write(TestServer.bytes("de"));
			stream.end(null);
		}); RawClient client = server.connect()) {
			for (int i = 0; i < 2; i++) {
				client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
				assertThat(client.readResponse()).isEqualTo("HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\nabcde");
			}
		}
	}

}
