package io.mvcbridge.spring.server;

import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import io.mvcbridge.spring.TestHttp;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletConfig;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.web.server.PortInUseException;
import org.springframework.boot.web.server.WebServer;
import org.springframework.boot.web.server.WebServerException;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.boot.web.servlet.ServletContextInitializer;
import org.springframework.boot.web.servlet.ServletListenerRegistrationBean;
import org.springframework.boot.web.servlet.ServletRegistrationBean;

import static io.mvcbridge.spring.server.RunningServers.factory;
import static io.mvcbridge.spring.server.RunningServers.hello;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@ExtendWith(OutputCaptureExtension.class)
class LifecycleTests {

	@RegisterExtension
	private final RunningServers servers = new RunningServers();

	private final List<String> events = Collections.synchronizedList(new ArrayList<>());

	@Test
	void aStartedServerAnswers() throws Exception {
		WebServer server = this.servers.start(factory(), hello());
		assertThat(RunningServers.get(server, "/hello").body()).isEqualTo("Hello World");
	}

	@Test
	void filtersRunInFrontOfServlets() throws Exception {
		FilterRegistrationBean<Filter> filter = new FilterRegistrationBean<>((request, response, chain) -> {
			response.getWriter().write("[");
			chain.doFilter(request, response);
			response.getWriter().write("]");
		});
		WebServer server = this.servers.start(factory(), hello(), filter);
		assertThat(RunningServers.get(server, "/hello").body()).isEqualTo("[Hello World]");
	}

	@Test
	void theContextIsInitialisedBeforeTheServerIsStarted() {
		this.servers.create(factory(), recordingListener(), recordingFilter(), recordingServlet(1));
		assertThat(this.events).containsExactly("context initialized", "filter init");
	}

	@Test
	void servletsAreLoadedWhenTheServerIsStartedAndBeforeThePortIsBound() {
		WebServer[] server = new WebServer[1];
		HttpServlet servlet = new HttpServlet() {

			@Override
			public void init() {
				LifecycleTests.this.events.add("port " + server[0].getPort());
			}

		};
		ServletRegistrationBean<HttpServlet> registration = new ServletRegistrationBean<>(servlet, "/");
		registration.setLoadOnStartup(1);
		server[0] = this.servers.create(factory(), registration);
		assertThat(this.events).isEmpty();
		server[0].start();
		assertThat(this.events).containsExactly("port -1");
		assertThat(server[0].getPort()).isPositive();
	}

	@Test
	void servletsAreLoadedInTheOrderOfTheirNumbersAndOthersAtTheirFirstRequest() throws Exception {
		WebServer server = this.servers.start(factory(), recordingServlet(5), recordingServlet(1),
				recordingServlet(-1));
		assertThat(this.events).containsExactly("servlet 1 init", "servlet 5 init");
		RunningServers.get(server, "/-1");
		assertThat(this.events).containsExactly("servlet 1 init", "servlet 5 init", "servlet -1 init");
	}

