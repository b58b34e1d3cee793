package io.mvcbridge.samples.storefront.order;

/**
 * What tells that something happened to an order.
 *
 * @param id the id of the event
 * @param orderNumber the order it happened to
 */
record OrderEventKey(long id, String orderNumber) {

}
