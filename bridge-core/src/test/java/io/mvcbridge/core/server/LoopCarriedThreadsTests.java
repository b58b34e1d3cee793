package io.mvcbridge.core.server;

import java.io.IOException;
import java.lang.reflect.Method;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.mvcbridge.core.exchange.ExchangeListener;
import io.mvcbridge.core.exchange.HttpExchange;
import io.mvcbridge.core.exchange.RequestHead;
import io.mvcbridge.core.exchange.ResponseStream;
import io.mvcbridge.core.kernel.Kernel;
import io.mvcbridge.core.kernel.KernelHost;
import io.netty.buffer.Unpooled;
import io.netty.channel.DefaultEventLoop;
import io.netty.channel.EventLoop;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.LoggerFactory;

import reactor.netty.Connection;
import reactor.netty.tcp.TcpClient;

import static org.assertj.core.api.Assertions.assertThat;

/** All exchanges of these tests share one event loop, which carries their threads. */
@ParameterizedClass
@EnumSource(Transport.class)
@EnabledForJreRange(min = JRE.JAVA_21, max = JRE.JAVA_25)
@Timeout(20)
class LoopCarriedThreadsTests {

	private static final String WAIT = "GET /wait HTTP/1.1\r\nHost: a\r\n\r\n";

	private static final String GO = "GET /go HTTP/1.1\r\nHost: a\r\n\r\n";

	@Parameter
	Transport transport;

	private final LinkedBlockingQueue<String> events = new LinkedBlockingQueue<>();

	private TestServer server(TestServer.Handler handler) {
		return new TestServer(this.transport, handler,
				(settings) -> settings.threads(ThreadKind.EVENT_LOOP).eventLoops(1));
	}

	private TestServer server(Kernel kernel) {
		return new TestServer(this.transport, kernel,
				(settings) -> settings.threads(ThreadKind.EVENT_LOOP).eventLoops(1), null);
	}

	private String nextEvent() throws InterruptedException {
		return this.events.poll(10, TimeUnit.SECONDS);
	}

	private static void respond(HttpExchange exchange, String text) {
		exchange.respond(TestServer.ok(), TestServer.bytes(text));
	}

	private static String body(RawClient client) throws IOException {
		String response = client.readResponse();
		assertThat(response).startsWith("HTTP/1.1 200 OK\n");
		return response.substring(response.indexOf("\n\n") + 2);
	}

	/** One handler waits until another, of another connection, does something. */
	private void waitAndGo(TestServer.Handler waiting, TestServer.Handler going) throws Exception {
		try (TestServer server = server((exchange) -> {
			if (exchange.head().target().equals("/wait")) {
				this.events.add("waiting");
				waiting.handle(exchange);
				respond(exchange, carrier());
			}
			else {
				going.handle(exchange);
				respond(exchange, carrier());
			}
		}); RawClient first = server.connect(); RawClient second = server.connect()) {
			first.send(WAIT);
			assertThat(nextEvent()).isEqualTo("waiting");
			second.send(GO);
			assertThat(body(second)).startsWith("bridge-loop-").isEqualTo(body(first));
		}
	}

	/** The platform thread below the current virtual one. */
	private static String carrier() {
		String thread = Thread.currentThread().toString();
		return thread.substring(thread.indexOf('@') + 1);
	}

	@Test
	void threadsAreVirtualNumberedAndCarriedByTheLoop() throws Exception {
		try (TestServer server = server((exchange) -> respond(exchange, Thread.currentThread().toString()));
				RawClient client = server.connect()) {
			client.send(GO).send(GO);
			assertThat(body(client)).matches("VirtualThread\\[#\\d+,bridge-1]/runnable@bridge-loop-.*");
			assertThat(body(client)).matches("VirtualThread\\[#\\d+,bridge-2]/runnable@bridge-loop-.*");
			assertThat(server.server().threadKind()).isEqualTo(ThreadKind.EVENT_LOOP);
		}
	}

