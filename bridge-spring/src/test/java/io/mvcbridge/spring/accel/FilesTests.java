package io.mvcbridge.spring.accel;

import java.io.IOException;
import java.io.OutputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;

import io.mvcbridge.spring.TestHttp;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

import static org.assertj.core.api.Assertions.assertThat;

/** What nginx is told of the files of an application, and what everybody else gets. */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT, classes = FilesApplication.class,
		properties = { "bridge.trusted-proxies=127.0.0.1,::1", "bridge.static.accel=/internal/",
				"spring.mvc.static-path-pattern=/static/**", "spring.web.resources.cache.cachecontrol.max-age=1h",
				"spring.web.resources.chain.enabled=true", "spring.web.resources.chain.compressed=true" })
class FilesTests {

	private static final String ALPHABET = "abcdefghijklmnopqrstuvwxyz";

	private static final String MODIFIED = "Sun, 06 Nov 1994 08:49:37 GMT";

	@TempDir
	private static Path directory;

	private static Path root;

	@LocalServerPort
	private int port;

	@DynamicPropertySource
	static void folders(DynamicPropertyRegistry registry) {
		registry.add("files.root", root::toString);
		registry.add("bridge.static.root", root::toString);
		registry.add("spring.web.resources.static-locations", () -> "file:" + root + "/," + "file:" + directory + "/");
	}

	@BeforeAll
	static void write() throws IOException {
		root = Files.createDirectories(directory.resolve("root"));
		Path alphabet = Files.writeString(root.resolve("alphabet.txt"), ALPHABET);
		Files.setLastModifiedTime(alphabet, FileTime.from(Instant.parse("1994-11-06T08:49:37Z")));
		Files.createDirectories(root.resolve("a b/ä"));
		Files.writeString(root.resolve("a b/ä/c+d#e.txt"), "odd");
		Files.writeString(root.resolve("50%?.txt"), "odd");
		Path secret = Files.writeString(directory.resolve("secret.txt"), "outside");
		Files.createSymbolicLink(root.resolve("link.txt"), secret);
		Files.writeString(root.resolve("zipped.txt"), "plain");
		try (OutputStream zipped = new GZIPOutputStream(Files.newOutputStream(root.resolve("zipped.txt.gz")))) {
			zipped.write("zipped".getBytes());
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "/file?name=alphabet.txt", "/path", "/entity", "/callable", "/static/alphabet.txt",
			"/functions/alphabet.txt" })
	void aFileIsLeftToTheProxyHoweverItIsServed(String path) throws Exception {
		HttpResponse<String> response = forwarded("GET", path);
		assertThat(response.statusCode()).isEqualTo(200);
		assertAccelerated(response);
		assertThat(response.headers().firstValue("Content-Type")).hasValue("text/plain");
	}

	@ParameterizedTest
	@ValueSource(strings = { "/file?name=alphabet.txt", "/path", "/entity", "/callable", "/static/alphabet.txt",
			"/functions/alphabet.txt" })
	void aClientThatComesDirectlyGetsTheFile(String path) throws Exception {
		HttpResponse<String> response = direct(path);
		assertThat(response.statusCode()).isEqualTo(200);
		assertThat(response.body()).isEqualTo(ALPHABET);
		assertThat(response.headers().firstValue("X-Accel-Redirect")).isEmpty();
		assertThat(response.headers().firstValue("Content-Length")).hasValue("26");
	}

	@ParameterizedTest
	@ValueSource(strings = { "/file?name=alphabet.txt", "/path", "/entity", "/callable", "/static/alphabet.txt" })
	void aHeadIsAnsweredLikeAGet(String path) throws Exception {
		HttpResponse<String> response = forwarded("HEAD", path);
		assertThat(response.statusCode()).isEqualTo(200);
		assertAccelerated(response);
		assertThat(response.headers().firstValue("Content-Type")).hasValue("text/plain");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			value = { "/file?name=alphabet.txt | bytes=2-4", "/path | bytes=-3", "/entity | bytes=0-0,25-",
					"/static/alphabet.txt | bytes=2-4", "/static/alphabet.txt | bytes=0-0,25-",
					"/functions/alphabet.txt | bytes=2-4" })
	void aRangeIsCutByTheProxy(String path, String range) throws Exception {
		HttpResponse<String> response = forwarded("GET", path, "Range", range);
		assertThat(response.statusCode()).isEqualTo(200);
		assertAccelerated(response);
		assertThat(response.headers().firstValue("Content-Type")).hasValue("text/plain");
	}

