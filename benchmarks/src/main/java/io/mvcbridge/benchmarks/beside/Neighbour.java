package io.mvcbridge.benchmarks.beside;

import io.mvcbridge.benchmarks.BenchmarkException;
import io.mvcbridge.benchmarks.load.Endpoint;

/**
 * Who asks beside the light endpoint: so many connections, each of which asks again as
 * soon as it was answered.
 *
 * @param endpoint what is asked for
 * @param connections how many ask
 */
record Neighbour(Endpoint endpoint, int connections) {

	/**
	 * Reads {@code ENDPOINT=CONNECTIONS}.
	 * @throws BenchmarkException if it is something else
	 */
	static Neighbour parse(String text) {
		int equals = text.indexOf('=');
		if (equals < 0 || !text.substring(equals + 1).matches("[1-9]\\d{0,3}")) {
			throw new BenchmarkException("A neighbour is given as ENDPOINT=CONNECTIONS, such as compute=1, not '" + text
					+ "' (option --neighbours)");
		}
		return new Neighbour(Endpoint.of(text.substring(0, equals)), Integer.parseInt(text.substring(equals + 1)));
	}

	/** The name in files and figures. */
	String label() {
		return this.endpoint.label() + "-" + this.connections;
	}

	/** As it is written in headings. */
	String heading() {
		return this.endpoint.label() + " (" + this.endpoint.description() + ") on " + this.connections
				+ ((this.connections == 1) ? " connection" : " connections");
	}

}
