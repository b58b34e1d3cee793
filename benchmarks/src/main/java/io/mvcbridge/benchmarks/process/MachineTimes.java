package io.mvcbridge.benchmarks.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import io.mvcbridge.benchmarks.BenchmarkException;

/**
 * The first line of {@code /proc/stat}: what all cores together did since boot, in ticks.
 *
 * @param total all time there was
 * @param idle time in which a core had nothing to do or waited for a disk
 * @param stolen time that the host gave to others
 */
public record MachineTimes(long total, long idle, long stolen) {

	public static MachineTimes now() {
		try {
			return parse(Files.readString(Path.of("/proc/stat")));
		}
		catch (IOException ex) {
			throw new BenchmarkException("Cannot read /proc/stat: the benchmarks need Linux", ex);
		}
	}

	static MachineTimes parse(String text) {
		String[] fields = text.substring(0, text.indexOf('\n')).trim().split(" +");
		long total = 0;
		// user nice system idle iowait irq softirq steal; guest times are part of user.
		for (int i = 1; i <= 8; i++) {
			total += Long.parseLong(fields[i]);
		}
		return new MachineTimes(total, Long.parseLong(fields[4]) + Long.parseLong(fields[5]),
				Long.parseLong(fields[8]));
	}

	public MachineTimes since(MachineTimes before) {
		return new MachineTimes(this.total - before.total, this.idle - before.idle, this.stolen - before.stolen);
	}

	/** Share of all time that was stolen, 0 to 1. */
	public double stolenShare() {
		return (this.total == 0) ? 0 : (double) this.stolen / this.total;
	}

	/** Share of all time in which there was nothing to do, 0 to 1. */
	public double idleShare() {
		return (this.total == 0) ? 0 : (double) this.idle / this.total;
	}

}
