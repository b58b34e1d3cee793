package io.mvcbridge.jakarta;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.mvcbridge.core.kernel.KernelHost;
import io.mvcbridge.core.server.BridgeServer;
import io.mvcbridge.core.server.ServerSettings;
import io.mvcbridge.core.server.ThreadKind;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpUpgradeHandler;
import jakarta.servlet.http.WebConnection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The client leaves at every byte of an upgrade, and at random bytes of much that is sent
 * back to it, by an orderly close or a reset; once the handler waits, once it listens.
 * Each handler that was given a connection is destroyed once, as the last that it hears,
 * and afterwards nothing is left over.
 */
@Timeout(180)
class UpgradeAbortTests {

	private static final int ANSWER = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: echo\r\nConnection: Upgrade\r\n\r\n"
		.length();

	private static final String WORDS = "hello world";

	private static final int MUCH = 2_000_000;

	private final long seed = Long.getLong("soak.seed", System.nanoTime());

	private final int rounds = 2000 / Integer.getInteger("soak.divisor", 20);

	private final Queue<String> failures = new ConcurrentLinkedQueue<>();

	private final AtomicInteger upgraded = new AtomicInteger();

	private final AtomicInteger initialized = new AtomicInteger();

	private final AtomicInteger destroyed = new AtomicInteger();

	@Test
	void everyHandlerIsDestroyedOnceOnPlatformThreads() throws Exception {
		leaveEverywhere(ThreadKind.PLATFORM);
	}

	@Test
	@EnabledForJreRange(min = JRE.JAVA_21)
	void everyHandlerIsDestroyedOnceOnVirtualThreads() throws Exception {
		leaveEverywhere(ThreadKind.VIRTUAL);
	}

	@Test
	@EnabledForJreRange(min = JRE.JAVA_21, max = JRE.JAVA_25)
	void everyHandlerIsDestroyedOnceOnEventLoops() throws Exception {
		leaveEverywhere(ThreadKind.EVENT_LOOP);
	}

	private void leaveEverywhere(ThreadKind kind) throws Exception {
		Leaks.watch();
		System.out.println("UpgradeAbortTests: -Dsoak.seed=" + this.seed + " on " + kind);
		ServletKernel kernel = kernel();
		KernelHost host = new KernelHost();
		host.install(kernel);
		try (BridgeServer server = new BridgeServer(
				ServerSettings.builder().address(InetAddress.getLoopbackAddress()).port(0).threads(kind).build(),
				host)) {
			server.start();
			for (String path : new String[] { "/waiting", "/listening" }) {
				leaveAtEveryByte(server.port(), path, false);
				leaveAtEveryByte(server.port(), path, true);
				leaveAmidMuch(server.port(), path);
			}
			host.whenIdle().toCompletableFuture().get(20, TimeUnit.SECONDS);
		}
		assertThat(this.failures).as("-Dsoak.seed=%d", this.seed).isEmpty();
		assertThat(this.upgraded.get()).isPositive();
		assertThat(this.initialized).hasValue(this.upgraded.get());
		assertThat(this.destroyed).hasValue(this.upgraded.get());
		kernel.close();
		Leaks.assertNoneAtAll();
	}

	private void leaveAtEveryByte(int port, String path, boolean rudely) throws IOException {
		byte[] sent = (request(path) + WORDS).getBytes(StandardCharsets.ISO_8859_1);
		for (int i = 0; i <= sent.length; i++) {
			leave(port, Arrays.copyOf(sent, i), 0, rudely);
		}
		for (int i = 1; i <= ANSWER + WORDS.length(); i++) {
			leave(port, sent, i, rudely);
		}
	}

	private void leaveAmidMuch(int port, String path) throws IOException {
		Random random = new Random(this.seed);
		for (int i = 0; i < this.rounds; i++) {
			try (RawClient client = new RawClient(port)) {
				client.send(request(path));
				int left = random.nextInt(MUCH);
				Thread sender = new Thread(() -> {
					try {
						client.send(new byte[MUCH]);
					}
					catch (IOException ex) {
						// It has left
					}
				});
				sender.start();
				client.exactly(ANSWER + left);
				if (random.nextBoolean()) {
					client.reset();
				}
			}
		}
	}

