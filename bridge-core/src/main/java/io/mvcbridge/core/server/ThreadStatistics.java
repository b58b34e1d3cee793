package io.mvcbridge.core.server;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

import org.jspecify.annotations.Nullable;

/**
 * What Linux knows of one thread, and the JVM does not: how long it was on a processor or
 * in line for one, and whether it is waiting now. Read from {@code /proc} (proc(5)),
 * where a look costs some microseconds.
 */
final class ThreadStatistics {

	private static final Path SELF = Path.of("/proc/thread-self");

	/** Waits for what it asked for: a lock, a timer, a peer, or a disk. */
	private static final String WAITING = "SD";

	private final String schedstat;

	private final String stat;

	private ThreadStatistics(String task) {
		this.schedstat = "/proc/" + task + "/schedstat";
		this.stat = "/proc/" + task + "/stat";
	}

	/**
	 * The statistics of the calling thread.
	 * @return the statistics, which any thread may look at; null where there are none
	 */
	static @Nullable ThreadStatistics ofThisThread() {
		try {
			ThreadStatistics statistics = new ThreadStatistics(Files.readSymbolicLink(SELF).toString());
			return (statistics.running() >= 0) ? statistics : null;
		}
		catch (IOException | UnsupportedOperationException ex) {
			return null;
		}
	}

	/**
	 * How long the thread was on a processor, or in line for one, since it began.
	 * @return nanoseconds, up to a few milliseconds old; -1 if the system does not tell
	 */
	long running() {
		return running(read(this.schedstat));
	}

	/** Whether the thread waits for something other than a processor. */
	boolean isWaiting() {
		String line = read(this.stat);
		// The name in front may have anything in it
		int state = line.lastIndexOf(')') + 2;
		return state > 1 && state < line.length() && WAITING.indexOf(line.charAt(state)) != -1;
	}

	/**
	 * Adds time on a processor and time in line.
	 * @param schedstat what the system says
	 * @return the sum; -1 if it is not what is known, or nothing is counted
	 */
	static long running(String schedstat) {
		String[] numbers = schedstat.trim().split(" ");
		if (numbers.length < 3) {
			return -1;
		}
		try {
			// A thread that has run was scheduled: no time slice is what a system says
			// that does not count
			return numbers[2].equals("0") ? -1 : Long.parseLong(numbers[0]) + Long.parseLong(numbers[1]);
		}
		catch (NumberFormatException ex) {
			return -1;
		}
	}

	private static String read(String file) {
		byte[] text = new byte[256];
		try (FileInputStream statistics = new FileInputStream(file)) {
			int length = statistics.read(text);
			return new String(text, 0, Math.max(length, 0), StandardCharsets.ISO_8859_1);
		}
		catch (IOException ex) {
			// The thread has ended, or nothing may be read here
			return "";
		}
	}

}
