/**
 * Kernels (booted applications), the host that outlives them, and the leases by which an
 * exchange uses one.
 */
@NullMarked
package io.mvcbridge.core.kernel;

import org.jspecify.annotations.NullMarked;
