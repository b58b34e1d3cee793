package io.mvcbridge.benchmarks.compare;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;

import io.mvcbridge.benchmarks.load.Endpoint;
import io.mvcbridge.benchmarks.process.MachineTimes;
import io.mvcbridge.benchmarks.process.ProcessWatch;
import io.mvcbridge.benchmarks.process.Usage;
import io.mvcbridge.benchmarks.server.Candidate;
import io.mvcbridge.benchmarks.server.RunningServer;
import io.mvcbridge.benchmarks.server.ServerLauncher;
import io.mvcbridge.benchmarks.wrk.Wrk;
import io.mvcbridge.benchmarks.wrk.WrkResult;
import org.jspecify.annotations.Nullable;

/**
 * Measures every endpoint of every candidate in interleaved rounds: all servers run at
 * once, one is under load, and the order turns around from round to round, so that what
 * changes slowly on a machine touches all alike.
 */
final class Rounds {

	private final ServerLauncher launcher;

	private final Wrk wrk;

	private final Plan plan;

	/**
	 * How much is measured.
	 *
	 * @param candidates who
	 * @param endpoints what
	 * @param launches how often all servers are started anew
	 * @param discarded rounds after each start that do not count
	 * @param kept rounds after them that do
	 * @param seconds length of a cell
	 * @param warmUp requests to each small endpoint before the first round
	 * @param connections for warming up
	 */
	record Plan(List<Candidate> candidates, List<Endpoint> endpoints, int launches, int discarded, int kept,
			int seconds, int warmUp, int connections) {

		int cells() {
			return this.launches * (this.discarded + this.kept) * this.endpoints.size() * this.candidates.size();
		}

	}

	Rounds(ServerLauncher launcher, Wrk wrk, Plan plan) {
		this.launcher = launcher;
		this.wrk = wrk;
		this.plan = plan;
	}

	/** Runs one launch and hands each cell over as soon as it is measured. */
	void launch(int launch, Consumer<Cell> cells) throws IOException, InterruptedException {
		List<RunningServer> servers = new ArrayList<>();
		try {
			for (Candidate candidate : turned(this.plan.candidates(), launch)) {
				servers.add(this.launcher.start(candidate));
			}
			for (Endpoint endpoint : this.plan.endpoints()) {
				for (RunningServer server : servers) {
					server.verify(endpoint);
					server.warmUp(endpoint, endpoint.warmUpRequests(this.plan.warmUp()), this.plan.connections());
				}
			}
			for (int round = 1; round <= this.plan.discarded() + this.plan.kept(); round++) {
				for (Endpoint endpoint : this.plan.endpoints()) {
					for (RunningServer server : turned(servers, round)) {
						cells.accept(measure(launch, round, endpoint, server));
					}
				}
			}
		}
		finally {
			servers.forEach(RunningServer::close);
		}
	}

	private Cell measure(int launch, int round, Endpoint endpoint, RunningServer server)
			throws IOException, InterruptedException {
		long allocatedBefore = server.allocatedBytes();
		MachineTimes machineBefore = MachineTimes.now();
		ProcessWatch watch = new ProcessWatch(server.pid());
		WrkResult result = this.wrk.run(server.port(), endpoint, this.plan.seconds());
		Usage usage = watch.end();
		MachineTimes machine = MachineTimes.now().since(machineBefore);
		long allocated = server.allocatedBytes() - allocatedBefore;
		@Nullable String failure = result.failure(endpoint);
		return new Cell(launch, round, round > this.plan.discarded(), endpoint, server.name(), result, usage, allocated,
				machine, failure);
	}

	/** The order of an odd round as it is, of an even one turned around. */
	static <T> List<T> turned(List<T> order, int round) {
		List<T> turned = new ArrayList<>(order);
		if (round % 2 == 0) {
			Collections.reverse(turned);
		}
		return turned;
	}

}
