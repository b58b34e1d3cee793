/**
 * Start failures explained: what is wrong, which value, what to do.
 */
@NullMarked
package io.mvcbridge.spring.diagnostics;

import org.jspecify.annotations.NullMarked;
