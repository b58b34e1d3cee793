/**
 * The application that the benchmarks measure: ordinary Spring handlers, the same on
 * every server, save two that a reactive server wants in its own way.
 */
@NullMarked
package io.mvcbridge.benchmarks.application;

import org.jspecify.annotations.NullMarked;
