package io.mvcbridge.benchmarks.application;

import java.time.Duration;

import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferFactory;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * The endpoints of {@link ServletController} as WebFlux wants them: nothing blocks, and
 * what would is sent to the threads that Reactor has for it.
 */
@RestController
@ConditionalOnWebApplication(type = Type.REACTIVE)
class ReactiveController {

	private final LargeFile file;

	private final long rounds;

	ReactiveController(LargeFile file, @Value("${benchmark.compute-rounds:100000000}") long rounds) {
		this.file = file;
		this.rounds = rounds;
	}

	@GetMapping(path = "/stream", produces = MediaType.APPLICATION_OCTET_STREAM_VALUE)
	Flux<DataBuffer> stream(ServerHttpResponse response) {
		DataBufferFactory buffers = response.bufferFactory();
		return Flux.range(0, Stream.CHUNKS).map((i) -> buffers.wrap(Stream.CHUNK));
	}

	@GetMapping(path = "/sleep", produces = MediaType.TEXT_PLAIN_VALUE)
	Mono<String> sleep() {
		return Mono.delay(Duration.ofMillis(20)).map((tick) -> "slept");
	}

	@GetMapping(path = "/compute", produces = MediaType.TEXT_PLAIN_VALUE)
	Mono<String> compute() {
		return Mono.fromCallable(() -> "computed " + Computation.run(this.rounds))
			.subscribeOn(Schedulers.boundedElastic());
	}

	@GetMapping(path = "/file", produces = MediaType.TEXT_PLAIN_VALUE)
	Mono<String> file() {
		return Mono.fromCallable(() -> "read " + this.file.read()).subscribeOn(Schedulers.boundedElastic());
	}

}
