package io.mvcbridge.benchmarks;

import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/**
 * The endpoints whose cost is a server's own: almost nothing happens in them.
 */
@RestController
class BenchmarkController {

	@GetMapping(path = "/plaintext", produces = MediaType.TEXT_PLAIN_VALUE)
	String plaintext() {
		return "Hello, World!";
	}

	@GetMapping("/json")
	Message json() {
		return new Message("Hello, World!");
	}

	@PostMapping("/echo")
	Message echo(@RequestBody Message message) {
		return message;
	}

	record Message(String message) {

	}

}
