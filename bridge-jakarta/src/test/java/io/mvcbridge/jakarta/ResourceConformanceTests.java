package io.mvcbridge.jakarta;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;

import jakarta.servlet.Filter;
import jakarta.servlet.ServletException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** The default servlet over the wire (Servlet 6.1 §12.1, RFC 9110 §13 and §14). */
class ResourceConformanceTests {

	/** Sun, 06 Nov 1994 08:49:37 GMT, and half a second. */
	private static final long TIME = 784_111_777_500L;

	/** Length 26 and time. */
	private static final String ETAG = "\"1a-b690b436dc\"";

	@RegisterExtension
	final ServletFixture server = new ServletFixture();

	@TempDir
	Path directory;

	private Path root;

	@BeforeEach
	void makeFiles() throws IOException {
		this.root = Files.createDirectories(this.directory.resolve("root"));
		write("letters.txt", "abcdefghijklmnopqrstuvwxyz");
		write("index.html", "<h1>root</h1>");
		write("docs/index.html", "<h1>docs</h1>");
		write("empty/readme.txt", "no index here");
		write("a b ü;c.txt", "odd name");
		write("none.unknown", "no type");
		write("nothing.txt", "");
		write("WEB-INF/secret.txt", "secret");
		write("META-INF/secret.txt", "secret");
		Files.writeString(this.directory.resolve("outside.txt"), "not for you");
	}

	private void write(String name, String content) throws IOException {
		Path file = this.root.resolve(name);
		Files.createDirectories(file.getParent());
		Files.writeString(file, content);
		Files.setLastModifiedTime(file, FileTime.fromMillis(TIME));
	}

	private void deploy() throws ServletException {
		this.server.deploy((builder) -> builder.contextPath("/app")
			.documentRoot(this.root)
			.registerDefaultServlet(true)
			.errorPage(404, null, "/WEB-INF/secret.txt")
			.servlet("forward", ServletFixture.servlet((request,
					response) -> request.getRequestDispatcher(request.getParameter("to")).forward(request, response)),
					"/forward")
			.servlet("include", ServletFixture.servlet((request, response) -> {
				response.getWriter().print("[");
				request.getRequestDispatcher(request.getParameter("to")).include(request, response);
				response.getWriter().print("]");
			}), "/include")
			.servlet("includeBytes", ServletFixture.servlet((request, response) -> {
				response.getOutputStream().print("[");
				request.getRequestDispatcher(request.getParameter("to")).include(request, response);
				response.getOutputStream().print("]");
			}), "/includeBytes"));
	}

	@Test
	void aFileIsServedWithItsDescription() throws Exception {
		deploy();
		RawResponse response = this.server.get("/app/letters.txt");
		assertThat(response.status()).isEqualTo(200);
		assertThat(response.text()).isEqualTo("abcdefghijklmnopqrstuvwxyz");
		assertThat(response.header("Content-Type")).isEqualTo("text/plain");
		assertThat(response.header("Content-Length")).isEqualTo("26");
		assertThat(response.header("Last-Modified")).isEqualTo("Sun, 06 Nov 1994 08:49:37 GMT");
		assertThat(response.header("ETag")).isEqualTo(ETAG);
		assertThat(response.header("Accept-Ranges")).isEqualTo("bytes");
	}

	@Test
	void aHeadSaysTheSameWithoutContent() throws Exception {
		deploy();
		RawResponse response = this.server.head("/app/letters.txt");
		assertThat(response.status()).isEqualTo(200);
		assertThat(response.header("Content-Length")).isEqualTo("26");
		assertThat(response.header("ETag")).isEqualTo(ETAG);
	}

	@Test
	void aLargeFileArrivesWhole() throws Exception {
		byte[] content = new byte[3_000_000];
		for (int i = 0; i < content.length; i++) {
			content[i] = (byte) (i * 31 + i / 1000);
		}
		Files.write(this.root.resolve("large.bin"), content);
		deploy();
		assertThat(this.server.get("/app/large.bin").body()).isEqualTo(content);
	}

	@Test
	void anEmptyFileIsServed() throws Exception {
		deploy();
		RawResponse response = this.server.get("/app/nothing.txt");
		assertThat(response.status()).isEqualTo(200);
		assertThat(response.header("Content-Length")).isEqualTo("0");
	}

