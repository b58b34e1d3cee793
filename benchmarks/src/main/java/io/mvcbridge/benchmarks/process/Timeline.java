package io.mvcbridge.benchmarks.process;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * CPU and memory of a process once a second, from now until {@link #end()}.
 */
public final class Timeline {

	private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor((task) -> {
		Thread thread = new Thread(task, "timeline");
		thread.setDaemon(true);
		return thread;
	});

	private final List<Point> points = new ArrayList<>();

	private final ProcessFiles files;

	private long lastNanos;

	private long lastTicks;

	public Timeline(long pid) {
		this.files = new ProcessFiles(pid);
		this.lastNanos = System.nanoTime();
		this.lastTicks = ticks();
		this.clock.scheduleAtFixedRate(this::look, 1, 1, TimeUnit.SECONDS);
	}

	private void look() {
		long nanos = System.nanoTime();
		long ticks = ticks();
		double cores = TaskStat.micros(ticks - this.lastTicks) * 1e3 / (nanos - this.lastNanos);
		this.points.add(new Point(cores, this.files.residentKilobytes() / 1024.0));
		this.lastNanos = nanos;
		this.lastTicks = ticks;
	}

	private long ticks() {
		return this.files.cpuTicks() - this.files.cpuTicksByRole().get(ThreadRole.JIT);
	}

	/** The points so far; none is added any more. */
	public List<Point> end() throws InterruptedException {
		this.clock.shutdown();
		this.clock.awaitTermination(10, TimeUnit.SECONDS);
		return List.copyOf(this.points);
	}

	/**
	 * One second.
	 *
	 * @param cores how many cores were busy on average, threads that compile left out
	 * @param residentMegabytes memory in use at its end
	 */
	public record Point(double cores, double residentMegabytes) {

	}

}
