/**
 * The servlet kernel: Jakarta Servlet 6.1 over an exchange. {@code ServletKernel} and its
 * builder are the door of this module.
 */
@NullMarked
package io.mvcbridge.jakarta;

import org.jspecify.annotations.NullMarked;