	@Test
	void aFileOfUnknownTypeHasNone() throws Exception {
		deploy();
		assertThat(this.server.get("/app/none.unknown").header("Content-Type")).isNull();
	}

	@Test
	void anEncodedNameIsDecodedOnce() throws Exception {
		deploy();
		assertThat(this.server.get("/app/a%20b%20%C3%BC%3Bc.txt").text()).isEqualTo("odd name");
		assertThat(this.server.get("/app/a%2520b%2520%25C3%25BC%253Bc.txt").status()).isEqualTo(404);
	}

	@ParameterizedTest
	@ValueSource(strings = { "/app/missing.txt", "/app/letters.txt/", "/app/empty/", "/app/LETTERS.TXT",
			"/app/WEB-INF/secret.txt", "/app/web-inf/secret.txt", "/app/WEB-INF", "/app/WEB-INF/",
			"/app/META-INF/secret.txt", "/app/%57EB-INF/secret.txt", "/app/docs/../WEB-INF/secret.txt",
			"/app//WEB-INF/secret.txt", "/app/WEB-INF;x=y/secret.txt" })
	void whatIsNotThereOrNobodysBusinessIs404(String target) throws Exception {
		deploy();
		assertThat(this.server.get(target).status()).isEqualTo(404);
	}

	@ParameterizedTest
	@ValueSource(strings = { "/app/../outside.txt", "/app/../../outside.txt", "/app/%2e%2e/outside.txt",
			"/app/..%2foutside.txt", "/app/docs/..%5c..%5coutside.txt", "/app/..;/outside.txt", "/app/.%2e/outside.txt",
			"/app/letters.txt%00.html" })
	void nothingOutsideOfTheRootIsServed(String target) throws Exception {
		deploy();
		RawResponse response = this.server.get(target);
		assertThat(response.status()).isIn(400, 404);
		assertThat(response.text()).doesNotContain("not for you");
	}

	@Test
	@DisabledOnOs(OS.WINDOWS)
	void aLinkIntoAProtectedDirectoryIs404() throws Exception {
		Files.createSymbolicLink(this.root.resolve("link.txt"), Path.of("WEB-INF/secret.txt"));
		Files.createSymbolicLink(this.root.resolve("out.txt"), this.directory.resolve("outside.txt"));
		deploy();
		assertThat(this.server.get("/app/link.txt").status()).isEqualTo(404);
		assertThat(this.server.get("/app/out.txt").status()).isEqualTo(404);
	}

	@Test
	void theApplicationMayServeProtectedFilesItself() throws Exception {
		deploy();
		assertThat(this.server.get("/app/forward?to=/WEB-INF/secret.txt").text()).isEqualTo("secret");
		assertThat(this.server.get("/app/include?to=/WEB-INF/secret.txt").text()).isEqualTo("[secret]");
		RawResponse errorPage = this.server.get("/app/missing.txt", "If-None-Match: *", "Range: bytes=0-1");
		assertThat(errorPage.status()).isEqualTo(404);
		assertThat(errorPage.text()).isEqualTo("secret");
	}

	@Test
	void aDirectoryIsRedirectedToItsSlash() throws Exception {
		deploy();
		RawResponse response = this.server.get("/app/docs?a=b");
		assertThat(response.status()).isEqualTo(302);
		assertThat(response.header("Location")).endsWith("/app/docs/?a=b");
	}

	@Test
	void aDirectoryCannotRedirectToAnotherHost() throws Exception {
		this.server.deploy((builder) -> builder.documentRoot(this.root).registerDefaultServlet(true));
		Files.createDirectories(this.root.resolve("evil.example"));
		assertThat(this.server.get("//evil.example").header("Location"))
			.matches("http://localhost[:0-9]*/evil.example/");
	}

	@Test
	void aDirectoryOfAContextCannotRedirectToAnotherHost() throws Exception {
		deploy();
		assertThat(this.server.get("//evil.example/../app/docs").header("Location"))
			.matches("http://localhost[:0-9]*/app/docs/");
	}

	@ParameterizedTest
	@CsvSource({ "/app/, <h1>root</h1>", "/app/docs/, <h1>docs</h1>" })
	void aDirectoryIsServedByItsWelcomeFile(String target, String content) throws Exception {
		deploy();
		RawResponse response = this.server.get(target);
		assertThat(response.status()).isEqualTo(200);
		assertThat(response.text()).isEqualTo(content);
		assertThat(response.header("Content-Type")).isEqualTo("text/html");
	}

