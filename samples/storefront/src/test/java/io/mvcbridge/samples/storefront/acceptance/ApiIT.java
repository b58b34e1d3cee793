package io.mvcbridge.samples.storefront.acceptance;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The JSON API.
 */
@AcceptanceTest
class ApiIT {

	private static final Pattern LINK = Pattern.compile("<([^>]*)>; rel=\"(\\w+)\"");

	private static final String DELIVERY = """
			"delivery": {"recipient": "Ada Turner", "street": "Mill Lane 4", "postcode": "A-1010",
			"city": "Vienna", "country": "Austria"}""";

	private final Storefront storefront;

	ApiIT(Storefront storefront) {
		this.storefront = storefront;
	}

	@Test
	void productsComeInPages() {
		JsonNode page = this.storefront.visitor().get("/api/products?q=plate&page=1&size=4").json();

		assertThat(page.get("page").asInt()).isEqualTo(1);
		assertThat(page.get("size").asInt()).isEqualTo(4);
		assertThat(page.get("totalItems").asInt()).isEqualTo(6);
		assertThat(page.get("totalPages").asInt()).isEqualTo(2);
		assertThat(page.get("items")).hasSize(2);
		assertThat(page.get("items").get(0).get("name").asString()).isEqualTo("Oat Dinner Plate");
	}

	@Test
	void linksLeadThroughAllPages() {
		Visitor visitor = this.storefront.visitor();
		List<String> names = new ArrayList<>();

		Answer answer = visitor.get("/api/products?size=2&q=Herb%20Planter");
		while (true) {
			answer.json().get("items").forEach((item) -> names.add(item.get("name").asString()));
			URI next = link(answer, "next");
			if (next == null) {
				break;
			}
			answer = visitor.get(next);
		}

		assertThat(names).containsExactly("Moss Herb Planter", "Oat Herb Planter", "Red Clay Herb Planter",
				"Sea Glass Herb Planter");
		assertThat(link(answer, "prev")).isNotNull();
	}

	@Test
	void aProductTellsWhereItsPictureIs() {
		Visitor visitor = this.storefront.visitor();
		Answer answer = visitor.get("/api/products/1");

		Answer picture = visitor.get(answer.uri().resolve(answer.json().get("picture").asString()));

		assertThat(picture.mediaType()).isEqualTo("image/svg+xml");
	}

	@Test
	void anUnknownProductIsAProblem() {
		Answer answer = this.storefront.visitor().get("/api/products/987654321");

		assertProblem(answer, 404, "Not Found");
		assertThat(answer.json().get("detail").asString()).isEqualTo("There is no product 987654321");
	}

	@Test
	void anUnknownPathIsAProblem() {
		assertProblem(this.storefront.visitor().get("/api/glazes"), 404, "Not Found");
	}

	@Test
	void aParameterOfTheWrongTypeIsAProblem() {
		assertProblem(this.storefront.visitor().get("/api/products/mug"), 400, "Bad Request");
		assertProblem(this.storefront.visitor().get("/api/products?page=first"), 400, "Bad Request");
	}

	@Test
	void aParameterOutOfBoundsIsAProblem() {
		assertProblem(this.storefront.visitor().get("/api/products?size=101"), 400, "Bad Request");
		assertProblem(this.storefront.visitor().get("/api/products?page=-1"), 400, "Bad Request");
	}

	@Test
	void aWrongMethodIsAProblemThatNamesTheRightOnes() {
		Answer answer = this.storefront.customerProgram().send("DELETE", "/api/products/1");

		assertProblem(answer, 405, "Method Not Allowed");
		assertThat(answer.header("Allow")).isEqualTo("GET");
	}

	@Test
	void aBodyOfTheWrongTypeIsAProblem() {
		Answer answer = this.storefront.customerProgram()
			.send("POST", "/api/orders", "two mugs".getBytes(), "text/plain");

		assertProblem(answer, 415, "Unsupported Media Type");
	}

