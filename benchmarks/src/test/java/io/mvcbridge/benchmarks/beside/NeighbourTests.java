package io.mvcbridge.benchmarks.beside;

import io.mvcbridge.benchmarks.BenchmarkException;
import io.mvcbridge.benchmarks.load.Endpoint;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Who asks beside.
 */
class NeighbourTests {

	@Test
	void aNeighbourIsAnEndpointAndSoManyConnections() {
		assertThat(Neighbour.parse("file=4")).isEqualTo(new Neighbour(Endpoint.FILE, 4));
	}

	@Test
	void neighboursThatDifferInConnectionsDifferInName() {
		assertThat(Neighbour.parse("file=4").label()).isEqualTo("file-4");
		assertThat(Neighbour.parse("compute=1").heading()).isEqualTo("compute (200 ms of CPU) on 1 connection");
	}

	@ParameterizedTest
	@ValueSource(strings = { "compute", "compute=", "compute=0", "compute=-1", "compute=many", "compute=10000" })
	void connectionsAreAWholeNumberFromOneOn(String text) {
		assertThatExceptionOfType(BenchmarkException.class).isThrownBy(() -> Neighbour.parse(text))
			.withMessage("A neighbour is given as ENDPOINT=CONNECTIONS, such as compute=1, not '" + text
					+ "' (option --neighbours)");
	}

}
