/**
 * The application that the benchmarks measure: ordinary Spring handlers, the same on
 * every server, save those that would block a reactive one.
 */
@NullMarked
package io.mvcbridge.benchmarks.application;

import org.jspecify.annotations.NullMarked;
