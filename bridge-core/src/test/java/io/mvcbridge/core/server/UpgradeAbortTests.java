package io.mvcbridge.core.server;

import java.io.IOException;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.mvcbridge.core.exchange.ExchangeListener;
import io.mvcbridge.core.exchange.HttpExchange;
import io.mvcbridge.core.exchange.UpgradedConnection;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The client leaves at every byte of an upgrade, of what it sends and of what it
 * receives, by an orderly close or a reset. Afterwards nothing may be left over.
 */
@ParameterizedClass
@EnumSource(Transport.class)
@Timeout(120)
class UpgradeAbortTests {

	private static final byte[] SENT = ("POST /echo HTTP/1.1\r\nHost: a\r\nUpgrade: echo\r\nContent-Length: 4\r\n\r\n"
			+ "bodyhello world")
		.getBytes();

	private static final int RECEIVED = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: echo\r\nConnection: upgrade\r\n\r\nhello world"
		.length();

	@Parameter
	Transport transport;

	private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();

	private final AtomicInteger upgraded = new AtomicInteger();

	private final AtomicInteger aborted = new AtomicInteger();

	private final AtomicInteger ended = new AtomicInteger();

	@Test
	void nothingIsLeftOverOnPlatformThreads() throws Exception {
		leaveEverywhere(ThreadKind.PLATFORM);
	}

	@Test
	@EnabledForJreRange(min = JRE.JAVA_21)
	void nothingIsLeftOverOnVirtualThreads() throws Exception {
		leaveEverywhere(ThreadKind.VIRTUAL);
	}

	@Test
	@EnabledForJreRange(min = JRE.JAVA_21, max = JRE.JAVA_25)
	void nothingIsLeftOverOnEventLoops() throws Exception {
		leaveEverywhere(ThreadKind.EVENT_LOOP);
	}

	private void leaveEverywhere(ThreadKind kind) throws Exception {
		try (TestServer server = new TestServer(this.transport, this::echo, (settings) -> settings.threads(kind))) {
			for (boolean rudely : new boolean[] { false, true }) {
				for (int sent = 0; sent <= SENT.length; sent++) {
					leave(server, sent, 0, rudely);
				}
				for (int received = 1; received <= RECEIVED; received++) {
					leave(server, SENT.length, received, rudely);
				}
			}
			server.host().whenIdle().toCompletableFuture().get(20, TimeUnit.SECONDS);
			long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
			while (System.nanoTime() < end && server.server().connections().count() > 0) {
				Thread.onSpinWait();
			}
			assertThat(this.failures).isEmpty();
			assertThat(server.server().connections().count()).as("open connections").isZero();
			assertThat(server.host().activeExchanges()).as("active exchanges").isZero();
			assertThat(this.upgraded.get()).isGreaterThanOrEqualTo(2 * RECEIVED);
			assertThat(this.ended).hasValue(this.upgraded.get());
			assertThat(this.aborted.get()).isBetween(1, this.upgraded.get() - 1);
		}
		Leaks.assertNoneAtAll();
	}

	private static void leave(TestServer server, int sent, int received, boolean rudely) throws IOException {
		try (RawClient client = server.connect()) {
			client.send(Arrays.copyOf(SENT, sent));
			client.read(received);
			if (rudely) {
				client.reset();
			}
		}
	}

	private void echo(HttpExchange exchange) {
		this.upgraded.incrementAndGet();
		exchange.addListener(new ExchangeListener() {

			@Override
			public void aborted(Throwable cause) {
				UpgradeAbortTests.this.aborted.incrementAndGet();
			}

			@Override
			public void ended() {
				UpgradeAbortTests.this.ended.incrementAndGet();
			}

		});
		UpgradedConnection connection = exchange.upgrade(new DefaultHttpHeaders().add("Upgrade", "echo"));
		try {
			for (ByteBuf piece = connection.input().read(); piece != null; piece = connection.input().read()) {
				connection.output().write(piece);
				connection.output().flush();
			}
			connection.close();
		}
		catch (IOException ex) {
			// The client left
		}
		catch (Throwable ex) {
			this.failures.add(ex);
		}
	}

}