	@Test
	void listenerFilterAndServletHaveTheSameContextClassLoader() {
		this.servers.start(factory(), (context) -> {
			recordClassLoader();
			context.addListener(new ServletContextListener() {

				@Override
				public void contextInitialized(ServletContextEvent event) {
					recordClassLoader();
				}

			});
			context.addFilter("filter", new Filter() {

				@Override
				public void init(FilterConfig config) {
					recordClassLoader();
				}

				@Override
				public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain) {
				}

			});
			context.addServlet("servlet", new HttpServlet() {

				@Override
				public void init() {
					recordClassLoader();
				}

			}).setLoadOnStartup(1);
		});
		assertThat(this.events).hasSize(4).containsOnly(Thread.currentThread().getContextClassLoader().toString());
	}

	private void recordClassLoader() {
		this.events.add(Thread.currentThread().getContextClassLoader().toString());
	}

	@Test
	void aFaultyInitializerFailsTheCreationWithItsCause() {
		IllegalStateException failure = new IllegalStateException("Initializer fails");
		assertThatExceptionOfType(WebServerException.class)
			.isThrownBy(() -> this.servers.create(factory(), (context) -> {
				throw failure;
			}))
			.satisfies((ex) -> assertThat(ex).hasRootCause(failure));
	}

	@Test
	void aFaultyFilterFailsTheCreationWithItsCause() {
		FilterRegistrationBean<Filter> filter = new FilterRegistrationBean<>(new Filter() {

			@Override
			public void init(FilterConfig config) throws ServletException {
				throw new ServletException("Filter fails");
			}

			@Override
			public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain) {
			}

		});
		assertThatExceptionOfType(WebServerException.class).isThrownBy(() -> this.servers.create(factory(), filter))
			.satisfies((ex) -> assertThat(ex).hasRootCauseMessage("Filter fails"));
	}

	@Test
	void aFaultyServletFailsTheStartWithItsCauseAndNothingListens() {
		ServletRegistrationBean<HttpServlet> registration = new ServletRegistrationBean<>(new HttpServlet() {

			@Override
			public void init() throws ServletException {
				throw new ServletException("Servlet fails");
			}

		}, "/");
		registration.setLoadOnStartup(1);
		WebServer server = this.servers.create(factory(), registration);
		assertThatExceptionOfType(WebServerException.class).isThrownBy(server::start)
			.satisfies((ex) -> assertThat(ex).hasRootCauseMessage("Servlet fails"));
		assertThat(server.getPort()).isEqualTo(-1);
	}

	@Test
	void startingTwiceStartsOnceAndLogsOnce(CapturedOutput output) {
		WebServer server = this.servers.start(factory(), hello());
		int port = server.getPort();
		server.start();
		assertThat(server.getPort()).isEqualTo(port);
		assertThat(output.getOut().split("MVC Bridge started", -1)).hasSize(2);
	}

	@Test
	void stoppingOnlyUnbinds() throws Exception {
		WebServer server = this.servers.start(factory(), recordingListener(), hello());
		int port = server.getPort();
		server.stop();
		server.stop();
		assertThat(server.getPort()).isEqualTo(-1);
		assertThat(this.events).containsExactly("context initialized");
		assertThatThrownBy(() -> TestHttp
			.send(java.net.http.HttpRequest.newBuilder(java.net.URI.create("http://localhost:" + port + "/hello"))))
			.isInstanceOf(ConnectException.class);
	}

	@Test
	void aStoppedServerCanBeStartedAgain() throws Exception {
		AtomicInteger loads = new AtomicInteger();
		ServletRegistrationBean<HttpServlet> registration = new ServletRegistrationBean<>(new HttpServlet() {

			@Override
			public void init() {
				loads.incrementAndGet();
			}

			@Override
			protected void doGet(HttpServletRequest request, HttpServletResponse response) {
				response.setStatus(204);
			}

		}, "/");
		registration.setLoadOnStartup(1);
		WebServer server = this.servers.start(factory(), registration);
		server.stop();
		server.start();
		assertThat(RunningServers.get(server, "/").statusCode()).isEqualTo(204);
		assertThat(loads).hasValue(1);
	}

	@Test
	void destroyingEndsTheContextOnce() {
		WebServer server = this.servers.start(factory(), recordingListener(), recordingFilter(), recordingServlet(1));
		this.events.clear();
		server.stop();
		server.destroy();
		server.destroy();
		assertThat(this.events).containsExactlyInAnyOrder("servlet 1 destroy", "filter destroy", "context destroyed");
		assertThat(this.events).last().isEqualTo("context destroyed");
		assertThat(server.getPort()).isEqualTo(-1);
	}

	@Test
	void destroyingARunningServerStopsIt() {
		WebServer server = this.servers.start(factory(), hello());
		server.destroy();
		assertThat(server.getPort()).isEqualTo(-1);
	}

	@Test
	void aDestroyedServerCannotBeStarted() {
		WebServer server = this.servers.create(factory(), hello());
		server.destroy();
		assertThatExceptionOfType(WebServerException.class).isThrownBy(server::start)
			.withMessage("This web server was destroyed: ask the factory for another one");
	}

	@Test
	void aNegativePortMeansNoListener(CapturedOutput output) {
		ReactorNettyServletWebServerFactory factory = factory();
		factory.setPort(-1);
		WebServer server = this.servers.start(factory, hello());
		assertThat(server.getPort()).isEqualTo(-1);
		assertThat(output).contains("MVC Bridge started without a port with context path '/'");
	}

	@Test
	void aGivenPortIsUsed() throws Exception {
		int free;
		try (ServerSocket socket = new ServerSocket(0)) {
			free = socket.getLocalPort();
		}
		ReactorNettyServletWebServerFactory factory = factory();
		factory.setPort(free);
		WebServer server = this.servers.start(factory, hello());
		assertThat(server.getPort()).isEqualTo(free);
		assertThat(RunningServers.get(server, "/hello").statusCode()).isEqualTo(200);
	}

	@Test
	void aPortInUseIsReportedAsSuchAndFreeAgainLater() throws Exception {
		ReactorNettyServletWebServerFactory factory = factory();
		factory.setAddress(InetAddress.getLoopbackAddress());
		WebServer server;
		try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			int port = socket.getLocalPort();
			factory.setPort(port);
			server = this.servers.create(factory, hello());
			assertThatExceptionOfType(PortInUseException.class).isThrownBy(server::start)
				.satisfies((ex) -> assertThat(ex.getPort()).isEqualTo(port));
		}
		server.start();
		assertThat(RunningServers.get(server, "/hello").statusCode()).isEqualTo(200);
	}

	@Test
	void anAddressThatIsNotOursIsNotReportedAsPortInUse() throws Exception {
		ReactorNettyServletWebServerFactory factory = factory();
		// TEST-NET-1 of RFC 5737 belongs to no interface.
		factory.setAddress(InetAddress.getByName("192.0.2.1"));
		WebServer server = this.servers.create(factory, hello());
		assertThatExceptionOfType(WebServerException.class).isThrownBy(server::start)
			.isNotInstanceOf(PortInUseException.class)
			.withMessage("Unable to bind port 0");
	}

	@Test
	void oneFactoryMakesIndependentServers() throws Exception {
		ReactorNettyServletWebServerFactory factory = factory();
		WebServer first = this.servers.start(factory, hello());
		WebServer second = this.servers.start(factory, hello());
		assertThat(first.getPort()).isNotEqualTo(second.getPort());
		first.stop();
		first.destroy();
		assertThat(RunningServers.get(second, "/hello").body()).isEqualTo("Hello World");
	}

	@Test
	void aNonDaemonThreadLivesFromStartToDestroy() throws Exception {
		WebServer server = this.servers.start(factory(), hello());
		Thread await = Thread.getAllStackTraces()
			.keySet()
			.stream()
			.filter((thread) -> thread.getName().equals("bridge-await-" + server.getPort()))
			.findAny()
			.orElseThrow();
		assertThat(await.isDaemon()).isFalse();
		server.stop();
		assertThat(await.isAlive()).isTrue();
		server.destroy();
		await.join(5000);
		assertThat(await.isAlive()).isFalse();
	}

	@Test
	void theStartIsLoggedInOneLine(CapturedOutput output) {
		WebServer server = this.servers.start(factory(), hello());
		assertThat(output.getOut().lines().filter((line) -> line.contains("MVC Bridge"))).singleElement()
			.asString()
			.endsWith("MVC Bridge started on port " + server.getPort()
					+ " (http) with context path '/', requests run on platform threads");
	}

	@Test
	void theStartLineNamesTheContextPath(CapturedOutput output) {
		ReactorNettyServletWebServerFactory factory = factory();
		factory.setContextPath("/custom");
		WebServer server = this.servers.start(factory, hello());
		assertThat(output).contains("MVC Bridge started on port " + server.getPort()
				+ " (http) with context path '/custom', requests run on platform threads");
	}

	private ServletContextInitializer recordingListener() {
		return new ServletListenerRegistrationBean<>(new ServletContextListener() {

			@Override
			public void contextInitialized(ServletContextEvent event) {
				LifecycleTests.this.events.add("context initialized");
			}

			@Override
			public void contextDestroyed(ServletContextEvent event) {
				LifecycleTests.this.events.add("context destroyed");
			}

		});
	}

	private ServletContextInitializer recordingFilter() {
		return new FilterRegistrationBean<>(new Filter() {

			@Override
			public void init(FilterConfig config) {
				LifecycleTests.this.events.add("filter init");
			}

			@Override
			public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain) {
			}

			@Override
			public void destroy() {
				LifecycleTests.this.events.add("filter destroy");
			}

		});
	}

	private ServletContextInitializer recordingServlet(int loadOnStartup) {
		ServletRegistrationBean<HttpServlet> registration = new ServletRegistrationBean<>(new HttpServlet() {

			@Override
			public void init(ServletConfig config) {
				LifecycleTests.this.events.add("servlet " + loadOnStartup + " init");
			}

			@Override
			public void destroy() {
				LifecycleTests.this.events.add("servlet " + loadOnStartup + " destroy");
			}

			@Override
			protected void service(HttpServletRequest request, HttpServletResponse response) {
				response.setStatus(204);
			}

		}, "/" + loadOnStartup);
		registration.setName("servlet " + loadOnStartup);
		registration.setLoadOnStartup(loadOnStartup);
		return registration;
	}

}
