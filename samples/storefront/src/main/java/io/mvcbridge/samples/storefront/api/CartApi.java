package io.mvcbridge.samples.storefront.api;

import java.math.BigDecimal;
import java.util.List;
import java.util.function.UnaryOperator;

import io.mvcbridge.samples.storefront.cart.Cart;
import io.mvcbridge.samples.storefront.cart.CartContents;
import io.mvcbridge.samples.storefront.cart.Carts;
import io.mvcbridge.samples.storefront.catalogue.Catalogue;
import io.mvcbridge.samples.storefront.customer.Shopper;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.jspecify.annotations.Nullable;

import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * The cart of this session for programs. Those that come with a session cookie send the
 * CSRF token along.
 */
@RestController
@RequestMapping("/api")
class CartApi {

	private final Carts carts;

	private final Catalogue catalogue;

	CartApi(Carts carts, Catalogue catalogue) {
		this.carts = carts;
		this.catalogue = catalogue;
	}

	@GetMapping("/csrf")
	CsrfToken csrf(CsrfToken token) {
		return token;
	}

	@GetMapping("/cart")
	Contents cart(HttpServletRequest request, @AuthenticationPrincipal @Nullable Shopper shopper) {
		return contents(this.carts.current(request, customerId(shopper)));
	}

	@PutMapping("/cart/{productId}")
	Contents put(@PathVariable long productId, @Valid @RequestBody Quantity body, HttpServletRequest request,
			@AuthenticationPrincipal @Nullable Shopper shopper) {
		this.catalogue.product(productId);
		return change(request, shopper, (cart) -> cart.with(productId, body.quantity()));
	}

	@DeleteMapping("/cart/{productId}")
	Contents delete(@PathVariable long productId, HttpServletRequest request,
			@AuthenticationPrincipal @Nullable Shopper shopper) {
		return change(request, shopper, (cart) -> cart.with(productId, 0));
	}

	private Contents change(HttpServletRequest request, @Nullable Shopper shopper, UnaryOperator<Cart> change) {
		return contents(this.carts.change(request, customerId(shopper), change));
	}

	private Contents contents(Cart cart) {
		CartContents contents = CartContents.of(cart, this.catalogue.products(cart.quantities().keySet()));
		return new Contents(contents.lines().stream().map(Line::of).toList(), contents.total());
	}

	private static @Nullable Long customerId(@Nullable Shopper shopper) {
		return (shopper != null) ? shopper.getCustomerId() : null;
	}

	/**
	 * How many pieces shall be in the cart.
	 *
	 * @param quantity the number of pieces
	 */
	record Quantity(@Min(1) @Max(Cart.MAX_QUANTITY) int quantity) {

	}

	/**
	 * What is in the cart.
	 *
	 * @param lines the products
	 * @param total the sum in euros
	 */
	record Contents(List<Line> lines, BigDecimal total) {

	}

	/**
	 * Some pieces of one product.
	 *
	 * @param productId the id of the product
	 * @param name its name
	 * @param quantity how many pieces
	 * @param unitPrice the price of one piece in euros
	 */
	record Line(long productId, String name, int quantity, BigDecimal unitPrice) {

		static Line of(CartContents.Line line) {
			return new Line(line.product().getId(), line.product().getName(), line.quantity(),
					line.product().getPrice());
		}

	}

}
