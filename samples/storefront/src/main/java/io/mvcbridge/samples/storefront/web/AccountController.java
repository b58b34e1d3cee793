package io.mvcbridge.samples.storefront.web;

import io.mvcbridge.samples.storefront.customer.Customer;
import io.mvcbridge.samples.storefront.customer.Customers;
import io.mvcbridge.samples.storefront.customer.Shopper;
import io.mvcbridge.samples.storefront.customer.WrongPasswordException;
import io.mvcbridge.samples.storefront.order.Orders;
import jakarta.validation.Valid;

import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.validation.BindingResult;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/**
 * The pages where a customer looks at past orders and keeps the account up to date.
 */
@Controller
@RequestMapping("/account")
class AccountController {

	private static final int PAGE_SIZE = 10;

	private final Customers customers;

	private final Orders orders;

	AccountController(Customers customers, Orders orders) {
		this.customers = customers;
		this.orders = orders;
	}

	@GetMapping
	String account(@AuthenticationPrincipal Shopper shopper, @RequestParam(defaultValue = "1") int page, Model model) {
		long customerId = shopper.requireCustomerId();
		model.addAttribute("customer", this.customers.customer(customerId));
		model.addAttribute("orders", this.orders.ordersOf(customerId, Math.max(page, 1) - 1, PAGE_SIZE));
		return "account";
	}

	@GetMapping("/address")
	String address(@AuthenticationPrincipal Shopper shopper, Model model) {
		Customer customer = this.customers.customer(shopper.requireCustomerId());
		model.addAttribute("form", DeliveryForm.of(customer.getAddress()));
		return "address";
	}

	@PostMapping("/address")
	String changeAddress(@Valid @ModelAttribute("form") DeliveryForm form, BindingResult result,
			@AuthenticationPrincipal Shopper shopper, RedirectAttributes redirect) {
		if (result.hasErrors()) {
			return "address";
		}
		this.customers.changeAddress(shopper.requireCustomerId(), form.toAddress());
		redirect.addFlashAttribute("notice", "Your address is saved.");
		return "redirect:/account";
	}

	@GetMapping("/password")
	String password(@ModelAttribute("form") PasswordForm form) {
		return "password";
	}

	@PostMapping("/password")
	String changePassword(@Valid @ModelAttribute("form") PasswordForm form, BindingResult result,
			@AuthenticationPrincipal Shopper shopper, RedirectAttributes redirect) {
		if (!form.getChanged().equals(form.getRepeated())) {
			result.rejectValue("repeated", "mismatch", "The two passwords differ.");
		}
		if (!result.hasErrors()) {
			try {
				this.customers.changePassword(shopper.requireCustomerId(), form.getCurrent(), form.getChanged());
				redirect.addFlashAttribute("notice", "Your password is changed.");
				return "redirect:/account";
			}
			catch (WrongPasswordException ex) {
				result.rejectValue("current", "wrong", "This is not your current password.");
			}
		}
		return "password";
	}

}
