package io.mvcbridge.samples.storefront.web;

import java.math.BigDecimal;

import io.mvcbridge.samples.storefront.catalogue.Product;
import io.mvcbridge.samples.storefront.catalogue.ProductRepository;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.data.domain.Page;
import org.springframework.mock.web.MockMultipartFile;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.security.test.web.servlet.request.SecurityMockMvcRequestPostProcessors.csrf;
import static org.springframework.security.test.web.servlet.request.SecurityMockMvcRequestPostProcessors.user;

/**
 * The pages without a server, as in any application.
 */
@SpringBootTest
@AutoConfigureMockMvc
class ShopPagesTests {

	@Autowired
	private MockMvcTester mvc;

	@Autowired
	private ProductRepository products;

	@Test
	void theCatalogueIsSeeded() {
		assertThat(this.mvc.get().uri("/?category=Light")).hasStatusOk()
			.hasViewName("catalogue")
			.model()
			.extractingByKey("products")
			.satisfies((page) -> assertThat((Page<?>) page).hasSize(5));
	}

	@Test
	void aFormNeedsItsToken() {
		assertThat(this.mvc.post().uri("/cart").param("productId", "1")).hasStatus(403);
		assertThat(this.mvc.post().uri("/cart").param("productId", "1").with(csrf())).hasStatus3xxRedirection()
			.hasRedirectedUrl("/cart");
	}

	@Test
	void theWarehouseIsTheAdministrators() {
		assertThat(this.mvc.get().uri("/warehouse").with(user("ada").roles("CUSTOMER"))).hasStatus(403);
		assertThat(this.mvc.get().uri("/warehouse").with(user("boss").roles("ADMIN"))).hasStatusOk()
			.hasViewName("warehouse");
	}

	@Test
	void aNewProductIsCheckedBeforeItIsSold() {
		long before = this.products.count();

		assertThat(this.mvc.post()
			.uri("/warehouse/products")
			.multipart()
			.file(new MockMultipartFile("picture", new byte[0]))
			.param("name", "")
			.param("price", "-1")
			.param("stock", "many")
			.with(csrf())
			.with(user("boss").roles("ADMIN"))).hasStatusOk()
			.model()
			.extractingBindingResult("form")
			.hasOnlyFieldErrors("name", "category", "description", "price", "stock");
		assertThat(this.products.count()).isEqualTo(before);
	}

	@Test
	void aWithdrawnProductIsGoneFromTheCatalogue() {
		Product product = this.products
			.save(new Product("Test Mug", "Withdrawn", "Made of words.", new BigDecimal("1.00"), 1));

		assertThat(this.mvc.post()
			.uri("/warehouse/products/{id}/withdraw", product.getId())
			.with(csrf())
			.with(user("boss").roles("ADMIN"))).hasStatus3xxRedirection();

		assertThat(this.mvc.get().uri("/products/{id}", product.getId())).hasStatus(404);
		assertThat(this.mvc.get().uri("/")).bodyText().doesNotContain("Withdrawn");
	}

}
