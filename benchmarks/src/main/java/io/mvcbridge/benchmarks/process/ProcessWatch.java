package io.mvcbridge.benchmarks.process;

import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Watches a process from now until {@link #end()}: CPU time at both ends, and context
 * switches in between, too, because threads come and go.
 */
public final class ProcessWatch {

	private static final int LOOK_MILLIS = 250;

	private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor((task) -> {
		Thread thread = new Thread(task, "process-watch");
		thread.setDaemon(true);
		return thread;
	});

	private final ProcessFiles files;

	private final Growth switches = new Growth();

	private final Map<ThreadRole, Long> before;

	private final long cpuBefore;

	public ProcessWatch(long pid) {
		this.files = new ProcessFiles(pid);
		this.switches.look(this.files.switchesByThread());
		this.before = this.files.cpuTicksByRole();
		this.cpuBefore = this.files.cpuTicks();
		// Growth is handed over to the clock's thread here and back when that has ended.
		this.clock.scheduleWithFixedDelay(() -> this.switches.look(this.files.switchesByThread()), LOOK_MILLIS,
				LOOK_MILLIS, TimeUnit.MILLISECONDS);
	}

	/** What was used since; call it once. */
	public Usage end() throws InterruptedException {
		long cpu = this.files.cpuTicks() - this.cpuBefore;
		Map<ThreadRole, Long> after = this.files.cpuTicksByRole();
		this.clock.shutdown();
		this.clock.awaitTermination(10, TimeUnit.SECONDS);
		this.switches.look(this.files.switchesByThread());
		long jit = growth(ThreadRole.JIT, after);
		return new Usage(TaskStat.micros(cpu - jit), TaskStat.micros(jit),
				TaskStat.micros(growth(ThreadRole.GC, after)), this.switches.total());
	}

	private long growth(ThreadRole role, Map<ThreadRole, Long> after) {
		return after.get(role) - this.before.get(role);
	}

	/** CPU time of a process since it began, threads that compile included. */
	public static long cpuMicrosSinceStart(long pid) {
		return TaskStat.micros(new ProcessFiles(pid).cpuTicks());
	}

	public static long residentKilobytes(long pid) {
		return new ProcessFiles(pid).residentKilobytes();
	}

}
