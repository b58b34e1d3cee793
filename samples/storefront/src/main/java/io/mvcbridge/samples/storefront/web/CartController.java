package io.mvcbridge.samples.storefront.web;

import io.mvcbridge.samples.storefront.cart.Cart;
import io.mvcbridge.samples.storefront.cart.CartContents;
import io.mvcbridge.samples.storefront.cart.Carts;
import io.mvcbridge.samples.storefront.catalogue.Catalogue;
import io.mvcbridge.samples.storefront.catalogue.Product;
import io.mvcbridge.samples.storefront.customer.Shopper;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/**
 * The cart.
 */
@Controller
class CartController {

	private final Carts carts;

	private final Catalogue catalogue;

	CartController(Carts carts, Catalogue catalogue) {
		this.carts = carts;
		this.catalogue = catalogue;
	}

	@GetMapping("/cart")
	String cart(HttpServletRequest request, @AuthenticationPrincipal @Nullable Shopper shopper, Model model) {
		Cart cart = this.carts.current(request, customerId(shopper));
		model.addAttribute("cart", CartContents.of(cart, this.catalogue.products(cart.quantities().keySet())));
		model.addAttribute("cartPieces", cart.pieces());
		return "cart";
	}

	@PostMapping("/cart")
	String add(@RequestParam long productId, @RequestParam(defaultValue = "1") int quantity, HttpServletRequest request,
			@AuthenticationPrincipal @Nullable Shopper shopper, RedirectAttributes redirect) {
		Product product = this.catalogue.product(productId);
		int pieces = Math.max(1, quantity);
		this.carts.change(request, customerId(shopper), (cart) -> cart.plus(productId, pieces));
		redirect.addFlashAttribute("notice", product.getName() + " is in your cart.");
		return "redirect:/cart";
	}

	@PostMapping("/cart/{productId}")
	String change(@PathVariable long productId, @RequestParam int quantity, HttpServletRequest request,
			@AuthenticationPrincipal @Nullable Shopper shopper) {
		this.carts.change(request, customerId(shopper), (cart) -> cart.with(productId, quantity));
		return "redirect:/cart";
	}

	private static @Nullable Long customerId(@Nullable Shopper shopper) {
		return (shopper != null) ? shopper.getCustomerId() : null;
	}

}
