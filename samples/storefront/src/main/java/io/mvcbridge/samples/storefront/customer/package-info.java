/**
 * Who buys: accounts, sign-up rules and how an account becomes a login.
 */
@NullMarked
package io.mvcbridge.samples.storefront.customer;

import org.jspecify.annotations.NullMarked;
