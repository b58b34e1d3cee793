package io.mvcbridge.samples.storefront.acceptance;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * From the cart to the order.
 */
@AcceptanceTest
class CheckoutIT {

	private final Storefront storefront;

	CheckoutIT(Storefront storefront) {
		this.storefront = storefront;
	}

	@Test
	void aGuestLogsInBeforeTheCheckout() {
		Visitor guest = this.storefront.visitor();
		guest.addToCart(1, 1);

		Answer answer = guest.get("/checkout");

		assertThat(answer.status()).isEqualTo(302);
		assertThat(this.storefront.path(answer.location())).isEqualTo("/login");
	}

	@Test
	void anAddressIsNeeded() {
		Visitor visitor = this.storefront.customer();
		visitor.addToCart(1, 1);

		Answer answer = visitor.submit(visitor.get("/checkout").page().form("/checkout"));

		assertThat(answer.status()).isEqualTo(200);
		assertThat(answer.page().text()).contains("Please name the recipient.", "Please give a street and number.",
				"A postcode has 3 to 12 letters and digits.", "Please give a city.", "Please give a country.");
		assertThat(visitor.cart()).isEqualTo(Map.of(1L, 1));
	}

	@Test
	void anOrderShowsWhatWasBoughtAndEmptiesTheCart() {
		Visitor visitor = this.storefront.customer();
		visitor.addToCart(1, 2);
		visitor.addToCart(8, 1);

		String number = visitor.order();

		HtmlPage order = visitor.get("/orders/" + number).page();
		assertThat(order.text()).contains("Thank you! We have your order.", "Order " + number,
				"2 × Sea Glass Mug € 36.00", "1 × Sea Glass Breakfast Bowl € 24.00", "Total € 60.00", "Mill Lane 4");
		assertThat(order.elements("done")).extracting((step) -> step.get("data-step")).containsExactly("PLACED");
		assertThat(visitor.cart()).isEmpty();
		assertThat(visitor.get("/account").page().text()).contains(number + " placed € 60.00");
	}

	@Test
	void anOrderTakesFromTheStockAndNeverMoreThanThereIs() {
		JsonNode product = this.storefront.newProduct(3);
		try {
			long id = product.get("id").asLong();
			Visitor first = this.storefront.customer();
			first.addToCart(id, 2);
			first.order();
			Visitor second = this.storefront.customer();
			second.addToCart(id, 2);

			Answer answer = second.submit(second.get("/checkout").page().form("/checkout").with(Storefront.ADDRESS));

			assertThat(this.storefront.path(answer.location())).isEqualTo("/cart");
			assertThat(second.follow(answer).page().text()).contains("Only 1 of '", "left, 2 were wanted.");
			assertThat(second.cart()).isEqualTo(Map.of(id, 2));
			assertThat(second.get("/api/products/" + id).json().get("stock").asInt()).isEqualTo(1);
		}
		finally {
			this.storefront.withdraw(product);
		}
	}

	@Test
	void aDoubleClickOrdersOnce() {
		Visitor visitor = this.storefront.customer();
		visitor.addToCart(2, 1);
		HtmlPage.Form form = visitor.get("/checkout").page().form("/checkout").with(Storefront.ADDRESS);

		List<String> targets = Stream.generate(() -> CompletableFuture.supplyAsync(() -> visitor.submit(form)))
			.limit(2)
			.toList()
			.stream()
			.map((answer) -> this.storefront.path(answer.join().location()))
			.toList();

		assertThat(targets).filteredOn((path) -> path.startsWith("/orders/")).hasSize(1);
		assertThat(targets).filteredOn("/cart"::equals).hasSize(1);
		assertThat(visitor.get("/api/orders").json().get("totalItems").asInt()).isEqualTo(1);
	}

	@Test
	void anOrderIsNobodyElsesBusiness() {
		Visitor visitor = this.storefront.customer();
		visitor.addToCart(1, 1);
		String number = visitor.order();

		Visitor stranger = this.storefront.customer();
		assertThat(stranger.get("/orders/" + number).status()).isEqualTo(404);
		assertThat(stranger.get("/orders/" + number + "/events").status()).isEqualTo(404);
		assertThat(stranger.get("/api/orders/" + number).status()).isEqualTo(404);
		assertThat(this.storefront.visitor().get("/orders/" + number).status()).isEqualTo(302);
		assertThat(this.storefront.administrator().get("/orders/" + number).status()).isEqualTo(200);
	}

}