	@Test
	void brokenJsonIsAProblem() {
		Answer answer = this.storefront.customerProgram().sendJson("POST", "/api/orders", "{\"lines\": [");

		assertProblem(answer, 400, "Bad Request");
	}

	@Test
	void anIncompleteOrderIsAProblemThatNamesItsFields() {
		Answer answer = this.storefront.customerProgram().sendJson("POST", "/api/orders", """
				{"lines": [{"productId": 1, "quantity": 0}], "delivery": {"recipient": "", "street": "Mill Lane 4",
				"postcode": "A-1010", "city": "Vienna", "country": "Austria"}}""");

		assertProblem(answer, 400, "Bad Request");
		assertThat(answer.json().get("errors").propertyNames()).containsExactlyInAnyOrder("delivery.recipient",
				"lines[0].quantity");
	}

	@Test
	void whoDoesNotSayWhoTheyAreIsToldHow() {
		Answer answer = this.storefront.visitor().get("/api/orders");

		assertProblem(answer, 401, "Unauthorized");
		assertThat(answer.header("WWW-Authenticate")).startsWith("Basic ");
	}

	@Test
	void aWrongPasswordIsAProblem() {
		Answer answer = this.storefront.visitor().withBasic("nobody@example.org", "nothing").get("/api/orders");

		assertProblem(answer, 401, "Unauthorized");
	}

	@Test
	void customersKeepOutOfTheWarehouse() {
		assertProblem(this.storefront.customerProgram().send("DELETE", "/api/warehouse/products/1"), 403, "Forbidden");
	}

	@Test
	void anOrderIsPlacedAndRead() {
		Visitor program = this.storefront.customerProgram();

		Answer placed = program.sendJson("POST", "/api/orders",
				"{\"lines\": [{\"productId\": 1, \"quantity\": 2}, {\"productId\": 2, \"quantity\": 1}], " + DELIVERY
						+ "}");

		assertThat(placed.status()).isEqualTo(201);
		JsonNode order = program.get(placed.location()).json();
		assertThat(order.get("number")).isEqualTo(placed.json().get("number"));
		assertThat(order.get("status").asString()).isEqualTo("PLACED");
		assertThat(order.get("total").decimalValue()).isEqualByComparingTo("53.00");
		assertThat(order.get("lines")).hasSize(2);
		assertThat(order.get("delivery").get("city").asString()).isEqualTo("Vienna");
		JsonNode list = program.get("/api/orders?size=1").json();
		assertThat(list.get("totalItems").asInt()).isEqualTo(1);
		assertThat(list.get("items").get(0).get("number")).isEqualTo(order.get("number"));
	}

	@Test
	void tooLittleStockIsAConflict() {
		JsonNode product = this.storefront.newProduct(1);
		try {
			Answer answer = this.storefront.customerProgram()
				.sendJson("POST", "/api/orders", "{\"lines\": [{\"productId\": %d, \"quantity\": 2}], %s}"
					.formatted(product.get("id").asLong(), DELIVERY));

			assertProblem(answer, 409, "Out of stock");
			assertThat(answer.json().get("productId")).isEqualTo(product.get("id"));
		}
		finally {
			this.storefront.withdraw(product);
		}
	}

	@Test
	void anOrderIsAdvancedOnlyFromWhereItIs() {
		Visitor program = this.storefront.customerProgram();
		String number = program
			.sendJson("POST", "/api/orders", "{\"lines\": [{\"productId\": 1, \"quantity\": 1}], " + DELIVERY + "}")
			.json()
			.get("number")
			.asString();

		Answer answer = this.storefront.administratorProgram()
			.sendJson("POST", "/api/warehouse/orders/" + number + "/advance", "{\"from\": \"PACKED\"}");

		assertProblem(answer, 409, "Conflict");
		assertThat(answer.json().get("current").asString()).isEqualTo("PLACED");
	}

