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
		return sum(read(this.schedstat), 0, 1);
	}

	/**
	 * How long the thread was in line for a processor since it began.
	 * @return nanoseconds; -1 if the system does not tell
	 */
	long queued() {
		return sum(read(this.schedstat), 1, 1);
	}

	/** Whether the thread waits for something other than a processor. */
	boolean isWaiting() {
		String line = read(this.stat);
		// The name in front may have anything in it
		int state = line.lastIndexOf(')') + 2;
		return state > 1 && state < line.length() && WAITING.indexOf(line.charAt(state)) != -1;
	}

	/**
	 * Adds numbers of a line that has three: time on a processor, time in line for one,
	 * time slices.
	 * @param schedstat what the system says
	 * @param first the first number to add
	 * @param last the last one
	 * @return the sum; -1 if the line is not what is known, or nothing is counted
	 */
	static long sum(String schedstat, int first, int last) {
		String[] numbers = schedstat.trim().split(" ");
		if (numbers.length < 3) {
			return -1;
		}
		try {
			long sum = 0;
			for (int i = first; i <= last; i++) {
				sum += Long.parseLong(numbers[i]);
			}
			// A thread that has run was scheduled: no time slice is what a system says
			// that does not count
			return numbers[2].equals("0") ? -1 : sum;
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
