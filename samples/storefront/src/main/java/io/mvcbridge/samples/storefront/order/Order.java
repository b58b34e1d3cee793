package io.mvcbridge.samples.storefront.order;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import io.mvcbridge.samples.storefront.catalogue.Product;
import io.mvcbridge.samples.storefront.customer.Address;
import io.mvcbridge.samples.storefront.customer.Customer;
import jakarta.persistence.CascadeType;
import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
import jakarta.persistence.OrderBy;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import org.jspecify.annotations.Nullable;

/**
 * What a customer bought, at the prices of that moment.
 */
@Entity
@Table(name = "customer_order")
public class Order {

	@Id
	@GeneratedValue(strategy = GenerationType.IDENTITY)
	private @Nullable Long id;

	@Version
	private int version;

	private String number;

	@ManyToOne(fetch = FetchType.LAZY)
	private Customer customer;

	@Embedded
	private Address delivery;

	@Enumerated(EnumType.STRING)
	private OrderStatus status;

	private Instant placedAt;

	private BigDecimal total;

	@OneToMany(mappedBy = "order", cascade = CascadeType.ALL)
	@OrderBy("position")
	private List<OrderLine> lines = new ArrayList<>();

	@SuppressWarnings("NullAway.Init")
	protected Order() {
	}

	Order(String number, Customer customer, Address delivery, Instant placedAt) {
		this.number = number;
		this.customer = customer;
		this.delivery = delivery;
		this.status = OrderStatus.PLACED;
		this.placedAt = placedAt;
		this.total = BigDecimal.ZERO.setScale(2);
	}

	void add(Product product, int quantity) {
		OrderLine line = new OrderLine(this, this.lines.size(), product, quantity);
		this.lines.add(line);
		this.total = this.total.add(line.getTotal());
	}

	void advanceTo(OrderStatus status) {
		this.status = status;
	}

	/**
	 * Return the number that customers and the warehouse speak of.
	 * @return a number that cannot be guessed
	 */
	public String getNumber() {
		return this.number;
	}

	public Customer getCustomer() {
		return this.customer;
	}

	public Address getDelivery() {
		return this.delivery;
	}

	public OrderStatus getStatus() {
		return this.status;
	}

	public Instant getPlacedAt() {
		return this.placedAt;
	}

	public BigDecimal getTotal() {
		return this.total;
	}

	public List<OrderLine> getLines() {
		return this.lines;
	}

}
