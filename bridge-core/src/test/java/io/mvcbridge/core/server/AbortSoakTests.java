package io.mvcbridge.core.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.mvcbridge.core.exchange.ClientAbortException;
import io.mvcbridge.core.exchange.HttpExchange;
import io.mvcbridge.core.exchange.ResponseStream;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * 100 000 mixed requests over 64 keep-alive connections, divided by the system property
 * {@code soak.divisor}. Half of them are aborted by the client at a random point of the
 * request or of the response, by an orderly close or a reset. Every other answer is
 * compared to its last byte, and afterwards nothing may be left over.
 */
@ParameterizedClass
@EnumSource(Transport.class)
class AbortSoakTests {

	private static final int CONNECTIONS = 64;

	private static final int MAX_ACTIVE = 24;

	private static final int REQUESTS = 100_000 / Integer.getInteger("soak.divisor", 20);

	private static final Duration DEADLINE = Duration.ofMinutes(10);

	@Parameter
	Transport transport;

	private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();

	private final AtomicInteger left = new AtomicInteger(REQUESTS);

	private final AtomicInteger aborted = new AtomicInteger();

	@Test
	void nothingIsLeftOverOnPlatformThreads() throws Exception {
		soak(ThreadKind.PLATFORM);
	}

	@Test
	@EnabledForJreRange(min = JRE.JAVA_21)
	void nothingIsLeftOverOnVirtualThreads() throws Exception {
		soak(ThreadKind.VIRTUAL);
	}

	@Test
	@EnabledForJreRange(min = JRE.JAVA_21, max = JRE.JAVA_25)
	void nothingIsLeftOverOnEventLoops() throws Exception {
		soak(ThreadKind.EVENT_LOOP);
	}

	private void soak(ThreadKind kind) throws Exception {
		long seed = Long.getLong("soak.seed", System.nanoTime());
		System.out.println("AbortSoakTests: -Dsoak.seed=" + seed + " on " + kind + ", " + this.transport);
		try (TestServer server = new TestServer(this.transport, this::serve,
				(settings) -> settings.threads(kind).maxActive(MAX_ACTIVE).acquireTimeout(DEADLINE))) {
			List<Thread> clients = new ArrayList<>();
			for (int i = 0; i < CONNECTIONS; i++) {
				Random random = new Random(seed + i);
				Thread client = new Thread(() -> runClient(server, random), "soak-client-" + i);
				client.start();
				clients.add(client);
			}
			for (Thread client : clients) {
				client.join(DEADLINE.toMillis());
				assertThat(client.isAlive()).as("%s hangs", client).isFalse();
			}
			assertThat(this.failures).isEmpty();
			assertThat(server.server().threadKind()).isEqualTo(kind);
			assertThat(this.aborted.get()).isBetween(REQUESTS / 3, REQUESTS * 2 / 3);
			assertNothingLeft(server);
		}
		Leaks.assertNoneAtAll();
	}

	private static void assertNothingLeft(TestServer server) throws Exception {
		server.host().whenIdle().toCompletableFuture().get(20, TimeUnit.SECONDS);
		long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
		while (System.nanoTime() < end && (busyThreads(server) > 0 || server.server().connections().count() > 0
				|| server.server().admission().available() < MAX_ACTIVE)) {
			Thread.onSpinWait();
		}
		assertThat(busyThreads(server)).as("busy servlet threads").isZero();
		assertThat(server.server().admission().available()).as("permits").isEqualTo(MAX_ACTIVE);
		assertThat(server.server().connections().count()).as("open connections").isZero();
		assertThat(server.host().activeExchanges()).as("active exchanges").isZero();
		assertThat(Thread.getAllStackTraces().values()).noneSatisfy((stack) -> assertThat(stack)
			.anyMatch((frame) -> frame.getClassName().startsWith("io.mvcbridge.core.server.RequestBody")
					|| frame.getClassName().startsWith("io.mvcbridge.core.server.StreamedResponse")));
	}

	/** Virtual threads that are busy hold a permit or a lease, which are counted. */
	private static int busyThreads(TestServer server) {
		return (server.server().threads() instanceof PlatformThreads threads) ? threads.busy() : 0;
	}

	// ---- the application

	private void serve(HttpExchange exchange) {
		try {
			String[] target = exchange.head().target().split("/");
			int size = Integer.parseInt(target[2]);
			switch (target[1]) {
				case "small" -> exchange.respond(TestServer.ok(), content(size));
				case "stream" -> stream(exchange, size);
				case "echo" -> echo(exchange);
				case "upload" -> exchange.respond(TestServer.ok(), TestServer.bytes(digest(exchange)));
				case "async" -> exchange.schedule(() -> exchange.respond(TestServer.ok(), content(size)),
						Duration.ofNanos(size * 1000L));
				default -> throw new IllegalArgumentException(target[1]);
			}
		}
		catch (ClientAbortException ex) {
			// Half of the clients do that
		}
		catch (Throwable ex) {
			this.failures.add(ex);
		}
	}

	private static void stream(HttpExchange exchange, int size) throws IOException {
		ResponseStream stream = exchange.stream(TestServer.ok());
		byte[] content = bytes(size);
		for (int start = 0; start < size; start += 20_000) {
			stream.write(Unpooled.wrappedBuffer(content, start, Math.min(size - start, 20_000)));
			if (size % 3 == 0) {
				stream.flush();
			}
		}
		stream.end(null);
	}

	private static void echo(HttpExchange exchange) throws IOException {
		ResponseStream stream = exchange.stream(TestServer.ok());
		ByteBuf piece = exchange.body().read();
		while (piece != null) {
			stream.write(piece);
			piece = exchange.body().read();
		}
		stream.end(null);
	}

