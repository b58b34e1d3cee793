package io.mvcbridge.jakarta.context;

import java.util.ArrayList;
import java.util.EventListener;
import java.util.List;
import java.util.function.Consumer;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.GenericServlet;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletContextAttributeEvent;
import jakarta.servlet.ServletContextAttributeListener;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestEvent;
import jakarta.servlet.ServletRequestListener;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpSessionEvent;
import jakarta.servlet.http.HttpSessionListener;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowable;

/** Servlet 6.1 §11, and the order of start and end. */
class ListenerTests {

	private final TestApplication application = new TestApplication();

	private final List<String> events = new ArrayList<>();

	@BeforeEach
	void clear() {
		Declared.action = (context) -> {
		};
		Declared.thrown = null;
	}

	@AfterEach
	void close() {
		this.application.close();
	}

	private Everything listener(String name) {
		return new Everything(this.events, name);
	}

	@Test
	void aContextStartsAndEndsInOrder() throws ServletException {
		BridgeServletContext context = this.application.initializer((servletContext) -> {
			this.events.add("initializer 1");
			servletContext.addListener(listener("first"));
			servletContext.addListener(listener("second"));
		}).initializer((servletContext) -> {
			this.events.add("initializer 2");
			servletContext.addFilter("f1", new Recording(this.events, "filter 1"));
			servletContext.addFilter("f2", new Recording(this.events, "filter 2"));
			servletContext.addServlet("s1", new RecordingServlet(this.events, "servlet 1")).setLoadOnStartup(1);
			servletContext.addServlet("s2", new RecordingServlet(this.events, "servlet 2")).setLoadOnStartup(0);
		}).make();
		context.start();
		context.sessions().create();
		this.events.add("running");
		context.destroy();
		context.destroy();
		assertThat(this.events).containsExactly("initializer 1", "initializer 2", "first context initialized",
				"second context initialized", "filter 1 init", "filter 2 init", "servlet 2 init", "servlet 1 init",
				"first session created", "second session created", "running", "servlet 2 destroy", "servlet 1 destroy",
				"filter 2 destroy", "filter 1 destroy", "second session destroyed", "first session destroyed",
				"second context destroyed", "first context destroyed");
	}

	@Test
	void requestListenersAreToldInOrderAndInReverse() throws ServletException {
		BridgeServletContext context = this.application.initializer((servletContext) -> {
			servletContext.addListener(new Requests(this.events, "first"));
			servletContext.addListener(new Requests(this.events, "second"));
		}).make();
		ServletRequest request = (ServletRequest) java.lang.reflect.Proxy.newProxyInstance(getClass().getClassLoader(),
				new Class<?>[] { ServletRequest.class }, (proxy, method, arguments) -> null);
		context.requestInitialized(request);
		context.requestDestroyed(request);
		assertThat(this.events).containsExactly("first initialized", "second initialized", "second destroyed",
				"first destroyed");
	}

	@Test
	void aRequestListenerThatFailsAtTheEndDoesNotKeepTheOthersFromBeingTold() throws ServletException {
		BridgeServletContext context = this.application.initializer((servletContext) -> {
			servletContext.addListener(new Requests(this.events, "first"));
			servletContext.addListener(new ServletRequestListener() {
				@Override
				public void requestDestroyed(ServletRequestEvent event) {
					throw new IllegalArgumentException("broken listener");
				}
			});
		}).make();
		ServletRequest request = (ServletRequest) java.lang.reflect.Proxy.newProxyInstance(getClass().getClassLoader(),
				new Class<?>[] { ServletRequest.class }, (proxy, method, arguments) -> null);
		context.requestDestroyed(request);
		assertThat(this.events).containsExactly("first destroyed");
	}

	@Test
	void aContextListenerThatFailsAtTheStartFailsItAndThoseToldBeforeAreToldOfTheEnd() {
		this.application.initializer((servletContext) -> {
			servletContext.addListener(listener("first"));
			servletContext.addListener(new ServletContextListener() {
				@Override
				public void contextInitialized(ServletContextEvent event) {
					throw new IllegalArgumentException("broken listener");
				}
			});
			servletContext.addListener(listener("third"));
			servletContext.addFilter("filter", new Recording(this.events, "filter"));
		});
		assertThatExceptionOfType(ServletException.class).isThrownBy(this.application::make)
			.withMessageMatching(
					"Listener io.mvcbridge.jakarta.context.ListenerTests\\$\\d+ failed in contextInitialized: "
							+ "java.lang.IllegalArgumentException: broken listener");
		assertThat(this.events).containsExactly("first context initialized", "first context destroyed");
	}