	@Test
	void theCartOfThePagesIsTheCartOfTheApi() {
		Visitor guest = this.storefront.visitor();
		guest.addToCart(2, 3);
		JsonNode csrf = guest.get("/api/csrf").json();

		JsonNode changed = guest
			.sendJson("PUT", "/api/cart/5", "{\"quantity\": 2}", csrf.get("headerName").asString(),
					csrf.get("token").asString())
			.json();
		guest.send("DELETE", "/api/cart/2", csrf.get("headerName").asString(), csrf.get("token").asString());

		assertThat(changed.get("lines")).hasSize(2);
		assertThat(changed.get("total").decimalValue()).isEqualByComparingTo("83.00");
		assertThat(guest.cart()).containsOnlyKeys(5L).containsValue(2);
	}

	@Test
	void aSessionWithoutItsTokenChangesNothing() {
		Visitor guest = this.storefront.visitor();
		guest.addToCart(2, 3);

		assertProblem(guest.send("DELETE", "/api/cart/2"), 403, "Forbidden");
		assertThat(guest.cart()).containsOnlyKeys(2L);
	}

	@Test
	void categoriesAreFoundOnAnotherThread() {
		Answer answer = this.storefront.visitor().get("/api/categories");

		assertThat(answer.mediaType()).isEqualTo("application/json");
		List<String> names = new ArrayList<>();
		answer.json().forEach((name) -> names.add(name.asString()));
		assertThat(names).contains("Bowls", "Cups", "Jugs", "Light", "Plates", "Pots", "Vases").isSorted();
	}

	@Test
	void theExportIsCompleteHoweverLongItIs() {
		Visitor visitor = this.storefront.visitor();
		List<JsonNode> products = new ArrayList<>();
		String marker = UUID.randomUUID().toString();
		try {
			for (int i = 0; i < 60; i++) {
				products.add(this.storefront.newProduct("Export " + i + " " + marker, "\"ä€🏺\", ".repeat(400), i));
			}

			Answer answer = visitor.get("/api/products.csv");

			assertThat(answer.status()).isEqualTo(200);
			assertThat(answer.header("Content-Type")).isEqualToIgnoringCase("text/csv;charset=UTF-8");
			assertThat(answer.header("Content-Disposition")).isEqualTo("attachment; filename=\"products.csv\"");
			assertThat(answer.body().length).isGreaterThan(300_000);
			String[] rows = answer.text().split("\r\n");
			assertThat(rows[0]).isEqualTo("id,name,category,price,stock,description");
			assertThat(rows).hasSize(1 + visitor.get("/api/products?size=1").json().get("totalItems").asInt());
			String description = "\"" + "\"\"ä€🏺\"\", ".repeat(400) + "\"";
			for (int i = 0; i < 60; i++) {
				assertThat(rows).contains(products.get(i).get("id").asLong() + ",\"Export " + i + " " + marker
						+ "\",\"Tests\",12.50," + i + "," + description);
			}
		}
		finally {
			products.forEach(this.storefront::withdraw);
		}
	}

	private static @Nullable URI link(Answer answer, String relation) {
		for (String header : answer.headers().allValues("Link")) {
			Matcher link = LINK.matcher(header);
			while (link.find()) {
				if (link.group(2).equals(relation)) {
					// As RFC 3986 resolves it, which java.net.URI does not.
					assertThat(link.group(1)).startsWith("?");
					return URI.create(answer.uri().toString().replaceFirst("\\?.*", "") + link.group(1));
				}
			}
		}
		return null;
	}

	private static void assertProblem(Answer answer, int status, String title) {
		assertThat(answer.status()).as(answer.toString()).isEqualTo(status);
		assertThat(answer.mediaType()).isEqualTo("application/problem+json");
		assertThat(answer.json().get("status").asInt()).isEqualTo(status);
		assertThat(answer.json().get("title").asString()).isEqualTo(title);
	}

}