	private static String digest(HttpExchange exchange) throws IOException {
		long length = 0;
		long sum = 0;
		ByteBuf piece = exchange.body().read();
		while (piece != null) {
			// In one go: the leak detector records every access
			byte[] bytes = new byte[piece.readableBytes()];
			piece.readBytes(bytes).release();
			for (byte value : bytes) {
				sum = sum * 31 + value;
			}
			length += bytes.length;
			piece = exchange.body().read();
		}
		return length + " " + sum;
	}

	private static byte[] bytes(int size) {
		byte[] bytes = new byte[size];
		for (int i = 0; i < size; i++) {
			bytes[i] = (byte) (size + i * 7 + (i >> 8));
		}
		return bytes;
	}

	private static ByteBuf content(int size) {
		return Unpooled.wrappedBuffer(bytes(size));
	}

	private static String text(int size) {
		return new String(bytes(size), StandardCharsets.ISO_8859_1);
	}

	// ---- the clients

	private void runClient(TestServer server, Random random) {
		try {
			while (this.left.get() > 0) {
				try (RawClient client = server.connect()) {
					useConnection(client, random);
				}
			}
		}
		catch (Throwable ex) {
			this.failures.add(ex);
		}
	}

	/** Sends requests over one connection until one of them is to be aborted. */
	private void useConnection(RawClient client, Random random) throws IOException {
		boolean usable = true;
		while (usable && this.left.get() > 0) {
			List<Call> calls = new ArrayList<>();
			int count = (random.nextInt(4) == 0) ? 2 + random.nextInt(4) : 1;
			for (int i = 0; i < count; i++) {
				calls.add(Call.random(random));
			}
			this.left.addAndGet(-count);
			// So that half of the requests are aborted: those behind the point go with it
			usable = random.nextInt(2) == 0;
			if (usable) {
				complete(client, calls);
			}
			else {
				this.aborted.addAndGet(count);
				abort(client, calls, random);
			}
		}
	}

	private void complete(RawClient client, List<Call> calls) throws IOException {
		// Not from this thread: an echo answers while it is being sent
		Thread sender = null;
		byte[] requests = join(calls);
		if (requests.length < 32 * 1024) {
			client.send(requests);
		}
		else {
			sender = new Thread(() -> {
				try {
					client.send(requests);
				}
				catch (IOException ex) {
					this.failures.add(ex);
				}
			});
			sender.start();
		}
		for (Call call : calls) {
			String response = client.readResponse();
			String body = response.substring(response.indexOf("\n\n") + 2);
			if (!response.startsWith("HTTP/1.1 200 OK\n") || !body.equals(call.answer())) {
				throw new IllegalStateException("Wrong answer to " + call.line() + ": "
						+ response.substring(0, Math.min(response.length(), 300)) + " with " + body.length()
						+ " bytes");
			}
		}
		if (sender != null) {
			joinUninterruptibly(sender);
		}
	}

	private static void joinUninterruptibly(Thread thread) {
		try {
			thread.join();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private static void abort(RawClient client, List<Call> calls, Random random) throws IOException {
		byte[] requests = join(calls);
		boolean insideRequest = requests.length > 32 * 1024 || random.nextBoolean();
		int sent = insideRequest ? random.nextInt(Math.min(requests.length, 32 * 1024)) : requests.length;
		client.send(Arrays.copyOf(requests, sent));
		if (!insideRequest) {
			// Up to what surely comes: a head has at least 40 bytes
			int answer = calls.get(0).answer().length();
			client.read(random.nextInt(40 + answer));
		}
		if (random.nextBoolean()) {
			client.reset();
		}
	}

	private static byte[] join(List<Call> calls) {
		StringBuilder requests = new StringBuilder();
		for (Call call : calls) {
			requests.append(call.request());
		}
		return requests.toString().getBytes(StandardCharsets.ISO_8859_1);
	}

	/**
	 * A request and the body of its answer.
	 *
	 * @param line the request line, without the version
	 * @param request all of the request
	 * @param answer what has to come back
	 */
	private record Call(String line, String request, String answer) {

		static Call random(Random random) {
			return switch (random.nextInt(5)) {
				case 0 -> get("small", random.nextInt(2000));
				case 1 -> get("stream", random.nextInt(400_000));
				case 2 -> get("async", random.nextInt(3000));
				case 3 -> echo(random.nextInt(200_000));
				default -> upload(random);
			};
		}

		private static Call get(String kind, int size) {
			String line = "GET /" + kind + "/" + size;
			return new Call(line, line + " HTTP/1.1\r\nHost: a\r\n\r\n", text(size));
		}

		private static Call echo(int size) {
			String line = "POST /echo/0";
			return new Call(line, line + " HTTP/1.1\r\nHost: a\r\nContent-Length: " + size + "\r\n\r\n" + text(size),
					text(size));
		}

		private static Call upload(Random random) {
			String line = "POST /upload/0";
			StringBuilder request = new StringBuilder(line)
				.append(" HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n");
			int length = 0;
			long sum = 0;
			for (int chunks = random.nextInt(6); chunks > 0; chunks--) {
				int size = 1 + random.nextInt(10_000);
				request.append(Integer.toHexString(size)).append("\r\n").append(text(size)).append("\r\n");
				length += size;
				for (byte value : bytes(size)) {
					sum = sum * 31 + value;
				}
			}
			return new Call(line, request.append("0\r\n\r\n").toString(), length + " " + sum);
		}

	}

}
