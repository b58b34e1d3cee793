package io.mvcbridge.jakarta;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.mvcbridge.jakarta.ServletFixture.Handler;
import io.mvcbridge.jakarta.request.RequestLimits;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.Part;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Uploads over the wire (Servlet 6.1 §3.2). */
class MultipartConformanceTests {

	private static final String MULTIPART = "multipart/form-data; boundary=XX";

	@RegisterExtension
	final ServletFixture server = new ServletFixture();

	@TempDir
	Path temp;

	/** Answers with each part: {@code name/fileName/type=content;}. */
	private static final Handler ECHO = (request, response) -> {
		response.setCharacterEncoding(StandardCharsets.UTF_8);
		for (Part part : request.getParts()) {
			String content = new String(part.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
			response.getWriter()
				.print(part.getName() + "/" + part.getSubmittedFileName() + "/" + part.getContentType() + "=" + content
						+ ";");
		}
	};

	private void deploy(MultipartConfigElement config, Handler handler) throws ServletException {
		deploy(config, RequestLimits.DEFAULTS, handler);
	}

	private void deploy(MultipartConfigElement config, RequestLimits limits, Handler handler) throws ServletException {
		this.server.deploy((builder) -> builder.limits(limits).tempDirectory(this.temp).initializer((context) -> {
			var registration = context.addServlet("upload", ServletFixture.servlet(handler));
			registration.setAsyncSupported(true);
			registration.setMultipartConfig(config);
			registration.addMapping("/*");
		}));
	}

	private RawResponse upload(String body, String... headers) throws IOException {
		return this.server.post("/", MULTIPART, body, headers);
	}

	private static String field(String name, String value) {
		return "--XX\r\nContent-Disposition: form-data; name=\"" + name + "\"\r\n\r\n" + value + "\r\n";
	}

	private static String file(String name, String fileName, String content) {
		return "--XX\r\nContent-Disposition: form-data; name=\"" + name + "\"; filename=\"" + fileName
				+ "\"\r\nContent-Type: text/plain\r\n\r\n" + content + "\r\n";
	}

	private boolean noFileIsLeft() throws IOException {
		try (Stream<Path> files = Files.walk(this.temp)) {
			return files.noneMatch(Files::isRegularFile);
		}
	}

	@Test
	void partsAreThere() throws Exception {
		deploy(new MultipartConfigElement(""), ECHO);
		assertThat(upload(field("a", "1") + file("f", "x.txt", "hello") + "--XX--\r\n").text())
			.isEqualTo("a/null/null=1;f/x.txt/text/plain=hello;");
	}

	@Test
	void fieldsAreParametersToo() throws Exception {
		deploy(new MultipartConfigElement(""), (request, response) -> response.getWriter()
			.print(String.join(",", request.getParameterValues("a")) + " " + request.getParameter("f")));
		assertThat(
				this.server.post("/?a=0", MULTIPART, field("a", "1") + file("f", "x", "2") + field("a", "3") + "--XX--")
					.text())
			.isEqualTo("0,1,3 null");
	}

	@Test
	void partsAreThereAfterParametersWereAskedFor() throws Exception {
		deploy(new MultipartConfigElement(""), (request, response) -> {
			request.getParameter("a");
			ECHO.handle(request, response);
		});
		assertThat(upload(field("a", "1") + "--XX--").text()).isEqualTo("a/null/null=1;");
	}

	@Test
	void parametersAreThereAfterPartsWereAskedFor() throws Exception {
		deploy(new MultipartConfigElement(""), (request, response) -> {
			int parts = request.getParts().size();
			response.getWriter().print(parts + request.getParameter("a") + request.getParameter("q"));
		});
		assertThat(this.server.post("/?q=2", MULTIPART, field("a", "1") + "--XX--").text()).isEqualTo("112");
	}

	@Test
	void partIsFoundByName() throws Exception {
		deploy(new MultipartConfigElement(""), (request, response) -> response.getWriter()
			.print(request.getPart("b").getSize() + " " + request.getPart("none")));
		assertThat(upload(field("a", "1") + field("b", "22") + "--XX--").text()).isEqualTo("2 null");
	}

	@Test
	void uploadByPutWorks() throws Exception {
		deploy(new MultipartConfigElement(""), ECHO);
		assertThat(this.server
			.exchange("PUT", "/", new String[] { "Content-Type: " + MULTIPART }, field("a", "1") + "--XX--")
			.text()).isEqualTo("a/null/null=1;");
	}

	@Test
	void contentTypeMayBeInAnyCase() throws Exception {
		deploy(new MultipartConfigElement(""), ECHO);
		assertThat(this.server.post("/", "Multipart/Form-Data; Boundary=\"XX\"", field("a", "1") + "--XX--").text())
			.isEqualTo("a/null/null=1;");
	}

	@Test
	void largeUploadComesBackWhole() throws Exception {
		deploy(new MultipartConfigElement(""), (request, response) -> {
			long sum = 0;
			for (byte octet : request.getPart("f").getInputStream().readAllBytes()) {
				sum += octet & 0xFF;
			}
			response.getWriter().print(request.getPart("f").getSize() + " " + sum);
		});
		assertThat(upload(file("f", "x", "abcdefgh".repeat(500_000)) + "--XX--").text()).isEqualTo("4000000 402000000");
	}

	@Test
	void missingBoundaryIs400() throws Exception {
		deploy(new MultipartConfigElement(""), ECHO);
		assertThat(this.server.post("/", "multipart/form-data", field("a", "1") + "--XX--").status()).isEqualTo(400);
	}

	@Test
	void missingBoundaryIs400ForParametersToo() throws Exception {
		deploy(new MultipartConfigElement(""),
				(request, response) -> response.getWriter().print(request.getParameter("a")));
		assertThat(this.server.post("/", "multipart/form-data", field("a", "1") + "--XX--").status()).isEqualTo(400);
	}

	@Test
	void uploadWithoutItsClosingBoundaryIs400() throws Exception {
		deploy(new MultipartConfigElement(""), ECHO);
		assertThat(upload(field("a", "1") + file("f", "x", "2")).status()).isEqualTo(400);
	}

	@Test
	void fileBeyondTheLimitIs413() throws Exception {
		deploy(new MultipartConfigElement("", 10, -1, 0), ECHO);
		assertThat(upload(file("f", "x", "x".repeat(10)) + "--XX--").status()).isEqualTo(200);
		assertThat(upload(file("f", "x", "x".repeat(11)) + "--XX--").status()).isEqualTo(413);
	}

	@Test
	void requestBeyondTheLimitIs413() throws Exception {
		deploy(new MultipartConfigElement("", -1, 200, 0), ECHO);
		assertThat(upload(file("f", "x", "x") + "--XX--").status()).isEqualTo(200);
		assertThat(upload(file("f", "x", "x".repeat(200)) + "--XX--").status()).isEqualTo(413);
	}

	@Test
	void chunkedRequestBeyondTheLimitIs413() throws Exception {
		deploy(new MultipartConfigElement("", -1, 200, 0), ECHO);
		String body = file("f", "x", "x".repeat(200)) + "--XX--";
		RawClient client = this.server.connect();
		client
			.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Type: " + MULTIPART + "\r\nTransfer-Encoding: chunked\r\n\r\n"
					+ Integer.toHexString(body.length()) + "\r\n" + body + "\r\n0\r\n\r\n");
		assertThat(client.read().status()).isEqualTo(413);
	}

