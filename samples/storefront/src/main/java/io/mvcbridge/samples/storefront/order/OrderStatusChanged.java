package io.mvcbridge.samples.storefront.order;

/**
 * Published within the transaction that changes an order's status.
 *
 * @param orderNumber the order
 * @param status the status it has from now on
 */
public record OrderStatusChanged(String orderNumber, OrderStatus status) {

}
