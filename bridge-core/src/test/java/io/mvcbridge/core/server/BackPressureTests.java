package io.mvcbridge.core.server;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import io.mvcbridge.core.exchange.ResponseStream;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.buffer.UnpooledHeapByteBuf;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@ParameterizedClass
@EnumSource(Transport.class)
@Timeout(30)
class BackPressureTests {

	private static final int PIECE = 32 * 1024;

	/** What sockets of the loopback may hold on both sides, and somewhat more. */
	private static final long SOCKETS = 12_000_000;

	@Parameter
	Transport transport;

	@Test
	void clientThatDoesNotReadParksTheWriterUntilItDoes() throws Exception {
		int pieces = 2000;
		AtomicLong written = new AtomicLong();
		CompletableFuture<Thread> writer = new CompletableFuture<>();
		try (TestServer server = new TestServer(this.transport, (exchange) -> {
			writer.complete(Thread.currentThread());
			ResponseStream stream = exchange.stream(TestServer.ok("Content-Length", String.valueOf(pieces * PIECE)));
			for (int i = 0; i < pieces; i++) {
				stream.write(Unpooled.buffer(PIECE).writeZero(PIECE));
				written.addAndGet(PIECE);
			}
			stream.end(null);
		}); RawClient client = new RawClient(server.server().port(), 16 * 1024)) {
			client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
			awaitState(writer.get(5, TimeUnit.SECONDS), Thread.State.WAITING);
			assertThat(written.get()).isLessThan(SOCKETS);
			client.readHead();
			assertThat(client.read(pieces * PIECE)).hasSize(pieces * PIECE);
		}
	}

	@Test
	void interruptedWriterDoesNotEndTheBodyInOrder() throws Exception {
		CompletableFuture<Void> ended = new CompletableFuture<>();
		try (TestServer server = new TestServer(this.transport, (exchange) -> {
			ResponseStream stream = exchange.stream(TestServer.ok());
			Thread.currentThread().interrupt();
			assertThatExceptionOfType(InterruptedIOException.class).isThrownBy(() -> writeForEver(stream))
				.withMessage("Interrupted while waiting for the client to take what was written");
			assertThat(Thread.interrupted()).isTrue();
			stream.end(null);
			ended.complete(null);
		}); RawClient client = new RawClient(server.server().port(), 16 * 1024)) {
			client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
			ended.get(10, TimeUnit.SECONDS);
			assertThatExceptionOfType(IOException.class).isThrownBy(client::readResponse)
				.isNotInstanceOf(SocketTimeoutException.class);
		}
	}

	private static void writeForEver(ResponseStream stream) throws IOException {
		while (true) {
			stream.write(Unpooled.buffer(PIECE).writeZero(PIECE));
		}
	}

	@Test
	void writerThatNeverWaitsIsToldWhenItMayGoOn() throws Exception {
		int pieces = 1000;
		CompletableFuture<Void> full = new CompletableFuture<>();
		try (TestServer server = new TestServer(this.transport, (exchange) -> {
			ResponseStream stream = exchange.stream(TestServer.ok("Content-Length", String.valueOf(pieces * PIECE)));
			offer(stream, pieces, full);
		}); RawClient client = new RawClient(server.server().port(), 16 * 1024)) {
			client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
			full.get(5, TimeUnit.SECONDS);
			client.readHead();
			assertThat(client.read(pieces * PIECE)).hasSize(pieces * PIECE);
		}
	}

	private static void offer(ResponseStream stream, int pieces, CompletableFuture<Void> full) {
		int left = pieces;
		try {
			while (left > 0 && stream.isWritable()) {
				stream.offer(Unpooled.buffer(PIECE).writeZero(PIECE));
				left--;
			}
			if (left == 0) {
				stream.end(null);
				return;
			}
		}
		catch (Exception ex) {
			full.completeExceptionally(ex);
			return;
		}
		int rest = left;
		full.complete(null);
		stream.onWritable(() -> offer(stream, rest, full));
	}

	@Test
	void endThatMeetsAFullTransportIsSentAllTheSame() throws Exception {
		int highWaterMark = 256 * 1024;
		try (TestServer server = new TestServer(this.transport, (exchange) -> {
			ResponseStream stream = exchange.stream(TestServer.ok());
			((ServerExchange) exchange).onLoop(() -> {
				offer(stream, highWaterMark / PIECE);
				stream.end(null);
			});
		}); RawClient client = server.connect()) {
			for (int i = 0; i < 3; i++) {
				client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
				client.readHead();
				assertThat(client.readChunks()).hasSize(highWaterMark);
			}
		}
	}

