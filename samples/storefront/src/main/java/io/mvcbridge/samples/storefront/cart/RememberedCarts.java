package io.mvcbridge.samples.storefront.cart;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

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
	 * Remember a cart in place of the one remembered so far.
	 * @param customerId the id of the customer
	 * @param quantities asked for the cart once no other request of this customer can
	 * write; of several changes at the same time the latest one is kept
	 */
	public void replace(long customerId, Supplier<Map<Long, Integer>> quantities) {
		this.jdbc.sql("select id from customer where id = ? for update").param(customerId).query(Long.class).single();
		this.jdbc.sql("delete from cart_line where customer_id = ?").param(customerId).update();
		int position = 0;
		for (Map.Entry<Long, Integer> line : quantities.get().entrySet()) {
			this.jdbc.sql("insert into cart_line (customer_id, product_id, quantity, position) values (?, ?, ?, ?)")
				.params(customerId, line.getKey(), line.getValue(), position++)
				.update();
		}
	}

}
