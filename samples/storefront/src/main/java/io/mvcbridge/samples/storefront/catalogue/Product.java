package io.mvcbridge.samples.storefront.catalogue;

import java.math.BigDecimal;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import org.jspecify.annotations.Nullable;

/**
 * Something the shop sells. A product is never deleted, since orders refer to it; it is
 * withdrawn and then no longer found in the catalogue.
 */
@Entity
public class Product {

	@Id
	@GeneratedValue(strategy = GenerationType.IDENTITY)
	private @Nullable Long id;

	private String name;

	private String category;

	private String description;

	private BigDecimal price;

	private int stock;

	private boolean withdrawn;

	@SuppressWarnings("NullAway.Init")
	protected Product() {
	}

	/**
	 * Create a product.
	 * @param name the name shown everywhere, at most 80 characters
	 * @param category the shelf it stands on, at most 40 characters
	 * @param description plain text, at most 4000 characters
	 * @param price the price of one piece in euros, with two decimals
	 * @param stock the number of pieces that can be sold
	 */
	public Product(String name, String category, String description, BigDecimal price, int stock) {
		this.name = name;
		this.category = category;
		this.description = description;
		this.price = price;
		this.stock = stock;
	}

	/**
	 * Return the id.
	 * @return the id
	 * @throws IllegalStateException if the product was never saved
	 */
	public long getId() {
		if (this.id == null) {
			throw new IllegalStateException("Product '" + this.name + "' has no id before it is saved");
		}
		return this.id;
	}

	public String getName() {
		return this.name;
	}

	public String getCategory() {
		return this.category;
	}

	public String getDescription() {
		return this.description;
	}

	public BigDecimal getPrice() {
		return this.price;
	}

	/**
	 * Return the number of pieces left. Only {@link ProductRepository#takeFromStock}
	 * changes it, so that two buyers never get the same piece.
	 * @return the number of pieces, zero or more
	 */
	public int getStock() {
		return this.stock;
	}

	public boolean isWithdrawn() {
		return this.withdrawn;
	}

	void withdraw() {
		this.withdrawn = true;
	}

}