	@Test
	void theContextRootWithoutSlashIsRedirected() throws Exception {
		deploy();
		RawResponse response = this.server.get("/app?a=b");
		assertThat(response.status()).isEqualTo(302);
		assertThat(response.header("Location")).endsWith("/app/?a=b");
	}

	@ParameterizedTest
	@ValueSource(strings = { "POST", "PUT", "DELETE", "PATCH" })
	void otherMethodsAre405(String method) throws Exception {
		deploy();
		RawResponse response = this.server.exchange(method, "/app/letters.txt", new String[0], "");
		assertThat(response.status()).isEqualTo(405);
		assertThat(response.header("Allow")).isEqualTo("GET, HEAD, OPTIONS");
	}

	@Test
	void optionsTellsTheMethods() throws Exception {
		deploy();
		RawResponse response = this.server.exchange("OPTIONS", "/app/letters.txt", new String[0], "");
		assertThat(response.status()).isEqualTo(200);
		assertThat(response.header("Allow")).isEqualTo("GET, HEAD, OPTIONS");
	}

	@Test
	void aPostThatIsForwardedToAFileGetsIt() throws Exception {
		deploy();
		assertThat(this.server.exchange("POST", "/app/forward?to=/letters.txt", new String[0], "").text())
			.isEqualTo("abcdefghijklmnopqrstuvwxyz");
	}

	@Test
	void anIncludedFileIsWrittenIntoWhateverIsOpen() throws Exception {
		deploy();
		RawResponse written = this.server.get("/app/include?to=/letters.txt", "Range: bytes=0-1",
				"If-None-Match: " + ETAG);
		assertThat(written.status()).isEqualTo(200);
		assertThat(written.text()).isEqualTo("[abcdefghijklmnopqrstuvwxyz]");
		assertThat(written.header("ETag")).isNull();
		assertThat(this.server.get("/app/includeBytes?to=/letters.txt").text())
			.isEqualTo("[abcdefghijklmnopqrstuvwxyz]");
	}

	@Test
	void includingAFileThatIsNotThereIs500() throws Exception {
		deploy();
		assertThat(this.server.get("/app/include?to=/missing.txt").status()).isEqualTo(500);
	}

	private void deployBehind(Filter filter) throws ServletException {
		this.server.deploy((builder) -> builder.documentRoot(this.root)
			.registerDefaultServlet(true)
			.filter("filter", filter, "/*")
			.servlet("forward", ServletFixture.servlet((request, response) -> {
				response.getWriter().print("dropped");
				request.getRequestDispatcher("/letters.txt").forward(request, response);
			}), "/forward"));
	}

	private void deployBehindAWriter() throws ServletException {
		deployBehind((request, response, chain) -> {
			response.getWriter().print("before ");
			chain.doFilter(request, response);
		});
	}

	/** Servlet 6.1 §6.2: a filter may write before what it is in front of. */
	@ParameterizedTest
	@ValueSource(strings = { "/letters.txt", "/forward" })
	void aFileIsWrittenBehindTheCharactersOfAFilter(String target) throws Exception {
		deployBehindAWriter();
		RawResponse response = this.server.get(target);
		assertThat(response.status()).isEqualTo(200);
		assertThat(response.text()).isEqualTo("before abcdefghijklmnopqrstuvwxyz");
	}

	@Test
	void aFileIsWrittenInTheCharsetOfTheWriter() throws Exception {
		write("words.txt", "grün");
		deployBehindAWriter();
		RawResponse response = this.server.get("/words.txt");
		assertThat(response.body()).isEqualTo("before grün".getBytes(StandardCharsets.ISO_8859_1));
		assertThat(response.header("Content-Type")).isEqualTo("text/plain;charset=ISO-8859-1");
	}

	@Test
	void aFileIsWrittenBehindTheBytesOfAFilter() throws Exception {
		deployBehind((request, response, chain) -> {
			response.getOutputStream().print("before ");
			chain.doFilter(request, response);
		});
		RawResponse response = this.server.get("/letters.txt");
		assertThat(response.text()).isEqualTo("before abcdefghijklmnopqrstuvwxyz");
		assertThat(response.header("Content-Length")).isEqualTo("33");
	}

