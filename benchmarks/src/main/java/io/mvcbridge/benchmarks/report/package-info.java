/**
 * What a benchmark leaves behind: medians with their range, Markdown tables, SVG charts,
 * raw cells, and the facts of the machine.
 */
@NullMarked
package io.mvcbridge.benchmarks.report;

import org.jspecify.annotations.NullMarked;
