/**
 * The application that the benchmarks measure: ordinary Spring MVC handlers, the same on
 * every server.
 */
@NullMarked
package io.mvcbridge.benchmarks;

import org.jspecify.annotations.NullMarked;