	@Test
	void aFileThatIsAPartOfTheBodyIsNotDescribed() throws Exception {
		deployBehindAWriter();
		RawResponse response = this.server.get("/letters.txt", "Range: bytes=0-1");
		assertThat(response.status()).isEqualTo(200);
		assertThat(response.text()).isEqualTo("before abcdefghijklmnopqrstuvwxyz");
		assertThat(response.header("ETag")).isNull();
		assertThat(response.header("Accept-Ranges")).isNull();
		assertThat(this.server.get("/letters.txt", "If-None-Match: " + ETAG).status()).isEqualTo(200);
	}

	@Test
	void aHeadOfAFileThatIsAPartOfTheBodyTellsTheLengthOfTheBody() throws Exception {
		deployBehindAWriter();
		assertThat(this.server.head("/letters.txt").header("Content-Length")).isEqualTo("33");
	}

	@Test
	void aFilterThatOpensAStreamAndWritesNothingLeavesTheFileAsItIs() throws Exception {
		deployBehind((request, response, chain) -> {
			response.getOutputStream();
			chain.doFilter(request, response);
		});
		RawResponse response = this.server.get("/letters.txt", "Range: bytes=0-1");
		assertThat(response.status()).isEqualTo(206);
		assertThat(response.text()).isEqualTo("ab");
	}

	@Test
	void aFileThatIsNoTextCannotBeWrittenAsCharacters() throws Exception {
		write("dot.png", "\u0089PNG");
		deployBehindAWriter();
		assertThat(this.server.get("/dot.png").status()).isEqualTo(500);
	}

	/** RFC 9110 §13.2.2. */
	@ParameterizedTest
	@CsvSource(delimiter = '|',
			value = { "If-None-Match: " + ETAG + " | 304", "If-None-Match: W/" + ETAG + " | 304",
					"If-None-Match: \"x\", " + ETAG + " | 304", "If-None-Match: * | 304", "If-None-Match: \"x\" | 200",
					"If-Modified-Since: Sun, 06 Nov 1994 08:49:37 GMT | 304",
					"If-Modified-Since: Sunday, 06-Nov-94 08:49:37 GMT | 304",
					"If-Modified-Since: Sun, 06 Nov 1994 08:49:36 GMT | 200", "If-Modified-Since: yesterday | 200",
					"If-Match: " + ETAG + " | 200", "If-Match: * | 200", "If-Match: \"x\" | 412",
					"If-Match: W/" + ETAG + " | 412", "If-Unmodified-Since: Sun, 06 Nov 1994 08:49:37 GMT | 200",
					"If-Unmodified-Since: Sun, 06 Nov 1994 08:49:36 GMT | 412", "If-Unmodified-Since: never | 200" })
	void aConditionDecides(String condition, int status) throws Exception {
		deploy();
		assertThat(this.server.get("/app/letters.txt", condition).status()).isEqualTo(status);
	}

	@Test
	void tagsCountMoreThanDates() throws Exception {
		deploy();
		assertThat(this.server
			.get("/app/letters.txt", "If-None-Match: \"x\"", "If-Modified-Since: Sun, 06 Nov 2094 08:49:37 GMT")
			.status()).isEqualTo(200);
		assertThat(this.server
			.get("/app/letters.txt", "If-Match: " + ETAG, "If-Unmodified-Since: Sun, 06 Nov 1984 08:49:37 GMT")
			.status()).isEqualTo(200);
	}

	@Test
	void notModifiedTellsTheTagAndHasNoBody() throws Exception {
		deploy();
		RawResponse response = this.server.get("/app/letters.txt", "If-None-Match: " + ETAG);
		assertThat(response.header("ETag")).isEqualTo(ETAG);
		assertThat(response.header("Last-Modified")).isEqualTo("Sun, 06 Nov 1994 08:49:37 GMT");
		assertThat(response.header("Content-Type")).isNull();
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			value = { "bytes=0-0 | a | bytes 0-0/26", "bytes=2-4 | cde | bytes 2-4/26",
					"bytes=23- | xyz | bytes 23-25/26", "bytes=-2 | yz | bytes 24-25/26",
					"bytes=24-999 | yz | bytes 24-25/26", "bytes=-999 | abcdefghijklmnopqrstuvwxyz | bytes 0-25/26" })
	void aRangeIsServedAlone(String range, String content, String contentRange) throws Exception {
		deploy();
		RawResponse response = this.server.get("/app/letters.txt", "Range: " + range);
		assertThat(response.status()).isEqualTo(206);
		assertThat(response.text()).isEqualTo(content);
		assertThat(response.header("Content-Range")).isEqualTo(contentRange);
		assertThat(response.header("Content-Type")).isEqualTo("text/plain");
		assertThat(response.header("ETag")).isEqualTo(ETAG);
	}

