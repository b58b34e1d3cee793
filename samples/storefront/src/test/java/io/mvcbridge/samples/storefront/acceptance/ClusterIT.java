package io.mvcbridge.samples.storefront.acceptance;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Two storefronts on H2, one of which is killed and one of which is stopped while 64
 * visitors are in the shop. Each of them has a session and a cart of their own.
 */
@Tag("long")
@EnabledIfInstalled("nginx")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ClusterIT extends SharedShopContract {

	private static final int VISITORS = 64;

	private static final int LAST = Integer.MAX_VALUE;

	ClusterIT(@TempDir Path folder) {
		super("h2", DatabaseProcess.h2(), folder);
	}

	@BeforeEach
	void startWhatHasEnded() {
		this.cluster.startAgain();
	}

	@Test
	@Order(LAST - 1)
	void whenAnInstanceIsKilledOnlyAnswersUnderWayAreCutOffAndItJoinsInAgain() {
		Visitor customer = this.cluster.storefront().customer();
		try (Load load = Load.of(VISITORS, (index) -> looking(guest(index)))) {
			load.awaitMore(5 * VISITORS);

			this.cluster.process(0).kill();
			load.awaitMore(VISITORS);
			List<String> cutOff = load.failures();
			load.awaitMore(5 * VISITORS);

			// nginx asks the other one, unless it has begun to pass an answer on.
			assertThat(cutOff).hasSizeLessThanOrEqualTo(VISITORS)
				.allSatisfy((failure) -> assertThat(failure).contains("IOException"));
			assertThat(load.failures()).isEqualTo(cutOff);
		}
		assertThat(customer.get("/account").status()).isEqualTo(200);

		this.cluster.startAgain();
		try (Load load = Load.of(VISITORS, (index) -> looking(guest(index)))) {
			awaitInstanceBehindNginx(this.cluster.process(0).pid());
			load.awaitMore(5 * VISITORS);
			assertThat(load.failures()).isEmpty();
		}
		assertThat(customer.at(this.cluster.instance(0)).get("/account").status()).isEqualTo(200);
	}

	@Test
	@Order(LAST)
	void whenAnInstanceIsStoppedNobodyIsTurnedAwayEvenWhoSendsAForm() {
		Visitor customer = this.cluster.storefront().customer();
		try (Load load = Load.of(VISITORS, (index) -> buying(guest(index)))) {
			load.awaitMore(5 * VISITORS);

			this.cluster.process(1).stop();
			load.awaitMore(5 * VISITORS);

			assertThat(load.failures()).isEmpty();
		}
		assertThat(customer.get("/account").status()).isEqualTo(200);
	}

	private Visitor guest(int index) {
		Visitor guest = this.cluster.storefront().visitor();
		guest.addToCart(1 + index % 8, 1 + index);
		return guest;
	}

	/** Pages and JSON, of a visitor who is known by the session. */
	private static Load.Client looking(Visitor guest) {
		Map<Long, Integer> cart = guest.cart();
		return (number) -> switch (number % 3) {
			case 0 -> {
				Answer answer = guest.get("/");
				yield complaint(answer, answer.status() == 200 && answer.text().endsWith("</html>\n"));
			}
			case 1 -> {
				Answer answer = guest.get("/api/products?q=mug&size=5");
				yield complaint(answer, answer.status() == 200 && answer.json().get("items").size() == 5);
			}
			default -> {
				Map<Long, Integer> found = guest.cart();
				yield found.equals(cart) ? null : "The cart is " + found + " instead of " + cart;
			}
		};
	}

	/** The same, and every other request changes the cart, to what it is already. */
	private static Load.Client buying(Visitor guest) {
		Load.Client looking = looking(guest);
		Map.Entry<Long, Integer> line = guest.cart().entrySet().iterator().next();
		HtmlPage.Form form = guest.get("/cart")
			.page()
			.form("/cart/" + line.getKey())
			.with("quantity", Integer.toString(line.getValue()));
		return (number) -> {
			if (number % 2 == 0) {
				return looking.send(number / 2);
			}
			Answer answer = guest.submit(form);
			return complaint(answer, answer.status() == 302);
		};
	}

	private static @Nullable String complaint(Answer answer, boolean right) {
		return right ? null : answer.toString();
	}

	private void awaitInstanceBehindNginx(long pid) {
		Visitor visitor = this.cluster.storefront().visitor();
		Instant end = Instant.now().plus(Duration.ofSeconds(30));
		while (visitor.get("/info").json().get("pid").asLong() != pid) {
			assertThat(Instant.now()).as("nginx passes requests on to %s again", pid).isBefore(end);
		}
	}

}
