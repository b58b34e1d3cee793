package io.mvcbridge.samples.storefront.web;

import java.io.IOException;
import java.math.BigDecimal;

import io.mvcbridge.samples.storefront.catalogue.Catalogue;
import io.mvcbridge.samples.storefront.catalogue.Product;
import io.mvcbridge.samples.storefront.catalogue.UnusablePictureException;
import io.mvcbridge.samples.storefront.order.OrderStatus;
import io.mvcbridge.samples.storefront.order.Orders;
import io.mvcbridge.samples.storefront.order.StatusConflictException;
import jakarta.validation.Valid;

import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.validation.BindingResult;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/**
 * What the people behind the shop do: pack and ship orders, offer products with their
 * pictures, and withdraw them.
 */
@Controller
@RequestMapping("/warehouse")
class WarehouseController {

	private final Orders orders;

	private final Catalogue catalogue;

	WarehouseController(Orders orders, Catalogue catalogue) {
		this.orders = orders;
		this.catalogue = catalogue;
	}

	@GetMapping
	String warehouse(Model model) {
		model.addAttribute("orders", this.orders.open());
		return "warehouse";
	}

	@PostMapping("/orders/{number}/advance")
	String advance(@PathVariable String number, @RequestParam OrderStatus from, RedirectAttributes redirect) {
		try {
			OrderStatus reached = this.orders.advance(number, from);
			redirect.addFlashAttribute("notice", "Order " + number + " is " + reached.label() + ".");
		}
		catch (StatusConflictException ex) {
			redirect.addFlashAttribute("problem", ex.getMessage() + ".");
		}
		return "redirect:/warehouse";
	}

	@GetMapping("/products/new")
	String newProduct(@ModelAttribute("form") ProductForm form) {
		return "new-product";
	}

	@PostMapping("/products")
	String offer(@Valid @ModelAttribute("form") ProductForm form, BindingResult result,
			@RequestParam MultipartFile picture, RedirectAttributes redirect) throws IOException {
		BigDecimal price = form.getPrice();
		if (result.hasErrors() || price == null) {
			return "new-product";
		}
		Product product = this.catalogue.add(new Product(form.getName().strip(), form.getCategory().strip(),
				form.getDescription().strip(), price.setScale(2), form.getStock()));
		redirect.addFlashAttribute("notice", product.getName() + " is on sale.");
		return picture.isEmpty() ? "redirect:/products/" + product.getId()
				: savePicture(product.getId(), picture, redirect);
	}

	@PostMapping("/products/{id}/picture")
	String changePicture(@PathVariable long id, @RequestParam MultipartFile picture, RedirectAttributes redirect)
			throws IOException {
		return savePicture(id, picture, redirect);
	}

	@PostMapping("/products/{id}/withdraw")
	String withdraw(@PathVariable long id, RedirectAttributes redirect) {
		this.catalogue.withdraw(id);
		redirect.addFlashAttribute("notice", "The product is no longer on sale.");
		return "redirect:/";
	}

	private String savePicture(long id, MultipartFile picture, RedirectAttributes redirect) throws IOException {
		try {
			this.catalogue.changePicture(id, picture.getBytes());
			redirect.addFlashAttribute("notice", "The picture is in the catalogue.");
		}
		catch (UnusablePictureException ex) {
			redirect.addFlashAttribute("problem", ex.getMessage());
		}
		return "redirect:/products/" + id;
	}

}
