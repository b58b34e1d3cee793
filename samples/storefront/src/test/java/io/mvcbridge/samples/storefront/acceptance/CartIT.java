package io.mvcbridge.samples.storefront.acceptance;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The cart, before and after its owner is known.
 */
@AcceptanceTest
class CartIT {

	private static final int VISITORS = 64;

	private final Storefront storefront;

	CartIT(Storefront storefront) {
		this.storefront = storefront;
	}

	@Test
	void aGuestFillsChangesAndEmptiesTheCart() {
		Visitor guest = this.storefront.visitor();
		assertThat(guest.get("/cart").page().text()).contains("There is nothing in it yet.");

		guest.addToCart(1, 2);
		guest.addToCart(3, 1);
		guest.addToCart(1, 1);

		assertThat(guest.cart()).isEqualTo(Map.of(1L, 3, 3L, 1));
		HtmlPage page = guest.get("/cart").page();
		assertThat(page.text()).contains("Sea Glass Mug", "€ 54.00", "Total € 72.50", "Cart 4");

		guest.submit(page.form("/cart/1").with("quantity", "5"));
		assertThat(guest.cart()).isEqualTo(Map.of(1L, 5, 3L, 1));

		guest.submit(page.form("/cart/3").with("quantity", "0"));
		assertThat(guest.cart()).isEqualTo(Map.of(1L, 5));
	}

	@Test
	void whatWasAddedIsSaidOnce() {
		Visitor guest = this.storefront.visitor();

		Answer answer = guest.submit(guest.get("/products/2").page().form("/cart"));

		assertThat(this.storefront.path(answer.location())).isEqualTo("/cart");
		assertThat(guest.follow(answer).page().text()).contains("Oat Mug is in your cart.");
		assertThat(guest.get("/cart").page().text()).doesNotContain("is in your cart.");
	}

	@Test
	void aGuestWhoOnlyLooksGetsNoSession() {
		Visitor guest = this.storefront.visitor();

		guest.get("/");
		guest.get("/cart");

		assertThat(guest.cookie("JSESSIONID")).isNull();
	}

	@Test
	void theCartOfAGuestSurvivesTheLogin() {
		Visitor visitor = this.storefront.visitor();
		String email = visitor.signUp();
		visitor.addToCart(4, 2);

		visitor.logIn(email, Storefront.PASSWORD);

		assertThat(visitor.cart()).isEqualTo(Map.of(4L, 2));
	}

	@Test
	void theCartOfAGuestIsMergedWithTheOneTheAccountRemembers() {
		Visitor athome = this.storefront.visitor();
		String email = athome.signUp();
		athome.logIn(email, Storefront.PASSWORD);
		athome.addToCart(5, 1);
		athome.addToCart(6, 2);

		Visitor onTheWay = this.storefront.visitor();
		onTheWay.addToCart(6, 1);
		onTheWay.addToCart(7, 4);
		onTheWay.logIn(email, Storefront.PASSWORD);

		assertThat(onTheWay.cart()).isEqualTo(Map.of(5L, 1, 6L, 3, 7L, 4));
		assertThat(onTheWay.cart()).as("merged once only").isEqualTo(Map.of(5L, 1, 6L, 3, 7L, 4));
	}

	@Test
	void theAccountRemembersTheCartAfterLogout() {
		Visitor visitor = this.storefront.visitor();
		String email = visitor.signUp();
		visitor.logIn(email, Storefront.PASSWORD);
		visitor.addToCart(8, 3);

		visitor.logOut();
		assertThat(visitor.cart()).isEmpty();
		visitor.logIn(email, Storefront.PASSWORD);

		assertThat(visitor.cart()).isEqualTo(Map.of(8L, 3));
	}

	@Test
	void nextCustomerInTheSameBrowserStartsWithTheirOwnCart() {
		Visitor browser = this.storefront.visitor();
		String first = browser.signUp();
		String second = browser.signUp();
		browser.logIn(first, Storefront.PASSWORD);
		browser.addToCart(9, 1);

		browser.logIn(second, Storefront.PASSWORD);

		assertThat(browser.cart()).isEmpty();
	}

	@Test
	void addingAProductThatDoesNotExistIsNotFound() {
		Visitor guest = this.storefront.visitor();
		HtmlPage.Form form = guest.get("/products/1").page().form("/cart");

		assertThat(guest.submit(form.with("productId", "987654321")).status()).isEqualTo(404);
		assertThat(guest.cart()).isEmpty();
	}

	@Test
	void simultaneousChangesOfOneVisitorAllTakeEffect() throws Exception {
		Visitor visitor = this.storefront.visitor();
		HtmlPage.Form form = visitor.get("/products/1").page().form("/cart");
		CyclicBarrier start = new CyclicBarrier(16);

		inParallel(16, (index) -> {
			start.await();
			return visitor.submit(form.with("productId", Integer.toString(1 + index % 4))).status();
		}).forEach((status) -> assertThat(status).isEqualTo(302));

		assertThat(visitor.cart()).isEqualTo(Map.of(1L, 4, 2L, 4, 3L, 4, 4L, 4));
	}

	@Test
	void cartsOf64VisitorsAtOnceDoNotMix() throws Exception {
		CyclicBarrier start = new CyclicBarrier(VISITORS);
		record Outcome(Map<Long, Integer> expected, Map<Long, Integer> cart, Map<Long, Integer> cartAfter,
				String session) {

		}

		List<Outcome> outcomes = inParallel(VISITORS, (index) -> {
			Visitor visitor = this.storefront.visitor();
			long product = 1 + index % 40;
			int quantity = 1 + index;
			start.await();
			visitor.addToCart(product, quantity);
			Map<Long, Integer> cart = visitor.cart();
			visitor.addToCart(product + 1, 65 - quantity);
			return new Outcome(Map.of(product, quantity, product + 1, 65 - quantity), cart, visitor.cart(),
					String.valueOf(visitor.cookie("JSESSIONID")));
		});

		Set<String> sessions = new HashSet<>();
		for (Outcome outcome : outcomes) {
			assertThat(outcome.cart()).hasSize(1);
			assertThat(outcome.expected()).containsAllEntriesOf(outcome.cart());
			assertThat(outcome.cartAfter()).isEqualTo(outcome.expected());
			sessions.add(outcome.session());
		}
		assertThat(sessions).hasSize(VISITORS);
	}

	private static <T> List<T> inParallel(int threads, Task<T> task) throws Exception {
		ExecutorService executor = Executors.newFixedThreadPool(threads);
		try {
			List<Future<T>> futures = new ArrayList<>();
			for (int i = 0; i < threads; i++) {
				int index = i;
				futures.add(executor.submit(() -> task.run(index)));
			}
			List<T> results = new ArrayList<>();
			for (Future<T> future : futures) {
				results.add(future.get(50, TimeUnit.SECONDS));
			}
			return results;
		}
		finally {
			executor.shutdownNow();
		}
	}

	/**
	 * What one of several threads does.
	 *
	 * @param <T> the type of its result
	 */
	private interface Task<T> {

		T run(int index) throws Exception;

	}

}
