package io.mvcbridge.samples.storefront.cart;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/**
 * The carts of customers in the database, where they outlive sessions.
 */
@Repository
@Transactional
class RememberedCarts {

	private final JdbcClient jdbc;

	RememberedCarts(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	@Transactional(readOnly = true)
	public Map<Long, Integer> find(long customerId) {
		Map<Long, Integer> quantities = new LinkedHashMap<>();
		this.jdbc.sql("select product_id, quantity from cart_line where customer_id = ? order by position")
			.param(customerId)
			.query((row) -> {
				quantities.put(row.getLong("product_id"), row.getInt("quantity"));
			});
		return quantities;
	}

	/**
	 * Change a customer's cart, while no other request of this customer on any instance
	 * can.
	 * @param customerId the id of the customer
	 * @param change gives the cart to remember, from the quantities remembered so far
	 * @return what {@code change} gave
	 */
	public Cart change(long customerId, Function<Map<Long, Integer>, Cart> change) {
		this.jdbc.sql("select id from customer where id = ? for update").param(customerId).query(Long.class).single();
		Map<Long, Integer> before = find(customerId);
		Cart cart = change.apply(before);
		if (!cart.quantities().equals(before)) {
			replace(customerId, cart.quantities());
		}
		return cart;
	}

	private void replace(long customerId, Map<Long, Integer> quantities) {
		this.jdbc.sql("delete from cart_line where customer_id = ?").param(customerId).update();
		int position = 0;
		for (Map.Entry<Long, Integer> line : quantities.entrySet()) {
			this.jdbc.sql("insert into cart_line (customer_id, product_id, quantity, position) values (?, ?, ?, ?)")
				.params(customerId, line.getKey(), line.getValue(), position++)
				.update();
		}
	}

}
