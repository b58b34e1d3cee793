/**
 * The program behind {@code beside.sh}: what a light endpoint has to suffer from requests
 * beside it that hold their threads.
 */
@NullMarked
package io.mvcbridge.benchmarks.beside;

import org.jspecify.annotations.NullMarked;
