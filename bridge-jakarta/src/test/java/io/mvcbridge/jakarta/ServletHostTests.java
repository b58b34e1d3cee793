package io.mvcbridge.jakarta;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import com.example.lib.ShopDriver;
import com.example.shop.BrokenServlet;
import com.example.shop.FailingListener;
import com.example.shop.HelloServlet;
import com.example.shop.WaitingServlet;
import io.mvcbridge.core.kernel.KernelHost;
import io.mvcbridge.core.server.BridgeServer;
import io.mvcbridge.core.server.ServerSettings;
import io.mvcbridge.jakarta.deploy.DeploymentException;
import io.mvcbridge.jakarta.deploy.Gate;
import io.mvcbridge.jakarta.deploy.TestArchive;
import io.mvcbridge.jakarta.deploy.WebArchive;
import jakarta.servlet.ServletException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/** Several applications behind one listener, which come and go. */
class ServletHostTests {

	@RegisterExtension
	private final HostFixture server = new HostFixture();

	private static TestArchive hello(String greeting) throws IOException {
		return new TestArchive().classes(HelloServlet.class)
			.webXml("<servlet><servlet-name>com.example.shop.HelloServlet</servlet-name><init-param>"
					+ "<param-name>greeting</param-name><param-value>" + greeting
					+ "</param-value></init-param></servlet>");
	}

	@Test
	void anArchiveIsServedInFewLines() throws Exception {
		Path war = hello("good day").pack(this.server.directory().resolve("shop.war"));
		try (ServletHost host = new ServletHost();
				BridgeServer listener = new BridgeServer(ServerSettings.builder().port(0).build(),
						KernelHost.of(host))) {
			listener.start();
			host.deploy(WebArchive.from(war));
			try (RawClient client = new RawClient(listener.port())) {
				client.send("GET /shop/hello HTTP/1.1\r\nHost: localhost\r\n\r\n");
				assertThat(client.read().text()).isEqualTo("good day from '/shop'");
			}
		}
	}

	@Test
	void ofSeveralContextPathsTheLongestCounts() throws Exception {
		this.server.deploy("", hello("root"));
		this.server.deploy("/shop", hello("shop"));
		this.server.deploy("/shop/admin", hello("admin"));
		assertThat(this.server.host().contextPaths()).containsExactly("", "/shop", "/shop/admin");
		assertThat(this.server.get("/hello").text()).isEqualTo("root from ''");
		assertThat(this.server.get("/shop/hello").text()).isEqualTo("shop from '/shop'");
		assertThat(this.server.get("/shop/admin/hello").text()).isEqualTo("admin from '/shop/admin'");
		assertThat(this.server.get("/shopping/hello").statusLine()).isEqualTo("HTTP/1.1 404 Not Found");
		assertThat(this.server.get("/sh%6Fp/hello").text()).isEqualTo("shop from '/sh%6Fp'");
		assertThat(this.server.get("/shop/../hello").text()).isEqualTo("root from ''");
	}

	@Test
	void whatNoApplicationIsThereForIsNotFound() throws Exception {
		assertThat(this.server.get("/").statusLine()).isEqualTo("HTTP/1.1 404 Not Found");
		this.server.deploy("/shop", hello("shop"));
		assertThat(this.server.get("/").statusLine()).isEqualTo("HTTP/1.1 404 Not Found");
		assertThat(this.server.get("/shop").header("Location")).endsWith("/shop/");
	}

	@Test
	void aSuspiciousTargetIsRefusedWhoeverItSeemsToBeFor() throws Exception {
		this.server.deploy("/shop", hello("shop"));
		assertThat(this.server.get("/shop/%2e%2e/hello").statusLine()).isEqualTo("HTTP/1.1 400 Bad Request");
		assertThat(this.server.get("/%2e%2e/shop/hello").statusLine()).isEqualTo("HTTP/1.1 400 Bad Request");
	}

	@Test
	void theServerAsAWholeIsAskedForItsOptions() throws Exception {
		try (RawClient client = this.server.connect()) {
			client.send("OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n");
			assertThat(client.read().header("Allow")).isEqualTo("GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS");
		}
	}

