/**
 * The program behind {@code compare.sh}: interleaved rounds of equal load on every
 * server, and what a request, an idle connection and a start cost.
 */
@NullMarked
package io.mvcbridge.benchmarks.compare;

import org.jspecify.annotations.NullMarked;
