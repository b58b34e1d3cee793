/**
 * One exchange as servlets see it: request, response, their streams, and the state
 * machine that decides what happens next.
 */
@NullMarked
package io.mvcbridge.jakarta.request;

import org.jspecify.annotations.NullMarked;
