/**
 * The program behind {@code profiles.sh}: requests arrive at a fixed rate, however long
 * the answers take.
 */
@NullMarked
package io.mvcbridge.benchmarks.profiles;

import org.jspecify.annotations.NullMarked;
