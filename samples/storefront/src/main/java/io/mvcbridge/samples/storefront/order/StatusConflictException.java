package io.mvcbridge.samples.storefront.order;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.ResponseStatus;

/**
 * Thrown when an order is not in the status from which somebody wants to advance it, for
 * example because a colleague was faster.
 */
@ResponseStatus(HttpStatus.CONFLICT)
public class StatusConflictException extends RuntimeException {

	private final OrderStatus actual;

	public StatusConflictException(String number, OrderStatus expected, OrderStatus actual) {
		super("Order %s is %s, not %s".formatted(number, actual.label(), expected.label()));
		this.actual = actual;
	}

	public OrderStatus getActual() {
		return this.actual;
	}

}
