package io.mvcbridge.spring.server;

import java.net.URL;
import java.net.URLClassLoader;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

import io.mvcbridge.spring.TestHttp;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.web.server.MimeMappings;
import org.springframework.boot.web.server.WebServer;
import org.springframework.core.io.DefaultResourceLoader;

import static io.mvcbridge.spring.server.RunningServers.factory;
import static io.mvcbridge.spring.server.RunningServers.hello;
import static io.mvcbridge.spring.server.RunningServers.servlet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** Context path, resources, media types and what else belongs to the servlet context. */
class ContextTests {

	@RegisterExtension
	private final RunningServers servers = new RunningServers();

	@Test
	void theApplicationIsServedBelowItsContextPathOnly() throws Exception {
		ReactorNettyServletWebServerFactory factory = factory();
		factory.setContextPath("/shop");
		WebServer server = this.servers.start(factory, hello());
		assertThat(RunningServers.get(server, "/shop/hello").body()).isEqualTo("Hello World");
		assertThat(RunningServers.get(server, "/hello").statusCode()).isEqualTo(404);
		assertThat(RunningServers.get(server, "/shopping/hello").statusCode()).isEqualTo(404);
	}

	@ParameterizedTest
	@ValueSource(strings = { "/", "shop", "/shop/", "shop/" })
	void aContextPathStartsWithASlashAndEndsWithNone(String contextPath) {
		assertThatIllegalArgumentException().isThrownBy(() -> factory().setContextPath(contextPath));
	}

	@Test
	void filesOfTheDocumentRootAreServedByTheDefaultServlet(@TempDir Path root) throws Exception {
		Files.writeString(root.resolve("page.html"), "<p>Hello</p>");
		ReactorNettyServletWebServerFactory factory = factory();
		factory.setDocumentRoot(root.toFile());
		factory.setRegisterDefaultServlet(true);
		WebServer server = this.servers.start(factory);
		HttpResponse<String> response = RunningServers.get(server, "/page.html");
		assertThat(response.body()).isEqualTo("<p>Hello</p>");
		assertThat(response.headers().firstValue("Content-Type"))
			.hasValueSatisfying((contentType) -> assertThat(contentType).startsWith("text/html"));
	}

	@Test
	void withoutADefaultServletFilesAreNotServed(@TempDir Path root) throws Exception {
		Files.writeString(root.resolve("page.html"), "<p>Hello</p>");
		ReactorNettyServletWebServerFactory factory = factory();
		factory.setDocumentRoot(root.toFile());
		WebServer server = this.servers.start(factory);
		assertThat(RunningServers.get(server, "/page.html").statusCode()).isEqualTo(404);
	}

	@ParameterizedTest
	@ValueSource(strings = { "/org/springframework/boot/SpringApplication.class",
			"/io/mvcbridge/spring/BridgeMode.class", "/META-INF/MANIFEST.MF", "/application.properties" })
	void filesOfTheClassPathAreNotServed(String path) throws Exception {
		ReactorNettyServletWebServerFactory factory = factory();
		factory.setRegisterDefaultServlet(true);
		WebServer server = this.servers.start(factory);
		assertThat(RunningServers.get(server, path).statusCode()).isEqualTo(404);
	}

	@Test
	void resourcesOfJarsOnTheClassPathAreServed() throws Exception {
		// StaticResourceJars reads the class path of the JVM, where test classes are a
		// directory.
		ReactorNettyServletWebServerFactory factory = factory();
		factory.setRegisterDefaultServlet(true);
		WebServer server = this.servers.start(factory);
		assertThat(RunningServers.get(server, "/from-class-path.txt").body()).isEqualTo("from META-INF/resources\n");
	}

	@Test
	void theRootResourceIsThere() throws Exception {
		AtomicReference<URL> root = new AtomicReference<>();
		this.servers.create(factory(), (context) -> {
			try {
				root.set(context.getResource("/"));
			}
			catch (java.net.MalformedURLException ex) {
				throw new IllegalStateException(ex);
			}
		});
		assertThat(root).doesNotHaveNullValue();
	}

