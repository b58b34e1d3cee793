package io.mvcbridge.samples.storefront.web;

import java.math.BigDecimal;

import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Digits;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

/**
 * What the warehouse fills in to offer a product.
 */
public class ProductForm {

	@NotBlank(message = "A product needs a name.")
	@Size(max = 80, message = "Use at most 80 characters.")
	private String name = "";

	@NotBlank(message = "A product needs a category.")
	@Size(max = 40, message = "Use at most 40 characters.")
	private String category = "";

	@NotBlank(message = "A product needs a description.")
	@Size(max = 4000, message = "Use at most 4000 characters.")
	private String description = "";

	@NotNull(message = "A product needs a price.")
	@DecimalMin(value = "0.01", message = "The price is at least 0.01.")
	@Digits(integer = 6, fraction = 2, message = "The price has at most two decimals.")
	private @Nullable BigDecimal price;

	@Min(value = 0, message = "There cannot be fewer than none.")
	@Max(value = 100000, message = "There is no room for more than 100000.")
	private int stock;

	public String getName() {
		return this.name;
	}

	public void setName(String name) {
		this.name = name;
	}

	public String getCategory() {
		return this.category;
	}

	public void setCategory(String category) {
		this.category = category;
	}

	public String getDescription() {
		return this.description;
	}

	public void setDescription(String description) {
		this.description = description;
	}

	public @Nullable BigDecimal getPrice() {
		return this.price;
	}

	public void setPrice(@Nullable BigDecimal price) {
		this.price = price;
	}

	public int getStock() {
		return this.stock;
	}

	public void setStock(int stock) {
		this.stock = stock;
	}

}
