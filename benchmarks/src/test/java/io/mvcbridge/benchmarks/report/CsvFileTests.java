package io.mvcbridge.benchmarks.report;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How raw results are kept.
 */
class CsvFileTests {

	@Test
	void everyLineIsOnDiskAtOnce(@TempDir Path folder) throws Exception {
		Path file = folder.resolve("new/cells.csv");
		CsvFile csv = new CsvFile(file, List.of("server", "ms"));
		assertThat(Files.readString(file)).isEqualTo("server,ms\n");
		csv.add(List.of("tomcat", 1.5));
		assertThat(Files.readString(file)).isEqualTo("server,ms\ntomcat,1.5\n");
	}

	@Test
	void commasAndQuotesAreQuoted() {
		assertThat(CsvFile.line(List.of("a,b", "say \"so\"", "plain"))).isEqualTo("\"a,b\",\"say \"\"so\"\"\",plain\n");
	}

}
