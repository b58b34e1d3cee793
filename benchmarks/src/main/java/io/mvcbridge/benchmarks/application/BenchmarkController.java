package io.mvcbridge.benchmarks.application;

import java.util.ArrayList;
import java.util.List;

import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * The endpoints whose cost is a server's own and Spring's: almost nothing happens in
 * them. The same class serves on servlet containers and on WebFlux.
 */
@RestController
class BenchmarkController {

	static final int BYTES = 64 * 1024;

	private final byte[] bytes = new byte[BYTES];

	BenchmarkController() {
		for (int i = 0; i < this.bytes.length; i++) {
			this.bytes[i] = (byte) ('a' + i % 26);
		}
	}

	@GetMapping(path = "/plaintext", produces = MediaType.TEXT_PLAIN_VALUE)
	String plaintext() {
		return "Hello, World!";
	}

	@GetMapping("/json")
	Message json() {
		return new Message("Hello, World!");
	}

	/** About 1 KB of JSON, made from a path variable and three query parameters. */
	@GetMapping("/users/{id}")
	User user(@PathVariable long id, @RequestParam int page, @RequestParam int size, @RequestParam String sort) {
		List<Order> orders = new ArrayList<>(size);
		for (int i = 0; i < size; i++) {
			orders.add(new Order(id * 100 + (long) page * size + i, "2026-01-15", "delivered", 1_999 + i));
		}
		return new User(id, "Margaret Hamilton", "margaret@example.org", sort, page, orders);
	}

	/** About 1 KB of JSON in, the same out. */
	@PostMapping("/echo")
	Basket echo(@RequestBody Basket basket) {
		return basket;
	}

	@GetMapping(path = "/bytes", produces = MediaType.APPLICATION_OCTET_STREAM_VALUE)
	byte[] bytes() {
		return this.bytes;
	}

	record Message(String message) {

	}

	record User(long id, String name, String email, String sort, int page, List<Order> orders) {

	}

	record Order(long number, String date, String state, int cents) {

	}

	record Basket(long id, String customer, String note, List<Item> items) {

	}

	record Item(String sku, String name, int quantity, int cents) {

	}

}
