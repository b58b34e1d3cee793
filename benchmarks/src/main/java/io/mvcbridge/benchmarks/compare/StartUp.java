package io.mvcbridge.benchmarks.compare;

import java.io.IOException;

import io.mvcbridge.benchmarks.process.ProcessWatch;
import io.mvcbridge.benchmarks.server.Candidate;
import io.mvcbridge.benchmarks.server.RunningServer;
import io.mvcbridge.benchmarks.server.ServerLauncher;

/**
 * What it takes from the start of the process to the first 200.
 *
 * @param round which turn of interleaved starts, from 1
 * @param candidate who was started
 * @param cpuMillis CPU time of all threads, those that compile included
 * @param wallMillis time on the clock
 * @param residentKilobytes resident memory then
 */
record StartUp(int round, String candidate, double cpuMillis, double wallMillis, long residentKilobytes) {

	static StartUp measure(ServerLauncher launcher, Candidate candidate, int round)
			throws IOException, InterruptedException {
		try (RunningServer server = launcher.start(candidate)) {
			long cpuMicros = ProcessWatch.cpuMicrosSinceStart(server.pid());
			return new StartUp(round, candidate.name(), cpuMicros / 1e3, server.startNanos() / 1e6,
					ProcessWatch.residentKilobytes(server.pid()));
		}
	}

}
