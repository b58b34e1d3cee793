/**
 * Acceptance tests. They speak only HTTP to a base URL, so that they hold for any server,
 * mode and proxy the shop runs behind.
 */
@NullMarked
package io.mvcbridge.samples.storefront.acceptance;

import org.jspecify.annotations.NullMarked;