	@Test
	void morePartsThanAllowedAre413() throws Exception {
		deploy(new MultipartConfigElement(""), new RequestLimits(1000, 1000, 2, 512, 8192), ECHO);
		assertThat(upload(field("a", "1").repeat(2) + "--XX--").status()).isEqualTo(200);
		assertThat(upload(field("a", "1").repeat(3) + "--XX--").status()).isEqualTo(413);
	}

	@Test
	void fiftyPartsAreAllowedByDefault() throws Exception {
		deploy(new MultipartConfigElement(""), ECHO);
		assertThat(upload(field("a", "1").repeat(50) + "--XX--").status()).isEqualTo(200);
		assertThat(upload(field("a", "1").repeat(51) + "--XX--").status()).isEqualTo(413);
	}

	@Test
	void longerPartHeaderThanAllowedIs413() throws Exception {
		deploy(new MultipartConfigElement(""), ECHO);
		assertThat(upload(file("f", "x".repeat(600), "1") + "--XX--").status()).isEqualTo(413);
	}

	@Test
	void fieldsCountTowardsTheParametersOnce() throws Exception {
		deploy(new MultipartConfigElement(""), new RequestLimits(3, 1000, 50, 512, 8192),
				(request, response) -> response.getWriter().print(request.getParameterMap().size()));
		String body = field("a", "1") + file("f", "x", "1") + file("g", "x", "1") + field("b", "1") + "--XX--";
		assertThat(this.server.post("/?q=1", MULTIPART, body).text()).isEqualTo("3");
		assertThat(this.server.post("/?q=1&r=2", MULTIPART, body).status()).isEqualTo(400);
	}

