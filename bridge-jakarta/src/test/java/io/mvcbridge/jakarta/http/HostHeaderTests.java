package io.mvcbridge.jakarta.http;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class HostHeaderTests {

	@ParameterizedTest
	@CsvSource({ "example.com,example.com,-1", "example.com:80,example.com,80", "example.com.:8080,example.com.,8080",
			"Example.COM,Example.COM,-1", "test.l0l,test.l0l,-1", "my_host:1,my_host,1",
			"127.0.0.1:65535,127.0.0.1,65535", "[::1],[::1],-1", "[::1]:8080,[::1],8080",
			"[fe80::1%25eth0]:1,[fe80::1%25eth0],1", "[::ffff:1.2.3.4],[::ffff:1.2.3.4],-1",
			"example.com:,example.com,-1", "a:0,a,0", "xn--bcher-kva,xn--bcher-kva,-1" })
	void hostAndPortAreSplit(String value, String host, int port) {
		assertThat(HostHeader.parse(value)).isEqualTo(new HostHeader(host, port));
	}

	@ParameterizedTest
	@ValueSource(strings = { "", ":80", "a b", "a:b", "a:65536", "a:99999999999", "a:-1", "a:80:80", "user@host", "a/b",
			"http://a", "[::1", "::1", "[]", "[::1]x", "[::1]:x", "[a b]", "a\u0000", "a:+1", "a?b", "a#b",
			"caf\u00E9" })
	void malformedHostIsRefused(String value) {
		assertThatExceptionOfType(RequestRejectedException.class).isThrownBy(() -> HostHeader.parse(value))
			.withMessageContaining("is malformed")
			.satisfies((ex) -> assertThat(ex.status()).isEqualTo(400));
	}

}
