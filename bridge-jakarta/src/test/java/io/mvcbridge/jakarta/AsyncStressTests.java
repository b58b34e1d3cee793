package io.mvcbridge.jakarta;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.ServletRequestEvent;
import jakarta.servlet.ServletRequestListener;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.slf4j.LoggerFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Asynchronous exchanges on which everybody acts at once: threads of the application
 * complete, dispatch, read and write, the time-out strikes, the client leaves, servlets
 * throw and send errors, listeners decide. Whatever happens, an exchange ends once, its
 * container work is done by one thread at a time, every listener hears what Servlet 6.1
 * §2.3.3.3 says and as often, and no decision that was accepted is lost.
 * <p>
 * Some seconds in each build; {@code -Psoak} makes twenty times as many exchanges. A
 * failure names the seed, which makes the same plans again, though threads will meet
 * otherwise.
 */
class AsyncStressTests {

	private static final int EXCHANGES = 40_000 / Integer.getInteger("soak.divisor", 20);

	/** How many exchanges are under way at once. */
	private static final int AT_ONCE = 64;

	private static final int DEEPEST = 4;

	private final long seed = Long.getLong("soak.seed", System.nanoTime());

	private final Queue<String> failures = new ConcurrentLinkedQueue<>();

	private final ConcurrentHashMap<Integer, Life> lives = new ConcurrentHashMap<>();

	private final ThreadLocal<Integer> beginning = new ThreadLocal<>();

	private final ScheduledExecutorService loop = Executors
		.newSingleThreadScheduledExecutor((task) -> new Thread(task, "stress-loop"));

	private final ExecutorService actors = Executors.newCachedThreadPool((task) -> new Thread(task, "stress-actor"));

	/** Failures are a part of it: hundreds of stack traces would hide what matters. */
	private final Logger errors = (Logger) LoggerFactory.getLogger(ErrorDispatch.class);

	@BeforeEach
	void silence() {
		this.errors.setLevel(Level.OFF);
	}

	@AfterEach
	void speak() {
		this.errors.setLevel(null);
	}

	@Test
	void everyExchangeEndsOnceAndInOrderOnPlatformThreads() throws Exception {
		stress(Executors.newFixedThreadPool(8, (task) -> new Thread(task, "stress-servlet")));
	}

