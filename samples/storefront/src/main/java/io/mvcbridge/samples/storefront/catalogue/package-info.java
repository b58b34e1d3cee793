/**
 * What is sold: products, their pictures and how much of each is left.
 */
@NullMarked
package io.mvcbridge.samples.storefront.catalogue;

import org.jspecify.annotations.NullMarked;
