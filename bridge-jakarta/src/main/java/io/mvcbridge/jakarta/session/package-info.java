/**
 * HTTP sessions and where they are kept.
 */
@NullMarked
package io.mvcbridge.jakarta.session;

import org.jspecify.annotations.NullMarked;
