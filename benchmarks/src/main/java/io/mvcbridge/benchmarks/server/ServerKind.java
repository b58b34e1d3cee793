package io.mvcbridge.benchmarks.server;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * A server that the benchmark application is packaged for.
 */
public enum ServerKind {

	/** Ours. */
	BRIDGE,

	/** Spring Boot's default. */
	TOMCAT("--server.tomcat.max-keep-alive-requests=-1"),

	/** Boot's other one. */
	JETTY,

	/** Reactor Netty with WebFlux, no servlets: for reference. */
	WEBFLUX;

	private final List<String> arguments;

	/**
	 * Creates a kind.
	 * @param arguments what keeps the server from a handicap: Tomcat would close each
	 * connection after 100 requests, no other server does
	 */
	ServerKind(String... arguments) {
		this.arguments = List.of(arguments);
	}

	public String label() {
		return name().toLowerCase(Locale.ROOT);
	}

	List<String> arguments() {
		return this.arguments;
	}

	/** Where the build puts the application for this server. */
	Path jar(Path benchmarks) {
		return benchmarks.resolve("servers/" + label() + "/target/benchmark-" + label() + ".jar");
	}

}
