package io.mvcbridge.spring.mvc;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Time that a thread was on a processor: what a busy machine adds to that is no hold of
 * an event loop, so the clock alone does not tell a test when it has computed enough.
 */
final class ProcessorTime {

	private static final Path STATISTICS = Path.of("/proc/thread-self/schedstat");

	private ProcessorTime() {
	}

	/**
	 * Repeats a step until the thread, or the one that carries it, was on a processor for
	 * a time.
	 * @param nanos the time
	 * @param step what to do meanwhile
	 */
	static void spend(long nanos, Runnable step) {
		long start = now();
		while (now() - start < nanos) {
			step.run();
		}
	}

	/** Where nothing is counted, the clock has to do. */
	private static long now() {
		try {
			if (Files.isReadable(STATISTICS)) {
				String[] numbers = Files.readString(STATISTICS).trim().split(" ");
				if (!numbers[2].equals("0")) {
					return Long.parseLong(numbers[0]);
				}
			}
			return System.nanoTime();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
