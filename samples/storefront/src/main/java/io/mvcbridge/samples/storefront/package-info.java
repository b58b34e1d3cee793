/**
 * A small ceramics shop: an ordinary Spring MVC application that knows nothing of the
 * server it runs on, save that it asks for its name.
 */
@NullMarked
package io.mvcbridge.samples.storefront;

import org.jspecify.annotations.NullMarked;
