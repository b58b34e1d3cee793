package io.mvcbridge.core.server;

import java.io.Closeable;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

import org.jspecify.annotations.Nullable;

/**
 * What Linux knows of one thread, and the JVM does not: how long it was on a processor or
 * in line for one, and whether it is waiting now. Read from {@code /proc} (proc(5)). The
 * file of the times stays open, for to open it costs ten times as much as to read it.
 */
final class ThreadStatistics implements Closeable {

	private static final Path SELF = Path.of("/proc/thread-self");

	/** Waits for what it asked for: a lock, a timer, a peer, or a disk. */
	private static final String WAITING = "SD";

	private final RandomAccessFile times;

	private final String stat;

	/** What was read last; the times are read by one thread at a time. */
	private final byte[] text = new byte[64];

	private ThreadStatistics(String task) throws IOException {
		this.times = new RandomAccessFile("/proc/" + task + "/schedstat", "r");
		this.stat = "/proc/" + task + "/stat";
	}

	/**
	 * The statistics of the calling thread.
	 * @return the statistics, to be closed; null where there are none
	 */
	static @Nullable ThreadStatistics ofThisThread() {
		try {
			ThreadStatistics statistics = new ThreadStatistics(Files.readSymbolicLink(SELF).toString());
			if (statistics.running() >= 0) {
				return statistics;
			}
			statistics.close();
			return null;
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
		return sum(this.text, read(), 0, 1);
	}

	/**
	 * How long the thread was in line for a processor since it began.
	 * @return nanoseconds; -1 if the system does not tell
	 */
	long queued() {
		return sum(this.text, read(), 1, 1);
	}

	private int read() {
		try {
			this.times.seek(0);
			return this.times.read(this.text);
		}
		catch (IOException ex) {
			// The thread has ended, or nothing may be read here
			return 0;
		}
	}

	/**
	 * Whether the thread waits for something other than a processor. May be asked
	 * anywhere.
	 */
	boolean isWaiting() {
		byte[] text = new byte[256];
		String line;
		try (FileInputStream file = new FileInputStream(this.stat)) {
			line = new String(text, 0, Math.max(file.read(text), 0), StandardCharsets.ISO_8859_1);
		}
		catch (IOException ex) {
			// The thread has ended, or nothing may be read here
			return false;
		}
		// The name in front may have anything in it
		int state = line.lastIndexOf(')') + 2;
		return state > 1 && state < line.length() && WAITING.indexOf(line.charAt(state)) != -1;
	}

	/**
	 * Adds numbers of a line that has three: time on a processor, time in line for one,
	 * time slices.
	 * @param text what the system says
	 * @param length how many bytes that is
	 * @param first the first number to add
	 * @param last the last one
	 * @return the sum; -1 if the line is not what is known, or nothing is counted
	 */
	static long sum(byte[] text, int length, int first, int last) {
		long sum = 0;
		int at = 0;
		for (int column = 0; column < 3; column++) {
			long number = 0;
			int start = at;
			while (at < length && text[at] >= '0' && text[at] <= '9') {
				number = number * 10 + (text[at++] - '0');
			}
			boolean separated = (column == 2) || (at < length && text[at] == ' ');
			if (at == start || !separated || (column == 2 && number == 0)) {
				// No time slice of a thread that runs: the system does not count
				return -1;
			}
			sum += (column >= first && column <= last) ? number : 0;
			at++;
		}
		return sum;
	}

	@Override
	public void close() {
		try {
			this.times.close();
		}
		catch (IOException ex) {
			// It was only read
		}
	}

}
