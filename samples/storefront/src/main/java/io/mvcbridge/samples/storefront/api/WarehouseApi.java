package io.mvcbridge.samples.storefront.api;

import java.math.BigDecimal;
import java.net.URI;

import io.mvcbridge.samples.storefront.catalogue.Catalogue;
import io.mvcbridge.samples.storefront.catalogue.Product;
import io.mvcbridge.samples.storefront.order.OrderStatus;
import io.mvcbridge.samples.storefront.order.Orders;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Digits;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;

import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/**
 * The warehouse for programs, open to the administrator.
 */
@RestController
@RequestMapping("/api/warehouse")
class WarehouseApi {

	private final Orders orders;

	private final Catalogue catalogue;

	WarehouseApi(Orders orders, Catalogue catalogue) {
		this.orders = orders;
		this.catalogue = catalogue;
	}

	@PostMapping(path = "/orders/{number}/advance", consumes = MediaType.APPLICATION_JSON_VALUE)
	Advanced advance(@PathVariable String number, @Valid @RequestBody Advance body) {
		return new Advanced(number, this.orders.advance(number, body.from()));
	}

	@PostMapping(path = "/products", consumes = MediaType.APPLICATION_JSON_VALUE)
	ResponseEntity<ProductApi.Item> offer(@Valid @RequestBody NewProduct body, HttpServletRequest request) {
		Product product = this.catalogue
			.add(new Product(body.name(), body.category(), body.description(), body.price().setScale(2), body.stock()));
		return ResponseEntity.created(URI.create(request.getContextPath() + "/api/products/" + product.getId()))
			.body(ProductApi.Item.of(product, request.getContextPath()));
	}

	@PutMapping(path = "/products/{id}/picture", consumes = "image/*")
	@ResponseStatus(HttpStatus.NO_CONTENT)
	void changePicture(@PathVariable long id, @RequestBody byte[] content) {
		this.catalogue.changePicture(id, content);
	}

	@DeleteMapping("/products/{id}")
	@ResponseStatus(HttpStatus.NO_CONTENT)
	void withdraw(@PathVariable long id) {
		this.catalogue.withdraw(id);
	}

	/**
	 * Lead an order one step on.
	 *
	 * @param from the status it is believed to have
	 */
	record Advance(@NotNull OrderStatus from) {

	}

	/**
	 * An order that was led on.
	 *
	 * @param number the number of the order
	 * @param status the status it has now
	 */
	record Advanced(String number, OrderStatus status) {

	}

	/**
	 * A product to offer.
	 *
	 * @param name its name
	 * @param category the shelf it stands on
	 * @param description plain text
	 * @param price the price of one piece in euros
	 * @param stock the number of pieces
	 */
	record NewProduct(@NotBlank @Size(max = 80) String name, @NotBlank @Size(max = 40) String category,
			@NotBlank @Size(max = 4000) String description,
			@NotNull @DecimalMin("0.01") @Digits(integer = 6, fraction = 2) BigDecimal price,
			@Min(0) @Max(100000) int stock) {

	}

}
