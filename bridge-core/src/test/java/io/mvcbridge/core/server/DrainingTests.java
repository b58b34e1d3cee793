package io.mvcbridge.core.server;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.mvcbridge.core.kernel.KernelHost;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * When idle connections are closed, with a clock that stands still unless it is moved.
 */
class DrainingTests {

	private static final Duration QUIET = Duration.ofSeconds(10);

	private final ServerSettings settings = ServerSettings.builder().build();

	private final Dispatcher withoutKernel = new Dispatcher(new KernelHost(), new Admission(1), new PlatformThreads(1),
			Duration.ofSeconds(1));

	private final Connections connections = new Connections();

	private final EmbeddedChannel timer = new EmbeddedChannel();

	DrainingTests() {
		this.timer.freezeTime();
	}

	@Test
	void aRequestOnAnyConnectionPutsOffTheEndOfAll() {
		EmbeddedChannel used = connect();
		EmbeddedChannel idle = connect();
		drain();
		advance(9, idle);

		assertThat(request(used)).startsWith("HTTP/1.1 503 Service Unavailable\r\n").contains("Connection: close\r\n");
		advance(9, idle);
		assertThat(idle.isOpen()).isTrue();

		advance(1, idle);
		assertThat(idle.isOpen()).isFalse();
	}

	@Test
	void aConnectionThatWasAcceptedLastMayBringItsRequest() {
		EmbeddedChannel first = connect();
		drain();
		advance(9, first);

		EmbeddedChannel last = connect();
		advance(9, last);

		assertThat(request(last)).contains("Connection: close\r\n");
	}

	@Test
	void aRequestThatHasBegunIsNotCutOff() {
		EmbeddedChannel begun = connect();
		begun.writeInbound(bytes("GET / HTTP/1.1\r\n"));
		CompletableFuture<Void> done = drain();
		advance(11, begun);

		assertThat(done).isNotDone();
		begun.writeInbound(bytes("Host: a\r\n\r\n"));

		assertThat(response(begun)).contains("Connection: close\r\n");
	}

	@Test
	void itIsDoneWithTheLastConnection() {
		EmbeddedChannel one = connect();
		EmbeddedChannel another = connect();
		CompletableFuture<Void> done = drain();

		one.close();
		assertThat(done).isNotDone();
		another.close();
		assertThat(done).isDone();
	}

	@Test
	void aServerThatIsStartedAgainKeepsItsConnections() {
		EmbeddedChannel idle = connect();
		CompletableFuture<Void> done = drain();
		this.connections.keepOpen();
		assertThat(done).isDone();

		advance(11, idle);

		assertThat(idle.isOpen()).isTrue();
		assertThat(request(idle)).doesNotContain("Connection: close\r\n");
	}

	private EmbeddedChannel connect() {
		Http1Decoder decoder = new Http1Decoder(this.settings);
		return new EmbeddedChannel(decoder, new Http1Encoder(),
				new ExchangeHandler(this.settings, null, this.withoutKernel, this.connections, decoder));
	}

	private CompletableFuture<Void> drain() {
		return this.connections.drain(QUIET, this.timer.eventLoop()).toCompletableFuture();
	}

	private void advance(int seconds, EmbeddedChannel connection) {
		this.timer.advanceTimeBy(seconds, TimeUnit.SECONDS);
		this.timer.runScheduledPendingTasks();
		connection.runPendingTasks();
	}

	private static String request(EmbeddedChannel connection) {
		connection.writeInbound(bytes("GET / HTTP/1.1\r\nHost: a\r\n\r\n"));
		return response(connection);
	}

	private static String response(EmbeddedChannel connection) {
		StringBuilder text = new StringBuilder();
		connection.runPendingTasks();
		for (ByteBuf part = connection.readOutbound(); part != null; part = connection.readOutbound()) {
			text.append(part.toString(StandardCharsets.US_ASCII));
			part.release();
		}
		return text.toString();
	}

	private static ByteBuf bytes(String text) {
		return Unpooled.copiedBuffer(text, StandardCharsets.US_ASCII);
	}

}
