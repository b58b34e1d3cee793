package io.mvcbridge.benchmarks.beside;

import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

import io.mvcbridge.benchmarks.BenchmarkException;
import io.mvcbridge.benchmarks.load.Arrivals;
import io.mvcbridge.benchmarks.load.Recorder;
import io.mvcbridge.benchmarks.load.ScheduledClient;
import org.jspecify.annotations.Nullable;

/**
 * A neighbour at work, on a thread of its own, for a fixed time.
 */
final class NeighbourLoad {

	private final FutureTask<Counts> task;

	private NeighbourLoad(FutureTask<Counts> task) {
		this.task = task;
	}

	/** Begins to ask and goes on for so many seconds. */
	static NeighbourLoad begin(Neighbour neighbour, int port, int seconds) {
		ScheduledClient client = new ScheduledClient(port, neighbour.endpoint(), neighbour.connections(), seconds);
		FutureTask<Counts> task = new FutureTask<>(() -> {
			Counts counts = new Counts();
			client.run(Arrivals.atOnce(Long.MAX_VALUE / 2), counts);
			return counts;
		});
		Thread thread = new Thread(task, "neighbour-" + neighbour.endpoint().label());
		thread.setDaemon(true);
		thread.start();
		return new NeighbourLoad(task);
	}

	/**
	 * Waits until the time is over.
	 * @throws IOException if the client itself failed
	 */
	Counts end() throws IOException, InterruptedException {
		try {
			return this.task.get();
		}
		catch (ExecutionException ex) {
			if (ex.getCause() instanceof IOException cause) {
				throw cause;
			}
			throw new BenchmarkException("A neighbour failed: " + ex.getCause(), ex.getCause());
		}
	}

	/** What became of its requests. Whoever was asked last is left without an answer. */
	static final class Counts implements Recorder {

		private long answered;

		private long failed;

		private @Nullable String reason;

		@Override
		public void sent(long due, long sent) {
			// When it is sent is up to the answer before.
		}

		@Override
		public void answered(long index, long due, long answered) {
			this.answered++;
		}

		@Override
		public void failed(long index, long due, String why) {
			this.failed++;
			this.reason = (this.reason != null) ? this.reason : why;
		}

		long answered() {
			return this.answered;
		}

		long failed() {
			return this.failed;
		}

		/** Why the first one failed, or {@code null} if none did. */
		@Nullable String reason() {
			return this.reason;
		}

	}

}
