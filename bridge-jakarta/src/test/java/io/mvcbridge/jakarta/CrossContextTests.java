package io.mvcbridge.jakarta;

import com.example.shop.DescribingServlet;
import com.example.shop.DispatchingServlet;
import com.example.shop.Watcher;
import io.mvcbridge.jakarta.deploy.Gate;
import io.mvcbridge.jakarta.deploy.TestArchive;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletContext;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import static org.assertj.core.api.Assertions.assertThat;

/** Applications of one host that know each other (Servlet 6.1 §4.6.2, §7.3, §9.1). */
class CrossContextTests {

	@RegisterExtension
	private final HostFixture server = new HostFixture();

	@BeforeEach
	void deploy() throws Exception {
		this.server.deploy("/shop", new TestArchive().classes(DispatchingServlet.class)
			.webXml("<servlet><servlet-name>dispatch</servlet-name>"
					+ "<servlet-class>com.example.shop.DispatchingServlet</servlet-class>"
					+ "<async-supported>true</async-supported></servlet><servlet-mapping>"
					+ "<servlet-name>dispatch</servlet-name><url-pattern>/to/*</url-pattern></servlet-mapping>"));
		this.server.deploy("/other",
				new TestArchive().classes(DescribingServlet.class, Watcher.class)
					.webXml("<servlet><servlet-name>describe</servlet-name>"
							+ "<servlet-class>com.example.shop.DescribingServlet</servlet-class></servlet>"
							+ "<servlet-mapping><servlet-name>describe</servlet-name>"
							+ "<url-pattern>/describe</url-pattern></servlet-mapping>"));
		Gate.reset();
	}

	@Test
	void aForwardGoesOnAsTheOtherApplication() throws Exception {
		assertThat(this.server.get("/shop/to/forward?context=/other&path=/describe").text())
			.isEqualTo("FORWARD /other /describe of /other own loader true");
		assertThat(Gate.events()).containsExactly("request in /other", "request out of /other");
	}

	@Test
	void anIncludeComesBack() throws Exception {
		assertThat(this.server.get("/shop/to/include?context=/other&path=/describe").text())
			.isEqualTo("before, INCLUDE /shop /to of /other own loader true, after: /shop");
		assertThat(Gate.events()).containsExactly("request in /other", "request out of /other");
	}

	@Test
	void anAsynchronousDispatchGoesOnAsTheOtherApplication() throws Exception {
		assertThat(this.server.get("/shop/to/async?context=/other&path=/describe").text())
			.isEqualTo("ASYNC /other /describe of /other own loader true");
		assertThat(Gate.events()).containsExactly("request in /other", "request out of /other");
	}

	@Test
	void anApplicationFindsOthersByAnyOfTheirPathsAndItself() throws Exception {
		assertThat(this.server.get("/shop/to/forward?context=/other/deep/path&path=/describe").text())
			.isEqualTo("FORWARD /other /describe of /other own loader true");
		assertThat(this.server.get("/shop/to/forward?context=/others&path=/describe").text())
			.isEqualTo("no such context");
		ServletContext self = context("/self");
		assertThat(self.getContext("/self/x")).isSameAs(self);
		assertThat(self.getContext("/self")).isSameAs(self);
		assertThat(self.getContext("/selfish")).isNull();
		assertThat(self.getContext("self")).isNull();
		ServletContext inner = context("/self/inner");
		assertThat(self.getContext("/self/inner/x")).isSameAs(inner);
	}

	private ServletContext context(String contextPath) throws Exception {
		return this.server.host()
			.deploy(this.server.pack(new TestArchive().file("index.html", "")).contextPath(contextPath));
	}

	@Test
	void eachApplicationHasASessionOfItsOwnUnderOneIdentifier() throws Exception {
		RawResponse first = this.server.get("/shop/to/include?context=/other&path=/describe&count=1");
		assertThat(first.text()).endsWith("count 1 in /other, after: /shop");
		assertThat(first.headers("Set-Cookie")).hasSize(1);
		assertThat(first.header("Set-Cookie")).matches("JSESSIONID=[^;]+; Path=/shop; HttpOnly");
		String cookie = first.header("Set-Cookie").substring(0, first.header("Set-Cookie").indexOf(';'));
		RawResponse second = this.server.get("/shop/to/include?context=/other&path=/describe&count=1",
				"Cookie: " + cookie);
		assertThat(second.text()).endsWith("count 2 in /other, after: /shop");
		assertThat(second.header("Set-Cookie")).isNull();
	}

	@Test
	void whatWasUndeployedCannotBeDispatchedTo() throws Exception {
		ServletContext other = context("/gone");
		RequestDispatcher dispatcher = other.getRequestDispatcher("/index.html");
		this.server.host()
			.deploy(ServletKernel.builder()
				.contextPath("/late")
				.servlet("late", ServletFixture.servlet((request, response) -> {
					this.server.host().undeploy("/gone");
					try {
						dispatcher.forward(request, response);
					}
					catch (IllegalStateException ex) {
						response.getWriter().print(ex.getMessage());
					}
				}), "/*"));
		assertThat(this.server.get("/late/").text())
			.isEqualTo("The application with context path '/gone' was undeployed: it cannot be dispatched to any more");
	}

}
