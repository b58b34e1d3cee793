package io.mvcbridge.benchmarks.application;

import java.io.IOException;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

/**
 * What blocks its thread, as Spring MVC handlers may.
 */
@RestController
@ConditionalOnWebApplication(type = Type.SERVLET)
class ServletController {

	private final LargeFile file;

	private final long rounds;

	ServletController(LargeFile file, @Value("${benchmark.compute-rounds:100000000}") long rounds) {
		this.file = file;
		this.rounds = rounds;
	}

	/** Longer than any buffer, in the pieces that copying a file makes. */
	@GetMapping("/stream")
	ResponseEntity<StreamingResponseBody> stream() {
		return ResponseEntity.ok().contentType(MediaType.APPLICATION_OCTET_STREAM).body((out) -> {
			for (int i = 0; i < Stream.CHUNKS; i++) {
				out.write(Stream.CHUNK);
			}
		});
	}

	@GetMapping(path = "/sleep", produces = MediaType.TEXT_PLAIN_VALUE)
	String sleep() throws InterruptedException {
		Thread.sleep(20);
		return "slept";
	}

	/** Keeps its thread busy for as long as the driver found so many rounds to take. */
	@GetMapping(path = "/compute", produces = MediaType.TEXT_PLAIN_VALUE)
	String compute() {
		return "computed " + Computation.run(this.rounds);
	}

	@GetMapping(path = "/file", produces = MediaType.TEXT_PLAIN_VALUE)
	String file() throws IOException {
		return "read " + this.file.read();
	}

}