	@Test
	void threadThatWaitsForAnotherLeavesTheLoopAndComesBackToIt() throws Exception {
		CountDownLatch go = new CountDownLatch(1);
		waitAndGo((exchange) -> go.await(), (exchange) -> go.countDown());
	}

	@Test
	void threadThatSleepsLeavesTheLoopAndCanBeInterrupted() throws Exception {
		AtomicReference<Thread> sleeper = new AtomicReference<>();
		waitAndGo((exchange) -> {
			sleeper.set(Thread.currentThread());
			try {
				Thread.sleep(60_000);
			}
			catch (InterruptedException ex) {
				this.events.add("interrupted");
			}
		}, (exchange) -> sleeper.get().interrupt());
		assertThat(nextEvent()).isEqualTo("interrupted");
	}

	@Test
	void threadThatSleepsGoesOnByItself() throws Exception {
		waitAndGo((exchange) -> Thread.sleep(20), (exchange) -> {
		});
	}

	@Test
	void threadThatReadsASocketLeavesTheLoop() throws Exception {
		try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
				Socket reader = new Socket(listener.getInetAddress(), listener.getLocalPort());
				Socket writer = listener.accept()) {
			waitAndGo((exchange) -> assertThat(reader.getInputStream().read()).isEqualTo(7),
					(exchange) -> writer.getOutputStream().write(7));
		}
	}

	@Test
	@EnabledForJreRange(min = JRE.JAVA_24)
	void threadThatWaitsWithinSynchronizedLeavesTheLoop() throws Exception {
		CountDownLatch go = new CountDownLatch(1);
		Object monitor = new Object();
		waitAndGo((exchange) -> {
			synchronized (monitor) {
				go.await();
			}
		}, (exchange) -> go.countDown());
	}

	@Test
	@EnabledForJreRange(min = JRE.JAVA_24)
	void threadThatWaitsForAMonitorLeavesTheLoop() throws Exception {
		Object monitor = new Object();
		AtomicBoolean go = new AtomicBoolean();
		waitAndGo((exchange) -> {
			synchronized (monitor) {
				while (!go.get()) {
					monitor.wait();
				}
			}
		}, (exchange) -> {
			synchronized (monitor) {
				go.set(true);
				monitor.notifyAll();
			}
		});
	}

	@Test
	void threadThatYieldsUntilSomethingHappensDoesNotKeepItFromHappening() throws Exception {
		AtomicBoolean go = new AtomicBoolean();
		waitAndGo((exchange) -> {
			while (!go.get()) {
				Thread.yield();
			}
		}, (exchange) -> go.set(true));
	}

	@Test
	void threadThatReadsAnUploadLeavesTheLoopWhichBringsIt() throws Exception {
		try (TestServer server = server(
				(exchange) -> respond(exchange, exchange.head().method() + TestServer.readAll(exchange)));
				RawClient first = server.connect();
				RawClient second = server.connect()) {
			first.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 6\r\n\r\nabc");
			second.send("PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n");
			assertThat(second.readHead()).isEqualTo("HTTP/1.1 100 Continue\n");
			first.send("def");
			assertThat(body(first)).isEqualTo("POSTabcdef");
			second.send("ghi");
			assertThat(body(second)).isEqualTo("PUTghi");
		}
	}

	@Test
	void threadThatWritesFasterThanItsClientReadsLeavesTheLoop() throws Exception {
		int size = 8 * 1024 * 1024;
		try (TestServer server = server((exchange) -> {
			if (exchange.head().target().equals("/wait")) {
				ResponseStream stream = exchange.stream(TestServer.ok("Content-Length", Integer.toString(size)));
				for (int written = 0; written < size; written += 1024 * 1024) {
					stream.write(Unpooled.wrappedBuffer(new byte[1024 * 1024]));
				}
				stream.end(null);
				this.events.add("written");
			}
			else {
				respond(exchange, "served");
			}
		}); RawClient slow = new RawClient(server.server().port(), 16 * 1024); RawClient other = server.connect()) {
			slow.send(WAIT);
			assertThat(slow.readHead()).contains("Content-Length: " + size);
			other.send(GO);
			assertThat(body(other)).isEqualTo("served");
			assertThat(this.events).isEmpty();
			assertThat(slow.read(size)).hasSize(size);
			assertThat(nextEvent()).isEqualTo("written");
		}
	}

	@Test
	void whatContinuesAnExchangeIsCarriedToo() throws Exception {
		try (TestServer server = server((exchange) -> exchange.executor().execute(() -> respond(exchange, carrier())));
				RawClient client = server.connect()) {
			client.send(GO);
			assertThat(body(client)).startsWith("bridge-loop-");
		}
	}

	@Test
	void threadsOfTheApplicationAreNotCarried() throws Exception {
		Method start = Thread.class.getMethod("startVirtualThread", Runnable.class);
		CountDownLatch end = new CountDownLatch(1);
		AtomicReference<String> before = new AtomicReference<>();
		try (TestServer server = server((exchange) -> {
			start.invoke(null, (Runnable) () -> {
				before.set(carrier());
				awaitUninterruptibly(end);
				respond(exchange, carrier());
			});
		}); RawClient client = server.connect()) {
			client.send(GO);
			end.countDown();
			assertThat(body(client)).startsWith("ForkJoinPool-1-worker-");
			assertThat(before.get()).startsWith("ForkJoinPool-1-worker-");
		}
	}

	private static void awaitUninterruptibly(CountDownLatch latch) {
		try {
			latch.await();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Test
	void nothingOfAThreadIsLeftToTheNextOne() throws Exception {
		ThreadLocal<String> local = new ThreadLocal<>();
		ClassLoader loader = new ClassLoader() {
		};
		try (TestServer server = server((exchange) -> {
			Thread thread = Thread.currentThread();
			respond(exchange, thread.getContextClassLoader() == loader || thread.isInterrupted() || local.get() != null
					? "dirty" : "clean");
			local.set("dirty");
			thread.setContextClassLoader(loader);
			thread.interrupt();
		}); RawClient client = server.connect()) {
			for (int i = 0; i < 3; i++) {
				client.send(GO);
				assertThat(body(client)).isEqualTo("clean");
			}
		}
	}

	@Test
	void exchangeThatMayHoldItsLoopRunsElsewhereWithAllThatContinuesIt() throws Exception {
		AtomicBoolean served = new AtomicBoolean();
		try (TestServer server = server(new Kernel() {

			@Override
			public boolean mayHoldLoop(RequestHead head) {
				return head.target().equals("/wait");
			}

			@Override
			public void handle(HttpExchange exchange) {
				if (exchange.head().target().equals("/go")) {
					served.set(true);
					respond(exchange, "served");
					return;
				}
				LoopCarriedThreadsTests.this.events.add(carrier());
				exchange.executor().execute(() -> {
					LoopCarriedThreadsTests.this.events.add(carrier());
					// No wait that a virtual thread would leave its carrier for
					while (!served.get()) {
						Thread.onSpinWait();
					}
					respond(exchange, "held " + exchange.loopHeldNanos());
				});
			}

			@Override
			public void close() {
			}

		}); RawClient heavy = server.connect(); RawClient light = server.connect()) {
			heavy.send(WAIT);
			assertThat(nextEvent()).startsWith("ForkJoinPool-1-worker-");
			assertThat(nextEvent()).startsWith("ForkJoinPool-1-worker-");
			light.send(GO);
			assertThat(body(light)).isEqualTo("served");
			assertThat(body(heavy)).isEqualTo("held 0");
		}
	}

	@Test
	void loopDoesNotWaitForEverBehindAThreadThatItHasWokenItself() throws Exception {
		Semaphore permit = new Semaphore(0, true);
		CompletableFuture<EventLoop> loop = new CompletableFuture<>();
		try (TestServer server = server((exchange) -> {
			loop.complete(((ServerExchange) exchange).loop());
			permit.acquire();
			permit.release();
			respond(exchange, "served");
		}); RawClient client = server.connect()) {
			client.send(GO);
			EventLoop carrier = loop.get(5, TimeUnit.SECONDS);
			while (!permit.hasQueuedThreads()) {
				Thread.onSpinWait();
			}
			carrier.execute(() -> {
				// The thread that waits is first in line, and now able to go on
				permit.release();
				permit.acquireUninterruptibly();
				permit.release();
			});
			assertThat(body(client)).isEqualTo("served");
		}
	}

	@Test
	void exchangeTellsForHowLongItsThreadHeldTheLoopAtAStretch() throws Exception {
		CompletableFuture<Long> early = new CompletableFuture<>();
		try (TestServer server = server((exchange) -> {
			early.complete(exchange.loopHeldNanos());
			// Not by the clock: what the loop waits for a processor is no hold
			while (exchange.loopHeldNanos() < 20_000_000) {
				Thread.onSpinWait();
			}
			Thread.sleep(1);
			respond(exchange, Boolean.toString(exchange.loopHeldNanos() >= 20_000_000));
		}); RawClient client = server.connect()) {
			client.send(GO);
			assertThat(body(client)).isEqualTo("true");
			assertThat(early.get()).isLessThan(TimeUnit.SECONDS.toNanos(1));
		}
	}

	@Test
	void threadThatWaitsAtShutdownGoesOnElsewhere() throws Exception {
		CountDownLatch go = new CountDownLatch(1);
		AtomicReference<String> after = new AtomicReference<>();
		TestServer server = server((exchange) -> {
			this.events.add("waiting");
			go.await();
			after.set(carrier());
			this.events.add("done");
		});
		try (server; RawClient client = server.connect()) {
			client.send(WAIT);
			assertThat(nextEvent()).isEqualTo("waiting");
		}
		go.countDown();
		assertThat(nextEvent()).isEqualTo("done");
		assertThat(after.get()).startsWith("ForkJoinPool-1-worker-");
		server.host().whenIdle().toCompletableFuture().get(10, TimeUnit.SECONDS);
	}

	@Test
	void clientOfTheApplicationHasLoopsOfItsOwn() throws Exception {
		try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
				TestServer server = server((exchange) -> {
					AtomicReference<String> loop = new AtomicReference<>();
					Connection connection = TcpClient.create()
						.host("127.0.0.1")
						.port(listener.getLocalPort())
						.connectNow();
					String greeting = connection.inbound()
						.receive()
						.asString()
						.doOnNext((text) -> loop.set(Thread.currentThread().getName()))
						.blockFirst();
					connection.disposeNow();
					respond(exchange, greeting + " on " + loop.get());
				});
				RawClient client = server.connect()) {
			client.send(GO);
			try (Socket peer = listener.accept()) {
				peer.getOutputStream().write("hello".getBytes(StandardCharsets.US_ASCII));
				assertThat(body(client)).startsWith("hello on reactor-tcp-");
			}
		}
	}

	@Test
	void threadThatClosesItsOwnServerGoesOn() throws Exception {
		AtomicReference<TestServer> self = new AtomicReference<>();
		CompletableFuture<String> closed = new CompletableFuture<>();
		TestServer server = server((exchange) -> {
			self.get().server().close();
			closed.complete(carrier());
		});
		self.set(server);
		try (RawClient client = server.connect()) {
			client.send(GO);
			assertThat(closed.get(15, TimeUnit.SECONDS)).startsWith("ForkJoinPool-1-worker-");
		}
		server.close();
	}

	@Test
	void loopThatIsInLineForALockBehindAThreadThatItCarriesIsNotStuck() throws Exception {
		ReentrantLock lock = new ReentrantLock();
		lock.lock();
		try (TestServer server = server((exchange) -> {
			if (exchange.head().target().equals("/wait")) {
				lock.lock();
				lock.unlock();
				respond(exchange, carrier());
			}
			else {
				exchange.addListener(new ExchangeListener() {

					@Override
					public void ended() {
						lock.lock();
						lock.unlock();
					}

				});
				respond(exchange, "served");
			}
		}); RawClient first = server.connect(); RawClient second = server.connect()) {
			first.send(WAIT);
			awaitInLine(lock, 1);
			second.send(GO);
			awaitInLine(lock, 2);
			lock.unlock();
			assertThat(body(first)).startsWith("ForkJoinPool-1-worker-");
			assertThat(body(second)).isEqualTo("served");
		}
	}

	private static void awaitInLine(ReentrantLock lock, int threads) {
		while (lock.getQueueLength() != threads) {
			Thread.onSpinWait();
		}
	}

	@Test
	void threadThatCanGoOnBeforeItsLoopWaitsGoesOnElsewhere() throws Exception {
		LoopWatchdog.Limits limits = new LoopWatchdog.Limits(Duration.ofMillis(20), Duration.ofHours(1),
				Duration.ofHours(1));
		EventLoop loop = new DefaultEventLoop();
		CountDownLatch go = new CountDownLatch(1);
		AtomicBoolean computing = new AtomicBoolean(true);
		try (LoopCarriedThreads threads = new LoopCarriedThreads(limits)) {
			threads.executor(loop).execute(() -> this.events.add("first turn"));
			assertThat(nextEvent()).isEqualTo("first turn");
			loop.execute(() -> {
				this.events.add("computing");
				while (computing.get()) {
					Thread.onSpinWait();
				}
				awaitUninterruptibly(go);
			});
			assertThat(nextEvent()).isEqualTo("computing");
			threads.executor(loop).execute(() -> this.events.add(carrier()));
			assertThat(this.events.poll(100, TimeUnit.MILLISECONDS)).isNull();
			computing.set(false);
			assertThat(nextEvent()).startsWith("ForkJoinPool-1-worker-");
			go.countDown();
		}
		finally {
			loop.shutdownGracefully(0, 0, TimeUnit.SECONDS);
		}
	}

	@Test
	void loopThatEndedLosesNoThread() throws Exception {
		try (LoopCarriedThreads threads = new LoopCarriedThreads()) {
			EventLoop loop = new DefaultEventLoop();
			CountDownLatch go = new CountDownLatch(1);
			threads.executor(loop).execute(() -> {
				this.events.add("waiting");
				awaitUninterruptibly(go);
				this.events.add("done");
			});
			assertThat(nextEvent()).isEqualTo("waiting");
			loop.shutdownGracefully(0, 0, TimeUnit.SECONDS).await();
			go.countDown();
			assertThat(nextEvent()).isEqualTo("done");
			threads.executor(loop).execute(() -> this.events.add("new"));
			assertThat(nextEvent()).isEqualTo("new");
		}
	}

	@Test
	void serverIsStoppedWhateverHoldsALoop() {
		AtomicBoolean go = new AtomicBoolean();
		CountDownLatch entered = new CountDownLatch(1);
		TestServer.TestKernel kernel = new TestServer.TestKernel((exchange) -> {
			entered.countDown();
			while (!go.get()) {
				Thread.onSpinWait();
			}
		});
		KernelHost host = new KernelHost();
		host.install(kernel);
		ServerSettings settings = ServerSettings.builder()
			.address(InetAddress.getLoopbackAddress())
			.port(0)
			.eventLoops(1)
			.build();
		Logger logger = (Logger) LoggerFactory.getLogger(BridgeServer.class);
		ListAppender<ILoggingEvent> log = new ListAppender<>();
		log.start();
		logger.addAppender(log);
		try (BridgeServer server = new BridgeServer(settings, host, new LoopCarriedThreads(), Duration.ofMillis(50))) {
			server.start();
			try (RawClient client = new RawClient(server.port())) {
				client.send("GET /fifo?secret HTTP/1.1\r\nHost: a\r\n\r\n");
				assertThat(entered.await(10, TimeUnit.SECONDS)).isTrue();
				server.stop();
			}
			go.set(true);
		}
		catch (IOException | InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
		finally {
			go.set(true);
			logger.detachAppender(log);
		}
		assertThat(log.list).extracting(ILoggingEvent::getFormattedMessage)
			.startsWith("The server stops although an event loop did not answer for 50 ms: GET /fifo holds it",
					"1 connections could not be closed within 50 ms, because application code holds their event loop: "
							+ "they end with it, or with the process");
	}

}
