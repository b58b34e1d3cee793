/**
 * How a benchmark says that it cannot go on. The packages below hold the application that
 * is measured ({@code application}) and the programs that measure it.
 */
@NullMarked
package io.mvcbridge.benchmarks;

import org.jspecify.annotations.NullMarked;
