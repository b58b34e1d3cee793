package io.mvcbridge.jakarta.context;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.GenericServlet;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.UnavailableException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

/** Servlet 6.1 §2.3. */
@Timeout(30)
class ServletHolderTests {

	private static final List<String> events = Collections.synchronizedList(new ArrayList<>());

	private final TestApplication application = new TestApplication();

	private DispatcherType type = DispatcherType.REQUEST;

	private final List<String> answer = new ArrayList<>();

	private final ServletRequest request = (ServletRequest) Proxy.newProxyInstance(getClass().getClassLoader(),
			new Class<?>[] { HttpServletRequest.class }, (proxy, method, arguments) -> this.type);

	private final ServletResponse response = (ServletResponse) Proxy.newProxyInstance(getClass().getClassLoader(),
			new Class<?>[] { HttpServletResponse.class }, (proxy, method, arguments) -> {
				this.answer.add(method.getName() + List.of(arguments));
				return null;
			});

	@BeforeEach
	void clear() {
		events.clear();
		Scripted.script = (servlet) -> {
		};
		Scripted.initScript = (servlet) -> {
		};
	}

	@AfterEach
	void close() {
		this.application.close();
	}

	private ServletHolder holder() throws ServletException {
		BridgeServletContext context = this.application
			.initializer((servletContext) -> servletContext.addServlet("servlet", Scripted.class).addMapping("/a"))
			.make();
		context.start();
		return ((FilteredServlet) context.map(DispatcherType.REQUEST, "/a", "/a", null).target()).servlet();
	}

	private void service(ServletHolder holder) throws Exception {
		holder.service(this.request, this.response);
	}

	@Test
	void aServletIsInitialisedByItsFirstRequestAndDestroyedWithTheContext() throws Exception {
		ServletHolder holder = holder();
		assertThat(events).isEmpty();
		service(holder);
		service(holder);
		this.application.close();
		assertThat(events).containsExactly("init 1", "service 1", "service 1", "destroy 1");
	}

	@Test
	void aServletThatWasNeverCalledIsNotDestroyed() throws Exception {
		holder();
		this.application.close();
		assertThat(events).isEmpty();
	}

	@Test
	void aServletWhoseContextEndsWhileItIsInitialisedIsDestroyedAndDoesNotServe() throws Exception {
		ServletHolder holder = holder();
		Thread closing = new Thread(this.application::close);
		Scripted.initScript = (servlet) -> {
			closing.start();
			while (closing.getState() != Thread.State.TIMED_WAITING && closing.getState() != Thread.State.TERMINATED) {
				Thread.onSpinWait();
			}
		};
		assertThatExceptionOfType(ServletException.class).isThrownBy(() -> service(holder))
			.withMessageContaining("context is being destroyed");
		closing.join(10_000);
		assertThat(events).containsExactly("init 1", "destroy 1");
	}

	@Test
	void ofManyFirstRequestsOneInitialisesAndTheOthersWait() throws Exception {
		CountDownLatch initializing = new CountDownLatch(1);
		CountDownLatch proceed = new CountDownLatch(1);
		Scripted.initScript = (servlet) -> {
			initializing.countDown();
			await(proceed);
		};
		ServletHolder holder = holder();
		ExecutorService threads = Executors.newFixedThreadPool(8);
		try {
			List<Future<?>> calls = new ArrayList<>();
			for (int i = 0; i < 8; i++) {
				calls.add(threads.submit(() -> {
					service(holder);
					return null;
				}));
			}
			await(initializing);
			proceed.countDown();
			for (Future<?> call : calls) {
				call.get(10, TimeUnit.SECONDS);
			}
		}
		finally {
			threads.shutdownNow();
		}
		assertThat(events).hasSize(9).startsWith("init 1");
		assertThat(events.subList(1, 9)).containsOnly("service 1");
	}

	@Test
	void aFailureOfInitReachesTheRequestAndTheNextTriesAnotherInstance() throws Exception {
		ServletHolder holder = holder();
		Scripted.initScript = (servlet) -> {
			throw new ServletException("no database");
		};
		assertThatExceptionOfType(ServletException.class).isThrownBy(() -> service(holder)).withMessage("no database");
		assertThatExceptionOfType(ServletException.class).isThrownBy(() -> service(holder)).withMessage("no database");
		Scripted.initScript = (servlet) -> {
		};
		service(holder);
		this.application.close();
		assertThat(events).containsExactly("init 1", "init 2", "init 3", "service 3", "destroy 3");
	}

	@Test
	void aServletThatCallsItselfInInitFailsInsteadOfWaitingForItself() throws Exception {
		ServletHolder holder = holder();
		Scripted.initScript = (servlet) -> {
			Throwable thrown = catchThrowable(() -> service(holder));
			throw new ServletException("inner: " + thrown.getMessage());
		};
		assertThatExceptionOfType(ServletException.class).isThrownBy(() -> service(holder))
			.withMessage("inner: Servlet 'servlet' is called by its own init method");
	}

	@Test
	void unavailableForGoodIs404AndTheServletIsDestroyed() throws Exception {
		ServletHolder holder = holder();
		Scripted.script = (servlet) -> {
			throw new UnavailableException("gone");
		};
		assertThatExceptionOfType(UnavailableException.class).isThrownBy(() -> service(holder));
		assertThat(events).containsExactly("init 1", "service 1", "destroy 1");
		service(holder);
		assertThat(this.answer).containsExactly("sendError[404]");
		assertThat(events).containsExactly("init 1", "service 1", "destroy 1");
	}