	@ParameterizedTest
	@ValueSource(strings = { "/file?name=alphabet.txt", "/static/alphabet.txt" })
	void aRangeBehindTheEndIsRefusedHere(String path) throws Exception {
		HttpResponse<String> response = forwarded("GET", path, "Range", "bytes=26-");
		assertThat(response.statusCode()).isEqualTo(416);
		assertThat(response.headers().firstValue("Content-Range")).hasValue("bytes */26");
		assertThat(response.headers().firstValue("X-Accel-Redirect")).isEmpty();
	}

	@ParameterizedTest
	@CsvSource({ "/three-letters-at-once,bytes=2-", "/regions,bytes=2-", "/three-letters-at-once,",
			"/three-letters-at-once,lines=2-4" })
	void regionsThatTheApplicationChoseAreSentFromHere(String path, String range) throws Exception {
		HttpResponse<String> response = (range != null) ? forwarded("GET", path, "Range", range)
				: forwarded("GET", path);
		assertThat(response.statusCode()).isEqualTo(206);
		assertThat(response.body()).isEqualTo("cde");
		assertThat(response.headers().firstValue("Content-Range")).hasValue("bytes 2-4/26");
		assertThat(response.headers().firstValue("X-Accel-Redirect")).isEmpty();
	}

	@Test
	void whatTheApplicationSaysOfTheFileStays() throws Exception {
		HttpResponse<String> response = forwarded("GET", "/entity");
		assertThat(response.headers().allValues("ETag")).containsExactly("\"v1\"");
		assertThat(response.headers().allValues("Last-Modified")).containsExactly(MODIFIED);
		assertThat(response.headers().allValues("Cache-Control")).containsExactly("max-age=3600");
		assertThat(response.headers().allValues("Content-Disposition"))
			.containsExactly("attachment; filename=\"letters.txt\"");
	}

	@Test
	void whatSpringSaysOfAStaticFileStays() throws Exception {
		HttpResponse<String> response = forwarded("GET", "/static/alphabet.txt");
		assertThat(response.headers().allValues("Last-Modified")).containsExactly(MODIFIED);
		assertThat(response.headers().allValues("Cache-Control")).containsExactly("max-age=3600");
	}

	@Test
	void whatSpringDoesAgainstMisleadingDownloadsStays() throws Exception {
		assertThat(forwarded("GET", "/download/setup.bat").headers().firstValue("Content-Disposition"))
			.hasValue("inline;filename=f.txt");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			value = { "/entity | If-None-Match | \"v1\"", "/entity | If-Modified-Since | Sun, 06 Nov 1994 08:49:37 GMT",
					"/static/alphabet.txt | If-Modified-Since | Sun, 06 Nov 1994 08:49:37 GMT" })
	void theApplicationDecidesThatNothingIsSent(String path, String name, String value) throws Exception {
		HttpResponse<String> response = forwarded("GET", path, name, value);
		assertThat(response.statusCode()).isEqualTo(304);
		assertThat(response.headers().firstValue("X-Accel-Redirect")).isEmpty();
	}

	@Test
	void aConditionThatFailsIsAnsweredHere() throws Exception {
		HttpResponse<String> response = forwarded("GET", "/entity", "If-Unmodified-Since",
				"Sat, 01 Jan 1994 00:00:00 GMT");
		assertThat(response.statusCode()).isEqualTo(412);
		assertThat(response.headers().firstValue("X-Accel-Redirect")).isEmpty();
	}

	@Test
	void anOddNameIsEncoded() throws Exception {
		assertThat(forwarded("GET", "/static/a%20b/%C3%A4/c+d%23e.txt").headers().firstValue("X-Accel-Redirect"))
			.hasValue("/internal/a%20b/%C3%A4/c+d%23e.txt");
		assertThat(forwarded("GET", "/file?name=50%25%3F.txt").headers().firstValue("X-Accel-Redirect"))
			.hasValue("/internal/50%25%3F.txt");
	}

	@ParameterizedTest
	@ValueSource(strings = { "/static/secret.txt", "/file?name=../secret.txt", "/file?name=link.txt" })
	void aFileThatLiesElsewhereIsSentFromHere(String path) throws Exception {
		assertSentFromHere(forwarded("GET", path), "outside");
	}

