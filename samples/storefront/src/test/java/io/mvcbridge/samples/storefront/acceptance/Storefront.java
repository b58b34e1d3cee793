package io.mvcbridge.samples.storefront.acceptance;

import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The shop under test, as its visitors know it: a URL.
 */
final class Storefront {

	static final String PASSWORD = "thrown-by-hand-1";

	static final Map<String, String> ADDRESS = Map.of("recipient", "Ada Turner", "street", "Mill Lane 4", "postcode",
			"A-1010", "city", "Vienna", "country", "Austria");

	private static final JsonMapper JSON = JsonMapper.shared();

	private final URI base;

	private final String username;

	private final String password;

	/** One client for all visitors, so that their requests share connections. */
	private final HttpClient client = HttpClient.newBuilder()
		.version(HttpClient.Version.HTTP_1_1)
		.followRedirects(HttpClient.Redirect.NEVER)
		.connectTimeout(Duration.ofSeconds(20))
		.build();

	private @Nullable Visitor warehouse;

	Storefront(URI base, String username, String password) {
		this.base = URI.create(base.toString().replaceAll("/+$", ""));
		this.username = username;
		this.password = password;
	}

	HttpClient client() {
		return this.client;
	}

	/**
	 * The URI of a path of the shop.
	 * @param path a path that starts with a slash, and perhaps a query
	 * @return the URI to send a request to
	 */
	URI uri(String path) {
		return URI.create(this.base + path);
	}

	/**
	 * The path of the shop that a link leads to.
	 * @param link where a redirect or a link of a page leads
	 * @return the path below the base URL, with its query
	 * @throws AssertionError if it leads out of the shop
	 */
	String path(URI link) {
		String prefix = this.base.toString();
		if (!link.toString().startsWith(prefix + "/")) {
			throw new AssertionError("The link " + link + " leads away from " + prefix);
		}
		return link.toString().substring(prefix.length());
	}

	/** Somebody without cookies. */
	Visitor visitor() {
		return new Visitor(this);
	}

	/** Somebody who has just signed up and logged in. */
	Visitor customer() {
		Visitor visitor = visitor();
		visitor.logIn(visitor.signUp(), PASSWORD);
		return visitor;
	}

	/** A program that sends a new customer's address and password with each request. */
	Visitor customerProgram() {
		return visitor().withBasic(visitor().signUp(), PASSWORD);
	}

	/** The administrator, logged in by the form. */
	Visitor administrator() {
		Visitor visitor = visitor();
		visitor.logIn(this.username, this.password);
		return visitor;
	}

	/** A program of the administrator's. */
	Visitor administratorProgram() {
		return visitor().withBasic(this.username, this.password);
	}

	/**
	 * A program that logged in once as the administrator, which is much cheaper than
	 * sending the password with each of many requests.
	 */
	synchronized Visitor warehouse() {
		Visitor logged = this.warehouse;
		if (logged == null) {
			logged = administrator();
			JsonNode csrf = logged.get("/api/csrf").json();
			logged.withHeader(csrf.get("headerName").asString(), csrf.get("token").asString());
			this.warehouse = logged;
		}
		return logged;
	}

	/**
	 * Offer a product that nobody else buys.
	 * @param stock how many pieces there are
	 * @return the product as the API shows it
	 */
	JsonNode newProduct(int stock) {
		return newProduct("Test " + UUID.randomUUID(), "Made for a test.", stock);
	}

	JsonNode newProduct(String name, String description, int stock) {
		Answer answer = warehouse().sendJson("POST", "/api/warehouse/products", JSON.writeValueAsString(Map.of("name",
				name, "category", "Tests", "description", description, "price", "12.50", "stock", stock)));
		if (answer.status() != 201) {
			throw new AssertionError("No product was made: " + answer);
		}
		return answer.json();
	}

	/** Take a product off the catalogue again. */
	void withdraw(JsonNode product) {
		warehouse().send("DELETE", "/api/warehouse/products/" + product.get("id").asLong());
	}

}
