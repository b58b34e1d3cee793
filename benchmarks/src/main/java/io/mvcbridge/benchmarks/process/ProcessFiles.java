package io.mvcbridge.benchmarks.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;

import io.mvcbridge.benchmarks.BenchmarkException;
import org.jspecify.annotations.Nullable;

/**
 * Reads what the system tells of one process. Threads that end meanwhile are left out.
 */
final class ProcessFiles {

	private final Path folder;

	ProcessFiles(long pid) {
		this.folder = Path.of("/proc", Long.toString(pid));
		if (!Files.isDirectory(this.folder)) {
			throw new BenchmarkException("There is no " + this.folder
					+ ": the process has ended, or this system is no Linux, whose /proc the benchmarks read");
		}
	}

	/** Time of the whole process, threads that ended included. */
	long cpuTicks() {
		return TaskStat.parse(readOwn("stat")).cpuTicks();
	}

	long residentKilobytes() {
		return TaskStatus.parse(readOwn("status")).residentKilobytes();
	}

	/** Time of the living threads by what they are for. */
	Map<ThreadRole, Long> cpuTicksByRole() {
		Map<ThreadRole, Long> ticks = new EnumMap<>(ThreadRole.class);
		for (ThreadRole role : ThreadRole.values()) {
			ticks.put(role, 0L);
		}
		forEachThread("stat", (thread, text) -> {
			TaskStat stat = TaskStat.parse(text);
			ticks.merge(ThreadRole.of(stat.name()), stat.cpuTicks(), Long::sum);
		});
		return ticks;
	}

	/** Context switches of the living threads by thread id. */
	Map<Integer, Long> switchesByThread() {
		Map<Integer, Long> switches = new HashMap<>();
		forEachThread("status", (thread, text) -> switches.put(thread, TaskStatus.parse(text).switches()));
		return switches;
	}

	private void forEachThread(String file, ThreadVisitor visitor) {
		try (DirectoryStream<Path> threads = Files.newDirectoryStream(this.folder.resolve("task"))) {
			for (Path thread : threads) {
				String text = readIfThere(thread.resolve(file));
				if (text != null) {
					visitor.visit(Integer.parseInt(thread.getFileName().toString()), text);
				}
			}
		}
		catch (IOException ex) {
			throw new BenchmarkException("Cannot read " + this.folder + ": the process has ended", ex);
		}
	}

	private String readOwn(String file) {
		String text = readIfThere(this.folder.resolve(file));
		if (text == null) {
			throw new BenchmarkException("Cannot read " + this.folder.resolve(file) + ": the process has ended");
		}
		return text;
	}

	private static @Nullable String readIfThere(Path file) {
		try {
			return Files.readString(file);
		}
		catch (NoSuchFileException ex) {
			return null;
		}
		catch (IOException ex) {
			if (String.valueOf(ex.getMessage()).contains("No such process")) {
				// Ended between opening its file and reading it.
				return null;
			}
			throw new UncheckedIOException(ex);
		}
	}

	@FunctionalInterface
	private interface ThreadVisitor {

		void visit(int thread, String text);

	}

}
