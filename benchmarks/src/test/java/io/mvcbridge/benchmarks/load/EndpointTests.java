package io.mvcbridge.benchmarks.load;

import java.nio.charset.StandardCharsets;
import java.util.List;

import io.mvcbridge.benchmarks.BenchmarkException;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What is asked for and what must come back.
 */
class EndpointTests {

	@Test
	void aRequestIsTheOneThatWrkSends() {
		assertThat(new String(Endpoint.JSON.request(8080), StandardCharsets.US_ASCII))
			.isEqualTo("GET /json HTTP/1.1\r\nHost: 127.0.0.1:8080\r\n\r\n");
	}

	@Test
	void aPostCarriesAboutOneKilobyteOfJson() {
		String request = new String(Endpoint.ECHO.request(8080), StandardCharsets.US_ASCII);
		assertThat(request)
			.startsWith("POST /echo HTTP/1.1\r\nHost: 127.0.0.1:8080\r\nContent-Type: application/json\r\n"
					+ "Content-Length: " + Endpoint.ECHO.body().length() + "\r\n\r\n{\"id\":42,");
		assertThat(Endpoint.ECHO.body()).hasSizeBetween(900, 1_100);
	}

	@Test
	void theRightAnswerIsAccepted() {
		Endpoint.PLAINTEXT.verify(200, "Hello, World!".getBytes(StandardCharsets.US_ASCII), "tomcat");
	}

	@Test
	void anyOtherAnswerIsNamed() {
		assertRefused(404, "Hello, World!", "status 404");
		assertRefused(200, "Hello", "5 bytes instead of 13 to 13");
		assertRefused(200, "Hello, Wörld", "a body without 'Hello, World!'");
	}

	@Test
	void heavyEndpointsAreWarmedUpWithFewerRequests() {
		assertThat(Endpoint.JSON.warmUpRequests(20_000)).isEqualTo(20_000);
		assertThat(Endpoint.STREAM.warmUpRequests(20_000)).isEqualTo(1_000);
	}

	@Test
	void anUnknownLabelIsNamedWithThoseThereAre() {
		assertThatExceptionOfType(BenchmarkException.class).isThrownBy(() -> Endpoint.of(List.of("json", "xml")))
			.withMessage(
					"No endpoint is named 'xml'; there are plaintext, json, users, echo, page, bytes, stream, sleep, compute, file");
	}

	private static void assertRefused(int status, String body, String what) {
		assertThatExceptionOfType(BenchmarkException.class)
			.isThrownBy(() -> Endpoint.PLAINTEXT.verify(status, body.getBytes(StandardCharsets.UTF_8), "tomcat"))
			.withMessage("tomcat answers /plaintext with " + what + ": it does not do the work that is to be measured");
	}

}
