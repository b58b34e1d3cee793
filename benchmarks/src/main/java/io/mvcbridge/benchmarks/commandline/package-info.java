/**
 * Options of the benchmark programs.
 */
@NullMarked
package io.mvcbridge.benchmarks.commandline;

import org.jspecify.annotations.NullMarked;
