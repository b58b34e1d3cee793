package io.mvcbridge.benchmarks.wrk;

import io.mvcbridge.benchmarks.BenchmarkException;
import io.mvcbridge.benchmarks.load.Endpoint;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * How the output of {@code wrk} is read.
 */
class WrkResultTests {

	private static final String OUTPUT = """
			Running 5s test @ http://127.0.0.1:8080/json
			  2 threads and 64 connections
			Requests/sec:  26757.10
			RESULT requests=133785 micros=5000042 bytes=24348870 p50=1811 p99=12370 max=40112 connect=%d read=%d write=%d status=%d timeout=%d
			""";

	@Test
	void figuresAreTakenFromTheLineOfOurOwn() {
		assertThat(WrkResult.parse(OUTPUT.formatted(0, 0, 0, 0, 0)))
			.isEqualTo(new WrkResult(133_785, 5_000_042, 24_348_870, 1_811, 12_370, 40_112, 0, 0, 0));
	}

	@Test
	void requestsPerSecondCountTheTimeThatItReallyTook() {
		assertThat(new WrkResult(10, 4_000_000, 1, 1, 1, 1, 0, 0, 0).requestsPerSecond()).isEqualTo(2.5);
	}

	@Test
	void aRunWithoutErrorsCounts() {
		assertThat(WrkResult.parse(OUTPUT.formatted(0, 0, 0, 0, 0)).failure(Endpoint.JSON)).isNull();
	}

	@Test
	void anyErrorFails() {
		assertThat(WrkResult.parse(OUTPUT.formatted(1, 2, 4, 8, 16)).failure(Endpoint.JSON))
			.isEqualTo("8 answers with a status of 400 or above, 7 socket errors, 16 timeouts");
		assertThat(WrkResult.parse(OUTPUT.formatted(0, 1, 0, 0, 0)).failure(Endpoint.JSON)).isNotNull();
		assertThat(WrkResult.parse(OUTPUT.formatted(0, 0, 0, 1, 0)).failure(Endpoint.JSON)).isNotNull();
		assertThat(WrkResult.parse(OUTPUT.formatted(0, 0, 0, 0, 1)).failure(Endpoint.JSON)).isNotNull();
	}

	@Test
	void answersShorterThanTheBodyFail() {
		assertThat(WrkResult.parse(OUTPUT.formatted(0, 0, 0, 0, 0)).failure(Endpoint.BYTES))
			.isEqualTo("answers of 182 bytes on average, head included, where the body has 65536");
	}

	@Test
	void nothingAnsweredFails() {
		assertThat(new WrkResult(0, 1, 0, 0, 0, 0, 0, 0, 0).failure(Endpoint.JSON)).isEqualTo("nothing was answered");
	}

	@Test
	void outputWithoutThatLineIsShown() {
		assertThatExceptionOfType(BenchmarkException.class).isThrownBy(() -> WrkResult.parse("unable to connect"))
			.withMessage("wrk printed no result but:\nunable to connect");
	}

}
