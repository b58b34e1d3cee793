/**
 * Who may do what.
 */
@NullMarked
package io.mvcbridge.samples.storefront.security;

import org.jspecify.annotations.NullMarked;
