package io.mvcbridge.spring.server;

import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;

import io.mvcbridge.spring.TestHttp;
import jakarta.servlet.RequestDispatcher;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import org.springframework.boot.web.error.ErrorPage;
import org.springframework.boot.web.server.WebServer;
import org.springframework.boot.web.servlet.ServletContextInitializer;
import org.springframework.http.HttpStatus;

import static io.mvcbridge.spring.server.RunningServers.factory;
import static io.mvcbridge.spring.server.RunningServers.servlet;
import static org.assertj.core.api.Assertions.assertThat;

class ErrorPageTests {

	@RegisterExtension
	private final RunningServers servers = new RunningServers();

	@Test
	void anExceptionIsAnsweredByThePageOfItsClass() throws Exception {
		WebServer server = start(new ErrorPage(IllegalStateException.class, "/page"), new ErrorPage("/other"));
		HttpResponse<String> response = RunningServers.get(server, "/bang");
		assertThat(response.statusCode()).isEqualTo(500);
		assertThat(response.body()).isEqualTo("page for 500 java.lang.IllegalStateException GET /bang");
	}

	@Test
	void anExceptionIsAnsweredByThePageOfASuperClass() throws Exception {
		WebServer server = start(new ErrorPage(RuntimeException.class, "/page"));
		assertThat(RunningServers.get(server, "/bang").body()).startsWith("page for 500");
	}

	@Test
	void aStatusIsAnsweredByItsPage() throws Exception {
		WebServer server = start(new ErrorPage(HttpStatus.I_AM_A_TEAPOT, "/page"), new ErrorPage("/other"));
		HttpResponse<String> response = RunningServers.get(server, "/teapot");
		assertThat(response.statusCode()).isEqualTo(418);
		assertThat(response.body()).isEqualTo("page for 418 null GET /teapot");
	}

	@Test
	void whatHasNoPageIsAnsweredByTheGlobalOne() throws Exception {
		WebServer server = start(new ErrorPage(HttpStatus.I_AM_A_TEAPOT, "/other"), new ErrorPage("/page"));
		assertThat(RunningServers.get(server, "/nowhere").body()).isEqualTo("page for 404 null GET /nowhere");
	}

	@Test
	void anErrorDispatchIsAGetThatRemembersTheMethod() throws Exception {
		WebServer server = start(new ErrorPage("/page"));
		HttpResponse<String> response = TestHttp
			.send(RunningServers.request(server, "/bang").PUT(BodyPublishers.ofString("body")));
		assertThat(response.body()).isEqualTo("page for 500 java.lang.IllegalStateException PUT /bang");
	}

	@Test
	void aPageThatFailsItselfIsAnsweredByAPlain500AndTheServerGoesOn() throws Exception {
		WebServer server = start(new ErrorPage("/bang"));
		HttpResponse<String> response = RunningServers.get(server, "/bang");
		assertThat(response.statusCode()).isEqualTo(500);
		assertThat(response.body()).doesNotContain("IllegalStateException").doesNotContain("at io.mvcbridge");
		assertThat(RunningServers.get(server, "/page").statusCode()).isEqualTo(200);
	}

	@Test
	void anErrorAfterTheResponseWasCommittedBreaksTheConnection() throws Exception {
		WebServer server = start(new ErrorPage("/page"));
		assertThat(TestHttp.sendAsync(RunningServers.request(server, "/committed"))).failsWithin(10,
				java.util.concurrent.TimeUnit.SECONDS);
		assertThat(RunningServers.get(server, "/page").statusCode()).isEqualTo(200);
	}

	private WebServer start(ErrorPage... errorPages) {
		ReactorNettyServletWebServerFactory factory = factory();
		factory.addErrorPages(errorPages);
		ServletContextInitializer bang = servlet("/bang", (request, response) -> {
			throw new IllegalStateException("secret");
		});
		ServletContextInitializer teapot = servlet("/teapot", (request, response) -> response.sendError(418));
		ServletContextInitializer committed = servlet("/committed", (request, response) -> {
			response.getWriter().write("begun");
			response.flushBuffer();
			throw new IllegalStateException("too late");
		});
		ServletContextInitializer page = servlet("/page",
				(request, response) -> response.getWriter()
					.write("page for " + request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE) + " "
							+ name((Class<?>) request.getAttribute(RequestDispatcher.ERROR_EXCEPTION_TYPE)) + " "
							+ request.getAttribute("jakarta.servlet.error.method") + " "
							+ request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI)));
		ServletContextInitializer other = servlet("/other", (request, response) -> response.getWriter().write("other"));
		return this.servers.start(factory, bang, teapot, committed, page, other);
	}

	private static String name(Class<?> type) {
		return (type != null) ? type.getName() : "null";
	}

}