	@Test
	void aFilterThatFailsFailsTheStartAndThoseBeforeAreDestroyed() {
		this.application.initializer((servletContext) -> {
			servletContext.addListener(listener("listener"));
			servletContext.addFilter("good", new Recording(this.events, "good"));
			servletContext.addFilter("bad", new Filter() {
				@Override
				public void init(FilterConfig config) throws ServletException {
					throw new ServletException("broken filter");
				}

				@Override
				public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain) {
				}

				@Override
				public void destroy() {
					ListenerTests.this.events.add("bad destroy");
				}
			});
		});
		assertThatExceptionOfType(ServletException.class).isThrownBy(this.application::make)
			.withMessageMatching(
					"Filter 'bad' \\(io.mvcbridge.jakarta.context.ListenerTests\\$\\d+\\) failed in init: broken filter");
		assertThat(this.events).containsExactly("listener context initialized", "good init", "good destroy",
				"listener context destroyed");
	}

	@Test
	void whatFailsAtTheEndDoesNotStopTheRest() throws ServletException {
		BridgeServletContext context = this.application.initializer((servletContext) -> {
			servletContext.addListener(listener("first"));
			servletContext.addListener(new ServletContextListener() {
				@Override
				public void contextDestroyed(ServletContextEvent event) {
					throw new IllegalArgumentException("broken listener");
				}
			});
			servletContext.addFilter("filter", new Filter() {
				@Override
				public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain) {
				}

				@Override
				public void destroy() {
					throw new IllegalArgumentException("broken filter");
				}
			});
			servletContext.addServlet("servlet", new RecordingServlet(this.events, "servlet") {
				@Override
				public void destroy() {
					throw new IllegalArgumentException("broken servlet");
				}
			}).setLoadOnStartup(1);
		}).make();
		context.start();
		context.destroy();
		assertThat(this.events).containsExactly("first context initialized", "servlet init", "first context destroyed");
	}

	@Test
	void contextAttributesAreTold() throws ServletException {
		BridgeServletContext context = this.application
			.initializer((servletContext) -> servletContext.addListener(new ServletContextAttributeListener() {
				@Override
				public void attributeAdded(ServletContextAttributeEvent event) {
					ListenerTests.this.events.add("added " + event.getName() + "=" + event.getValue());
				}

				@Override
				public void attributeReplaced(ServletContextAttributeEvent event) {
					ListenerTests.this.events.add("replaced " + event.getName() + "=" + event.getValue());
				}

				@Override
				public void attributeRemoved(ServletContextAttributeEvent event) {
					ListenerTests.this.events.add("removed " + event.getName() + "=" + event.getValue());
				}
			}))
			.make();
		context.setAttribute("a", 1);
		context.setAttribute("a", 2);
		context.setAttribute("a", null);
		context.removeAttribute("a");
		assertThat(this.events).containsExactly("added a=1", "replaced a=1", "removed a=2");
	}

	@Test
	void listenersByClassNameComeBeforeInitializersAndAreToldFirst() throws ServletException {
		Declared.action = (context) -> this.events.add("declared");
		this.application.listenerClassNames(List.of(Declared.class.getName())).initializer((servletContext) -> {
			this.events.add("initializer");
			servletContext.addListener(listener("added"));
		}).make();
		assertThat(this.events).containsExactly("initializer", "declared", "added context initialized");
	}

	@Test
	void aListenerClassThatIsMissingFailsTheStart() {
		this.application.listenerClassNames(List.of("no.such.Listener"));
		assertThatExceptionOfType(ServletException.class).isThrownBy(this.application::make)
			.withMessage("The listener class no.such.Listener is not found");
	}

	@Test
	void aDeclaredListenerMayRegister() throws ServletException {
		Declared.action = (context) -> context.addServlet("late", new RecordingServlet(this.events, "late"))
			.addMapping("/late");
		BridgeServletContext context = this.application.listenerClassNames(List.of(Declared.class.getName())).make();
		assertThat(context.getServletRegistration("late").getMappings()).containsExactly("/late");
	}

	@Test
	void aListenerThatAProgramAddedMayNotRegister() throws ServletException {
		List<Throwable> thrown = new ArrayList<>();
		this.application.initializer((servletContext) -> servletContext.addListener(new ServletContextListener() {
			@Override
			public void contextInitialized(ServletContextEvent event) {
				ServletContext context = event.getServletContext();
				List<Runnable> calls = List.of(() -> context.addServlet("s", "s"), () -> context.addFilter("f", "f"),
						() -> context.addListener("l"), () -> context.setInitParameter("a", "b"),
						context::getServletRegistrations, () -> context.getFilterRegistration("f"),
						context::getSessionCookieConfig, () -> context.declareRoles("r"),
						() -> context.setSessionTimeout(1), () -> context.setRequestCharacterEncoding("UTF-8"));
				calls.forEach((call) -> thrown.add(catchThrowable(call::run)));
			}
		})).make();
		assertThat(thrown).hasSize(10).allMatch((each) -> each instanceof UnsupportedOperationException);
	}

	@Test
	void contextListenersCanBeAddedByInitializersOnly() throws ServletException {
		Declared.action = (context) -> context.addListener(listener("late"));
		this.application.listenerClassNames(List.of(Declared.class.getName())).make();
		assertThat(Declared.thrown).isInstanceOf(IllegalArgumentException.class)
			.hasMessageContaining("can only be added by an initializer");
	}

	@Test
	void whatIsNoListenerIsRefused() throws ServletException {
		this.application.initializer((context) -> {
			assertThatIllegalArgumentException().isThrownBy(() -> context.addListener(new EventListener() {
			}));
			assertThatIllegalArgumentException().isThrownBy(() -> context.addListener("java.lang.String"));
			assertThatIllegalArgumentException().isThrownBy(() -> context.addListener("no.such.Listener"));
		}).make();
	}

	@Test
	void everythingRunsWithTheClassLoaderOfTheApplication() throws ServletException {
		ClassLoader loader = new ClassLoader(getClass().getClassLoader()) {
		};
		List<ClassLoader> seen = new ArrayList<>();
		BridgeServletContext context = this.application.classLoader(loader).initializer((servletContext) -> {
			seen.add(Thread.currentThread().getContextClassLoader());
			servletContext.addListener(new ServletContextListener() {
				@Override
				public void contextInitialized(ServletContextEvent event) {
					seen.add(Thread.currentThread().getContextClassLoader());
				}

				@Override
				public void contextDestroyed(ServletContextEvent event) {
					seen.add(Thread.currentThread().getContextClassLoader());
				}
			});
			servletContext.addFilter("f", new Filter() {
				@Override
				public void init(FilterConfig config) {
					seen.add(Thread.currentThread().getContextClassLoader());
				}

				@Override
				public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain) {
				}
			});
		}).make();
		context.destroy();
		assertThat(seen).hasSize(4).containsOnly(loader);
	}

	static final class Declared implements ServletContextListener {

		static Consumer<ServletContext> action;

		static Throwable thrown;

		@Override
		public void contextInitialized(ServletContextEvent event) {
			thrown = catchThrowable(() -> action.accept(event.getServletContext()));
		}

	}

	static final class Everything implements ServletContextListener, HttpSessionListener {

		private final List<String> events;

		private final String name;

		Everything(List<String> events, String name) {
			this.events = events;
			this.name = name;
		}

		@Override
		public void contextInitialized(ServletContextEvent event) {
			this.events.add(this.name + " context initialized");
		}

		@Override
		public void contextDestroyed(ServletContextEvent event) {
			this.events.add(this.name + " context destroyed");
		}

		@Override
		public void sessionCreated(HttpSessionEvent event) {
			this.events.add(this.name + " session created");
		}

		@Override
		public void sessionDestroyed(HttpSessionEvent event) {
			this.events.add(this.name + " session destroyed");
		}

	}

	static final class Requests implements ServletRequestListener {

		private final List<String> events;

		private final String name;

		Requests() {
			this(new ArrayList<>(), "unnamed");
		}

		Requests(List<String> events, String name) {
			this.events = events;
			this.name = name;
		}

		@Override
		public void requestInitialized(ServletRequestEvent event) {
			this.events.add(this.name + " initialized");
		}

		@Override
		public void requestDestroyed(ServletRequestEvent event) {
			this.events.add(this.name + " destroyed");
		}

	}

	static final class Recording implements Filter {

		private final List<String> events;

		private final String name;

		Recording(List<String> events, String name) {
			this.events = events;
			this.name = name;
		}

		@Override
		public void init(FilterConfig config) {
			this.events.add(this.name + " init");
		}

		@Override
		public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain) {
		}

		@Override
		public void destroy() {
			this.events.add(this.name + " destroy");
		}

	}

	static class RecordingServlet extends GenericServlet {

		private static final long serialVersionUID = 1L;

		private final transient List<String> events;

		private final String name;

		RecordingServlet(List<String> events, String name) {
			this.events = events;
			this.name = name;
		}

		@Override
		public void init() {
			this.events.add(this.name + " init");
		}

		@Override
		public void service(ServletRequest request, ServletResponse response) {
		}

		@Override
		public void destroy() {
			this.events.add(this.name + " destroy");
		}

	}

}
