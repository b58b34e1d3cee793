package io.mvcbridge.benchmarks.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Raw results as comma-separated values (RFC 4180), each line on disk as soon as it is
 * known, so that an interrupted run keeps what it had.
 */
public final class CsvFile {

	private final Path file;

	/** Begins a new file with a line of names. */
	public CsvFile(Path file, List<String> names) throws IOException {
		this.file = file;
		Files.createDirectories(file.toAbsolutePath().getParent());
		Files.writeString(file, line(names));
	}

	public void add(List<?> values) throws IOException {
		Files.writeString(this.file, line(values), StandardOpenOption.APPEND);
	}

	static String line(List<?> values) {
		return values.stream().map(String::valueOf).map(CsvFile::quote).collect(Collectors.joining(",", "", "\n"));
	}

	private static String quote(String value) {
		return value.matches("(?s).*[\",\n\r].*") ? '"' + value.replace("\"", "\"\"") + '"' : value;
	}

}
