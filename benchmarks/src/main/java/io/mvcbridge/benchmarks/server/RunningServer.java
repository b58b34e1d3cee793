package io.mvcbridge.benchmarks.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.mvcbridge.benchmarks.BenchmarkException;
import io.mvcbridge.benchmarks.load.Endpoint;
import io.mvcbridge.benchmarks.load.ScheduledClient;
import io.mvcbridge.benchmarks.load.SingleRequest;
import io.mvcbridge.benchmarks.process.ChildProcesses;

/**
 * A candidate that serves. Closing it ends its process.
 */
public final class RunningServer implements AutoCloseable {

	private static final int WARM_UP_PATIENCE_SECONDS = 600;

	private static final Pattern ALLOCATED = Pattern.compile("\"bytes\":(\\d+)");

	private final Candidate candidate;

	private final Process process;

	private final int port;

	private final long startNanos;

	private final JavaHome java;

	private final ChildProcesses processes;

	RunningServer(Candidate candidate, Process process, int port, long startNanos, JavaHome java,
			ChildProcesses processes) {
		this.candidate = candidate;
		this.process = process;
		this.port = port;
		this.startNanos = startNanos;
		this.java = java;
		this.processes = processes;
	}

	public Candidate candidate() {
		return this.candidate;
	}

	public String name() {
		return this.candidate.name();
	}

	public long pid() {
		return this.process.pid();
	}

	public int port() {
		return this.port;
	}

	/** From the start of the process to the first 200. */
	public long startNanos() {
		return this.startNanos;
	}

	/**
	 * Asks once and looks at the answer.
	 * @throws BenchmarkException if it is not the right one
	 */
	public void verify(Endpoint endpoint) throws IOException {
		SingleRequest answer = SingleRequest.of(this.port, endpoint);
		endpoint.verify(answer.status(), answer.body(), name());
	}

	/**
	 * Has exactly so many requests answered, so that every server has done the same
	 * before it is measured, however fast it is.
	 */
	public void warmUp(Endpoint endpoint, int requests, int connections) {
		try {
			new ScheduledClient(this.port, endpoint, connections, WARM_UP_PATIENCE_SECONDS).warmUp(requests);
		}
		catch (IOException ex) {
			throw new BenchmarkException(
					"Warming up " + endpoint.label() + " on " + name() + " failed: " + ex.getMessage(), ex);
		}
	}

	/** What the JVM allocated since it began. */
	public long allocatedBytes() throws IOException {
		String body = new String(SingleRequest.get(this.port, "/allocated").body(), StandardCharsets.UTF_8);
		Matcher matcher = ALLOCATED.matcher(body);
		if (!matcher.find()) {
			throw new BenchmarkException(name() + " does not tell what it allocated but '" + body + "'");
		}
		return Long.parseLong(matcher.group(1));
	}

	/** Collects all garbage and counts the bytes of the objects that are left. */
	public long liveHeapBytes() throws IOException, InterruptedException {
		jcmd("GC.run");
		return HeapHistogram.totalBytes(jcmd("GC.class_histogram"));
	}

	private String jcmd(String command) throws IOException, InterruptedException {
		Process jcmd = this.processes.start(
				new ProcessBuilder(List.of(this.java.jcmd(), Long.toString(pid()), command)).redirectErrorStream(true));
		try {
			String output = new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
			if (jcmd.waitFor() != 0) {
				throw new BenchmarkException("jcmd " + command + " on " + name() + " failed: " + output);
			}
			return output;
		}
		finally {
			this.processes.end(jcmd);
		}
	}

	@Override
	public void close() {
		this.processes.end(this.process);
	}

}
