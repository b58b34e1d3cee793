/**
 * The load generator {@code wrk}: how it is called and what it says.
 */
@NullMarked
package io.mvcbridge.benchmarks.wrk;

import org.jspecify.annotations.NullMarked;
