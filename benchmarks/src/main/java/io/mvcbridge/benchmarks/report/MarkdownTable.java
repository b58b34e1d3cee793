package io.mvcbridge.benchmarks.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A table in GitHub's Markdown: the first column names the row, the others are figures.
 */
public final class MarkdownTable {

	private final int columns;

	private final List<String> lines = new ArrayList<>();

	public MarkdownTable(List<String> header) {
		this.columns = header.size();
		row(header);
		this.lines.add("| --- |" + String.join("", Collections.nCopies(this.columns - 1, " ---: |")));
	}

	public MarkdownTable row(List<String> cells) {
		if (cells.size() != this.columns) {
			throw new IllegalArgumentException(cells.size() + " cells in a table of " + this.columns + " columns");
		}
		StringBuilder line = new StringBuilder("|");
		cells.forEach((cell) -> line.append(' ').append(cell.replace("|", "\\|")).append(" |"));
		this.lines.add(line.toString());
		return this;
	}

	@Override
	public String toString() {
		return String.join("\n", this.lines) + "\n";
	}

}
