package io.mvcbridge.samples.storefront.cart;

import java.io.Serializable;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * What a visitor means to buy. Immutable: every change gives another cart, so that a
 * request never sees half of what another request of the same visitor does.
 *
 * @param owner the id of the customer whose cart this is, or null for a guest's
 * @param quantities the number of pieces, by product id, in the order they were added
 */
public record Cart(@Nullable Long owner, Map<Long, Integer> quantities) implements Serializable {

	/** The cart of a guest who has chosen nothing yet. */
	public static final Cart EMPTY = new Cart(null, Map.of());

	/** How many pieces of one product may be in a cart. */
	public static final int MAX_QUANTITY = 99;

	public Cart {
		// Not Map.copyOf: that forgets the order.
		quantities = Collections.unmodifiableMap(new LinkedHashMap<>(quantities));
	}

	/**
	 * Return this cart with more of a product.
	 * @param productId the id of the product
	 * @param quantity how many pieces to add; more than {@link #MAX_QUANTITY} in all are
	 * cut off there
	 * @return another cart
	 */
	public Cart plus(long productId, int quantity) {
		return with(productId, this.quantities.getOrDefault(productId, 0) + Math.min(quantity, MAX_QUANTITY));
	}

	/**
	 * Return this cart with everything of another one added.
	 * @param other the other cart
	 * @return another cart with the owner of this one
	 */
	Cart plus(Cart other) {
		Cart sum = this;
		for (Map.Entry<Long, Integer> line : other.quantities.entrySet()) {
			sum = sum.plus(line.getKey(), line.getValue());
		}
		return sum;
	}

	/**
	 * Return this cart with an exact number of pieces of a product.
	 * @param productId the id of the product
	 * @param quantity how many pieces; zero or less takes the product out
	 * @return another cart
	 */
	public Cart with(long productId, int quantity) {
		Map<Long, Integer> changed = new LinkedHashMap<>(this.quantities);
		if (quantity > 0) {
			changed.put(productId, Math.min(quantity, MAX_QUANTITY));
		}
		else {
			changed.remove(productId);
		}
		return new Cart(this.owner, changed);
	}

	/**
	 * Return the cart of a visitor who is a customer: the account's. What a guest chose
	 * is added to it; what another customer left in the same browser is dropped, and so
	 * is an older copy of the account's.
	 * @param customerId the id of the customer
	 * @param remembered the quantities the account remembers
	 * @return another cart
	 */
	Cart ownedBy(long customerId, Map<Long, Integer> remembered) {
		Cart owned = new Cart(customerId, remembered);
		return (this.owner == null) ? owned.plus(this) : owned;
	}

	/**
	 * Return this cart, emptied.
	 * @return a cart of the same owner with nothing in it
	 */
	Cart emptied() {
		return new Cart(this.owner, Map.of());
	}

	public boolean isEmpty() {
		return this.quantities.isEmpty();
	}

	/**
	 * Return the number of pieces in this cart.
	 * @return the sum over all products
	 */
	public int pieces() {
		int pieces = 0;
		for (int quantity : this.quantities.values()) {
			pieces += quantity;
		}
		return pieces;
	}

}