	@Test
	void undeploymentRemovesAllOfAnApplicationAndNothingOfTheOthers() throws Exception {
		WeakReference<ClassLoader> classLoader = this.server.deploy("/shop", hello("shop"));
		this.server.deploy("/other", hello("other"));
		assertThat(this.server.get("/shop/hello").status()).isEqualTo(200);
		assertThat(this.server.unpacked()).hasSize(2);
		this.server.host().undeploy("/shop");
		assertThat(this.server.get("/shop/hello").statusLine()).isEqualTo("HTTP/1.1 404 Not Found");
		assertThat(this.server.get("/other/hello").text()).isEqualTo("other from '/other'");
		assertThat(this.server.unpacked()).hasSize(1);
		HostFixture.assertForgotten(classLoader);
	}

	@Test
	void aJdbcDriverThatTheApplicationLeavesRegisteredDoesNotKeepItInMemory() throws Exception {
		WeakReference<ClassLoader> classLoader = this.server.deploy("/shop",
				new TestArchive().library("driver.jar", new TestArchive().classes("", ShopDriver.class)
					.file("META-INF/services/java.sql.Driver", ShopDriver.class.getName())));
		this.server.host().undeploy("/shop");
		HostFixture.assertForgotten(classLoader);
	}

	@Test
	void anApplicationIsReplacedUnderItsContextPath() throws Exception {
		this.server.deploy("/shop", hello("old"));
		this.server.host().undeploy("/shop");
		this.server.deploy("/shop", hello("new"));
		assertThat(this.server.get("/shop/hello").text()).isEqualTo("new from '/shop'");
	}

	@Test
	void undeploymentWaitsForRequestsThatAreInTheApplication() throws Exception {
		this.server.deploy("/shop", waiting());
		try (RawClient client = this.server.connect()) {
			client.send("GET /shop/wait HTTP/1.1\r\nHost: localhost\r\n\r\n");
			Gate.awaitEntered();
			CompletableFuture<Void> end = CompletableFuture.runAsync(() -> this.server.host().undeploy("/shop"));
			Eventually.holds("the application taking no requests", () -> this.server.get("/shop/wait").status() == 404);
			assertThat(Gate.events()).isEmpty();
			assertThat(end).isNotDone();
			Gate.open();
			assertThat(client.read().text()).isEqualTo("waited");
			end.get(20, TimeUnit.SECONDS);
			assertThat(Gate.events()).containsExactly("servlet destroyed");
		}
	}

	@Test
	void undeploymentWaitsNoLongerThanItIsTold() throws Exception {
		this.server.deploy("/shop", waiting());
		try (RawClient client = this.server.connect()) {
			client.send("GET /shop/wait HTTP/1.1\r\nHost: localhost\r\n\r\n");
			Gate.awaitEntered();
			this.server.host().undeploy("/shop", Duration.ofMillis(10));
			assertThat(Gate.events()).containsExactly("servlet destroyed");
			assertThat(this.server.host().contextPaths()).isEmpty();
			Gate.open();
			assertThat(client.read().text()).isEqualTo("waited");
		}
	}

	private static TestArchive waiting() throws IOException {
		return new TestArchive().classes(WaitingServlet.class)
			.webXml("<servlet><servlet-name>wait</servlet-name>"
					+ "<servlet-class>com.example.shop.WaitingServlet</servlet-class></servlet>"
					+ "<servlet-mapping><servlet-name>wait</servlet-name><url-pattern>/wait</url-pattern>"
					+ "</servlet-mapping>");
	}

	@Test
	void anApplicationWhoseListenerFailsLeavesNothingBehindAndTheOthersUp() throws Exception {
		this.server.deploy("/other", hello("other"));
		TestArchive failing = new TestArchive().classes(FailingListener.class, HelloServlet.class)
			.webXml("<listener><listener-class>com.example.shop.FailingListener</listener-class></listener>");
		WebArchive archive = this.server.pack(failing).contextPath("/shop");
		assertThatExceptionOfType(DeploymentException.class).isThrownBy(() -> this.server.host().deploy(archive))
			.withMessage(this.server.directory().resolve("archive2.war")
					+ " did not start under '/shop': Listener com.example.shop.FailingListener failed in "
					+ "contextInitialized: java.lang.IllegalStateException: no database");
		assertThat(this.server.unpacked()).hasSize(1);
		assertThat(this.server.get("/shop/hello").status()).isEqualTo(404);
		assertThat(this.server.get("/other/hello").text()).isEqualTo("other from '/other'");
		this.server.deploy("/shop", hello("shop"));
		assertThat(this.server.get("/shop/hello").text()).isEqualTo("shop from '/shop'");
	}