	@Test
	void partsOfAServletWithoutConfigurationAreAnError() throws Exception {
		this.server.deploy((request, response) -> {
			try {
				request.getParts();
			}
			catch (IllegalStateException ex) {
				response.getWriter().print("refused");
			}
		});
		assertThat(upload(field("a", "1") + "--XX--").text()).isEqualTo("refused");
	}

	@Test
	void parametersOfAServletWithoutConfigurationAreThoseOfTheQuery() throws Exception {
		this.server.deploy((request, response) -> response.getWriter()
			.print(request.getParameter("a") + request.getParameter("q") + request.getInputStream().read()));
		assertThat(this.server.post("/?q=1", MULTIPART, field("a", "1") + "--XX--").text()).isEqualTo("null145");
	}

	@ParameterizedTest
	@ValueSource(strings = { "text/plain", "multipart/mixed; boundary=XX" })
	void partsOfAnotherTypeAreAnError(String contentType) throws Exception {
		deploy(new MultipartConfigElement(""), (request, response) -> {
			try {
				request.getParts();
			}
			catch (ServletException ex) {
				response.getWriter().print("refused");
			}
		});
		assertThat(this.server.post("/", contentType, field("a", "1") + "--XX--").text()).isEqualTo("refused");
	}

	@Test
	void filesGoAndComeWithTheirRequest() throws Exception {
		deploy(new MultipartConfigElement("", -1, -1, 0), (request, response) -> {
			request.getParts();
			try (Stream<Path> files = Files.walk(this.temp)) {
				response.getWriter().print(files.filter(Files::isRegularFile).count());
			}
		});
		assertThat(upload(file("f", "x", "1") + file("g", "y", "2") + "--XX--").text()).isEqualTo("2");
		Eventually.holds("all files deleted", this::noFileIsLeft);
	}

	@Test
	void noFileIsLeftWhenTheServletFails() throws Exception {
		deploy(new MultipartConfigElement("", -1, -1, 0), (request, response) -> {
			request.getParts();
			throw new ServletException("broken");
		});
		assertThat(upload(file("f", "x", "1") + "--XX--").status()).isEqualTo(500);
		Eventually.holds("all files deleted", this::noFileIsLeft);
	}

	@Test
	void noFileIsLeftWhenTheUploadIsRefused() throws Exception {
		deploy(new MultipartConfigElement("", 10, -1, 0), ECHO);
		assertThat(upload(file("f", "x", "1") + file("g", "y", "x".repeat(11)) + "--XX--").status()).isEqualTo(413);
		Eventually.holds("all files deleted", this::noFileIsLeft);
	}

