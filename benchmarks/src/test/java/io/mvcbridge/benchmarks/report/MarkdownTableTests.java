package io.mvcbridge.benchmarks.report;

import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * How tables are written.
 */
class MarkdownTableTests {

	@Test
	void figuresStandOnTheRight() {
		assertThat(new MarkdownTable(List.of("server", "ms")).row(List.of("tomcat", "1.2")))
			.hasToString("| server | ms |\n| --- | ---: |\n| tomcat | 1.2 |\n");
	}

	@Test
	void aBarInACellIsNoBorder() {
		assertThat(new MarkdownTable(List.of("a|b"))).hasToString("| a\\|b |\n| --- |\n");
	}

	@Test
	void aRowOfAnotherWidthIsRefused() {
		assertThatExceptionOfType(IllegalArgumentException.class)
			.isThrownBy(() -> new MarkdownTable(List.of("a", "b")).row(List.of("only one")))
			.withMessage("1 cells in a table of 2 columns");
	}

}
