package io.mvcbridge.core.server;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.zip.GZIPInputStream;
import java.util.zip.Inflater;

import io.mvcbridge.core.exchange.ResponseHead;
import io.mvcbridge.core.exchange.ResponseStream;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class CompressionTests {

	private static final String TEXT = "compress me ".repeat(100);

	private static TestServer server;

	private static volatile TestServer.Handler handler;

	@BeforeAll
	static void start() {
		server = new TestServer((exchange) -> handler.handle(exchange),
				(settings) -> settings.compression(new ServerSettings.CompressionSettings(
						List.of("text/plain", "text/event-stream"), 100, List.of("MSIE [1-6]"))));
	}

	@AfterAll
	static void stop() {
		server.close();
	}

	@BeforeEach
	void respondText() {
		respond(TestServer.ok("Content-Type", "text/plain"), TEXT);
	}

	private static void respond(ResponseHead head, String body) {
		handler = (exchange) -> exchange.respond(new ResponseHead(head.status(), head.headers().copy()),
				TestServer.bytes(body));
	}

	/** The head, and the body as it came, of an answer that ends its connection. */
	private static String[] exchange(String request) throws IOException {
		try (RawClient client = server.connect()) {
			client.send(request + "Host: a\r\nConnection: close\r\n\r\n");
			String head = client.readHead();
			String body = head.contains("\nTransfer-Encoding: chunked\n") ? client.readChunks() : client.readToEnd();
			return new String[] { head.replace("Connection: close\n", ""), body };
		}
	}

	private static String[] get(String fields) throws IOException {
		return exchange("GET / HTTP/1.1\r\n" + fields);
	}

	private static String unzip(String bytes) throws IOException {
		try (InputStream in = new GZIPInputStream(
				new ByteArrayInputStream(bytes.getBytes(StandardCharsets.ISO_8859_1)))) {
			return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
		}
	}

	private static void assertPlain(String[] response) {
		assertThat(response[0]).doesNotContain("content-encoding");
		assertThat(response[1]).isEqualTo(TEXT);
	}

	@Test
	void wholeResponseIsCompressedWithItsLength() throws IOException {
		String[] response = get("Accept-Encoding: gzip\r\n");
		assertThat(response[0]).isEqualTo("HTTP/1.1 200 OK\nContent-Type: text/plain\nVary: Accept-Encoding\n"
				+ "Content-Encoding: gzip\nContent-Length: " + response[1].length() + "\n");
		assertThat(response[1].length()).isLessThan(200);
		assertThat(unzip(response[1])).isEqualTo(TEXT);
	}

	@Test
	void streamIsCompressed() throws IOException {
		handler = (exchange) -> {
			ResponseStream stream = exchange.stream(TestServer.ok("Content-Type", "text/plain; charset=utf-8"));
			stream.write(TestServer.bytes(TEXT));
			stream.write(TestServer.bytes(TEXT));
			stream.end(new DefaultHttpHeaders());
		};
		String[] response = get("Accept-Encoding: br, gzip;q=0.5\r\n");
		assertThat(response[0]).contains("\nContent-Encoding: gzip\n").contains("\nVary: Accept-Encoding\n");
		assertThat(unzip(response[1])).isEqualTo(TEXT + TEXT);
	}

	@Test
	void streamWithADeclaredLengthIsCompressed() throws IOException {
		handler = (exchange) -> {
			ResponseStream stream = exchange
				.stream(TestServer.ok("Content-Type", "text/plain", "Content-Length", String.valueOf(TEXT.length())));
			stream.write(TestServer.bytes(TEXT));
			stream.end(null);
		};
		String[] response = get("Accept-Encoding: gzip\r\n");
		assertThat(response[0]).contains("\nTransfer-Encoding: chunked\n").doesNotContain("ontent-length");
		assertThat(unzip(response[1])).isEqualTo(TEXT);
	}

	@Test
	void flushedEventReachesTheClientAtOnce() throws Exception {
		CompletableFuture<ResponseStream> opened = new CompletableFuture<>();
		handler = (exchange) -> {
			ResponseStream stream = exchange.stream(TestServer.ok("Content-Type", "text/event-stream"));
			stream.flush();
			opened.complete(stream);
		};
		try (RawClient client = server.connect()) {
			client.send("GET / HTTP/1.1\r\nHost: a\r\nAccept-Encoding: deflate\r\n\r\n");
			assertThat(client.readHead()).contains("\nContent-Encoding: deflate\n");
			Inflater inflater = new Inflater();
			for (int i = 0; i < 3; i++) {
				opened.join().write(TestServer.bytes("data: " + i + "\n\n"));
				opened.join().flush();
				StringBuilder event = new StringBuilder();
				while (event.length() < 9) {
					String chunk = client.read(Integer.parseInt(client.readLine(), 16));
					client.readLine();
					inflater.setInput(chunk.getBytes(StandardCharsets.ISO_8859_1));
					byte[] inflated = new byte[100];
					event.append(new String(inflated, 0, inflater.inflate(inflated), StandardCharsets.ISO_8859_1));
				}
				assertThat(event.toString()).isEqualTo("data: " + i + "\n\n");
			}
			inflater.end();
			opened.join().end(null);
		}
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			gzip                      | gzip
			deflate, gzip             | gzip
			GZIP                      | gzip
			x-gzip                    | gzip
			br, zstd, gzip;q=0.1      | gzip
			deflate;q=0.9, gzip;q=0.8 | deflate
			gzip;q=0, deflate         | deflate
			gzip;q=0, *               | deflate
			*                         | gzip
			*;q=0.5, gzip;Q=0.4       | deflate
			gzip;a=b;q=0, deflate     | deflate
			gzip;a;q=0.1, deflate;q=1 | deflate
			""")
	void codingIsTheOneThatTheClientPrefers(String accepted, String coding) throws IOException {
		assertThat(get("Accept-Encoding: " + accepted + "\r\n")[0]).contains("\nContent-Encoding: " + coding + "\n");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "Accept-Encoding: identity\r\n", "Accept-Encoding: gzip;q=0\r\n",
			"Accept-Encoding: br\r\n", "Accept-Encoding: gzip;q=0, br\r\n", "Accept-Encoding: gzip;q=NaN\r\n",
			"Accept-Encoding: *;q=0\r\n", "Accept-Encoding: gzip;q=x\r\n", "Accept-Encoding: \r\n",
			"Accept-Encoding: gzip\r\nUser-Agent: Mozilla (MSIE 6.0)\r\n" })
	void clientThatWantsNoneGetsNoneAndAVary(String fields) throws IOException {
		String[] response = get(fields);
		assertPlain(response);
		assertThat(response[0]).contains("\nVary: Accept-Encoding\n");
	}

	@Test
	void http10GetsNone() throws IOException {
		assertPlain(exchange("GET / HTTP/1.0\r\nAccept-Encoding: gzip\r\n"));
	}

	@ParameterizedTest
	@CsvSource({ "Content-Type,image/png", "Content-Type,text/plainer", "Cache-Control,'private, no-transform'",
			"Content-Encoding,identity", "Content-Range,bytes 0-1199/1200" })
	void responseThatIsNotWorthItIsLeftAlone(String name, String value) throws IOException {
		ResponseHead head = TestServer.ok("Content-Type", "text/plain");
		head.headers().set(name, value);
		respond(head, TEXT);
		String[] response = get("Accept-Encoding: gzip\r\n");
		assertThat(response[0]).doesNotContain("vary").doesNotContain("gzip");
		assertThat(response[1]).isEqualTo(TEXT);
	}

	@Test
	void shortResponseIsLeftAlone() throws IOException {
		respond(TestServer.ok("Content-Type", "text/plain"), "x".repeat(99));
		assertThat(get("Accept-Encoding: gzip\r\n")[1]).isEqualTo("x".repeat(99));
		respond(TestServer.ok("Content-Type", "text/plain"), "x".repeat(100));
		assertThat(unzip(get("Accept-Encoding: gzip\r\n")[1])).isEqualTo("x".repeat(100));
	}

	@Test
	void partialContentIsLeftAlone() throws IOException {
		respond(TestServer.head(206, "Content-Type", "text/plain"), TEXT);
		assertPlain(get("Accept-Encoding: gzip\r\n"));
	}

	@ParameterizedTest
	@ValueSource(ints = { 204, 304 })
	void bodylessStatusIsLeftAlone(int status) throws IOException {
		respond(TestServer.head(status, "Content-Type", "text/plain", "ETag", "\"x\""), "");
		String[] response = get("Accept-Encoding: gzip\r\n");
		assertThat(response[0]).contains("\nETag: \"x\"\n").doesNotContain("content-encoding");
		assertThat(response[1]).isEmpty();
	}

	@Test
	void strongTagIsWeakened() throws IOException {
		respond(TestServer.ok("Content-Type", "text/plain", "ETag", "\"x\""), TEXT);
		assertThat(get("Accept-Encoding: gzip\r\n")[0]).contains("\nETag: W/\"x\"\n");
		assertThat(get("")[0]).contains("\nETag: \"x\"\n");
	}

	@Test
	void weakTagIsKept() throws IOException {
		respond(TestServer.ok("Content-Type", "text/plain", "ETag", "W/\"x\""), TEXT);
		assertThat(get("Accept-Encoding: gzip\r\n")[0]).contains("\nETag: W/\"x\"\n");
	}

	@Test
	void varyOfTheApplicationIsKept() throws IOException {
		respond(TestServer.ok("Content-Type", "text/plain", "Vary", "Origin"), TEXT);
		assertThat(get("Accept-Encoding: gzip\r\n")[0]).contains("\nVary: Origin\nVary: Accept-Encoding\n");
		respond(TestServer.ok("Content-Type", "text/plain", "Vary", "Origin, Accept-Encoding"), TEXT);
		assertThat(get("Accept-Encoding: gzip\r\n")[0]).contains("\nVary: Origin, Accept-Encoding\n")
			.doesNotContain("\nvary:");
	}

	@Test
	void headSaysWhatGetWouldSayWithoutALength() throws IOException {
		String[] response = exchange("HEAD / HTTP/1.1\r\nAccept-Encoding: gzip\r\n");
		assertThat(response[0])
			.isEqualTo("HTTP/1.1 200 OK\nContent-Type: text/plain\nVary: Accept-Encoding\nContent-Encoding: gzip\n");
		assertThat(response[1]).isEmpty();
		assertThat(exchange("HEAD / HTTP/1.1\r\n")[0])
			.isEqualTo("HTTP/1.1 200 OK\nContent-Type: text/plain\nContent-Length: 1200\nVary: Accept-Encoding\n");
	}

	@Test
	void interimResponsesDoNotDisturb() throws IOException {
		handler = (exchange) -> {
			exchange.informational(103, new DefaultHttpHeaders().add("Link", "</a>"));
			exchange.respond(TestServer.ok("Content-Type", "text/plain"),
					TestServer.bytes(TestServer.readAll(exchange)));
		};
		try (RawClient client = server.connect()) {
			for (int i = 0; i < 2; i++) {
				client.send("POST / HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip\r\nContent-Length: 1200\r\n"
						+ "Expect: 100-continue\r\n\r\n");
				assertThat(client.readHead()).isEqualTo("HTTP/1.1 103 Early Hints\nLink: </a>\n");
				assertThat(client.readHead()).isEqualTo("HTTP/1.1 100 Continue\n");
				client.send(TEXT);
				String response = client.readResponse();
				assertThat(unzip(response.substring(response.indexOf("\n\n") + 2))).isEqualTo(TEXT);
			}
		}
	}

	@Test
	void pipelinedRequestsGetEachTheirOwnEncoding() throws IOException {
		try (RawClient client = server.connect()) {
			client.send("GET / HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip\r\n\r\n"
					+ "GET / HTTP/1.1\r\nHost: a\r\n\r\nHEAD / HTTP/1.1\r\nHost: a\r\n\r\n"
					+ "GET / HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip\r\n\r\n");
			assertThat(client.readResponse()).contains("\nContent-Encoding: gzip\n");
			assertThat(client.readResponse()).endsWith("\n\n" + TEXT);
			assertThat(client.readHead()).contains("\nContent-Length: 1200\n");
			assertThat(client.readResponse()).contains("\nContent-Encoding: gzip\n");
		}
	}

	@Test
	void refusedRequestIsAnswered() throws IOException {
		assertThat(exchange("GET / HTTP/1.1\r\nHost: b\r\n")[0]).startsWith("HTTP/1.1 400 Bad Request\n");
		assertThat(exchange("GET / HTTP/1.1\r\n x\r\n")[0]).startsWith("HTTP/1.1 400 Bad Request\n");
	}

}
