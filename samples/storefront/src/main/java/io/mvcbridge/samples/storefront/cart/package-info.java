/**
 * What a visitor means to buy: kept in the session, remembered with the account.
 */
@NullMarked
package io.mvcbridge.samples.storefront.cart;

import org.jspecify.annotations.NullMarked;