	@Test
	void aServletOutOfServiceIsDestroyedWhenItsLastCallHasReturned() throws Exception {
		ServletHolder holder = holder();
		CountDownLatch inside = new CountDownLatch(1);
		CountDownLatch leave = new CountDownLatch(1);
		AtomicInteger calls = new AtomicInteger();
		Scripted.script = (servlet) -> {
			if (calls.incrementAndGet() == 1) {
				inside.countDown();
				await(leave);
				events.add("left");
			}
			else {
				throw new UnavailableException("gone");
			}
		};
		ExecutorService threads = Executors.newSingleThreadExecutor();
		try {
			Future<?> first = threads.submit(() -> {
				service(holder);
				return null;
			});
			await(inside);
			assertThatExceptionOfType(UnavailableException.class).isThrownBy(() -> service(holder));
			assertThat(events).containsExactly("init 1", "service 1", "service 1");
			leave.countDown();
			first.get(10, TimeUnit.SECONDS);
		}
		finally {
			threads.shutdownNow();
		}
		assertThat(events).containsExactly("init 1", "service 1", "service 1", "left", "destroy 1");
	}

	@Test
	void unavailableForAWhileIs503WithRetryAfter() throws Exception {
		ServletHolder holder = holder();
		Scripted.script = (servlet) -> {
			throw new UnavailableException("busy", 60);
		};
		assertThatExceptionOfType(UnavailableException.class).isThrownBy(() -> service(holder));
		service(holder);
		assertThat(this.answer).containsExactly("setHeader[Retry-After, 60]", "sendError[503]");
		assertThat(events).containsExactly("init 1", "service 1");
	}

	@Test
	void unavailableForAWhileInInitIs503UntilTheTimeIsOver() throws Exception {
		ServletHolder holder = holder();
		Scripted.initScript = (servlet) -> {
			throw new UnavailableException("busy", 60);
		};
		assertThatExceptionOfType(UnavailableException.class).isThrownBy(() -> service(holder));
		service(holder);
		assertThat(this.answer).containsExactly("setHeader[Retry-After, 60]", "sendError[503]");
		assertThat(events).containsExactly("init 1");
	}

	@Test
	void anIncludeOfAServletOutOfServiceThrows() throws Exception {
		ServletHolder holder = holder();
		Scripted.script = (servlet) -> {
			throw new UnavailableException("gone");
		};
		assertThatExceptionOfType(UnavailableException.class).isThrownBy(() -> service(holder));
		this.type = DispatcherType.INCLUDE;
		assertThatExceptionOfType(UnavailableException.class).isThrownBy(() -> service(holder))
			.matches(UnavailableException::isPermanent);
		assertThat(this.answer).isEmpty();
	}

	@Test
	void loadOnStartupGoesByNumberThenByRegistration() throws Exception {
		List<String> loaded = new ArrayList<>();
		BridgeServletContext context = this.application.initializer((servletContext) -> {
			int[] orders = { 2, -1, 0, 1, 0 };
			for (int i = 0; i < orders.length; i++) {
				String name = "s" + i;
				servletContext.addServlet(name, new GenericServlet() {
					@Override
					public void init() {
						loaded.add(name);
					}

					@Override
					public void service(ServletRequest request, ServletResponse response) {
					}
				}).setLoadOnStartup(orders[i]);
			}
		}).make();
		assertThat(loaded).isEmpty();
		context.start();
		context.start();
		assertThat(loaded).containsExactly("s2", "s4", "s3", "s0");
	}

	@Test
	void aServletThatFailsAtStartFailsTheStart() throws Exception {
		BridgeServletContext context = this.application
			.initializer((servletContext) -> servletContext.addServlet("servlet", Scripted.class).setLoadOnStartup(1))
			.make();
		Scripted.initScript = (servlet) -> {
			throw new ServletException("no database");
		};
		assertThatExceptionOfType(ServletException.class).isThrownBy(context::start)
			.withMessage(
					"Servlet 'servlet' (io.mvcbridge.jakarta.context.ServletHolderTests$Scripted) failed to load at "
							+ "start: no database");
	}

	@Test
	void theClassLoaderOfTheApplicationIsTheContextClassLoaderOfInitAndDestroy() throws Exception {
		ClassLoader loader = new ClassLoader(getClass().getClassLoader()) {
		};
		List<ClassLoader> seen = new ArrayList<>();
		BridgeServletContext context = this.application.classLoader(loader).initializer((servletContext) -> {
			servletContext.addServlet("servlet", new GenericServlet() {
				@Override
				public void init() {
					seen.add(Thread.currentThread().getContextClassLoader());
				}

				@Override
				public void service(ServletRequest request, ServletResponse response) {
				}

				@Override
				public void destroy() {
					seen.add(Thread.currentThread().getContextClassLoader());
				}
			}).setLoadOnStartup(1);
		}).make();
		context.start();
		context.destroy();
		assertThat(seen).containsExactly(loader, loader);
		assertThat(Thread.currentThread().getContextClassLoader()).isNotSameAs(loader);
	}

	private static void await(CountDownLatch latch) {
		try {
			assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	interface Script {

		void run(Scripted servlet) throws ServletException;

	}

	static final class Scripted extends GenericServlet {

		private static final long serialVersionUID = 1L;

		static Script script;

		static Script initScript;

		private String number = "?";

		@Override
		public void init() throws ServletException {
			long earlier = events.stream().filter((event) -> event.startsWith("init")).count();
			this.number = String.valueOf(earlier + 1);
			events.add("init " + this.number);
			initScript.run(this);
		}

		@Override
		public void service(ServletRequest request, ServletResponse response) throws ServletException {
			events.add("service " + this.number);
			script.run(this);
		}

		@Override
		public void destroy() {
			events.add("destroy " + this.number);
		}

	}

}
