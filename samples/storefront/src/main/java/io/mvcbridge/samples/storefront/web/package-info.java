/**
 * The shop's pages.
 */
@NullMarked
package io.mvcbridge.samples.storefront.web;

import org.jspecify.annotations.NullMarked;
