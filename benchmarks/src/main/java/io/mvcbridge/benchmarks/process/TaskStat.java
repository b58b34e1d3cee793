package io.mvcbridge.benchmarks.process;

import java.util.concurrent.TimeUnit;

/**
 * What {@code /proc/PID/stat} or {@code /proc/PID/task/TID/stat} tells
 * (proc_pid_stat(5)).
 *
 * @param name of the process or thread, cut by the system after 15 bytes
 * @param cpuTicks user and system time together
 */
record TaskStat(String name, long cpuTicks) {

	/** {@code USER_HZ}: part of Linux's binary interface, 100 wherever a JVM runs. */
	private static final long TICKS_PER_SECOND = 100;

	private static final int USER_TIME = 14;

	/** The name ends at the last parenthesis, for it may hold blanks and parentheses. */
	static TaskStat parse(String line) {
		int nameStart = line.indexOf('(');
		int nameEnd = line.lastIndexOf(')');
		if (nameStart < 0 || nameEnd < nameStart || nameEnd + 2 > line.length()) {
			throw new IllegalArgumentException("No line of /proc/PID/stat: '" + line + "'");
		}
		String[] fields = line.substring(nameEnd + 2).split(" ");
		// The first of these fields is number 3 of the whole line.
		long user = Long.parseLong(fields[USER_TIME - 3]);
		long system = Long.parseLong(fields[USER_TIME - 2]);
		return new TaskStat(line.substring(nameStart + 1, nameEnd), user + system);
	}

	static long micros(long ticks) {
		return TimeUnit.SECONDS.toMicros(ticks) / TICKS_PER_SECOND;
	}

}
