package io.mvcbridge.core.server;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.mvcbridge.core.exchange.Forwarding;
import io.mvcbridge.core.exchange.HttpExchange;
import io.mvcbridge.core.server.ProxySettings.Evaluation;
import io.mvcbridge.core.server.ProxySettings.Family;
import io.netty.handler.codec.http.HttpHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * What a proxy says of the client, over a socket: what is believed, and what the
 * application still finds in the fields. The peer is 127.0.0.1; where it is trusted,
 * 10.0.0.0/8 and 2001:db8:1::/48 are too.
 */
class ForwardedHeadersTests {

	private static final List<String> TRUSTED = List.of("127.0.0.1", "10.0.0.0/8", "2001:db8:1::/48");

	private static final List<String> ELSEWHERE = List.of("10.0.0.0/8");

	// ---- X-Forwarded-*, evaluated by the server

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			# one proxy that overwrites
			203.0.113.7                        | 203.0.113.7:0
			# ... and is told a port
			203.0.113.7:51234                  | 203.0.113.7:51234
			2001:db8::7                        | 2001:db8:0:0:0:0:0:7:0
			[2001:db8::7]                      | 2001:db8:0:0:0:0:0:7:0
			[2001:db8::7]:443                  | 2001:db8:0:0:0:0:0:7:443
			# one proxy that appends: the beginning is the client's invention
			192.0.2.1, 203.0.113.7             | 203.0.113.7:0
			127.0.0.1, 203.0.113.7             | 203.0.113.7:0
			10.0.0.9, 203.0.113.7              | 203.0.113.7:0
			# two proxies
			203.0.113.7, 10.0.0.2              | 203.0.113.7:0
			192.0.2.1, 203.0.113.7, 10.0.0.2   | 203.0.113.7:0
			203.0.113.7, 2001:db8:1::5         | 203.0.113.7:0
			# an IPv4 address in IPv6 clothes
			203.0.113.7, ::ffff:10.0.0.2       | 203.0.113.7:0
			# everybody is trusted: somebody within called
			10.0.0.3, 10.0.0.2                 | 10.0.0.3:0
			# nobody knows who called that proxy
			unknown, 10.0.0.2                  | 10.0.0.2:0
			203.0.113.7, _secret, 10.0.0.2     | 10.0.0.2:0
			203.0.113.7, evil.example          | null
			203.0.113.7:x                      | 203.0.113.7:0
			# empty members are none
			203.0.113.7, , 10.0.0.2,           | 203.0.113.7:0
			203.0.113.7, 010.0.0.2, 10.0.0.2   | 10.0.0.2:0
			' , '                              | null
			""")
	void theClientIsTheLastAddressThatIsNoTrustedProxy(String field, String client) throws IOException {
		assertThat(ask(TRUSTED, Family.X_FORWARDED, "X-Forwarded-For: " + field).get(0)).isEqualTo("client " + client);
	}

	@Test
	void severalFieldsAreOneList() throws IOException {
		assertThat(ask(TRUSTED, Family.X_FORWARDED, "X-Forwarded-For: 192.0.2.1", "X-Forwarded-For: 203.0.113.7",
				"X-Forwarded-For: 10.0.0.2")
			.get(0)).isEqualTo("client 203.0.113.7:0");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			# set by the proxy
			203.0.113.7             | https       | https
			203.0.113.7             | HTTPS       | https
			203.0.113.7             | wss         | https
			203.0.113.7             | ws          | http
			# appended by the proxy, the client's own in front
			192.0.2.1, 203.0.113.7  | http, https | https
			# set by the proxy, while the addresses are appended
			192.0.2.1, 203.0.113.7  | https       | https
			# appended by both of two proxies
			203.0.113.7, 10.0.0.2   | https, http | https
			# set by the first of two and passed on by the second
			203.0.113.7, 10.0.0.2   | https       | https
			# and with an invention in front
			1.1.1.1, 203.0.113.7, 10.0.0.2 | ftp, https, http | https
			""")
	void theSchemeStoodWhereTheClientStood(String addresses, String proto, String scheme) throws IOException {
		assertThat(
				ask(TRUSTED, Family.X_FORWARDED, "X-Forwarded-For: " + addresses, "X-Forwarded-Proto: " + proto).get(1))
			.isEqualTo("scheme " + scheme);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			shop.example      |      | shop.example:-1
			shop.example:8443 |      | shop.example:8443
			shop.example      | 8443 | shop.example:8443
			shop.example:81   | 8443 | shop.example:8443
			[2001:db8::1]     |      | [2001:db8::1]:-1
			[2001:db8::1]:444 |      | [2001:db8::1]:444
			                  | 8443 | null:8443
			a.example, b.example | 1, 2 | b.example:2
			""")
	void hostAndPortAreRead(String host, String port, String expected) throws IOException {
		String hostField = (host != null) ? "X-Forwarded-Host: " + host : "X-Other: 1";
		String portField = (port != null) ? "X-Forwarded-Port: " + port : "X-Other: 2";
		assertThat(ask(TRUSTED, Family.X_FORWARDED, "X-Forwarded-For: 203.0.113.7", hostField, portField).get(2))
			.isEqualTo("server " + expected);
	}

	@ParameterizedTest
	@ValueSource(strings = { "X-Forwarded-Proto: gopher", "X-Forwarded-Proto: https://", "X-Forwarded-Host: a b",
			"X-Forwarded-Host: https://shop.example/", "X-Forwarded-Host: shop.example:99999", "X-Forwarded-Host: [::1",
			"X-Forwarded-Port: 0", "X-Forwarded-Port: -1", "X-Forwarded-Port: 65536", "X-Forwarded-Port: https" })
	void nonsenseOfATrustedProxyIsRefused(String field) throws IOException {
		List<String> answer = ask(TRUSTED, Family.X_FORWARDED, "X-Forwarded-For: 203.0.113.7", field);
		assertThat(answer.get(0)).startsWith("400 X-Forwarded-").contains(" of the proxy ");
	}

	@ParameterizedTest
	@ValueSource(strings = { "X-Forwarded-Proto: gopher", "X-Forwarded-Host: a b", "X-Forwarded-Port: 0",
			"Forwarded: for=\"" })
	void nonsenseOfAnybodyElseIsThrownAway(String field) throws IOException {
		assertThat(ask(ELSEWHERE, Family.X_FORWARDED, field)).containsExactly("direct");
		assertThat(ask(ELSEWHERE, Family.FORWARDED, field)).containsExactly("direct");
	}

	@Test
	void whatIsLeftInTheFieldsIsWhatWasBelieved() throws IOException {
		assertThat(ask(TRUSTED, Family.X_FORWARDED, "X-Forwarded-For: 192.0.2.1, 203.0.113.7, 10.0.0.2",
				"X-Forwarded-Proto: ftp, https, http", "X-Forwarded-Host: evil.example, shop.example:8443, inner",
				"X-Forwarded-Port: 1, 2, 3", "X-Forwarded-Prefix: /evil", "X-Forwarded-Ssl: on",
				"Forwarded: for=198.51.100.1;proto=ftp;host=evil.example"))
			.containsExactly("client 203.0.113.7:0", "scheme https", "server shop.example:2",
					"x-forwarded-for 203.0.113.7", "x-forwarded-proto https", "x-forwarded-host shop.example",
					"x-forwarded-port 2");
	}

	@Test
	void theOtherFamilyIsTakenOutThoughTheProxyIsTrusted() throws IOException {
		assertThat(ask(TRUSTED, Family.X_FORWARDED, "Forwarded: for=198.51.100.1;proto=https;host=evil.example"))
			.containsExactly("direct");
		assertThat(ask(TRUSTED, Family.FORWARDED, "X-Forwarded-For: 198.51.100.1", "X-Forwarded-Proto: https",
				"X-Forwarded-Host: evil.example", "X-Forwarded-Port: 1", "X-Forwarded-Prefix: /evil",
				"X-Forwarded-Ssl: on"))
			.containsExactly("direct");
	}

	@Test
	void whoIsNotTrustedSaysNothing() throws IOException {
		assertThat(ask(ELSEWHERE, Family.X_FORWARDED, "X-Forwarded-For: 198.51.100.1", "x-forwarded-proto: https",
				"X-FORWARDED-HOST: evil.example", "X-Forwarded-Port: 1", "X-Forwarded-Prefix: /evil",
				"X-Forwarded-Ssl: on", "Forwarded: for=198.51.100.1"))
			.containsExactly("direct");
	}

	@Test
	void everyRequestOfAConnectionIsEvaluatedAnew() throws IOException {
		try (TestServer server = server(TRUSTED, Family.X_FORWARDED, Evaluation.SERVER);
				RawClient client = server.connect()) {
			client.send("GET / HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 203.0.113.7\r\n\r\n");
			assertThat(client.readResponse()).contains("client 203.0.113.7:0");
			client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
			assertThat(client.readResponse()).endsWith("direct");
			client.send("GET / HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 203.0.113.8\r\n\r\n");
			assertThat(client.readResponse()).contains("client 203.0.113.8:0");
		}
	}

	@Test
	void aTrailerIsNoFieldOfTheHead() throws IOException {
		try (TestServer server = server(TRUSTED, Family.X_FORWARDED, Evaluation.SERVER);
				RawClient client = server.connect()) {
			client.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
					+ "0\r\nX-Forwarded-For: 198.51.100.1\r\n\r\n");
			assertThat(client.readResponse()).endsWith("direct");
		}
	}

	// ---- Forwarded

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '\'',
			textBlock = """
					for=203.0.113.7;proto=https;host=shop.example        | client 203.0.113.7:0 scheme https server shop.example:-1
					For="203.0.113.7";PROTO=https;Host="shop.example:81" | client 203.0.113.7:0 scheme https server shop.example:81
					for="[2001:db8::7]:4711"                             | client 2001:db8:0:0:0:0:0:7:4711 scheme null server null:-1
					for="203.0.113.7:4711"                               | client 203.0.113.7:4711 scheme null server null:-1
					for=203.0.113.7:4711                                 | client 203.0.113.7:4711 scheme null server null:-1
					for=203.0.113.7:_hidden                              | client 203.0.113.7:0 scheme null server null:-1
					for="203\\.0.113.7"                                  | client 203.0.113.7:0 scheme null server null:-1
					# the client's own in front
					for=192.0.2.1;proto=ftp, for=203.0.113.7;proto=https | client 203.0.113.7:0 scheme https server null:-1
					for="192.0.2.1, for=192.0.2.2", for=203.0.113.7      | client 203.0.113.7:0 scheme null server null:-1
					# two proxies
					for=203.0.113.7;proto=https;host=shop.example, for=10.0.0.2;proto=http;host=inner | client 203.0.113.7:0 scheme https server shop.example:-1
					# the first of them does not tell who called, but what was called
					for=_x;host=shop.example, for=10.0.0.2;host=inner    | client 10.0.0.2:0 scheme null server shop.example:-1
					host=shop.example, for=10.0.0.2                      | client 10.0.0.2:0 scheme null server shop.example:-1
					for=unknown;proto=https                              | client null scheme https server null:-1
					by=10.0.0.2;for=203.0.113.7;secret=x                 | client 203.0.113.7:0 scheme null server null:-1
					# white space and empty members
					', for=203.0.113.7 ; proto=https ;, ,'               | client 203.0.113.7:0 scheme https server null:-1
					""")
	void forwardedIsReadAsRfc7239Says(String field, String expected) throws IOException {
		List<String> answer = ask(TRUSTED, Family.FORWARDED, "Forwarded: " + field);
		assertThat(String.join(" ", answer.subList(0, 3))).isEqualTo(expected);
	}

	@ParameterizedTest
	@ValueSource(strings = { "for=\"192.0.2.1, for=203.0.113.7", "for=203.0.113.7;for=192.0.2.1", "for", "for=", "=x",
			"for=203.0.113.7 proto=https", "for=a b", "for=\"a\"b", "for=\"a\\", "proto=gopher", "host=\"\"",
			"host=\"a b\"", "host=evil/x", "for = 203.0.113.7" })
	void aForwardedFieldThatIsMalformedAnywhereIsRefused(String field) throws IOException {
		assertThat(ask(TRUSTED, Family.FORWARDED, "Forwarded: " + field).get(0))
			.startsWith("400 Forwarded of the proxy ");
	}

	@Test
	void whatIsLeftOfForwardedIsWhatWasBelieved() throws IOException {
		assertThat(ask(TRUSTED, Family.FORWARDED, "Forwarded: for=192.0.2.1;host=evil.example",
				"Forwarded: for=\"[2001:db8::7]:4711\";proto=https;host=shop.example:81;by=_x",
				"Forwarded: for=10.0.0.2;proto=http", "X-Forwarded-For: 198.51.100.1", "X-Forwarded-Prefix: /evil"))
			.containsExactly("client 2001:db8:0:0:0:0:0:7:4711", "scheme https", "server shop.example:81",
					"forwarded for=\"[2001:db8:0:0:0:0:0:7]:4711\";proto=\"https\";host=\"shop.example:81\"");
	}

	// ---- evaluated by the application, or by nobody

	@Test
	void theApplicationGetsTheFieldsOfATrustedProxyAsTheyAre() throws IOException {
		assertThat(ask(TRUSTED, Family.X_FORWARDED, Evaluation.APPLICATION, "X-Forwarded-For: 192.0.2.1, 203.0.113.7",
				"X-Forwarded-Prefix: /shop", "Forwarded: for=198.51.100.1"))
			.containsExactly("client null", "scheme null", "server null:-1", "x-forwarded-for 192.0.2.1, 203.0.113.7",
					"x-forwarded-prefix /shop");
	}

	@Test
	void theApplicationGetsNoFieldsOfAnybodyElse() throws IOException {
		assertThat(ask(ELSEWHERE, Family.X_FORWARDED, Evaluation.APPLICATION, "X-Forwarded-For: 192.0.2.1",
				"X-Forwarded-Prefix: /shop", "Forwarded: for=198.51.100.1"))
			.containsExactly("direct");
	}

	@Test
	void withoutEvaluationTheFieldsStayAsTheyAre() throws IOException {
		assertThat(ask(ELSEWHERE, Family.X_FORWARDED, Evaluation.NONE, "X-Forwarded-For: 192.0.2.1",
				"Forwarded: for=198.51.100.1"))
			.containsExactly("direct", "x-forwarded-for 192.0.2.1", "forwarded for=198.51.100.1");
		assertThat(ask(TRUSTED, Family.X_FORWARDED, Evaluation.NONE, "X-Forwarded-For: 192.0.2.1",
				"X-Forwarded-Proto: gopher"))
			.containsExactly("client null", "scheme null", "server null:-1", "x-forwarded-for 192.0.2.1",
					"x-forwarded-proto gopher");
	}

	@Test
	void withoutProxiesNothingIsEvaluated() throws IOException {
		try (TestServer server = new TestServer(ForwardedHeadersTests::tell)) {
			assertThat(ask(server, "X-Forwarded-For: 192.0.2.1")).containsExactly("direct",
					"x-forwarded-for 192.0.2.1");
		}
	}

	@Test
	void theApplicationAloneGetsTheFieldsOfAnybody() throws IOException {
		assertThat(ask(ELSEWHERE, Family.X_FORWARDED, Evaluation.APPLICATION_ALONE, "X-Forwarded-For: 192.0.2.1",
				"Forwarded: for=198.51.100.1"))
			.containsExactly("direct", "x-forwarded-for 192.0.2.1", "forwarded for=198.51.100.1");
	}

	// ---- what is logged

	@Test
	void aStrangerWhoTellsOfTheClientIsNamedOnce() throws IOException {
		try (LogCapture log = new LogCapture(ForwardedHeaders.class);
				TestServer server = server(ELSEWHERE, Family.X_FORWARDED, Evaluation.SERVER)) {
			ask(server, "X-Other: 1");
			ask(server, "X-Forwarded-For: 192.0.2.1");
			ask(server, "X-Forwarded-For: 192.0.2.1");

			assertThat(log.lines()).containsExactly(
					"[WARN] /127.0.0.1 sent X-Forwarded-* fields and is none of bridge.trusted-proxies [10.0.0.0/8]: "
							+ "the fields are thrown away. If it is your proxy, add its address. This is said once");
		}
	}

	@Test
	void aProxyThatTellsInTheOtherFamilyIsNamedOnce() throws IOException {
		try (LogCapture log = new LogCapture(ForwardedHeaders.class);
				TestServer server = server(TRUSTED, Family.FORWARDED, Evaluation.SERVER)) {
			ask(server, "X-Forwarded-Proto: https");
			ask(server, "X-Forwarded-Proto: https");

			assertThat(log.lines()).containsExactly("[WARN] /127.0.0.1 is one of bridge.trusted-proxies but sent "
					+ "X-Forwarded-* fields, and bridge.forwarded-headers=forwarded expects Forwarded: the fields are "
					+ "thrown away. If your proxy sets them, set bridge.forwarded-headers=x-forwarded; if a client did, "
					+ "let the proxy remove them. This is said once");
		}
		try (LogCapture log = new LogCapture(ForwardedHeaders.class);
				TestServer server = server(TRUSTED, Family.X_FORWARDED, Evaluation.APPLICATION)) {
			ask(server, "Forwarded: for=192.0.2.1");

			assertThat(log.lines()).singleElement()
				.asString()
				.contains("sent Forwarded fields, and bridge.forwarded-headers=x-forwarded expects X-Forwarded-*");
		}
	}

	@Test
	void aProxyThatTellsInBothFamiliesIsNot() throws IOException {
		try (LogCapture log = new LogCapture(ForwardedHeaders.class);
				TestServer server = server(TRUSTED, Family.X_FORWARDED, Evaluation.SERVER)) {
			ask(server, "X-Forwarded-For: 203.0.113.7", "Forwarded: for=192.0.2.1");
			ask(server, "X-Other: 1");

			assertThat(log.lines()).isEmpty();
		}
	}

	@ParameterizedTest
	@CsvSource({ "X-Forwarded-For: 192.0.2.1,X-Forwarded-*", "X-Forwarded-Proto: https,X-Forwarded-*",
			"Forwarded: for=192.0.2.1,Forwarded" })
	void thatNobodyListensIsSaidOnce(String field, String said) throws IOException {
		try (LogCapture log = new LogCapture(UnevaluatedForwarding.class);
				TestServer server = new TestServer(ForwardedHeadersTests::tell)) {
			ask(server, "X-Other: 1");
			assertThat(log.lines()).isEmpty();
			ask(server, field);
			ask(server, field);

			assertThat(log.lines()).containsExactly("[INFO] /127.0.0.1 sent " + said
					+ " fields, and nobody evaluates them (server.forward-headers-strategy is none or not set): the "
					+ "application sees the peer's address, scheme and host. If it is your proxy, set "
					+ "server.forward-headers-strategy=native and bridge.trusted-proxies to its address. "
					+ "This is said once");
		}
	}

	@Test
	void thatNobodyListensIsSaidWhereProxiesAreKnownForFilesAlone() throws IOException {
		try (LogCapture log = new LogCapture(UnevaluatedForwarding.class);
				TestServer server = server(TRUSTED, Family.X_FORWARDED, Evaluation.NONE)) {
			ask(server, "X-Forwarded-For: 192.0.2.1");

			assertThat(log.lines()).hasSize(1);
		}
	}

	@ParameterizedTest
	@EnumSource(value = Evaluation.class, names = "NONE", mode = EnumSource.Mode.EXCLUDE)
	void whereSomebodyListensNothingIsSaid(Evaluation evaluation) throws IOException {
		try (LogCapture log = new LogCapture(UnevaluatedForwarding.class);
				TestServer server = server(TRUSTED, Family.X_FORWARDED, evaluation)) {
			ask(server, "X-Forwarded-For: 192.0.2.1");

			assertThat(log.lines()).isEmpty();
		}
	}

	// ---- settings

	@ParameterizedTest
	@ValueSource(strings = { "", "proxy.example", "10.0.0", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "fc00::/129",
			"10.0.0.0/8/8", "10.0.0.0/a", "300.0.0.1", "010.0.0.1", "10.0.0.01/8", "::ffff:10.00.0.1", "*" })
	void whatIsNoRangeIsNamed(String range) {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> new ProxySettings(List.of("10.0.0.1", range), Family.X_FORWARDED, Evaluation.SERVER))
			.withMessageContaining("'" + range + "'");
	}

	@ParameterizedTest
	@CsvSource({ "10.1.2.3/8, 10.9.9.9, true", "10.0.0.0/8, 11.0.0.0, false", "192.0.2.1, 192.0.2.1, true",
			"192.0.2.1, 192.0.2.2, false", "0.0.0.0/0, 203.0.113.7, true", "0.0.0.0/0, 2001:db8::1, false",
			"::/0, 2001:db8::1, true", "fe80::/10, fe80::1, true", "fe80::/10, febf::1, true",
			"fe80::/10, fec0::1, false", "[2001:db8::1], 2001:db8::1, true", "2001:db8::1/128, 2001:db8::2, false",
			"128.0.0.0/1, 200.0.0.1, true", "128.0.0.0/1, 100.0.0.1, false" })
	void rangesHoldTheirAddressesAndNoOthers(String range, String address, boolean contained) {
		assertThat(new TrustedProxies(List.of(range)).contain(new InetSocketAddress(address, 1))).isEqualTo(contained);
	}

	@ParameterizedTest
	@CsvSource({ "127.0.0.1, true", "::1, true", "10.255.255.255, true", "172.15.0.1, false", "172.16.0.1, true",
			"172.31.255.255, true", "172.32.0.1, false", "192.168.0.1, true", "192.169.0.1, false",
			"169.254.169.254, true", "100.64.0.1, true", "100.128.0.1, false", "fd00::1, true", "fe80::1, true",
			"203.0.113.7, false", "2001:db8::1, false" })
	void privateNetworksArePrivate(String address, boolean contained) {
		assertThat(new TrustedProxies(ProxySettings.PRIVATE_NETWORKS).contain(new InetSocketAddress(address, 1)))
			.isEqualTo(contained);
	}

	// ---- fixtures

	private static List<String> ask(List<String> trusted, Family family, String... fields) throws IOException {
		return ask(trusted, family, Evaluation.SERVER, fields);
	}

	private static List<String> ask(List<String> trusted, Family family, Evaluation evaluation, String... fields)
			throws IOException {
		try (TestServer server = server(trusted, family, evaluation)) {
			return ask(server, fields);
		}
	}

	private static List<String> ask(TestServer server, String... fields) throws IOException {
		try (RawClient client = server.connect()) {
			client.send("GET / HTTP/1.1\r\nHost: backend:5501\r\n" + String.join("\r\n", fields) + "\r\n\r\n");
			String response = client.readResponse();
			return response.substring(response.indexOf("\n\n") + 2).strip().lines().toList();
		}
	}

	private static TestServer server(List<String> trusted, Family family, Evaluation evaluation) {
		return new TestServer(ForwardedHeadersTests::tell,
				(settings) -> settings.proxies(new ProxySettings(trusted, family, evaluation)));
	}

	/** Answers with what was believed, and with the fields that are left. */
	private static void tell(HttpExchange exchange) {
		StringBuilder text = new StringBuilder();
		Forwarding forwarding = exchange.forwarding();
		if (forwarding == null) {
			text.append("direct");
		}
		else {
			InetSocketAddress client = forwarding.client();
			text.append("client ")
				.append((client != null) ? client.getAddress().getHostAddress() + ":" + client.getPort() : "null")
				.append("\nscheme ")
				.append(forwarding.scheme())
				.append("\nserver ")
				.append(forwarding.host())
				.append(':')
				.append(forwarding.port());
		}
		HttpHeaders headers = exchange.head().headers();
		for (String name : List.of("X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host", "X-Forwarded-Port",
				"X-Forwarded-Prefix", "X-Forwarded-Ssl", "Forwarded")) {
			headers.getAll(name)
				.forEach((value) -> text.append('\n').append(name.toLowerCase()).append(' ').append(value));
		}
		exchange.respond(TestServer.ok(), TestServer.bytes(text.toString()));
	}

	/** What a class logs while this is open, without the ports of peers. */
	private static final class LogCapture implements AutoCloseable {

		private final Logger logger;

		private final ListAppender<ILoggingEvent> appender = new ListAppender<>();

		LogCapture(Class<?> type) {
			this.logger = (Logger) LoggerFactory.getLogger(type);
			this.logger.setLevel(Level.INFO);
			this.appender.start();
			this.logger.addAppender(this.appender);
		}

		List<String> lines() {
			return List.copyOf(this.appender.list)
				.stream()
				.map((event) -> event.toString().replaceAll("127\\.0\\.0\\.1:\\d+", "127.0.0.1"))
				.toList();
		}

		@Override
		public void close() {
			this.logger.detachAppender(this.appender);
			this.logger.setLevel(null);
		}

	}

}
