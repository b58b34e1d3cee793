package io.mvcbridge.samples.storefront.api;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Callable;

import io.mvcbridge.samples.storefront.catalogue.Catalogue;
import io.mvcbridge.samples.storefront.catalogue.Product;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.jspecify.annotations.Nullable;

import org.springframework.http.ContentDisposition;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;
import org.springframework.web.util.UriUtils;

/**
 * Products for programs.
 */
@RestController
@RequestMapping("/api")
class ProductApi {

	private static final MediaType CSV = new MediaType("text", "csv", StandardCharsets.UTF_8);

	private final Catalogue catalogue;

	ProductApi(Catalogue catalogue) {
		this.catalogue = catalogue;
	}

	@GetMapping("/products")
	ResponseEntity<PageOf<Item>> products(@RequestParam(name = "q", required = false) @Nullable String text,
			@RequestParam(defaultValue = "0") @Min(0) int page,
			@RequestParam(defaultValue = "20") @Min(1) @Max(PageOf.MAX_SIZE) int size, HttpServletRequest request) {
		return PageOf.answer(this.catalogue.search(text, page, size),
				(product) -> Item.of(product, request.getContextPath()),
				(text != null) ? "q=" + UriUtils.encode(text, StandardCharsets.UTF_8) + "&" : "");
	}

	@GetMapping("/products/{id}")
	Item product(@PathVariable long id, HttpServletRequest request) {
		return Item.of(this.catalogue.product(id), request.getContextPath());
	}

	@GetMapping("/categories")
	Callable<List<String>> categories() {
		return this.catalogue::categories;
	}

	/**
	 * Export the whole catalogue, row by row as it comes from the database.
	 * @return comma-separated values (RFC 4180) with a line of names
	 */
	@GetMapping("/products.csv")
	ResponseEntity<StreamingResponseBody> export() {
		ContentDisposition attachment = ContentDisposition.attachment().filename("products.csv").build();
		return ResponseEntity.ok()
			.contentType(CSV)
			.header(HttpHeaders.CONTENT_DISPOSITION, attachment.toString())
			.body((output) -> {
				Writer writer = new BufferedWriter(new OutputStreamWriter(output, StandardCharsets.UTF_8));
				writer.write("id,name,category,price,stock,description\r\n");
				try {
					this.catalogue.forEach((product) -> writeRow(writer, product));
				}
				catch (UncheckedIOException ex) {
					throw ex.getCause();
				}
				writer.flush();
			});
	}

	private static void writeRow(Writer writer, Product product) {
		try {
			writer.write(product.getId() + "," + quote(product.getName()) + "," + quote(product.getCategory()) + ","
					+ product.getPrice() + "," + product.getStock() + "," + quote(product.getDescription()) + "\r\n");
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static String quote(String text) {
		return "\"" + text.replace("\"", "\"\"") + "\"";
	}

	/**
	 * A product.
	 *
	 * @param id the id of the product
	 * @param name its name
	 * @param category the shelf it stands on
	 * @param description plain text
	 * @param price the price of one piece in euros
	 * @param stock the number of pieces left
	 * @param picture the path of its picture
	 */
	record Item(long id, String name, String category, String description, BigDecimal price, int stock,
			String picture) {

		static Item of(Product product, String contextPath) {
			return new Item(product.getId(), product.getName(), product.getCategory(), product.getDescription(),
					product.getPrice(), product.getStock(), contextPath + "/products/" + product.getId() + "/picture");
		}

	}

}