	private static void leave(int port, byte[] sent, int received, boolean rudely) throws IOException {
		try (RawClient client = new RawClient(port)) {
			client.send(sent);
			client.exactly(received);
			if (rudely) {
				client.reset();
			}
		}
	}

	private static String request(String path) {
		return "GET " + path + " HTTP/1.1\r\nHost: a\r\nUpgrade: echo\r\nConnection: Upgrade\r\n\r\n";
	}

	private ServletKernel kernel() throws ServletException {
		ServletKernel kernel = ServletKernel.builder().servlet("test", ServletFixture.servlet((request, response) -> {
			response.setHeader("Upgrade", "echo");
			response.setHeader("Connection", "Upgrade");
			Echo echo = request.upgrade(Echo.class);
			echo.test = this;
			echo.waiting = request.getServletPath().equals("/waiting") || "/waiting".equals(request.getPathInfo());
			this.upgraded.incrementAndGet();
		}), "/*").build();
		kernel.start();
		return kernel;
	}

	/** Sends back what it reads. */
	static final class Echo implements HttpUpgradeHandler, ReadListener, WriteListener {

		private volatile UpgradeAbortTests test;

		private volatile boolean waiting;

		private volatile WebConnection connection;

		private final AtomicInteger destroyed = new AtomicInteger();

		private final AtomicInteger readConcluded = new AtomicInteger();

		private final byte[] bytes = new byte[10_000];

		private int held;

		private boolean allRead;

		@Override
		public void init(WebConnection connection) {
			this.test.initialized.incrementAndGet();
			this.connection = connection;
			try {
				if (this.waiting) {
					echo();
				}
				else {
					connection.getInputStream().setReadListener(this);
					connection.getOutputStream().setWriteListener(this);
				}
			}
			catch (IOException ex) {
				// The client left
			}
			catch (Throwable ex) {
				wrong("init", ex);
			}
		}

		private void echo() throws IOException {
			ServletInputStream input = this.connection.getInputStream();
			ServletOutputStream output = this.connection.getOutputStream();
			for (int count = input.read(this.bytes); count >= 0; count = input.read(this.bytes)) {
				output.write(this.bytes, 0, count);
				output.flush();
			}
			close();
		}

		private void copy() throws IOException {
			if (this.destroyed.get() > 0) {
				wrong("called after destroy", null);
			}
			ServletInputStream input = this.connection.getInputStream();
			ServletOutputStream output = this.connection.getOutputStream();
			while (output.isReady()) {
				if (this.held > 0) {
					output.write(this.bytes, 0, this.held);
					this.held = 0;
				}
				else if (this.allRead) {
					close();
					return;
				}
				else if (input.isReady()) {
					this.held = Math.max(0, input.read(this.bytes));
				}
				else {
					return;
				}
			}
		}

		private void close() throws IOException {
			try {
				this.connection.close();
			}
			catch (IOException ex) {
				throw ex;
			}
			catch (Exception ex) {
				wrong("close", ex);
			}
		}

		@Override
		public void onDataAvailable() throws IOException {
			copy();
		}

		@Override
		public void onAllDataRead() throws IOException {
			conclude();
			this.allRead = true;
			copy();
		}

		@Override
		public void onWritePossible() throws IOException {
			copy();
		}

		/** Of both streams: one may fail after the other came to its end. */
		@Override
		public void onError(Throwable failure) {
			if (!(failure instanceof IOException)) {
				wrong("onError", failure);
			}
			if (this.destroyed.get() > 0) {
				wrong("onError after destroy", failure);
			}
		}

		private void conclude() {
			if (this.readConcluded.incrementAndGet() > 1) {
				wrong("onAllDataRead twice", null);
			}
		}

		@Override
		public void destroy() {
			this.test.destroyed.incrementAndGet();
			if (this.destroyed.incrementAndGet() > 1) {
				wrong("destroyed twice", null);
			}
		}

		private void wrong(String what, Throwable failure) {
			this.test.failures.add(what + ": " + failure);
		}

	}

}
