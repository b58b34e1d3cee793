package io.mvcbridge.jakarta;

import io.mvcbridge.jakarta.ServletFixture.Handler;
import io.mvcbridge.jakarta.http.UriPolicy;
import io.mvcbridge.jakarta.http.UriPolicy.Backslash;
import io.mvcbridge.jakarta.http.UriPolicy.EncodedSlash;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Request paths over the wire (Servlet 6.1 §3.5, §12). */
class PathConformanceTests {

	@RegisterExtension
	final ServletFixture server = new ServletFixture();

	/** Answers with {@code requestURI|contextPath|servletPath|pathInfo}. */
	private static final Handler ECHO = (request, response) -> {
		response.setCharacterEncoding("UTF-8");
		response.getWriter()
			.print(request.getRequestURI() + "|" + request.getContextPath() + "|" + request.getServletPath() + "|"
					+ request.getPathInfo());
	};

	private void deployAt(String contextPath, String mapping) throws Exception {
		this.server.deploy(
				(builder) -> builder.contextPath(contextPath).servlet("echo", ServletFixture.servlet(ECHO), mapping));
	}

	@ParameterizedTest
	@ValueSource(strings = { "/a%2Fb", "/a%2fb", "/a\\b", "/a%5Cb", "/a%00", "/a%0D%0Ab", "/..", "/../x", "/a/../../x",
			"/%2e%2e/x", "/a/..;/x", "/a/.;/x", "/;/x", "/a%", "/a%zz", "/a%E2%82", "/a%C0%AF", "/a#f", "/a?q#f", "foo",
			"ftp://localhost/x" })
	void suspiciousPathIs400AndReachesNobody(String target) throws Exception {
		this.server.deploy(ECHO);
		RawResponse response = this.server.get(target);
		assertThat(response.status()).isEqualTo(400);
		assertThat(response.text()).doesNotContain("|");
	}

	@Test
	void suspiciousPathLeavesTheConnectionUsable() throws Exception {
		this.server.deploy(ECHO);
		RawClient client = this.server.connect();
		client.send("GET /a%2Fb HTTP/1.1\r\nHost: a\r\n\r\nGET /b HTTP/1.1\r\nHost: a\r\n\r\n");
		assertThat(client.read().status()).isEqualTo(400);
		assertThat(client.read().text()).isEqualTo("/b|||/b");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '~', textBlock = """
			/ ~ /|||/
			/a/b ~ /a/b|||/a/b
			/a%20b ~ '/a%20b|||/a b'
			/caf%C3%A9 ~ /caf%C3%A9|||/café
			/a;v=1/b;w ~ /a;v=1/b;w|||/a/b
			/a;jsessionid=1 ~ /a;jsessionid=1|||/a
			//a//b ~ //a//b|||/a/b
			/a/./b/../c ~ /a/./b/../c|||/a/c
			/a%2Bb+c ~ /a%2Bb+c|||/a+b+c
			/a%252Fb ~ /a%252Fb|||/a%2Fb
			/a?q=%2F.. ~ /a|||/a
			""")
	void uriStaysRawAndPathIsDecodedOnce(String target, String expected) throws Exception {
		deployAt("", "/*");
		assertThat(this.server.get(target).text()).isEqualTo(expected);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '~', textBlock = """
			/app/x ~ /app/x|/app||/x
			/app/ ~ /app/|/app||/
			/%61pp/x ~ /%61pp/x|/%61pp||/x
			//app/x ~ //app/x|/app||/x
			/app;v=1/x ~ /app;v=1/x|/app;v=1||/x
			/y/../app/x ~ /y/../app/x|/y/../app||/x
			""")
	void contextPathIsThePrefixAsSent(String target, String expected) throws Exception {
		deployAt("/app", "/*");
		assertThat(this.server.get(target).text()).isEqualTo(expected);
	}

