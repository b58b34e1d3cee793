package io.mvcbridge.benchmarks.application;

import java.util.List;
import java.util.stream.IntStream;

import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;

/**
 * A page as shops and offices have them: a template with a table of 20 rows.
 */
@Controller
class PageController {

	private final List<Product> products = IntStream.rangeClosed(1, 20)
		.mapToObj((i) -> new Product(i, "Stoneware bowl & saucer no. " + i, "Glazed by hand, fired twice",
				18_00 + i * 25, i % 3 != 0))
		.toList();

	@GetMapping("/page")
	String page(Model model) {
		model.addAttribute("title", "Bowls and saucers");
		model.addAttribute("products", this.products);
		return "page";
	}

	record Product(int id, String name, String description, int cents, boolean available) {

	}

}
