package io.mvcbridge.benchmarks.process;

/**
 * What {@code /proc/PID/status} or {@code /proc/PID/task/TID/status} tells
 * (proc_pid_status(5)).
 *
 * @param switches voluntary and involuntary context switches together
 * @param residentKilobytes memory in use, 0 if the file does not tell
 */
record TaskStatus(long switches, long residentKilobytes) {

	static TaskStatus parse(String text) {
		return new TaskStatus(field(text, "\nvoluntary_ctxt_switches:") + field(text, "\nnonvoluntary_ctxt_switches:"),
				field(text, "\nVmRSS:"));
	}

	private static long field(String text, String name) {
		int start = text.indexOf(name);
		if (start < 0) {
			return 0;
		}
		long value = 0;
		for (int i = start + name.length(); i < text.length() && text.charAt(i) != '\n'; i++) {
			int digit = text.charAt(i) - '0';
			if (digit >= 0 && digit <= 9) {
				value = value * 10 + digit;
			}
		}
		return value;
	}

}
