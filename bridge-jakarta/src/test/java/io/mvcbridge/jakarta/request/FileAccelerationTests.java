package io.mvcbridge.jakarta.request;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import io.mvcbridge.core.exchange.Forwarding;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletResponseWrapper;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** When a file is left to the proxy, and what undoes it. */
class FileAccelerationTests {

	@TempDir
	private Path root;

	private Path file;

	private AcceleratedFolder folder;

	private TestExchange http = new TestExchange();

	private ServletExchange exchange;

	@BeforeEach
	void create() throws IOException {
		this.file = Files.writeString(this.root.resolve("page.html"), "<p>Hello</p>");
		this.folder = new AcceleratedFolder(this.root, "/internal/");
		begin(new TestExchange());
	}

	@Test
	void theProxyIsToldWhereTheFileIsAndGetsNoBody() {
		response().setHeader("ETag", "\"1\"");
		response().setContentType("text/html");
		assertThat(response().accelerate(this.file)).isTrue();
		finish();
		assertThat(this.http.handedOver).containsExactly("whole 0");
		assertThat(this.http.answered.status()).isEqualTo(200);
		assertThat(field("X-Accel-Redirect")).isEqualTo("/internal/page.html");
		assertThat(field("Content-Length")).isEqualTo("0");
		assertThat(field("Content-Type")).isEqualTo("text/html");
		assertThat(field("ETag")).isEqualTo("\"1\"");
	}

	@Test
	void aHeadIsAnsweredAlike() {
		begin(new TestExchange("HEAD"));
		assertThat(response().accelerate(this.file)).isTrue();
		finish();
		assertThat(this.http.handedOver).containsExactly("whole 0");
		assertThat(field("X-Accel-Redirect")).isEqualTo("/internal/page.html");
		assertThat(field("Content-Length")).isEqualTo("0");
	}

	@Test
	void rangesAreLeftToTheProxyToo() {
		response().setStatus(206);
		response().setHeader("Content-Range", "bytes 0-3/12");
		response().setHeader("Accept-Ranges", "bytes");
		response().setContentLength(4);
		assertThat(response().accelerate(this.file)).isTrue();
		finish();
		assertThat(this.http.answered.status()).isEqualTo(200);
		assertThat(field("X-Accel-Redirect")).isEqualTo("/internal/page.html");
		assertThat(field("Content-Range")).isNull();
		assertThat(field("Accept-Ranges")).isNull();
		assertThat(field("Content-Length")).isEqualTo("0");
	}

	@Test
	void theResponseIsFoundBehindWrappers() {
		assertThat(BridgeResponse.find(new HttpServletResponseWrapper(response()))).isSameAs(response());
	}

	@Test
	void aClientThatCameDirectlyGetsTheFileFromHere() {
		this.http.forwarding = null;
		assertNotAccelerated();
	}

	@Test
	void withoutAFolderEveryFileIsSentFromHere() {
		this.exchange = TestContext.dispatched(this.http, (AcceleratedFolder) null);
		assertNotAccelerated();
	}

	@Test
	void aFileThatIsNotThereIsNotLeftToTheProxy() throws IOException {
		Files.delete(this.file);
		assertNotAccelerated();
	}

	@ParameterizedTest
	@ValueSource(strings = { "POST", "PUT", "OPTIONS" })
	void onlyGetAndHeadAreAboutFiles(String method) {
		begin(new TestExchange(method));
		assertNotAccelerated();
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			value = { "If-Match | \"1\"", "If-None-Match | *", "If-Unmodified-Since | Sat, 01 Jan 2000 00:00:00 GMT" })
	void aConditionThatNginxWouldDecideByTheFileIsNotLeftToIt(String name, String value) {
		begin(new TestExchange("GET", name, value));
		assertNotAccelerated();
	}

	@ParameterizedTest
	@ValueSource(strings = { "FORWARD", "ASYNC" })
	void theTargetOfAForwardMayLeaveItsFileToTheProxy(DispatcherType type) {
		this.exchange.request().enter(TestContext.frame(type, "/file", null));
		assertThat(response().accelerate(this.file)).isTrue();
	}

	@Test
	void theErrorPageIsSentFromHere() {
		this.exchange.request().enter(TestContext.frame(DispatcherType.ERROR, "/error", null));
		this.exchange.request().enter(TestContext.frame(DispatcherType.FORWARD, "/error.html", null));
		assertNotAccelerated();
	}

	@Test
	void anIncludeIsPartOfABody() {
		response().enterInclude();
		assertNotAccelerated();
	}

