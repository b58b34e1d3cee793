package io.mvcbridge.samples.storefront.acceptance;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What two instances of the shop on one database have in common, whichever database it
 * is. A visitor goes from one to the other with the same cookies, directly and through
 * nginx.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(value = 180, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
abstract class SharedShopContract {

	static final String SESSION_COOKIE = "SESSION";

	final Cluster cluster;

	SharedShopContract(String name, DatabaseProcess database, Path folder) {
		this.cluster = new Cluster(name, database, folder);
	}

	@AfterAll
	void stop() {
		this.cluster.close();
	}

	private Storefront first() {
		return this.cluster.instance(0);
	}

	private Storefront second() {
		return this.cluster.instance(1);
	}

	@Test
	void theCatalogueWasFilledOnceAndBothShowIt() {
		JsonNode products = first().visitor().get("/api/products?size=100").json();

		assertThat(products.get("items")).isNotEmpty();
		assertThat(products.get("items").findValuesAsString("name")).doesNotHaveDuplicates();
		assertThat(second().visitor().get("/api/products?size=100").json()).isEqualTo(products);
	}

	@Test
	void whoLogsInOnOneIsKnownOnTheOther() {
		Visitor visitor = first().visitor();
		String email = visitor.signUp();

		visitor.logIn(email, Storefront.PASSWORD);

		assertThat(visitor.get("/account").page().text()).contains(email);
		assertThat(visitor.at(second()).get("/account").page().text()).contains(email);
		assertThat(visitor.at(this.cluster.storefront()).get("/account").page().text()).contains(email);
	}

	@Test
	void theSessionGetsAnotherIdAtTheLoginAndTheOldOneIsWorthNothing() {
		Visitor visitor = first().visitor();
		String email = visitor.signUp();
		String before = visitor.cookie(SESSION_COOKIE);

		visitor.at(second()).logIn(email, Storefront.PASSWORD);

		assertThat(before).isNotNull();
		assertThat(visitor.cookie(SESSION_COOKIE)).isNotNull().isNotEqualTo(before);
		for (Storefront door : List.of(first(), second(), this.cluster.storefront())) {
			Visitor fixed = door.visitor();
			fixed.setCookie(SESSION_COOKIE, String.valueOf(before));
			assertThat(fixed.get("/account").status()).isEqualTo(302);
		}
	}

	@Test
	void whoLogsOutOnOneIsLoggedOutOnTheOther() {
		Visitor visitor = first().customer();
		String session = String.valueOf(visitor.cookie(SESSION_COOKIE));
		assertThat(visitor.at(second()).get("/account").status()).isEqualTo(200);

		visitor.at(second()).logOut();

		visitor.setCookie(SESSION_COOKIE, session);
		for (Storefront door : List.of(first(), second(), this.cluster.storefront())) {
			assertThat(visitor.at(door).get("/account").status()).isEqualTo(302);
		}
	}

	@Test
	void aFormOfOneIsTakenByTheOtherAndWhatItSaysIsShownOnce() {
		Visitor guest = first().visitor();
		HtmlPage.Form form = guest.get("/products/1").page().form("/cart").with("quantity", "2");

		Answer answer = guest.at(second()).submitHere(form);

		assertThat(answer.status()).isEqualTo(302);
		assertThat(guest.get("/cart").page().text()).contains("is in your cart.");
		assertThat(guest.at(second()).get("/cart").page().text()).doesNotContain("is in your cart.");
		for (Storefront door : List.of(first(), second(), this.cluster.storefront())) {
			assertThat(guest.at(door).cart()).isEqualTo(Map.of(1L, 2));
		}
	}

	@Test
	void aFormWithoutItsTokenIsRefusedByBoth() {
		Visitor guest = first().visitor();
		HtmlPage.Form form = guest.get("/products/1").page().form("/cart").without("_csrf");

		assertThat(guest.submitHere(form).status()).isEqualTo(403);
		assertThat(guest.at(second()).submitHere(form).status()).isEqualTo(403);
	}

	@Test
	void whoIsSentToTheLoginByOneGetsWhatWasAskedForFromTheOther() {
		Visitor visitor = first().visitor();
		String email = visitor.signUp();
		assertThat(visitor.get("/account/address").status()).isEqualTo(302);

		Visitor atSecond = visitor.at(second());
		Answer answer = atSecond.submitHere(visitor.get("/login")
			.page()
			.form("/login")
			.with(Map.of("email", email, "password", Storefront.PASSWORD)));

		assertThat(answer.location().getPath()).isEqualTo("/account/address");
		assertThat(atSecond.get("/account/address").status()).isEqualTo(200);
	}

	@Test
	void simultaneousChangesOfOneCustomerOnBothAllTakeEffect() throws Exception {
		Visitor customer = first().customer();
		HtmlPage.Form form = customer.get("/products/1").page().form("/cart");

		List<Integer> statuses = atOnce(16,
				(index) -> customer.at(this.cluster.instance(index % 2))
					.submitHere(form.with("productId", Integer.toString(1 + index % 4)))
					.status());

		assertThat(statuses).containsOnly(302);
		assertThat(customer.cart()).isEqualTo(Map.of(1L, 4, 2L, 4, 3L, 4, 4L, 4));
		assertThat(customer.at(second()).cart()).isEqualTo(Map.of(1L, 4, 2L, 4, 3L, 4, 4L, 4));
	}

	@Test
	void whoSendsAnOrderToBothAtOnceOrdersOnce() throws Exception {
		Visitor customer = first().customer();
		customer.addToCart(2, 1);
		HtmlPage.Form form = customer.get("/checkout").page().form("/checkout").with(Storefront.ADDRESS);

		List<String> paths = atOnce(2,
				(index) -> customer.at(this.cluster.instance(index)).submitHere(form).location().getPath());

		assertThat(paths).filteredOn((path) -> path.startsWith("/orders/")).hasSize(1);
		assertThat(paths).contains("/cart");
		assertThat(customer.get("/api/orders").json().get("totalItems").asInt()).isEqualTo(1);
	}

	@Test
	void aStepInTheWarehouseOfOneIsSeenByWhoWatchesTheOther() {
		Visitor customer = first().customer();
		customer.addToCart(3, 1);
		String number = customer.order();
		Visitor warehouse = first().warehouse();
		try (EventStream directly = watch(customer.at(second()), number);
				EventStream throughNginx = watch(customer.at(this.cluster.storefront()), number)) {
			assertThat(directly.next().data()).contains("PLACED");
			assertThat(throughNginx.next().data()).contains("PLACED");

			advance(warehouse, number, "PLACED");
			assertThat(directly.next().data()).contains("PACKED");
			assertThat(throughNginx.next().data()).contains("PACKED");

			advance(warehouse, number, "PACKED");
			assertThat(directly.next().data()).contains("SHIPPED");
			assertThat(throughNginx.next().data()).contains("SHIPPED");
			assertThat(directly.next()).as("the end of the stream").isNull();
			assertThat(throughNginx.next()).as("the end of the stream").isNull();
		}
	}

	private static EventStream watch(Visitor visitor, String number) {
		return new EventStream(visitor.stream("/orders/" + number + "/events", "Accept", "text/event-stream"));
	}

	private static void advance(Visitor warehouse, String number, String from) {
		Answer answer = warehouse.sendJson("POST", "/api/warehouse/orders/" + number + "/advance",
				"{\"from\":\"" + from + "\"}");
		assertThat(answer.status()).isEqualTo(200);
	}

	private static <T> List<T> atOnce(int threads, Task<T> task) throws Exception {
		CyclicBarrier start = new CyclicBarrier(threads);
		ExecutorService executor = Executors.newFixedThreadPool(threads);
		try {
			List<Future<T>> futures = new ArrayList<>();
			for (int i = 0; i < threads; i++) {
				int index = i;
				futures.add(executor.submit(() -> {
					start.await();
					return task.run(index);
				}));
			}
			List<T> results = new ArrayList<>();
			for (Future<T> future : futures) {
				results.add(future.get(60, TimeUnit.SECONDS));
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
