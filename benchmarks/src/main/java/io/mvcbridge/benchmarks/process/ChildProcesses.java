package io.mvcbridge.benchmarks.process;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

import io.mvcbridge.benchmarks.BenchmarkException;

/**
 * Every process that a benchmark started. All of them end when this is closed and when
 * the JVM ends, be it by Ctrl-C. Thread-safe.
 */
public final class ChildProcesses implements AutoCloseable {

	private static final int PATIENCE_SECONDS = 15;

	private final ReentrantLock lock = new ReentrantLock();

	private final List<Process> running = new ArrayList<>();

	private boolean closed;

	public ChildProcesses() {
		Runtime.getRuntime().addShutdownHook(new Thread(this::close, "end-child-processes"));
	}

	/**
	 * Starts a process.
	 * @throws BenchmarkException if it cannot be started, or the benchmark is ending
	 */
	public Process start(ProcessBuilder builder) {
		this.lock.lock();
		try {
			requireOpen();
			Process process = builder.start();
			this.running.add(process);
			return process;
		}
		catch (IOException ex) {
			throw new BenchmarkException("Cannot start " + builder.command().get(0) + ": " + ex.getMessage(), ex);
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * A process that ended unasked may have been ended from here.
	 * @throws BenchmarkException if all of them were
	 */
	public void requireOpen() {
		this.lock.lock();
		try {
			if (this.closed) {
				throw new BenchmarkException("Interrupted.");
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	/** Asks a process to end, makes it end if it does not, and waits until it has. */
	public void end(Process process) {
		process.destroy();
		await(process);
		this.lock.lock();
		try {
			this.running.remove(process);
		}
		finally {
			this.lock.unlock();
		}
	}

	@Override
	public void close() {
		List<Process> last;
		this.lock.lock();
		try {
			this.closed = true;
			last = List.copyOf(this.running);
			this.running.clear();
		}
		finally {
			this.lock.unlock();
		}
		last.forEach(Process::destroy);
		last.forEach(ChildProcesses::await);
	}

	private static void await(Process process) {
		try {
			if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
				process.destroyForcibly().waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
			}
		}
		catch (InterruptedException ex) {
			process.destroyForcibly();
			Thread.currentThread().interrupt();
		}
	}

}
