package io.mvcbridge.jakarta;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

import io.mvcbridge.core.kernel.KernelHost;
import io.mvcbridge.core.server.BridgeServer;
import io.mvcbridge.core.server.ServerSettings;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ServletKernelTests {

	@Test
	void aServletRunsInTenLines() throws Exception {
		ServletKernel kernel = ServletKernel.builder().servlet("hello", new Hello(), "/hello").build();
		kernel.start();
		KernelHost host = new KernelHost();
		host.install(kernel);
		try (BridgeServer server = new BridgeServer(ServerSettings.builder().port(0).build(), host)) {
			server.start();
			HttpResponse<String> response = get("http://localhost:" + server.port() + "/hello?name=Ada");
			assertThat(response.statusCode()).isEqualTo(200);
			assertThat(response.body()).isEqualTo("Hello Ada");
			assertThat(response.headers().firstValue("Content-Type")).hasValue("text/plain;charset=UTF-8");
			assertThat(response.headers().firstValue("Content-Length")).hasValue("9");
		}
		kernel.close();
	}

	private static HttpResponse<String> get(String uri) throws Exception {
		HttpRequest request = HttpRequest.newBuilder(URI.create(uri)).build();
		return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
	}

	private static final class Hello extends HttpServlet {

		private static final long serialVersionUID = 1L;

		@Override
		protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
			response.setContentType("text/plain");
			response.setCharacterEncoding("UTF-8");
			response.getWriter().print("Hello " + request.getParameter("name"));
		}

	}

}
