package io.mvcbridge.samples.storefront.acceptance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What is alive in the process of a storefront, counted by the tools of the JDK and by
 * the operating system, without the help of the storefront.
 *
 * @param objects live objects after a full collection, by class; only classes asked for
 * @param threads the names of the threads, but for those that come and go by themselves
 * @param servletThreads how many threads serve requests, or wait for some
 * @param sockets TCP sockets of the listener's port that are connected or half closed
 */
record JvmCount(Map<String, Integer> objects, Set<String> threads, int servletThreads, int sockets) {

	/** Exists exactly as long as a buffer that leak detection follows is in use. */
	static final String BUFFER = "io.netty.util.ResourceLeakDetector$DefaultResourceLeak";

	static final String CONNECTION = "io.mvcbridge.core.server.ExchangeHandler";

	static final String EXCHANGE = "io.mvcbridge.core.server.ServerExchange";

	private static final Pattern HISTOGRAM_LINE = Pattern.compile("\\s*\\d+:\\s+(\\d+)\\s+\\d+\\s+(\\S+).*");

	private static final Pattern JAVA_THREAD = Pattern.compile("\"(.+)\" #\\d+.*");

	private static final Pattern SERVLET_THREAD = Pattern.compile("bridge-\\d+");

	/** Threads of the JVM, and those that end when they have nothing to do. */
	private static final Pattern TRANSIENT_THREAD = Pattern
		.compile("C[12] CompilerThread\\d+|Attach Listener|mvcbridge-flush|"
				+ "ForkJoinPool-\\d+-worker-\\d+|VirtualThread-unparker|DestroyJavaVM");

	private static final Set<String> OPEN_STATES = Set.of("01", "04", "05", "08", "09");

	/**
	 * Count what is alive.
	 * @param process a process with leak detection on
	 * @return the counts
	 */
	static JvmCount of(StorefrontProcess process) {
		Map<String, Integer> objects = new TreeMap<>(Map.of(BUFFER, 0, CONNECTION, 0, EXCHANGE, 0));
		for (String line : jcmd(process, "GC.class_histogram").split("\n")) {
			Matcher matcher = HISTOGRAM_LINE.matcher(line);
			if (matcher.matches()) {
				objects.computeIfPresent(matcher.group(2), (name, none) -> Integer.valueOf(matcher.group(1)));
			}
		}
		Set<String> threads = new TreeSet<>();
		int servletThreads = 0;
		for (String line : jcmd(process, "Thread.print").split("\n")) {
			Matcher matcher = JAVA_THREAD.matcher(line);
			if (!matcher.matches()) {
				continue;
			}
			String name = matcher.group(1);
			if (SERVLET_THREAD.matcher(name).matches()) {
				servletThreads++;
			}
			else if (!TRANSIENT_THREAD.matcher(name).matches()) {
				threads.add(name);
			}
		}
		return new JvmCount(objects, threads, servletThreads, sockets(process.port()));
	}

	private static String jcmd(StorefrontProcess process, String command) {
		Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
		try {
			Process run = new ProcessBuilder(jcmd.toString(), Long.toString(process.pid()), command)
				.redirectErrorStream(true)
				.start();
			String output = new String(run.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
			if (run.waitFor() != 0) {
				throw new IllegalStateException(jcmd + " " + command + " failed: " + output);
			}
			return output;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	/** Counts by the tables of the kernel, which has both kinds of addresses. */
	private static int sockets(int port) {
		String local = ":%04X".formatted(port);
		int sockets = 0;
		try {
			for (String table : new String[] { "/proc/net/tcp", "/proc/net/tcp6" }) {
				for (String line : Files.readAllLines(Path.of(table))) {
					String[] columns = line.trim().split("\\s+");
					if (columns[1].endsWith(local) && OPEN_STATES.contains(columns[3])) {
						sockets++;
					}
				}
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return sockets;
	}

	int buffers() {
		return this.objects.get(BUFFER);
	}

	int connections() {
		return this.objects.get(CONNECTION);
	}

	int exchanges() {
		return this.objects.get(EXCHANGE);
	}

}
