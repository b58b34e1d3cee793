package io.mvcbridge.samples.storefront.web;

import io.mvcbridge.samples.storefront.cart.Cart;
import io.mvcbridge.samples.storefront.cart.CartContents;
import io.mvcbridge.samples.storefront.cart.Carts;
import io.mvcbridge.samples.storefront.catalogue.Catalogue;
import io.mvcbridge.samples.storefront.catalogue.NoSuchProductException;
import io.mvcbridge.samples.storefront.customer.Customers;
import io.mvcbridge.samples.storefront.customer.Shopper;
import io.mvcbridge.samples.storefront.order.Orders;
import io.mvcbridge.samples.storefront.order.OutOfStockException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;

import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.validation.BindingResult;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/**
 * From the cart to the order.
 */
@Controller
class CheckoutController {

	private final Carts carts;

	private final Catalogue catalogue;

	private final Customers customers;

	private final Orders orders;

	CheckoutController(Carts carts, Catalogue catalogue, Customers customers, Orders orders) {
		this.carts = carts;
		this.catalogue = catalogue;
		this.customers = customers;
		this.orders = orders;
	}

	@GetMapping("/checkout")
	String form(HttpServletRequest request, @AuthenticationPrincipal Shopper shopper, Model model) {
		model.addAttribute("form", DeliveryForm.of(this.customers.customer(shopper.requireCustomerId()).getAddress()));
		return show(request, shopper, model);
	}

	@PostMapping("/checkout")
	String order(@Valid @ModelAttribute("form") DeliveryForm form, BindingResult result, HttpServletRequest request,
			@AuthenticationPrincipal Shopper shopper, Model model, RedirectAttributes redirect) {
		if (result.hasErrors()) {
			return show(request, shopper, model);
		}
		long customerId = shopper.requireCustomerId();
		Cart cart = this.carts.take(request, customerId);
		if (cart.isEmpty()) {
			return "redirect:/cart";
		}
		try {
			String number = this.orders.place(customerId, form.toAddress(), cart.quantities());
			redirect.addFlashAttribute("notice", "Thank you! We have your order.");
			return "redirect:/orders/" + number;
		}
		catch (OutOfStockException | NoSuchProductException ex) {
			this.carts.giveBack(request, customerId, cart);
			redirect.addFlashAttribute("problem", ex.getMessage() + ".");
			return "redirect:/cart";
		}
		catch (RuntimeException ex) {
			this.carts.giveBack(request, customerId, cart);
			throw ex;
		}
	}

	private String show(HttpServletRequest request, Shopper shopper, Model model) {
		Cart cart = this.carts.current(request, shopper.requireCustomerId());
		if (cart.isEmpty()) {
			return "redirect:/cart";
		}
		model.addAttribute("cart", CartContents.of(cart, this.catalogue.products(cart.quantities().keySet())));
		model.addAttribute("cartPieces", cart.pieces());
		return "checkout";
	}

}