	@Test
	void aRangeBeyondTheEndIs416() throws Exception {
		deploy();
		RawResponse response = this.server.get("/app/letters.txt", "Range: bytes=26-");
		assertThat(response.status()).isEqualTo(416);
		assertThat(response.header("Content-Range")).isEqualTo("bytes */26");
	}

	@ParameterizedTest
	@ValueSource(strings = { "bytes=x", "bytes=3-2", "lines=1-2", "bytes=" })
	void aRangeThatIsNoneIsIgnored(String range) throws Exception {
		deploy();
		RawResponse response = this.server.get("/app/letters.txt", "Range: " + range);
		assertThat(response.status()).isEqualTo(200);
		assertThat(response.text()).hasSize(26);
	}

	@Test
	void aRangeIsDefinedForGetOnly() throws Exception {
		deploy();
		RawResponse response = this.server.head("/app/letters.txt", "Range: bytes=0-1");
		assertThat(response.status()).isEqualTo(200);
		assertThat(response.header("Content-Length")).isEqualTo("26");
	}

	@Test
	void severalRangesAreServedInParts() throws Exception {
		deploy();
		RawResponse response = this.server.get("/app/letters.txt", "Range: bytes=0-1,-2");
		assertThat(response.status()).isEqualTo(206);
		assertThat(response.header("Content-Range")).isNull();
		String type = response.header("Content-Type");
		assertThat(type).startsWith("multipart/byteranges; boundary=");
		String boundary = type.substring("multipart/byteranges; boundary=".length());
		assertThat(response.text())
			.isEqualTo("--" + boundary + "\r\nContent-Type: text/plain\r\nContent-Range: bytes 0-1/26\r\n\r\nab\r\n--"
					+ boundary + "\r\nContent-Type: text/plain\r\nContent-Range: bytes 24-25/26\r\n\r\nyz\r\n--"
					+ boundary + "--\r\n");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { ETAG + " | 206", "W/" + ETAG + " | 200", "\"x\" | 200",
			"Sun, 06 Nov 1994 08:49:37 GMT | 206", "Sun, 06 Nov 1994 08:49:38 GMT | 200", "nonsense | 200" })
	void aRangeIsServedIfTheFileIsUnchanged(String ifRange, int status) throws Exception {
		deploy();
		assertThat(this.server.get("/app/letters.txt", "Range: bytes=0-1", "If-Range: " + ifRange).status())
			.isEqualTo(status);
	}

	@Test
	void withoutDefaultServletNothingIsServed() throws Exception {
		this.server.deploy((builder) -> builder.documentRoot(this.root));
		assertThat(this.server.get("/letters.txt").status()).isEqualTo(404);
	}

	@Test
	void otherNamesCanBeWelcome() throws Exception {
		write("empty/home.txt", "home");
		this.server.deploy((builder) -> builder.documentRoot(this.root)
			.registerDefaultServlet(true)
			.welcomeFiles(List.of("none.html", "home.txt")));
		assertThat(new String(this.server.get("/empty/").body(), StandardCharsets.UTF_8)).isEqualTo("home");
	}

	/** Servlet 6.1 §10.10: files first, then servlets, each in the order of the list. */
	@Test
	void aServletIsWelcomeWhereNoFileIs() throws Exception {
		this.server.deploy(
				(builder) -> builder.documentRoot(this.root)
					.registerDefaultServlet(true)
					.welcomeFiles(List.of("none", "start", "index.html"))
					.servlet("start", ServletFixture.servlet(
							(request, response) -> response.getWriter().print(request.getServletPath() + " started")),
							"/empty/start", "/docs/start"));
		assertThat(this.server.get("/empty/").text()).isEqualTo("/empty/start started");
		assertThat(this.server.get("/docs/").text()).isEqualTo("<h1>docs</h1>");
	}

}