	@ParameterizedTest
	@ValueSource(ints = { 201, 304, 404, 416, 500 })
	void anotherStatusWouldBeLostOnTheWay(int status) {
		response().setStatus(status);
		assertNotAccelerated();
		assertThat(response().getStatus()).isEqualTo(status);
	}

	@Test
	void anEncodedFileIsSentFromHere() {
		response().setHeader("Content-Encoding", "gzip");
		assertNotAccelerated();
	}

	@Test
	void aBodyThatHasBegunGoesOnFromHere() throws IOException {
		response().getOutputStream().write('a');
		assertNotAccelerated();
	}

	@Test
	void aWriterMayHoldCharacters() throws IOException {
		response().getWriter();
		assertNotAccelerated();
	}

	@Test
	void whatTheApplicationTellsTheProxyItselfStays() {
		response().setHeader("X-Accel-Redirect", "/own/other.html");
		assertThat(response().accelerate(this.file)).isFalse();
		finish();
		assertThat(field("X-Accel-Redirect")).isEqualTo("/own/other.html");
	}

	@Test
	void aCommittedResponseIsNotChanged() throws IOException {
		response().flushBuffer();
		assertNotAccelerated();
	}

	@Test
	void aFieldOfTheRequestChangesNothing() {
		begin(new TestExchange("GET", "X-Accel-Redirect", "/internal/page.html"));
		this.http.forwarding = null;
		assertNotAccelerated();
	}

	@Test
	void anErrorIsNoFile() {
		accelerate();
		response().sendError(404);
		response().beginErrorPage(404);
		finish();
		assertThat(this.http.answered.status()).isEqualTo(404);
		assertThat(field("X-Accel-Redirect")).isNull();
	}

	@Test
	void theErrorPageOfAnExceptionIsNoFile() throws IOException {
		accelerate();
		response().beginErrorPage(500);
		response().getOutputStream().write(TestContext.utf8("sorry"));
		finish();
		assertThat(this.http.body).hasToString("sorry");
		assertThat(field("X-Accel-Redirect")).isNull();
	}

	@Test
	void aRedirectIsNoFile() throws IOException {
		accelerate();
		response().sendRedirect("/elsewhere", 302, false);
		finish();
		assertThat(this.http.answered.status()).isEqualTo(302);
		assertThat(field("X-Accel-Redirect")).isNull();
	}

	@ParameterizedTest
	@ValueSource(ints = { 304, 412, 416 })
	void anotherStatusIsNoFile(int status) {
		accelerate();
		response().setStatus(status);
		finish();
		assertThat(this.http.answered.status()).isEqualTo(status);
		assertThat(field("X-Accel-Redirect")).isNull();
		assertThat(field("Content-Length")).isNotEqualTo("12");
	}

	@Test
	void anotherBodyIsNoFile() throws IOException {
		accelerate();
		response().resetBuffer();
		response().getOutputStream().write(TestContext.utf8("other"));
		finish();
		assertThat(this.http.body).hasToString("other");
		assertThat(field("X-Accel-Redirect")).isNull();
	}

	@Test
	void aResponseThatIsResetIsNoFile() throws IOException {
		accelerate();
		response().reset();
		response().getOutputStream().write(TestContext.utf8("other"));
		finish();
		assertThat(this.http.body).hasToString("other");
		assertThat(field("X-Accel-Redirect")).isNull();
	}

	@Test
	void whatIsWrittenBesidesTheFileIsDiscarded() throws IOException {
		accelerate();
		response().getOutputStream().write(TestContext.utf8("a footer"));
		finish();
		assertThat(this.http.handedOver).containsExactly("whole 0");
		assertThat(field("X-Accel-Redirect")).isEqualTo("/internal/page.html");
	}

	private void begin(TestExchange http) {
		this.http = http;
		this.http.forwarding = Forwarding.UNEVALUATED;
		this.exchange = TestContext.dispatched(http, this.folder);
	}

	private BridgeResponse response() {
		return this.exchange.response();
	}

	private void accelerate() {
		assertThat(response().accelerate(this.file)).isTrue();
	}

	private void assertNotAccelerated() {
		assertThat(response().accelerate(this.file)).isFalse();
		finish();
		assertThat(field("X-Accel-Redirect")).isNull();
	}

	private void finish() {
		this.exchange.end();
		response().finish();
	}

	private @Nullable String field(String name) {
		return this.http.answered.headers().get(name);
	}

}
