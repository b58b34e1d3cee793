package io.mvcbridge.benchmarks.server;

import java.util.List;
import java.util.Locale;

/**
 * What requests run on.
 */
public enum ThreadKind {

	/** A pool. */
	PLATFORM(17),

	/** One virtual thread for each request. */
	VIRTUAL(21, "--spring.threads.virtual.enabled=true"),

	/** Virtual threads carried by the event loop: this server's only. */
	EVENT_LOOP(21, "--bridge.threads=event-loop");

	private final int leastJava;

	private final List<String> arguments;

	ThreadKind(int leastJava, String... arguments) {
		this.leastJava = leastJava;
		this.arguments = List.of(arguments);
	}

	public String label() {
		return name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

	boolean existsOn(ServerKind server) {
		return this == PLATFORM || (server != ServerKind.WEBFLUX && (this == VIRTUAL || server == ServerKind.BRIDGE));
	}

	/** The first Java version that has this kind. */
	int leastJava() {
		return this.leastJava;
	}

	List<String> arguments() {
		return this.arguments;
	}

	/** What the JVM must be told. */
	List<String> jvmArguments() {
		return (this == EVENT_LOOP) ? List.of("--add-opens=java.base/java.lang=ALL-UNNAMED") : List.of();
	}

}
