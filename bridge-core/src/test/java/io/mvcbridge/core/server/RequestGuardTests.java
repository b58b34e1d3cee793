package io.mvcbridge.core.server;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class RequestGuardTests {

	private static final Set<String> REACHED = ConcurrentHashMap.newKeySet();

	private static TestServer server;

	@BeforeAll
	static void start() {
		server = new TestServer((exchange) -> {
			REACHED.add(exchange.head().target());
			exchange.respond(TestServer.ok(), TestServer.bytes(TestServer.readAll(exchange)));
		});
	}

	@AfterAll
	static void stop() {
		server.close();
		assertThat(REACHED).doesNotContain("/no");
	}

	private static void assertRefused(String request, int status) throws IOException {
		try (RawClient client = server.connect()) {
			client.send(request);
			String head = client.readHead();
			assertThat(head).startsWith("HTTP/1.1 " + status + " ").contains("\nConnection: close\n");
			client.readToEnd();
		}
	}

	private static void assertServed(String request, String body) throws IOException {
		try (RawClient client = server.connect()) {
			client.send(request);
			String head = client.readHead();
			assertThat(head).startsWith("HTTP/1.1 200 OK\n").contains("\nContent-Length: " + body.length() + "\n");
			assertThat(client.read(body.length())).isEqualTo(body);
		}
	}

	@Test
	void theReasonIsSaidInWordsWithoutEchoingTheRequest() throws IOException {
		try (RawClient client = server.connect()) {
			client.send("GET /no HTTP/1.1\r\n\r\n");
			assertThat(client.readResponse()).isEqualTo("""
					HTTP/1.1 400 Bad Request
					Connection: close
					Content-Type: text/plain;charset=utf-8
					Content-Length: 36

					400 HTTP/1.1 needs exactly one Host
					""");
			assertThat(client.awaitEnd()).isEqualTo("closed");
		}
	}

	@Test
	void clientThatSendsNothingBehindARefusedRequestGetsTheAnswer() throws IOException {
		for (String request : new String[] { "GET /no HTTP/1.1\r\n\r\n", "GET /no a b\r\n\r\n",
				"POST /no HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\nabc" }) {
			for (int i = 0; i < 20; i++) {
				try (RawClient client = server.connect()) {
					client.send(request).halfClose();
					assertThat(client.readToEnd()).startsWith("HTTP/1.1 400 Bad Request\r\n");
				}
			}
		}
	}

	@Test
	void hostIsRequiredIn11() throws IOException {
		assertRefused("GET /no HTTP/1.1\r\n\r\n", 400);
	}

	@Test
	void hostMayBeMissingIn10() throws IOException {
		assertServed("GET / HTTP/1.0\r\n\r\n", "");
	}

	@ParameterizedTest
	@ValueSource(strings = { "1.1", "1.0" })
	void twoHostsAreRefused(String version) throws IOException {
		assertRefused("GET /no HTTP/" + version + "\r\nHost: a\r\nHost: a\r\n\r\n", 400);
	}

	@ParameterizedTest
	@ValueSource(strings = { "a,b", "a b", "a@b", "u@a", "a/b", "a:b", "a:65536", "a:80:80", "[::1", "[::1]x",
			"[1.2.3.4]", "[zz:g]", "[::1::2]", "[v.a]", "[v1.]", "[vg.a]", "a%2", "a%zz", "\"a\"", "a\\b", "[]", ":",
			":80" })
	void invalidHostIsRefused(String host) throws IOException {
		assertRefused("GET /no HTTP/1.1\r\nHost: " + host + "\r\n\r\n", 400);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "a", "a.example.", "under_score.example", "a:", "a:8080", "[::1]", "[v1.a:b]",
			"[fe80::1%25eth0]:80", "127.0.0.1:1", "test.l0l", "xn--bcher-kva.example", "a%41" })
	void validHostIsServed(String host) throws IOException {
		assertServed("GET / HTTP/1.1\r\nHost: " + host + "\r\n\r\n", "");
	}

	@ParameterizedTest
	@ValueSource(strings = { "HTTP/2.0", "HTTP/1.2", "HTTP/3.0", "HTTP/0.9" })
	void otherVersionsAre505(String version) throws IOException {
		assertRefused("GET /no " + version + "\r\nHost: a\r\n\r\n", 505);
	}

	@ParameterizedTest
	@ValueSource(strings = { "GET /no\r\n\r\n", "GET /no HTTP/1\r\nHost: a\r\n\r\n",
			"GET /no http/1.1\r\nHost: a\r\n\r\n", "GET /no XTTP/1.1\r\nHost: a\r\n\r\n", "GET\r\n\r\n",
			"G@T /no HTTP/1.1\r\nHost: a\r\n\r\n", "\0\r\n\r\n" })
	void malformedRequestLineIs400(String request) throws IOException {
		assertRefused(request, 400);
	}

	@ParameterizedTest
	@ValueSource(strings = { "no", "http:/no", "ftp://a/no", "http:///no", "http://u@a/no", "http://a b/no", "*",
			"/no\u0001", "/no\u007f" })
	void invalidTargetIs400(String target) throws IOException {
		assertRefused("GET " + target + " HTTP/1.1\r\nHost: a\r\n\r\n", 400);
	}

	@ParameterizedTest
	@ValueSource(strings = { "GET http://b/x?y", "GET HTTPS://b:443", "OPTIONS *", "GET /\u00e9", "GET /a|b{c}^\"<>" })
	void validTargetIsServed(String start) throws IOException {
		assertServed(start + " HTTP/1.1\r\nHost: a\r\n\r\n", "");
	}

	@Test
	void chunkedIsServedInAnyCase() throws IOException {
		assertServed("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: ChunkeD\r\n\r\n1\r\nx\r\n0\r\n\r\n", "x");
	}

	@ParameterizedTest
	@ValueSource(
			strings = { "gzip, chunked", "gzip,chunked", "identity, chunked", "gzip\r\nTransfer-Encoding: chunked" })
	void otherCodingBeforeChunkedIs501(String coding) throws IOException {
		assertRefused("POST /no HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: " + coding + "\r\n\r\n0\r\n\r\n", 501);
	}

	@ParameterizedTest
	@ValueSource(strings = { "gzip", "xchunked", "chunked, gzip", "chunked, chunked", "", ",chunked", "chunked;q=1",
			"chunked\r\nTransfer-Encoding: chunked", "identity" })
	void otherTransferEncodingIs400(String coding) throws IOException {
		assertRefused("POST /no HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: " + coding + "\r\n\r\n0\r\n\r\n", 400);
	}

	@Test
	void transferEncodingIn10Is400() throws IOException {
		assertRefused("POST /no HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400);
	}

	@ParameterizedTest
	@ValueSource(strings = { "Content-Length: 5\r\nTransfer-Encoding: chunked",
			"Transfer-Encoding: chunked\r\nContent-Length: 5", "Transfer-Encoding: chunked\r\nContent-Length: 0" })
	void transferEncodingBesideContentLengthIs400(String fields) throws IOException {
		assertRefused("POST /no HTTP/1.1\r\nHost: a\r\n" + fields + "\r\n\r\n0\r\n\r\n", 400);
	}

	@ParameterizedTest
	@ValueSource(strings = { "+3", "-1", "3, 3", "3\r\nContent-Length: 3", "3\r\nContent-Length: 4", "", "x", "0x3",
			"99999999999999999999" })
	void invalidContentLengthIs400(String length) throws IOException {
		assertRefused("POST /no HTTP/1.1\r\nHost: a\r\nContent-Length: " + length + "\r\n\r\nabc", 400);
	}

	@ParameterizedTest
	@ValueSource(strings = { "200-ok", "100-continue, x", "100-continue\r\nExpect: x" })
	void unknownExpectationIs417(String expectation) throws IOException {
		assertRefused("POST /no HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nExpect: " + expectation + "\r\n\r\n", 417);
	}

	@Test
	void expectationIn10IsIgnored() throws IOException {
		assertServed("POST / HTTP/1.0\r\nContent-Length: 1\r\nExpect: x\r\n\r\nb", "b");
	}

	@Test
	void traceIs405AndSaysWhatIsAllowed() throws IOException {
		try (RawClient client = server.connect()) {
			client.send("TRACE /no HTTP/1.1\r\nHost: a\r\n\r\n");
			assertThat(client.readHead()).startsWith("HTTP/1.1 405 Method Not Allowed\n")
				.contains("\nAllow: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS\n")
				.contains("\nConnection: close\n");
		}
	}

	@Test
	void connectIs501() throws IOException {
		assertRefused("CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n", 501);
	}

	@Test
	void unknownMethodReachesTheApplication() throws IOException {
		assertServed("BREW / HTTP/1.1\r\nHost: a\r\n\r\n", "");
	}

	@Test
	void requestLineBeyondTheLimitIs414() throws IOException {
		assertRefused("GET /no" + "o".repeat(9000) + " HTTP/1.1\r\nHost: a\r\n\r\n", 414);
	}

	@Test
	void headBeyondTheLimitIs431() throws IOException {
		assertRefused("GET /no HTTP/1.1\r\nHost: a\r\nA: " + "x".repeat(9000) + "\r\n\r\n", 431);
	}

	@Test
	void manyFieldsBeyondTheLimitAre431() throws IOException {
		assertRefused("GET /no HTTP/1.1\r\nHost: a\r\n" + "A: x\r\n".repeat(2500) + "\r\n", 431);
	}

	@ParameterizedTest
	@ValueSource(strings = { "A: b\r\n c", "A: b\r\n\tc", "Host: a\r\n b", "A: b\r\n \r\nC: d" })
	void foldedLineIs400(String fields) throws IOException {
		assertRefused("GET /no HTTP/1.1\r\nHost: a\r\n" + fields + "\r\n\r\n", 400);
		assertRefused("\r\n\r\nGET /no HTTP/1.1\r\nHost: a\r\n" + fields + "\r\n\r\n", 400);
	}

	@Test
	void foldedLineIs400WhenItComesInPieces() throws IOException {
		try (RawClient client = server.connect()) {
			for (char c : "GET /no HTTP/1.1\r\nHost: a\r\n b\r\n\r\n".toCharArray()) {
				client.send(String.valueOf(c));
			}
			assertThat(client.readHead()).startsWith("HTTP/1.1 400 ");
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { " A: b", "A : b", "A\t: b", ": b", "A", "A: b\0c", "A: b\rc", "A: b\u000bc",
			"Transfer-Encoding:\u000bchunked", "Transfer-Encoding : chunked", "A(: b", "\u00e9: b" })
	void malformedFieldIs400(String field) throws IOException {
		assertRefused("GET /no HTTP/1.1\r\nHost: a\r\n" + field + "\r\n\r\n", 400);
	}

	@Test
	void bareLineFeedIs400() throws IOException {
		assertRefused("GET /no HTTP/1.1\nHost: a\n\n", 400);
		assertRefused("GET /no HTTP/1.1\r\nHost: a\nA: b\r\n\r\n", 400);
	}

	@Test
	void obsoleteWebSocketHandshakeIs400() throws IOException {
		assertRefused("GET /no HTTP/1.1\r\nHost: a\r\nSec-WebSocket-Key1: 1\r\nSec-WebSocket-Key2: 2\r\n\r\n", 400);
	}

	@Test
	void blankLinesBeforeTheRequestLineAreSkipped() throws IOException {
		assertServed("\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", "");
	}

	@Test
	void nothingBehindARefusedRequestIsServed() throws IOException {
		try (RawClient client = server.connect()) {
			client.send("GET /no HTTP/1.1\r\n\r\nGET /no HTTP/1.1\r\nHost: a\r\n\r\n");
			client.readResponse();
			assertThat(client.awaitEnd()).isEqualTo("closed");
		}
	}

	@Test
	void answerIsReadableHoweverMuchIsPipelinedBehindIt() throws IOException {
		try (RawClient client = server.connect()) {
			client.send("GET /no HTTP/1.1\r\n\r\n");
			for (int i = 0; i < 200; i++) {
				client.send("GET /no HTTP/1.1\r\nHost: a\r\nA: " + "x".repeat(5000) + "\r\n\r\n");
			}
			assertThat(client.readHead()).startsWith("HTTP/1.1 400 ");
			client.readToEnd();
		}
	}

	@Test
	void answerToARefusedUploadIsReadableWhileTheClientStillSends() throws IOException {
		try (RawClient client = server.connect()) {
			client.send("POST /no HTTP/1.1\r\nContent-Length: 1000000\r\n\r\n");
			client.send(new byte[1_000_000]);
			assertThat(client.readHead()).startsWith("HTTP/1.1 400 ");
			client.readToEnd();
		}
	}

	@Test
	void headGetsNoBodyWithARefusal() throws IOException {
		try (RawClient client = server.connect()) {
			client.send("HEAD /no HTTP/1.1\r\n\r\n");
			assertThat(client.readHead()).startsWith("HTTP/1.1 400 ").contains("\nContent-Length: 36\n");
			assertThat(client.awaitEnd()).isEqualTo("closed");
		}
	}

}
