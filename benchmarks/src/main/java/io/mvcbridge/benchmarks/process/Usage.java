package io.mvcbridge.benchmarks.process;

/**
 * What a process used in a span of time.
 *
 * @param cpuMicros user and system time of all threads but those that compile
 * @param jitMicros time of the threads that compile
 * @param gcMicros time of the threads that collect garbage, part of {@code cpuMicros}
 * @param switches context switches of all threads, a lower bound
 */
public record Usage(long cpuMicros, long jitMicros, long gcMicros, long switches) {

}
