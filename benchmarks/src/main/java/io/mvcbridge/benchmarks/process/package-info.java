/**
 * Child processes and what the system tells of them in {@code /proc}: CPU time by kind of
 * thread, context switches, memory.
 */
@NullMarked
package io.mvcbridge.benchmarks.process;

import org.jspecify.annotations.NullMarked;
