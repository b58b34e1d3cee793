/**
 * The JSON face of the shop, with problem details (RFC 9457) for everything that goes
 * wrong.
 */
@NullMarked
package io.mvcbridge.samples.storefront.api;

import org.jspecify.annotations.NullMarked;
