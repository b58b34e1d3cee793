package io.mvcbridge.benchmarks.server;

import io.mvcbridge.benchmarks.BenchmarkException;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * How the living objects are counted.
 */
class HeapHistogramTests {

	@Test
	void theTotalIsTheLastLine() {
		assertThat(HeapHistogram.totalBytes("""
				 num     #instances         #bytes  class name (module)
				-------------------------------------------------------
				   1:         38113        3345680  [B (java.base@25.0.3)
				Total        312044       16912344
				""")).isEqualTo(16_912_344);
	}

	@Test
	void anythingElseIsShown() {
		assertThatExceptionOfType(BenchmarkException.class)
			.isThrownBy(() -> HeapHistogram.totalBytes("No such process"))
			.withMessage("jcmd GC.class_histogram printed no total:\nNo such process");
	}

}
