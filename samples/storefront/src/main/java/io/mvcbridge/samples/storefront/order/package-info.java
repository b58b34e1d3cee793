/**
 * What was bought: placing an order, its way through the warehouse and the news of it.
 */
@NullMarked
package io.mvcbridge.samples.storefront.order;

import org.jspecify.annotations.NullMarked;
