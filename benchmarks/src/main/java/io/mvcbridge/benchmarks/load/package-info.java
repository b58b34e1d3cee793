/**
 * The client of the benchmarks: endpoints, arrival schedules, and one loop over
 * non-blocking connections that keeps to a schedule and measures from it.
 */
@NullMarked
package io.mvcbridge.benchmarks.load;

import org.jspecify.annotations.NullMarked;
