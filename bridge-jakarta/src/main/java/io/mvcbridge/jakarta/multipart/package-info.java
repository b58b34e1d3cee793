/**
 * {@code multipart/form-data}: reading parts, keeping them in memory or on disk, removing
 * them.
 */
@NullMarked
package io.mvcbridge.jakarta.multipart;

import org.jspecify.annotations.NullMarked;
