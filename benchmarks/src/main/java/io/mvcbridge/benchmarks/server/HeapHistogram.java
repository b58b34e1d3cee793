package io.mvcbridge.benchmarks.server;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.mvcbridge.benchmarks.BenchmarkException;

/**
 * The last line of {@code jcmd GC.class_histogram}, which counts living objects only:
 * exact, where heap usage depends on how the collector cuts its regions.
 */
final class HeapHistogram {

	private static final Pattern TOTAL = Pattern.compile("^Total\\s+(\\d+)\\s+(\\d+)\\s*$", Pattern.MULTILINE);

	private HeapHistogram() {
	}

	static long totalBytes(String histogram) {
		Matcher matcher = TOTAL.matcher(histogram);
		if (!matcher.find()) {
			throw new BenchmarkException("jcmd GC.class_histogram printed no total:\n" + histogram);
		}
		return Long.parseLong(matcher.group(2));
	}

}
