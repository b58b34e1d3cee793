package io.mvcbridge.samples.storefront.order;

import java.math.BigDecimal;

import io.mvcbridge.samples.storefront.catalogue.Product;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import org.jspecify.annotations.Nullable;

/**
 * Some pieces of one product within an order, with the name and the price they had then.
 */
@Entity
public class OrderLine {

	@Id
	@GeneratedValue(strategy = GenerationType.IDENTITY)
	private @Nullable Long id;

	@ManyToOne(fetch = FetchType.LAZY)
	@JoinColumn(name = "order_id")
	private Order order;

	private int position;

	private long productId;

	private String productName;

	private BigDecimal unitPrice;

	private int quantity;

	@SuppressWarnings("NullAway.Init")
	protected OrderLine() {
	}

	OrderLine(Order order, int position, Product product, int quantity) {
		this.order = order;
		this.position = position;
		this.productId = product.getId();
		this.productName = product.getName();
		this.unitPrice = product.getPrice();
		this.quantity = quantity;
	}

	public long getProductId() {
		return this.productId;
	}

	public String getProductName() {
		return this.productName;
	}

	public BigDecimal getUnitPrice() {
		return this.unitPrice;
	}

	public int getQuantity() {
		return this.quantity;
	}

	public BigDecimal getTotal() {
		return this.unitPrice.multiply(BigDecimal.valueOf(this.quantity));
	}

}
