/**
 * The per-request sandbox, the resetters of thread state and the leak guard. Works with
 * any servlet server.
 */
@NullMarked
package io.mvcbridge.sandbox;

import org.jspecify.annotations.NullMarked;
