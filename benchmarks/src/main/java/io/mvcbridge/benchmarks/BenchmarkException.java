package io.mvcbridge.benchmarks;

import org.jspecify.annotations.Nullable;

/**
 * A benchmark cannot go on. The message is a sentence for the person who started it, and
 * all that person gets to see.
 */
public class BenchmarkException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	public BenchmarkException(String message) {
		super(message);
	}

	public BenchmarkException(String message, @Nullable Throwable cause) {
		super(message, cause);
	}

}
