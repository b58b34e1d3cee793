/**
 * The servers that are compared: what each is made of, how it starts and how it ends.
 */
@NullMarked
package io.mvcbridge.benchmarks.server;

import org.jspecify.annotations.NullMarked;
