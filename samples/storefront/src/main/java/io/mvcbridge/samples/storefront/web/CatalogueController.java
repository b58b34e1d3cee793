package io.mvcbridge.samples.storefront.web;

import io.mvcbridge.samples.storefront.catalogue.Catalogue;
import io.mvcbridge.samples.storefront.catalogue.Product;
import org.jspecify.annotations.Nullable;

import org.springframework.data.domain.Page;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.util.StringUtils;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;

/**
 * The catalogue and the page of each product.
 */
@Controller
class CatalogueController {

	private static final int PAGE_SIZE = 12;

	private final Catalogue catalogue;

	CatalogueController(Catalogue catalogue) {
		this.catalogue = catalogue;
	}

	@GetMapping("/")
	String catalogue(@RequestParam(name = "q", required = false) @Nullable String text,
			@RequestParam(required = false) @Nullable String category, @RequestParam(defaultValue = "1") int page,
			Model model) {
		// A page number typed by hand is no reason for an error page.
		int index = Math.max(page, 1) - 1;
		Page<Product> products = (StringUtils.hasText(category)) ? this.catalogue.category(category, index, PAGE_SIZE)
				: this.catalogue.search(text, index, PAGE_SIZE);
		model.addAttribute("products", products);
		model.addAttribute("categories", this.catalogue.categories());
		model.addAttribute("category", category);
		model.addAttribute("q", text);
		return "catalogue";
	}

	@GetMapping("/products/{id}")
	String product(@PathVariable long id, Model model) {
		model.addAttribute("product", this.catalogue.product(id));
		return "product";
	}

}
