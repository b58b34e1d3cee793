package io.mvcbridge.samples.storefront.catalogue;

import java.math.BigDecimal;

import jakarta.persistence.EntityManager;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.data.jpa.test.autoconfigure.DataJpaTest;
import org.springframework.data.domain.PageRequest;

import static org.assertj.core.api.Assertions.assertThat;

@DataJpaTest
class ProductRepositoryTests {

	@Autowired
	private ProductRepository products;

	@Autowired
	private EntityManager entityManager;

	@Test
	void takesPiecesOnlyIfThereAreEnough() {
		long id = save("Moss Mug", 3).getId();

		assertThat(this.products.takeFromStock(id, 2)).isEqualTo(1);
		assertThat(this.products.takeFromStock(id, 2)).isZero();

		this.entityManager.clear();
		assertThat(this.products.findById(id).orElseThrow().getStock()).isEqualTo(1);
	}

	@Test
	void takesNothingOfAWithdrawnProduct() {
		Product product = save("Moss Mug", 3);
		product.withdraw();
		this.products.flush();

		assertThat(this.products.takeFromStock(product.getId(), 1)).isZero();
	}

	@Test
	void searchesNameCategoryAndDescriptionButNotWhatIsWithdrawn() {
		save("Moss Mug", 1);
		save("Honey Jug", 1);
		save("Moss Plate", 1).withdraw();

		assertThat(this.products.search("%moss%", PageRequest.of(0, 10))).extracting(Product::getName)
			.containsExactly("Moss Mug");
		assertThat(this.products.search("%tests%", PageRequest.of(0, 10))).hasSize(2);
		assertThat(this.products.search("%of%", PageRequest.of(0, 10))).hasSize(2);
	}

	@Test
	void anEscapedWildcardIsALetter() {
		save("100% Clay", 1);
		save("Moss Mug", 1);

		assertThat(this.products.search("%\\%%", PageRequest.of(0, 10))).extracting(Product::getName)
			.containsExactly("100% Clay");
	}

	private Product save(String name, int stock) {
		return this.products.save(new Product(name, "Tests", "Made of words.", new BigDecimal("1.00"), stock));
	}

}
