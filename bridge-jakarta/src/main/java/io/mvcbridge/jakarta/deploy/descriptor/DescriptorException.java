package io.mvcbridge.jakarta.deploy.descriptor;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A descriptor that cannot be deployed. The message names each place, the value, and what
 * to do.
 */
@SuppressWarnings("serial")
public final class DescriptorException extends RuntimeException {

	private final List<Source> sources;

	DescriptorException(String message, Source... sources) {
		this(message, null, sources);
	}

	DescriptorException(String message, @Nullable Throwable cause, Source... sources) {
		super(message, cause);
		this.sources = List.of(sources);
	}

	/**
	 * Something wrong in one place.
	 * @param source the place, which begins the message
	 * @param message what is wrong, and what to do
	 */
	static DescriptorException at(Source source, String message) {
		return new DescriptorException(source + ": " + message, source);
	}

	/** Where it was said; for a conflict, each of the places. */
	public List<Source> sources() {
		return this.sources;
	}

}
