package io.mvcbridge.samples.storefront.web;

import io.mvcbridge.samples.storefront.customer.Customers;
import io.mvcbridge.samples.storefront.customer.EmailTakenException;
import jakarta.validation.Valid;

import org.springframework.stereotype.Controller;
import org.springframework.validation.BindingResult;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/**
 * Opening an account, and the form to log in with it.
 */
@Controller
class SignUpController {

	private final Customers customers;

	SignUpController(Customers customers) {
		this.customers = customers;
	}

	@GetMapping("/login")
	String login() {
		return "login";
	}

	@GetMapping("/sign-up")
	String form(@ModelAttribute("form") SignUpForm form) {
		return "sign-up";
	}

	@PostMapping("/sign-up")
	String signUp(@Valid @ModelAttribute("form") SignUpForm form, BindingResult result, RedirectAttributes redirect) {
		if (!form.getPassword().equals(form.getRepeated())) {
			result.rejectValue("repeated", "mismatch", "The two passwords differ.");
		}
		if (!result.hasErrors()) {
			try {
				this.customers.register(form.getEmail(), form.getName(), form.getPassword());
				redirect.addFlashAttribute("notice", "Welcome! Please log in with your new account.");
				redirect.addFlashAttribute("email", form.getEmail().strip());
				return "redirect:/login";
			}
			catch (EmailTakenException ex) {
				result.rejectValue("email", "taken", "There is an account for this address already.");
			}
		}
		return "sign-up";
	}

}