	@Test
	@EnabledForJreRange(min = JRE.JAVA_21)
	void everyExchangeEndsOnceAndInOrderOnVirtualThreads() throws Exception {
		stress((ExecutorService) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null));
	}

	private void stress(ExecutorService threads) throws Exception {
		Leaks.watch();
		System.out.println("AsyncStressTests: -Dsoak.seed=" + this.seed);
		ServletKernel kernel = kernel();
		Semaphore room = new Semaphore(AT_ONCE);
		List<Life> all = new ArrayList<>();
		for (int i = 0; i < EXCHANGES; i++) {
			assertThat(room.tryAcquire(20, TimeUnit.SECONDS))
				.as("an exchange hangs: %s", (Object) all.stream().filter((life) -> !life.isDone()).toList())
				.isTrue();
			Life life = new Life(i, new Random(this.seed + i), threads, room);
			all.add(life);
			this.lives.put(i, life);
			threads.execute(() -> life.begin(kernel));
		}
		assertThat(room.tryAcquire(AT_ONCE, 20, TimeUnit.SECONDS))
			.as("an exchange hangs: %s", (Object) all.stream().filter((life) -> !life.isDone()).toList())
			.isTrue();
		end(this.actors);
		end(threads);
		end(this.loop);
		all.forEach(Life::check);
		assertThat(this.failures).as("-Dsoak.seed=%d", this.seed).isEmpty();
		// What is to be stressed did happen
		assertThat(all.stream().mapToInt((life) -> life.told("timeout")).sum()).as("time-outs").isPositive();
		assertThat(all.stream().mapToInt((life) -> life.told("error")).sum()).as("errors").isPositive();
		assertThat(all.stream().mapToInt((life) -> life.dispatched.get()).sum()).as("dispatches").isPositive();
		kernel.close();
		Leaks.assertNoneAtAll();
	}

	private static void end(ExecutorService executor) throws InterruptedException {
		executor.shutdown();
		assertThat(executor.awaitTermination(20, TimeUnit.SECONDS)).as("threads that hang").isTrue();
	}

	private ServletKernel kernel() throws ServletException {
		ServletKernel kernel = ServletKernel.builder()
			.initializer((context) -> context.addListener(new Scope()))
			.errorPage(null, null, "/page")
			.servlet("page", ServletFixture.servlet((request, response) -> {
				Life life = life(request);
				life.inContainer(() -> life.pause());
			}), "/page")
			.servlet("test", ServletFixture.servlet((request, response) -> life(request).serve(request, response)),
					"/*")
			.build();
		kernel.start();
		return kernel;
	}

	private static Life life(HttpServletRequest request) {
		return (Life) request.getAttribute("life");
	}

	private final class Scope implements ServletRequestListener {

		@Override
		public void requestInitialized(ServletRequestEvent event) {
			Life life = AsyncStressTests.this.lives.get(AsyncStressTests.this.beginning.get());
			event.getServletRequest().setAttribute("life", life);
			life.initialized.incrementAndGet();
		}

		@Override
		public void requestDestroyed(ServletRequestEvent event) {
			((Life) event.getServletRequest().getAttribute("life")).scopeEnded();
		}

	}

	/** What happens to one exchange, and what was seen of it. */
	private final class Life {

		private final int number;

		private final Random random;

		private final StressExchange exchange;

		private final Semaphore room;

		private final AtomicInteger holders = new AtomicInteger();

		private final AtomicInteger initialized = new AtomicInteger();

		private final AtomicInteger destroyed = new AtomicInteger();

		private final AtomicInteger dispatched = new AtomicInteger();

		private final AtomicInteger dispatchesAccepted = new AtomicInteger();

		private final CountDownLatch done = new CountDownLatch(2);

		private final ReentrantLock writing = new ReentrantLock();

		private final List<Cycle> cycles = new ArrayList<>();

		private final Queue<String> history = new ConcurrentLinkedQueue<>();

		private final AtomicInteger readConcluded = new AtomicInteger();

		private final AtomicInteger writeFailed = new AtomicInteger();

		/** Something was thrown or an error sent: an accepted decision may give way. */
		private volatile boolean failed;

		Life(int number, Random random, ExecutorService threads, Semaphore room) {
			this.number = number;
			this.random = random;
			this.room = room;
			this.exchange = new StressExchange(AsyncStressTests.this.loop, threads, new Random(random.nextLong()));
		}

		void begin(ServletKernel kernel) {
			AsyncStressTests.this.beginning.set(this.number);
			try {
				kernel.handle(this.exchange);
			}
			catch (Throwable ex) {
				wrong("the kernel threw " + ex);
			}
			AsyncStressTests.this.actors.execute(this::awaitEnd);
		}

		private void awaitEnd() {
			try {
				this.exchange.ended.await();
				this.done.countDown();
				this.done.await();
			}
			catch (InterruptedException ex) {
				wrong("interrupted");
			}
			this.room.release();
		}

		void scopeEnded() {
			this.destroyed.incrementAndGet();
			this.done.countDown();
		}

		boolean isDone() {
			return this.done.getCount() == 0;
		}

		// ---- the servlet

		void serve(HttpServletRequest request, HttpServletResponse response) throws IOException, ServletException {
			enter();
			try {
				if (request.getDispatcherType() == DispatcherType.ASYNC) {
					this.dispatched.incrementAndGet();
				}
				serveInside(request, response);
			}
			finally {
				exit();
			}
		}

		private void serveInside(HttpServletRequest request, HttpServletResponse response)
				throws IOException, ServletException {
			int fate = next(100);
			if (this.cycles.size() >= DEEPEST || fate < 10) {
				note("returns");
				return;
			}
			AsyncContext async = request.startAsync();
			Cycle cycle = new Cycle(this, async);
			this.cycles.add(cycle);
			async.addListener(cycle);
			async.setTimeout(1 + next(4));
			note("starts");
			listen(request, response);
			act(async, request, response);
			if (fate < 15) {
				this.failed = true;
				note("throws");
				throw new ServletException("of a test");
			}
			if (fate < 20 && !response.isCommitted()) {
				this.failed = true;
				note("sends error");
				try {
					response.sendError(409);
				}
				catch (IllegalStateException ex) {
					note("committed meanwhile");
				}
			}
			pause();
		}

		private void listen(HttpServletRequest request, HttpServletResponse response) throws IOException {
			if (next(3) == 0) {
				ServletInputStream input = request.getInputStream();
				unlessRefused("read listener", () -> input.setReadListener(new Reading(this, input)));
			}
			if (next(3) == 0) {
				ServletOutputStream output = response.getOutputStream();
				unlessRefused("write listener", () -> output.setWriteListener(new Writing(this, output)));
			}
		}

		private void act(AsyncContext async, HttpServletRequest request, HttpServletResponse response) {
			int actors = 1 + next(4);
			for (int i = 0; i < actors; i++) {
				Random own = new Random(this.random.nextLong());
				AsyncStressTests.this.actors.execute(() -> {
					for (int n = own.nextInt(5); n >= 0; n--) {
						step(own, async, request, response);
					}
				});
			}
		}

		private void step(Random own, AsyncContext async, HttpServletRequest request, HttpServletResponse response) {
			switch (own.nextInt(12)) {
				case 0, 1 -> unlessRefused("complete", async::complete);
				case 2, 3, 4 -> dispatch(async);
				case 5, 6 -> unlessRefused("write", () -> {
					this.writing.lock();
					try {
						response.getOutputStream().write(new byte[own.nextInt(5000)]);
						if (own.nextBoolean()) {
							response.flushBuffer();
						}
					}
					finally {
						this.writing.unlock();
					}
				});
				case 7 -> {
					note("leaves");
					this.exchange.leave();
				}
				case 8 -> unlessRefused("start", () -> async.start(() -> dispatch(async)));
				default -> pause(own);
			}
		}

		void dispatch(AsyncContext async) {
			unlessRefused("dispatch", () -> {
				async.dispatch("/again");
				this.dispatchesAccepted.incrementAndGet();
			});
		}

		/** Does what may be refused because somebody else was first. */
		void unlessRefused(String what, Attempt attempt) {
			try {
				attempt.run();
				note(what);
			}
			catch (IllegalStateException | IOException ex) {
				note(what + " refused");
			}
			catch (Throwable ex) {
				wrong(what + " threw " + ex);
			}
		}

		// ---- what was seen

		private void enter() {
			if (!this.holders.compareAndSet(0, 1)) {
				wrong("two threads do container work at once");
			}
		}

		private void exit() {
			if (!this.holders.compareAndSet(1, 0)) {
				wrong("two threads did container work at once");
			}
		}

		void inContainer(Runnable work) {
			enter();
			try {
				work.run();
			}
			finally {
				exit();
			}
		}

		void note(String event) {
			this.history.add(event);
		}

		void wrong(String what) {
			AsyncStressTests.this.failures.add("exchange " + this.number + ": " + what + " " + this.history);
		}

		int told(String what) {
			return this.cycles.stream().mapToInt((cycle) -> cycle.count(what).get()).sum();
		}

		synchronized int next(int bound) {
			return this.random.nextInt(bound);
		}

		void pause() {
			pause(new Random(next(1000)));
		}

		private static void pause(Random random) {
			long end = System.nanoTime() + random.nextInt(100_000);
			while (System.nanoTime() < end) {
				Thread.yield();
			}
		}

		void check() {
			expect("ends", this.exchange.ends.get(), 1);
			expect("requestInitialized", this.initialized.get(), 1);
			expect("requestDestroyed", this.destroyed.get(), 1);
			if (this.readConcluded.get() > 1) {
				wrong("the read listener was told of its end " + this.readConcluded + " times");
			}
			if (this.writeFailed.get() > 1) {
				wrong("the write listener was told of a failure " + this.writeFailed + " times");
			}
			for (int i = 0; i < this.cycles.size(); i++) {
				Cycle cycle = this.cycles.get(i);
				boolean last = i == this.cycles.size() - 1;
				expect("onStartAsync of cycle " + i, cycle.startAsync.get(), last ? 0 : 1);
				expect("onComplete of cycle " + i, cycle.complete.get(), last ? 1 : 0);
				if (cycle.timeout.get() > 1 || cycle.error.get() > 1) {
					wrong("cycle " + i + " heard " + cycle.timeout + " time-outs and " + cycle.error + " errors");
				}
			}
			if (!this.failed) {
				expect("dispatches", this.dispatched.get(), this.dispatchesAccepted.get());
			}
		}

		private void expect(String what, int actual, int expected) {
			if (actual != expected) {
				wrong(what + ": " + actual + " instead of " + expected);
			}
		}

		@Override
		public String toString() {
			return "exchange " + this.number + " of -Dsoak.seed=" + AsyncStressTests.this.seed + " " + this.history
					+ " ends " + this.exchange.ends + " destroyed " + this.destroyed;
		}

	}

	/** The listener of one cycle; sometimes decides when it is told. */
	private static final class Cycle implements AsyncListener {

		private final Life life;

		private final AsyncContext async;

		private final AtomicInteger startAsync = new AtomicInteger();

		private final AtomicInteger complete = new AtomicInteger();

		private final AtomicInteger timeout = new AtomicInteger();

		private final AtomicInteger error = new AtomicInteger();

		Cycle(Life life, AsyncContext async) {
			this.life = life;
			this.async = async;
		}

		AtomicInteger count(String what) {
			return what.equals("timeout") ? this.timeout : this.error;
		}

		private void told(String what, AtomicInteger count) {
			this.life.inContainer(() -> {
				this.life.note(what);
				count.incrementAndGet();
				if (this.complete.get() > ((count == this.complete) ? 1 : 0)) {
					this.life.wrong(what + " after onComplete");
				}
				this.life.pause();
			});
		}

		private void decide() {
			switch (this.life.next(4)) {
				case 0 -> this.life.unlessRefused("complete", this.async::complete);
				case 1 -> this.life.dispatch(this.async);
				default -> this.life.note("leaves it");
			}
		}

		@Override
		public void onTimeout(AsyncEvent event) {
			told("onTimeout", this.timeout);
			decide();
		}

		@Override
		public void onError(AsyncEvent event) {
			told("onError", this.error);
			decide();
		}

		@Override
		public void onComplete(AsyncEvent event) {
			told("onComplete", this.complete);
		}

		/** Told within the dispatch that starts the next cycle. */
		@Override
		public void onStartAsync(AsyncEvent event) {
			this.startAsync.incrementAndGet();
		}

	}

	private static final class Reading implements ReadListener {

		private final Life life;

		private final ServletInputStream input;

		Reading(Life life, ServletInputStream input) {
			this.life = life;
			this.input = input;
		}

		@Override
		public void onDataAvailable() throws IOException {
			this.life.inContainer(() -> this.life.unlessRefused("data", () -> {
				byte[] bytes = new byte[64];
				while (this.input.isReady() && !this.input.isFinished()) {
					this.input.read(bytes);
				}
			}));
		}

		@Override
		public void onAllDataRead() {
			this.life.inContainer(() -> {
				this.life.note("all read");
				this.life.readConcluded.incrementAndGet();
			});
		}

		@Override
		public void onError(Throwable failure) {
			this.life.inContainer(() -> {
				this.life.note("read failed");
				this.life.readConcluded.incrementAndGet();
			});
		}

	}

	private static final class Writing implements WriteListener {

		private final Life life;

		private final ServletOutputStream output;

		private int left = 30_000;

		private @Nullable Throwable failure;

		Writing(Life life, ServletOutputStream output) {
			this.life = life;
			this.output = output;
		}

		@Override
		public void onWritePossible() throws IOException {
			this.life.inContainer(() -> {
				if (this.failure != null) {
					this.life.wrong("onWritePossible after onError");
				}
				this.life.unlessRefused("written", () -> {
					while (this.left > 0 && this.output.isReady()) {
						this.output.write(new byte[3000]);
						this.left -= 3000;
					}
				});
			});
		}

		@Override
		public void onError(Throwable failure) {
			this.failure = failure;
			this.life.inContainer(() -> {
				this.life.note("write failed");
				this.life.writeFailed.incrementAndGet();
			});
		}

	}

	@FunctionalInterface
	private interface Attempt {

		void run() throws Exception;

	}

}
