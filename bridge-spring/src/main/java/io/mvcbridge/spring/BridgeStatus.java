package io.mvcbridge.spring;

import java.time.Duration;
import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * What the server that runs this application says of itself. Every answer comes from the
 * running objects, never from configuration: a property that had no effect does not show
 * here. A bean of this type is there in every application that runs on MVC Bridge; all
 * methods may be called from any thread at any time.
 */
public interface BridgeStatus {

	/**
	 * The mode the server works in.
	 * @return {@code persistent}, {@code sandbox} or {@code reboot}; {@code none} while
	 * the application has no server, as in a test with a mock servlet environment
	 */
	String mode();

	/**
	 * What listens on the port.
	 * @return {@code Reactor Netty}; {@code none} while the application has no server
	 */
	String server();

	/**
	 * The version of what listens.
	 * @return the version that the library itself states, {@code unknown} if it does not
	 */
	String serverVersion();

	/**
	 * The version of the Netty transports and codecs below the server.
	 * @return the version that the library itself states, {@code unknown} if it does not
	 */
	String nettyVersion();

	/**
	 * The version of MVC Bridge.
	 * @return the version
	 */
	String bridgeVersion();

	/**
	 * The kind of thread that requests run on.
	 * @return {@code platform}, {@code virtual} or {@code event-loop}; {@code none} while
	 * the application has no server
	 */
	String threads();

	/**
	 * The port that is bound.
	 * @return the port, -1 while none is bound
	 */
	int port();

	/**
	 * How many requests are served right now, asynchronous ones included.
	 * @return the number, zero while the application has no server
	 */
	int activeExchanges();

	/**
	 * When the port was bound last.
	 * @return the time, null while none is bound
	 */
	@Nullable Instant startedAt();

	/**
	 * The settings that the server was made with.
	 * @return the settings, null while the application has no server
	 */
	@Nullable Settings settings();

	/**
	 * Settings in effect, sizes in bytes.
	 *
	 * @param contextPath the context path, empty for the root
	 * @param maxActive how many requests may run at once
	 * @param acquireTimeout how long a new request waits for one of them to end
	 * @param idleTimeout how long a connection may wait for its next request
	 * @param headerTimeout how long a request head may take
	 * @param bodyTimeout how long a client may pause within its body
	 * @param sendTimeout how long a client may take nothing of its response
	 * @param maxRequestLineSize limit of the request line
	 * @param maxHeaderSize limit of all header fields of a request
	 * @param maxFormSize limit of a form that is decoded into parameters
	 * @param compression whether responses may be compressed
	 * @param gracefulShutdown whether a shutdown waits for running requests
	 */
	record Settings(String contextPath, int maxActive, Duration acquireTimeout, Duration idleTimeout,
			Duration headerTimeout, Duration bodyTimeout, Duration sendTimeout, int maxRequestLineSize,
			int maxHeaderSize, int maxFormSize, boolean compression, boolean gracefulShutdown) {

	}

}
