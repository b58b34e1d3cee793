/**
 * The exchange model: one request and its response, free of the Servlet API and of
 * Spring. The listener implements it, a kernel consumes it.
 */
@NullMarked
package io.mvcbridge.core.exchange;

import org.jspecify.annotations.NullMarked;
