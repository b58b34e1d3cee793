package io.mvcbridge.jakarta.request;

import io.mvcbridge.jakarta.http.RequestTarget;
import io.mvcbridge.jakarta.http.UriPolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class RedirectsTests {

	private static String resolve(String location, String host) {
		RequestTarget target = RequestTarget.parse("/app/a/b", UriPolicy.STRICT);
		RequestAddress address = new RequestAddress(new TestExchange("GET", "Host", host), target);
		return Redirects.resolve(location, address, "/app/a/b");
	}

	@ParameterizedTest
	@CsvSource({ "c,http://host/app/a/c", "./c,http://host/app/a/c", "../c?x=/../y,http://host/app/c?x=/../y",
			"/c,http://host/c", "/c/../d/.,http://host/d/", "//other/c,http://other/c", "?q=1,http://host/app/a/b?q=1",
			"#f,http://host/app/a/b#f", "'',http://host/app/a/b", "https://other/c,https://other/c",
			"mailto:a@b,mailto:a@b", "c:d,c:d", "./c:d,http://host/app/a/c:d", "1c:d,http://host/app/a/1c:d" })
	void locationIsResolvedAgainstTheRequest(String location, String expected) {
		assertThat(resolve(location, "host")).isEqualTo(expected);
	}

	@ParameterizedTest
	@CsvSource({ "host:8080,http://host:8080/c", "host:80,http://host/c", "[::1]:8080,http://[::1]:8080/c" })
	void portStandsInTheLocationUnlessItIsImplied(String host, String expected) {
		assertThat(resolve("/c", host)).isEqualTo(expected);
	}

	@Test
	void locationAboveTheRootIsRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> resolve("../../../../c", "host"))
			.withMessage("The location '../../../../c' leads above the root of the server");
	}

}
