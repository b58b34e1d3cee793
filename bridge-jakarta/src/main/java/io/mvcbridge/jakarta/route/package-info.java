/**
 * Which requests hold the event loop that carries their thread: routes, the memory of
 * them, and where finer routes than the servlet mappings come from.
 */
@NullMarked
package io.mvcbridge.jakarta.route;

import org.jspecify.annotations.NullMarked;
