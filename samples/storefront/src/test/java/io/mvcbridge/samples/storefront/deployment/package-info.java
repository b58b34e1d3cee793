/**
 * Tests of what the shop is deployed with: the files beside it, and the documentation
 * that explains them.
 */
@NullMarked
package io.mvcbridge.samples.storefront.deployment;

import org.jspecify.annotations.NullMarked;
