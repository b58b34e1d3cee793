package io.mvcbridge.jakarta.request;

import java.net.InetSocketAddress;

import io.mvcbridge.core.exchange.Forwarding;
import io.mvcbridge.jakarta.http.RequestTarget;
import io.mvcbridge.jakarta.http.UriPolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Where a request was sent to, behind a proxy. The connection is 127.0.0.1:8080. */
class RequestAddressTests {

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			# Host field      | scheme | host           | port | origin
			# nothing said: as if there were no proxy
			backend:5501      |        |                | -1   | http://backend:5501
			# TLS ends at the proxy, the Host field is passed on
			shop.example      | https  |                | -1   | https://shop.example
			shop.example:8443 | https  |                | -1   | https://shop.example:8443
			# the port of the server behind does not leak into the URL
			backend:5501      | https  | shop.example   | -1   | https://shop.example
			backend:5501      | http   | shop.example   | -1   | http://shop.example
			backend:5501      |        | shop.example   | -1   | http://shop.example
			# the port alone
			shop.example      | https  |                | 8443 | https://shop.example:8443
			shop.example:1    | http   |                | 80   | http://shop.example
			shop.example      |        |                | 8081 | http://shop.example:8081
			# all of it
			backend:5501      | https  | shop.example   | 443  | https://shop.example
			backend:5501      | https  | shop.example   | 80   | https://shop.example:80
			backend:5501      | http   | [2001:db8::1]  | 8081 | http://[2001:db8::1]:8081
			# HTTP/1.0 without Host
			                  | https  |                | -1   | https://127.0.0.1
			                  | http   |                | -1   | http://127.0.0.1
			                  |        |                | -1   | http://127.0.0.1:8080
			""")
	void theUrlBeginsAsTheBrowserSeesIt(String field, String scheme, String host, int port, String origin) {
		assertThat(address(field, new Forwarding(null, scheme, host, port)).origin()).isEqualTo(origin);
	}

	@Test
	void theRemoteAddressIsTheClients() {
		RequestAddress address = address("a",
				new Forwarding(new InetSocketAddress("203.0.113.7", 51234), null, null, -1));
		assertThat(address.remoteAddress()).isEqualTo("203.0.113.7");
		assertThat(address.remotePort()).isEqualTo(51234);
		assertThat(address.localAddress()).isEqualTo("127.0.0.1");
		assertThat(address.localPort()).isEqualTo(8080);
	}

	@Test
	void theRemoteAddressIsThePeersWhereNobodySaidOtherwise() {
		assertThat(address("a", Forwarding.UNEVALUATED).remoteAddress()).isEqualTo("127.0.0.1");
		assertThat(address("a", Forwarding.UNEVALUATED).remotePort()).isEqualTo(8080);
		assertThat(address("a", null).remoteAddress()).isEqualTo("127.0.0.1");
	}

	@Test
	void anAbsoluteTargetDoesNotBeatTheProxy() {
		TestExchange exchange = new TestExchange();
		exchange.forwarding = new Forwarding(null, "https", "shop.example", -1);
		RequestAddress address = new RequestAddress(exchange,
				RequestTarget.parse("http://inner.example:81/", UriPolicy.STRICT));
		assertThat(address.origin()).isEqualTo("https://shop.example");
	}

	private static RequestAddress address(String host, Forwarding forwarding) {
		TestExchange exchange = new TestExchange();
		exchange.forwarding = forwarding;
		if (host != null) {
			exchange.head().headers().set("Host", host);
		}
		return new RequestAddress(exchange, RequestTarget.parse("/", UriPolicy.STRICT));
	}

}