	/**
	 * A thread that goes on writing while another ends the exchange, as after a time-out.
	 */
	@Test
	void pieceThatComesWhileTheStreamEndsIsReleased() throws Exception {
		CompletableFuture<ByteBuf> late = new CompletableFuture<>();
		try (TestServer server = new TestServer(this.transport, (exchange) -> {
			ResponseStream stream = exchange.stream(TestServer.ok());
			ByteBuf piece = new UnpooledHeapByteBuf(UnpooledByteBufAllocator.DEFAULT, 10, 10) {

				@Override
				public int readableBytes() {
					stream.end(null);
					while (!((ServerExchange) exchange).isOver()) {
						Thread.onSpinWait();
					}
					return super.readableBytes();
				}

			};
			stream.offer(piece.writeZero(10));
			late.complete(piece);
		}); RawClient client = server.connect()) {
			client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
			client.readHead();
			assertThat(late.get(5, TimeUnit.SECONDS).refCnt()).isZero();
		}
	}

	@Test
	void longQueueIsNotDrainedInOneGo() throws Exception {
		int pieces = 48;
		CompletableFuture<Boolean> drained = new CompletableFuture<>();
		try (TestServer server = new TestServer(this.transport, (exchange) -> {
			ResponseStream stream = exchange.stream(TestServer.ok("Content-Length", String.valueOf(pieces * PIECE)));
			((ServerExchange) exchange).onLoop(() -> {
				offer(stream, pieces);
				// Comes behind the drain that was asked for, and before what that asks
				// for
				((ServerExchange) exchange).onLoop(() -> drained.complete(stream.isWritable()));
				stream.end(null);
			});
		}); RawClient client = server.connect()) {
			client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
			client.readHead();
			assertThat(client.read(pieces * PIECE)).hasSize(pieces * PIECE);
			assertThat(drained.get(5, TimeUnit.SECONDS)).isFalse();
		}
	}

	private static void offer(ResponseStream stream, int pieces) {
		try {
			for (int i = 0; i < pieces; i++) {
				stream.offer(Unpooled.buffer(PIECE).writeZero(PIECE));
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Test
	void readerThatDoesNotReadStopsTheClientUntilItDoes() throws Exception {
		int size = 64_000_000;
		AtomicLong sent = new AtomicLong();
		CountDownLatch go = new CountDownLatch(1);
		CompletableFuture<Integer> held = new CompletableFuture<>();
		try (TestServer server = new TestServer(this.transport, (exchange) -> {
			go.await();
			held.complete(exchange.body().available());
			long read = 0;
			ByteBuf piece = exchange.body().read();
			while (piece != null) {
				read += piece.readableBytes();
				piece.release();
				piece = exchange.body().read();
			}
			exchange.respond(TestServer.ok(), TestServer.bytes(String.valueOf(read)));
		}); RawClient client = server.connect()) {
			client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: " + size + "\r\n\r\n");
			Thread sender = new Thread(() -> send(client, size, sent));
			sender.start();
			awaitStandstill(sent);
			assertThat(sent.get()).isLessThan(SOCKETS);
			go.countDown();
			assertThat(held.get(5, TimeUnit.SECONDS)).isBetween(1, 2 * RequestBody.LIMIT);
			assertThat(client.readResponse()).endsWith("\n\n" + size);
			sender.join();
		}
	}

	@Test
	void pipelinedRequestsBehindASlowOneStopTheClient() throws Exception {
		AtomicLong sent = new AtomicLong();
		CountDownLatch go = new CountDownLatch(1);
		AtomicLong served = new AtomicLong();
		String request = "GET / HTTP/1.1\r\nHost: a\r\nA: " + "x".repeat(7000) + "\r\n\r\n";
		int requests = 4000;
		try (TestServer server = new TestServer(this.transport, (exchange) -> {
			go.await();
			served.incrementAndGet();
			exchange.respond(TestServer.ok(), TestServer.bytes(""));
		}); RawClient client = server.connect()) {
			Thread sender = new Thread(() -> {
				for (int i = 0; i < requests; i++) {
					send(client, request, sent);
				}
			});
			sender.start();
			awaitStandstill(sent);
			assertThat(sent.get()).isLessThan(SOCKETS);
			go.countDown();
			for (int i = 0; i < requests; i++) {
				assertThat(client.readResponse()).isEqualTo("HTTP/1.1 200 OK\nContent-Length: 0\n\n");
			}
			assertThat(served).hasValue(requests);
			sender.join();
		}
	}

	private static void send(RawClient client, int size, AtomicLong sent) {
		for (int left = size; left > 0; left -= PIECE) {
			send(client, "x".repeat(Math.min(left, PIECE)), sent);
		}
	}

	private static void send(RawClient client, String text, AtomicLong sent) {
		try {
			client.send(text);
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
		sent.addAndGet(text.length());
	}

	private static void awaitState(Thread thread, Thread.State state) {
		while (thread.getState() != state) {
			Thread.onSpinWait();
		}
	}

	/** Waits until the number has not grown for a while. */
	private static void awaitStandstill(AtomicLong number) {
		long last = -1;
		while (last != number.get() || last == 0) {
			last = number.get();
			new CompletableFuture<Void>().completeOnTimeout(null, 300, TimeUnit.MILLISECONDS).join();
		}
	}

}