	@Test
	void bytesAreSentFromHere() throws Exception {
		assertSentFromHere(forwarded("GET", "/bytes"), "bytes");
	}

	@Test
	void aFileInAStreamIsSentFromHere() throws Exception {
		assertSentFromHere(forwarded("GET", "/stream"), ALPHABET + "!");
	}

	@Test
	void theAnswerToAPostIsSentFromHere() throws Exception {
		HttpResponse<String> response = TestHttp.post(this.port, "/file", "", "X-Forwarded-For", "203.0.113.9");
		assertSentFromHere(response, ALPHABET);
	}

	@Test
	void anotherStatusThan200IsSentFromHere() throws Exception {
		HttpResponse<String> response = forwarded("GET", "/created");
		assertThat(response.statusCode()).isEqualTo(201);
		assertThat(response.body()).isEqualTo(ALPHABET);
		assertThat(response.headers().firstValue("X-Accel-Redirect")).isEmpty();
	}

	@Test
	void aFileThatIsStoredCompressedIsSentFromHere() throws Exception {
		HttpResponse<String> response = forwarded("GET", "/static/zipped.txt", "Accept-Encoding", "gzip");
		assertThat(response.headers().firstValue("Content-Encoding")).hasValue("gzip");
		assertThat(response.headers().firstValue("X-Accel-Redirect")).isEmpty();
		assertThat(response.headers().firstValue("Content-Length"))
			.hasValue(String.valueOf(Files.size(root.resolve("zipped.txt.gz"))));
	}

	@Test
	void anEmptyBodyGetsNoTag() throws Exception {
		HttpResponse<String> response = forwarded("GET", "/tagged");
		assertAccelerated(response);
		assertThat(response.headers().firstValue("ETag")).isEmpty();
		assertThat(direct("/tagged").headers().firstValue("ETag")).isPresent();
	}

	@Test
	void aFolderIsNotFound() throws Exception {
		HttpResponse<String> response = forwarded("GET", "/static/a%20b/");
		assertThat(response.statusCode()).isEqualTo(404);
		assertThat(response.headers().firstValue("X-Accel-Redirect")).isEmpty();
	}

	@Test
	void theClientCannotNameAFile() throws Exception {
		HttpResponse<String> response = direct("/bytes", "X-Accel-Redirect", "/internal/alphabet.txt");
		assertSentFromHere(response, "bytes");
	}

	@Test
	void theClientCannotPassForAProxyInTheOtherFamily() throws Exception {
		assertSentFromHere(direct("/entity", "Forwarded", "for=203.0.113.9"), ALPHABET);
	}

	@ParameterizedTest
	@CsvSource({ "throw,500", "sendError,403", "sendRedirect,302", "404,404", "304,304" })
	void whatGoesWrongLaterDoesNotCarryTheField(String deed, int status) throws Exception {
		for (String path : List.of("/file?name=alphabet.txt", "/static/alphabet.txt")) {
			HttpResponse<String> response = forwarded("GET", path, "X-Afterwards", deed);
			assertThat(response.statusCode()).isEqualTo(status);
			assertThat(response.headers().firstValue("X-Accel-Redirect")).isEmpty();
		}
	}

	private HttpResponse<String> forwarded(String method, String path, String... headers) throws Exception {
		List<String> all = new ArrayList<>(List.of(headers));
		all.addAll(List.of("X-Forwarded-For", "203.0.113.9"));
		return TestHttp.send(
				TestHttp.request(this.port, path, all.toArray(String[]::new)).method(method, BodyPublishers.noBody()));
	}

	private HttpResponse<String> direct(String path, String... headers) throws Exception {
		return TestHttp.get(this.port, path, headers);
	}

	private static void assertAccelerated(HttpResponse<String> response) {
		assertThat(response.headers().allValues("X-Accel-Redirect")).containsExactly("/internal/alphabet.txt");
		assertThat(response.headers().allValues("Content-Length")).containsExactly("0");
		assertThat(response.headers().firstValue("Content-Range")).isEmpty();
		assertThat(response.headers().firstValue("Accept-Ranges")).isEmpty();
		assertThat(response.body()).isEmpty();
	}

	private static void assertSentFromHere(HttpResponse<String> response, String body) {
		assertThat(response.statusCode()).isEqualTo(200);
		assertThat(response.body()).isEqualTo(body);
		assertThat(response.headers().firstValue("X-Accel-Redirect")).isEmpty();
	}

}