	@Test
	void mediaTypesAreBootsAndThoseThatWereAdded() {
		ReactorNettyServletWebServerFactory factory = factory();
		factory.addMimeMappings(new MimeMappings(Map.of("xcss", "text/css")));
		ServletContext context = this.servers.create(factory).getServletContext();
		assertThat(context.getMimeType("style.css")).isEqualTo("text/css");
		assertThat(context.getMimeType("style.xcss")).isEqualTo("text/css");
		assertThat(context.getMimeType("data.bin")).isEqualTo("application/octet-stream");
		assertThat(context.getMimeType("data.nothing")).isNull();
	}

	@Test
	void mediaTypesThatWereAddedReplaceBoots() {
		ReactorNettyServletWebServerFactory factory = factory();
		factory.addMimeMappings(new MimeMappings(Map.of("css", "text/special")));
		assertThat(this.servers.create(factory).getServletContext().getMimeType("style.css")).isEqualTo("text/special");
	}

	@Test
	void theLocaleOfAResponseDecidesItsCharset() throws Exception {
		ReactorNettyServletWebServerFactory factory = factory();
		factory.setLocaleCharsetMappings(
				Map.of(Locale.ENGLISH, StandardCharsets.UTF_8, Locale.FRENCH, StandardCharsets.ISO_8859_1));
		WebServer server = this.servers.start(factory, servlet("/french", (request, response) -> {
			response.setContentType("text/plain");
			response.setLocale(Locale.FRENCH);
			response.getWriter().write("é");
		}));
		HttpResponse<byte[]> response = TestHttp.sendForBytes(RunningServers.request(server, "/french"));
		assertThat(response.body()).containsExactly(0xE9);
	}

	@Test
	void contextParametersAndTheDisplayNameReachTheContext() {
		ReactorNettyServletWebServerFactory factory = factory();
		factory.setInitParameters(Map.of("colour", "green"));
		factory.setDisplayName("shop");
		ServletContext context = this.servers.create(factory).getServletContext();
		assertThat(context.getInitParameter("colour")).isEqualTo("green");
		assertThat(context.getServletContextName()).isEqualTo("shop");
		assertThat(context.getServerInfo()).matches("MVC Bridge/\\d+\\.\\d+.*");
	}

	@Test
	void webListenersAreMadeFromTheirNames() {
		ReactorNettyServletWebServerFactory factory = factory();
		factory.addWebListeners(NamedListener.class.getName());
		ServletContext context = this.servers.create(factory).getServletContext();
		assertThat(context.getAttribute("listener")).isEqualTo("was here");
	}

	@Test
	void theClassLoaderOfTheResourceLoaderIsThatOfTheContext() throws Exception {
		try (URLClassLoader classLoader = new URLClassLoader(new URL[0], getClass().getClassLoader())) {
			ReactorNettyServletWebServerFactory factory = factory();
			factory.setResourceLoader(new DefaultResourceLoader(classLoader));
			assertThat(this.servers.create(factory).getServletContext().getClassLoader()).isSameAs(classLoader);
		}
	}

	@Test
	void theServerHeaderIsSentOnlyIfSet() throws Exception {
		WebServer silent = this.servers.start(factory(), hello());
		assertThat(RunningServers.get(silent, "/hello").headers().firstValue("Server")).isEmpty();
		ReactorNettyServletWebServerFactory factory = factory();
		factory.setServerHeader("MyServer");
		WebServer server = this.servers.start(factory, hello());
		assertThat(RunningServers.get(server, "/hello").headers().allValues("Server")).containsExactly("MyServer");
	}

	/** Made by the server. */
	public static class NamedListener implements ServletContextListener {

		@Override
		public void contextInitialized(ServletContextEvent event) {
			event.getServletContext().setAttribute("listener", "was here");
		}

	}

}
