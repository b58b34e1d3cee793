package io.mvcbridge.samples.storefront.order;

import java.time.Instant;

/**
 * One step of an order, as it is told to those who follow it.
 *
 * @param id grows from step to step
 * @param status the status reached
 * @param at when that was
 */
public record StatusChange(long id, OrderStatus status, Instant at) {

}
