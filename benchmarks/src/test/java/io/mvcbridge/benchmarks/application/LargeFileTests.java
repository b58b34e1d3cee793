package io.mvcbridge.benchmarks.application;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The file that is read.
 */
class LargeFileTests {

	@Test
	void everyReadIsOfTheWholeFile() throws Exception {
		LargeFile file = new LargeFile();
		assertThat(file.read()).isEqualTo(67_108_864);
		assertThat(file.read()).isEqualTo(67_108_864);
	}

}
