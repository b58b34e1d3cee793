package io.mvcbridge.samples.storefront.cart;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

import io.mvcbridge.samples.storefront.catalogue.Product;

/**
 * A cart with names and prices, as of now.
 *
 * @param lines what is in the cart
 * @param total the sum of all lines
 */
public record CartContents(List<Line> lines, BigDecimal total) {

	/**
	 * Look at a cart through the products it names. Products that were withdrawn
	 * meanwhile are left out.
	 * @param cart the cart
	 * @param products the products on sale
	 * @return the contents
	 */
	public static CartContents of(Cart cart, List<Product> products) {
		Map<Long, Product> byId = products.stream().collect(Collectors.toMap(Product::getId, Function.identity()));
		List<Line> lines = new ArrayList<>();
		BigDecimal total = BigDecimal.ZERO.setScale(2);
		for (Map.Entry<Long, Integer> chosen : cart.quantities().entrySet()) {
			Product product = byId.get(chosen.getKey());
			if (product != null) {
				Line line = new Line(product, chosen.getValue());
				lines.add(line);
				total = total.add(line.total());
			}
		}
		return new CartContents(lines, total);
	}

	public boolean isEmpty() {
		return this.lines.isEmpty();
	}

	/**
	 * Some pieces of one product.
	 *
	 * @param product the product
	 * @param quantity how many pieces
	 */
	public record Line(Product product, int quantity) {

		public BigDecimal total() {
			return this.product.getPrice().multiply(BigDecimal.valueOf(this.quantity));
		}

		/**
		 * Return whether the shop has fewer pieces than the cart.
		 * @return true if an order would be refused
		 */
		public boolean exceedsStock() {
			return this.quantity > this.product.getStock();
		}

	}

}
