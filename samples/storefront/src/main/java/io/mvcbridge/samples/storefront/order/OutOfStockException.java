package io.mvcbridge.samples.storefront.order;

import io.mvcbridge.samples.storefront.catalogue.Product;

/**
 * Thrown when an order asks for more pieces than there are.
 */
public class OutOfStockException extends RuntimeException {

	private final long productId;

	public OutOfStockException(Product product, int wanted) {
		super("Only %d of '%s' left, %d were wanted".formatted(product.getStock(), product.getName(), wanted));
		this.productId = product.getId();
	}

	public long getProductId() {
		return this.productId;
	}

}
