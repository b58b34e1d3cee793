package io.mvcbridge.samples.storefront.order;

import org.jspecify.annotations.Nullable;

/**
 * How far an order has come.
 */
public enum OrderStatus {

	/** The customer has ordered. */
	PLACED,

	/** The parcel is ready. */
	PACKED,

	/** The parcel has left; nothing follows. */
	SHIPPED;

	/**
	 * Return what follows.
	 * @return the next status, or null after the last
	 */
	public @Nullable OrderStatus next() {
		return isLast() ? null : values()[ordinal() + 1];
	}

	public boolean isLast() {
		return this == SHIPPED;
	}

	/**
	 * Return the words shown to customers.
	 * @return the name in lower case
	 */
	public String label() {
		return switch (this) {
			case PLACED -> "placed";
			case PACKED -> "packed";
			case SHIPPED -> "shipped";
		};
	}

}