	@Test
	void noFileIsLeftWhenTheClientLeaves() throws Exception {
		CountDownLatch failed = new CountDownLatch(1);
		deploy(new MultipartConfigElement("", -1, -1, 0), (request, response) -> {
			try {
				request.getParts();
			}
			catch (IOException ex) {
				failed.countDown();
				throw ex;
			}
		});
		RawClient client = this.server.connect();
		client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Type: " + MULTIPART + "\r\nContent-Length: 1000000\r\n\r\n"
				+ file("f", "x", "x".repeat(100_000)));
		Eventually.holds("a file is written", () -> !noFileIsLeft());
		client.reset();
		assertThat(failed.await(10, TimeUnit.SECONDS)).isTrue();
		Eventually.holds("all files deleted", this::noFileIsLeft);
	}

	@Test
	void filesLiveUntilAnAsynchronousRequestEnds() throws Exception {
		deploy(new MultipartConfigElement("", -1, -1, 0), (request, response) -> {
			Part part = request.getPart("f");
			AsyncContext async = request.startAsync();
			async.start(() -> {
				try {
					response.getOutputStream().write(part.getInputStream().readAllBytes());
				}
				catch (IOException ex) {
					throw new IllegalStateException(ex);
				}
				async.complete();
			});
		});
		assertThat(upload(file("f", "x", "hello") + "--XX--").text()).isEqualTo("hello");
		Eventually.holds("all files deleted", this::noFileIsLeft);
	}

	@Test
	void writtenFileStays() throws Exception {
		Path target = this.temp.resolve("saved.txt");
		deploy(new MultipartConfigElement("", -1, -1, 0),
				(request, response) -> request.getPart("f").write(target.toString()));
		assertThat(upload(file("f", "x", "hello") + "--XX--").status()).isEqualTo(200);
		assertThat(target).hasContent("hello");
	}

	@Test
	void clientIsToldToContinueWhenPartsAreAskedFor() throws Exception {
		deploy(new MultipartConfigElement(""), ECHO);
		String body = field("a", "1") + "--XX--";
		RawClient client = this.server.connect();
		client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Type: " + MULTIPART + "\r\nContent-Length: " + body.length()
				+ "\r\nExpect: 100-continue\r\n\r\n");
		assertThat(client.readAny(false).status()).isEqualTo(100);
		client.send(body);
		assertThat(client.readAny(false).text()).isEqualTo("a/null/null=1;");
	}

	@Test
	void uploadThatDeclaresItselfTooLargeIsNotAskedFor() throws Exception {
		deploy(new MultipartConfigElement("", -1, 100, 0), ECHO);
		RawClient client = this.server.connect();
		client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Type: " + MULTIPART
				+ "\r\nContent-Length: 101\r\nExpect: 100-continue\r\n\r\n");
		assertThat(client.readAny(false).status()).isEqualTo(413);
		assertThat(client.isClosedByServer()).isTrue();
	}

	@Test
	void connectionIsUsableAfterAnUpload() throws Exception {
		deploy(new MultipartConfigElement(""), ECHO);
		RawClient client = this.server.connect();
		String request = ServletFixture.request("POST", "/", new String[] { "Content-Type: " + MULTIPART },
				field("a", "1") + "--XX--\r\nsome epilogue");
		for (int i = 0; i < 3; i++) {
			client.send(request);
			assertThat(client.read().text()).isEqualTo("a/null/null=1;");
		}
	}

	@Test
	void fileNameIsReadAsUtf8() throws Exception {
		deploy(new MultipartConfigElement(""), ECHO);
		assertThat(upload(file("f", ServletFixture.utf8("é中.txt"), "x") + "--XX--").text())
			.isEqualTo("f/é中.txt/text/plain=x;");
	}

	@Test
	void fieldOfAnUploadIsReadAsUtf8() throws Exception {
		deploy(new MultipartConfigElement(""), (request, response) -> {
			response.setCharacterEncoding("UTF-8");
			response.getWriter().print(request.getParameter("a"));
		});
		assertThat(upload(field("a", ServletFixture.utf8("é中")) + "--XX--").text()).isEqualTo("é中");
	}

	@Test
	void largeFieldIsAParameter() throws Exception {
		deploy(new MultipartConfigElement("", -1, -1, 0),
				(request, response) -> response.getWriter().print(request.getParameter("a").length()));
		assertThat(upload(field("a", "x".repeat(100_000)) + "--XX--").text()).isEqualTo("100000");
	}

}
