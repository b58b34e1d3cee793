package io.mvcbridge.benchmarks.compare;

import java.io.IOException;

import io.mvcbridge.benchmarks.BenchmarkException;
import io.mvcbridge.benchmarks.load.Endpoint;
import io.mvcbridge.benchmarks.load.IdleConnections;
import io.mvcbridge.benchmarks.process.ProcessWatch;
import io.mvcbridge.benchmarks.server.Candidate;
import io.mvcbridge.benchmarks.server.RunningServer;
import io.mvcbridge.benchmarks.server.ServerLauncher;

/**
 * What keep-alive connections cost that wait for their next request: objects alive after
 * a full collection and resident memory, without them and with them.
 *
 * @param candidate who was measured
 * @param connections how many were opened
 * @param closed how many of them the server had closed by the end
 * @param heapBefore bytes of living objects without them
 * @param heapAfter with them
 * @param residentBefore kilobytes of resident memory without them
 * @param residentAfter with them
 */
record IdleHeap(String candidate, int connections, int closed, long heapBefore, long heapAfter, long residentBefore,
		long residentAfter) {

	private static final int WARM_UP_REQUESTS = 5_000;

	private static final int WARM_UP_CONNECTIONS = 16;

	static IdleHeap measure(ServerLauncher launcher, Candidate candidate, int connections)
			throws IOException, InterruptedException {
		try (RunningServer server = launcher.start(candidate)) {
			server.warmUp(Endpoint.PLAINTEXT, WARM_UP_REQUESTS, WARM_UP_CONNECTIONS);
			long heapBefore = server.liveHeapBytes();
			long residentBefore = ProcessWatch.residentKilobytes(server.pid());
			try (IdleConnections idle = new IdleConnections(server.port())) {
				idle.open(connections);
				long heapAfter = server.liveHeapBytes();
				long residentAfter = ProcessWatch.residentKilobytes(server.pid());
				return new IdleHeap(candidate.name(), connections, idle.closedByServer(), heapBefore, heapAfter,
						residentBefore, residentAfter);
			}
			catch (IOException ex) {
				throw new BenchmarkException("Cannot keep " + connections + " connections to " + candidate.name()
						+ " open (is `ulimit -n` below that?): " + ex.getMessage(), ex);
			}
		}
	}

	double heapPerConnection() {
		return (double) (this.heapAfter - this.heapBefore) / this.connections;
	}

	double residentPerConnection() {
		return 1024.0 * (this.residentAfter - this.residentBefore) / this.connections;
	}

}