	@Test
	void aServletThatFailsInInitIsNamed() throws Exception {
		TestArchive failing = new TestArchive().classes(BrokenServlet.class)
			.webXml("<servlet><servlet-name>api</servlet-name>"
					+ "<servlet-class>com.example.shop.BrokenServlet</servlet-class>"
					+ "<init-param><param-name>fails</param-name><param-value>init</param-value></init-param>"
					+ "<load-on-startup>1</load-on-startup></servlet>");
		WebArchive archive = this.server.pack(failing).contextPath("/shop");
		assertThatExceptionOfType(DeploymentException.class).isThrownBy(() -> this.server.host().deploy(archive))
			.withMessage(this.server.directory().resolve("archive1.war")
					+ " did not start under '/shop': Servlet 'api' (com.example.shop.BrokenServlet) failed to load at "
					+ "start: no configuration");
		assertThat(this.server.unpacked()).isEmpty();
	}

	@Test
	void aContextPathIsForOneApplication() throws Exception {
		this.server.deploy("/shop", hello("shop"));
		WebArchive second = this.server.pack(hello("second")).contextPath("/shop");
		assertThatIllegalStateException().isThrownBy(() -> this.server.host().deploy(second))
			.withMessage("The context path '/shop' is in use: undeploy the application there, or deploy this one under "
					+ "another path");
		assertThat(this.server.get("/shop/hello").text()).isEqualTo("shop from '/shop'");
		assertThat(this.server.unpacked()).hasSize(1);
	}

	@Test
	void whatIsNotDeployedCannotBeUndeployed() throws Exception {
		this.server.deploy("/shop", hello("shop"));
		assertThatIllegalArgumentException().isThrownBy(() -> this.server.host().undeploy("/shops"))
			.withMessage("No application is deployed under '/shops'; there are [/shop]");
	}

	@Test
	void anApplicationMayBeMadeByAProgram() throws Exception {
		this.server.host()
			.deploy(ServletKernel.builder()
				.contextPath("/api")
				.servlet("api", ServletFixture.servlet((request, response) -> response.getWriter().print("api")),
						"/*"));
		assertThat(this.server.get("/api/anything").text()).isEqualTo("api");
		this.server.host().undeploy("/api");
		assertThat(this.server.get("/api/anything").status()).isEqualTo(404);
	}

	@Test
	void anApplicationOfAProgramThatFailsLeavesItsContextPathFree() throws Exception {
		ServletKernel.Builder failing = ServletKernel.builder().contextPath("/api").initializer((context) -> {
			throw new ServletException("no database");
		});
		assertThatExceptionOfType(ServletException.class).isThrownBy(() -> this.server.host().deploy(failing))
			.withMessage("no database");
		this.server.deploy("/api", hello("api"));
		assertThat(this.server.get("/api/hello").text()).isEqualTo("api from '/api'");
	}

	@Test
	void aHostThatIsClosedEndsItsApplicationsAndTakesNoMore() throws Exception {
		WeakReference<ClassLoader> classLoader = this.server.deploy("/shop", hello("shop"));
		WebArchive archive = this.server.pack(hello("late")).contextPath("/late");
		this.server.host().close();
		this.server.host().close();
		assertThat(this.server.unpacked()).isEmpty();
		assertThat(this.server.get("/shop/hello").status()).isEqualTo(404);
		assertThatIllegalStateException().isThrownBy(() -> this.server.host().deploy(archive))
			.withMessage("The host was closed: make a new one");
		assertThat(this.server.unpacked()).isEmpty();
		HostFixture.assertForgotten(classLoader);
	}

	@Test
	void aDirectoryIsServedWhereItIsAndStays() throws Exception {
		Path exploded = hello("good day").file("index.html", "welcome")
			.explode(Files.createDirectory(this.server.directory().resolve("shop")));
		this.server.host().deploy(WebArchive.from(exploded));
		assertThat(this.server.get("/shop/hello").text()).isEqualTo("good day from '/shop'");
		assertThat(this.server.get("/shop/").text()).isEqualTo("welcome");
		assertThat(this.server.unpacked()).isEmpty();
		this.server.host().undeploy("/shop");
		assertThat(exploded.resolve("index.html")).hasContent("welcome");
	}

}
