package io.mvcbridge.spring.server;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

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

	private final HttpClient client = HttpClient.newBuilder()
		.version(Version.HTTP_1_1)
		.followRedirects(Redirect.NEVER)
		.connectTimeout(Duration.ofSeconds(5))
		.build();

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

	static HttpRequest.Builder request(WebServer server, String path) {
		return HttpRequest.newBuilder(URI.create("http://localhost:" + server.getPort() + path))
			.timeout(Duration.ofSeconds(20));
	}

	HttpResponse<String> get(WebServer server, String path, String... headers) throws Exception {
		HttpRequest.Builder request = request(server, path);
		if (headers.length > 0) {
			request.headers(headers);
		}
		return send(request);
	}

	HttpResponse<String> post(WebServer server, String path, String body, String... headers) throws Exception {
		return send(request(server, path).headers(headers).POST(BodyPublishers.ofString(body)));
	}

	HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
		return this.client.send(request.build(), BodyHandlers.ofString());
	}

	HttpResponse<byte[]> sendForBytes(HttpRequest.Builder request) throws Exception {
		return this.client.send(request.build(), BodyHandlers.ofByteArray());
	}

	CompletableFuture<HttpResponse<String>> sendAsync(HttpRequest.Builder request) {
		return this.client.sendAsync(request.build(), BodyHandlers.ofString());
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
