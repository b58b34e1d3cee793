package io.mvcbridge.spring.server;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;

import io.mvcbridge.spring.TestHttp;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

import org.springframework.boot.web.server.WebServer;
import org.springframework.boot.web.servlet.ServletContextInitializer;
import org.springframework.boot.web.servlet.ServletRegistrationBean;

/**
 * Starts web servers for a test, talks HTTP to them, and destroys them after the test.
 */
final class RunningServers implements AfterEachCallback {

	private final List<ReactorNettyWebServer> servers = new ArrayList<>();

	/** A factory for any free port. */
	static ReactorNettyServletWebServerFactory factory() {
		return new ReactorNettyServletWebServerFactory(0);
	}

	ReactorNettyWebServer create(ReactorNettyServletWebServerFactory factory,
			ServletContextInitializer... initializers) {
		ReactorNettyWebServer server = (ReactorNettyWebServer) factory.getWebServer(initializers);
		this.servers.add(server);
		return server;
	}

	ReactorNettyWebServer start(ReactorNettyServletWebServerFactory factory,
			ServletContextInitializer... initializers) {
		ReactorNettyWebServer server = create(factory, initializers);
		server.start();
		return server;
	}

	static HttpRequest.Builder request(WebServer server, String path, String... headers) {
		return TestHttp.request(server.getPort(), path, headers);
	}

	static HttpResponse<String> get(WebServer server, String path, String... headers) throws Exception {
		return TestHttp.send(request(server, path, headers));
	}

	@Override
	public void afterEach(ExtensionContext context) {
		for (ReactorNettyWebServer server : this.servers) {
			server.stop();
			server.destroy();
		}
		this.servers.clear();
	}

	/** Registers a servlet that supports asynchronous requests. */
	static ServletContextInitializer servlet(String mapping, Service service) {
		ServletRegistrationBean<HttpServlet> registration = new ServletRegistrationBean<>(new ServiceServlet(service),
				mapping);
		registration.setName("servlet " + mapping);
		return registration;
	}

	/** Answers with a text. */
	static ServletContextInitializer hello() {
		return servlet("/hello", (request, response) -> {
			response.setContentType("text/plain;charset=UTF-8");
			response.getWriter().write("Hello World");
		});
	}

	/** What a servlet does. */
	@FunctionalInterface
	interface Service {

		void service(HttpServletRequest request, HttpServletResponse response) throws ServletException, IOException;

	}

	private static final class ServiceServlet extends HttpServlet {

		private static final long serialVersionUID = 1L;

		private final transient Service service;

		ServiceServlet(Service service) {
			this.service = service;
		}

		@Override
		protected void service(HttpServletRequest request, HttpServletResponse response)
				throws ServletException, IOException {
			this.service.service(request, response);
		}

	}

}
