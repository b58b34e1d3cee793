package io.mvcbridge.samples.storefront.order;

import java.time.Instant;

import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import org.jspecify.annotations.Nullable;

/**
 * A change of an order's status. Its id grows with time, so that somebody who knows one
 * can ask for those that followed.
 */
@Entity
class OrderEvent {

	@Id
	@GeneratedValue(strategy = GenerationType.IDENTITY)
	private @Nullable Long id;

	private String orderNumber;

	@Enumerated(EnumType.STRING)
	private OrderStatus status;

	private Instant happenedAt;

	@SuppressWarnings("NullAway.Init")
	protected OrderEvent() {
	}

	OrderEvent(String orderNumber, OrderStatus status, Instant happenedAt) {
		this.orderNumber = orderNumber;
		this.status = status;
		this.happenedAt = happenedAt;
	}

}