	@ParameterizedTest
	@ValueSource(strings = { "/application", "/ap", "/", "/x/app", "/APP/", "/app/../x" })
	void pathOutsideTheContextIs404(String target) throws Exception {
		deployAt("/app", "/*");
		assertThat(this.server.get(target).status()).isEqualTo(404);
	}

	@Test
	void contextRootWithoutItsSlashIsRedirected() throws Exception {
		deployAt("/app", "/");
		RawResponse response = this.server.get("/app?q=1");
		assertThat(response.status()).isEqualTo(302);
		assertThat(response.header("Location")).endsWith("/app/?q=1");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '~', textBlock = """
			/exact ~ /exact ~ /exact||/exact|null
			/prefix/* ~ /prefix ~ /prefix||/prefix|null
			/prefix/* ~ /prefix/ ~ /prefix/||/prefix|/
			/prefix/* ~ /prefix/x/y ~ /prefix/x/y||/prefix|/x/y
			*.do ~ /x/y.do ~ /x/y.do||/x/y.do|null
			/ ~ /x/y ~ /x/y||/x/y|null
			/* ~ /x/y ~ /x/y|||/x/y
			'' ~ / ~ /|||/
			""")
	void servletPathAndPathInfoFollowTheMapping(String mapping, String target, String expected) throws Exception {
		deployAt("", mapping);
		assertThat(this.server.get(target).text()).isEqualTo(expected);
	}

	@ParameterizedTest
	@CsvSource({ "/prefix/*,/prefixed", "/exact,/exact/", "/exact,/exac", "*.do,/x.doo", "/exact,/EXACT" })
	void whatIsNotMappedIs404(String mapping, String target) throws Exception {
		deployAt("", mapping);
		assertThat(this.server.get(target).status()).isEqualTo(404);
	}

	@Test
	void mappingMatchesTheDecodedPath() throws Exception {
		deployAt("", "/admin/*");
		assertThat(this.server.get("/%61dmin/x").text()).isEqualTo("/%61dmin/x||/admin|/x");
	}

	@Test
	void pathParameterDoesNotHideAPath() throws Exception {
		deployAt("", "/admin/*");
		assertThat(this.server.get("/admin;x=1/y").text()).isEqualTo("/admin;x=1/y||/admin|/y");
	}

	@Test
	void absoluteTargetAsksForItsPath() throws Exception {
		deployAt("", "/*");
		assertThat(this.server.get("http://localhost/a%20b?q").text()).isEqualTo("/a%20b|||/a b");
	}

	@Test
	void absoluteTargetWithoutAPathAsksForTheRoot() throws Exception {
		deployAt("", "/*");
		assertThat(this.server.get("http://localhost").text()).isEqualTo("/|||/");
	}

	@Test
	void requestUrlIsWhatTheClientAskedFor() throws Exception {
		this.server.deploy((request, response) -> response.getWriter().print(request.getRequestURL()));
		assertThat(this.server.get("/a%20b?q", "Host: shop.example").text()).isEqualTo("http://shop.example/a%20b");
		assertThat(this.server.get("/a", "Host: shop.example:8081").text()).isEqualTo("http://shop.example:8081/a");
		assertThat(this.server.get("/a", "Host: [::1]:8081").text()).isEqualTo("http://[::1]:8081/a");
		assertThat(this.server.get("http://other.example:82/a", "Host: shop.example").text())
			.isEqualTo("http://other.example:82/a");
	}

	@ParameterizedTest
	@CsvSource({ "KEEP,/a%2Fb%25c,/a%2Fb%25c|||/a%2Fb%25c", "DECODE,/a%2Fb%25c,/a%2Fb%25c|||/a/b%c" })
	void encodedSlashCanBeAllowed(EncodedSlash slash, String target, String expected) throws Exception {
		this.server.deploy((builder) -> builder.uriPolicy(new UriPolicy(slash, Backslash.REJECT))
			.servlet("echo", ServletFixture.servlet(ECHO), "/*"));
		assertThat(this.server.get(target).text()).isEqualTo(expected);
		assertThat(this.server.get("/a%5Cb").status()).isEqualTo(400);
	}

}
