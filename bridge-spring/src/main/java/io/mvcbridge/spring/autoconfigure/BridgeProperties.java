package io.mvcbridge.spring.autoconfigure;

import java.io.File;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.mvcbridge.spring.BridgeMode;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.util.unit.DataSize;

/** Properties of the server that {@code server.*} does not know. */
@ConfigurationProperties("bridge")
public class BridgeProperties {

	/**
	 * How long a booted application serves, and what its requests share.
	 */
	private BridgeMode mode = BridgeMode.PERSISTENT;

	/**
	 * Kind of thread that requests run on.
	 */
	private Threads threads = Threads.AUTO;

	/**
	 * Maximum number of requests that run at once. A new one beyond it waits for
	 * 'acquire-timeout' and is then answered with 503. By default 200 on platform threads
	 * and 10000 on virtual threads.
	 */
	private @Nullable Integer maxActive;

	/**
	 * How long a new request waits for a running one to end when 'max-active' requests
	 * are running.
	 */
	private Duration acquireTimeout = Duration.ofSeconds(1);

	/**
	 * Number of event loops that read and write connections. 0 means one for each core.
	 */
	private int eventLoops = 0;

	/**
	 * Patterns of paths whose requests never run on an event loop if 'threads' is
	 * 'event-loop', as '/reports/**': they are known to compute for long or to read
	 * files. What is not named here is found out by measuring.
	 */
	private List<String> offLoopPaths = new ArrayList<>();

	/**
	 * How long a connection may wait for its next request. Longer than a proxy in front
	 * keeps its connections, so that it is the proxy that closes them.
	 */
	private Duration idleTimeout = Duration.ofSeconds(75);

	/**
	 * How long the head of a request may take from its first byte to its last.
	 */
	private Duration headerTimeout = Duration.ofSeconds(20);

	/**
	 * How long a client may send nothing while its request body is waited for.
	 */
	private Duration bodyTimeout = Duration.ofSeconds(30);

	/**
	 * How long a client may take nothing of a response that is waiting for it.
	 */
	private Duration sendTimeout = Duration.ofSeconds(60);

	/**
	 * For how long no request may come during a graceful shutdown before idle connections
	 * are closed. Until then each of them may bring one more request.
	 */
	private Duration shutdownQuiet = Duration.ofMillis(250);

	/**
	 * Maximum size of the request line. A longer one is answered with 414.
	 */
	private DataSize maxRequestLineSize = DataSize.ofKilobytes(8);

	/**
	 * Maximum size of a request body that nobody read and that is taken in all the same
	 * to keep the connection. With a larger one the connection is closed.
	 */
	private DataSize maxSwallowSize = DataSize.ofMegabytes(2);

	/**
	 * Maximum number of query and form parameters of a request. More are answered with
	 * 400.
	 */
	private int maxParameters = 1000;

	/**
	 * Maximum size of a form that is decoded into parameters. A larger one is answered
	 * with 413. Uploads have limits of their own, 'spring.servlet.multipart'.
	 */
	private DataSize maxFormSize = DataSize.ofMegabytes(2);

	/**
	 * Maximum number of parts of a multipart request. More are answered with 413.
	 */
	private int maxParts = 50;

	/**
	 * Maximum size of the header of one part of a multipart request.
	 */
	private DataSize maxPartHeaderSize = DataSize.ofBytes(512);

	/**
	 * Size up to which a response is kept back before it is committed, unless the
	 * application sets another one.
	 */
	private DataSize responseBufferSize = DataSize.ofKilobytes(64);

	/**
	 * Addresses and address ranges (CIDR) of the proxies that are believed when they tell
	 * of the client. By default loopback, link-local and private addresses. Setting it
	 * evaluates forwarded headers unless 'server.forward-headers-strategy' says
	 * otherwise.
	 */
	private @Nullable List<String> trustedProxies;

	/**
	 * Kind of header in which the proxies tell of the client. The other kind is removed
	 * from every request.
	 */
	private ForwardedHeaders forwardedHeaders = ForwardedHeaders.X_FORWARDED;

	private final StaticFiles staticFiles = new StaticFiles();

	public BridgeMode getMode() {
		return this.mode;
	}

	public void setMode(BridgeMode mode) {
		this.mode = mode;
	}

	public Threads getThreads() {
		return this.threads;
	}

	public void setThreads(Threads threads) {
		this.threads = threads;
	}

	public @Nullable Integer getMaxActive() {
		return this.maxActive;
	}

	public void setMaxActive(@Nullable Integer maxActive) {
		this.maxActive = maxActive;
	}

	public Duration getAcquireTimeout() {
		return this.acquireTimeout;
	}

	public void setAcquireTimeout(Duration acquireTimeout) {
		this.acquireTimeout = acquireTimeout;
	}

	public int getEventLoops() {
		return this.eventLoops;
	}

	public void setEventLoops(int eventLoops) {
		this.eventLoops = eventLoops;
	}

	public List<String> getOffLoopPaths() {
		return this.offLoopPaths;
	}

	public void setOffLoopPaths(List<String> offLoopPaths) {
		this.offLoopPaths = offLoopPaths;
	}

	public Duration getIdleTimeout() {
		return this.idleTimeout;
	}

	public void setIdleTimeout(Duration idleTimeout) {
		this.idleTimeout = idleTimeout;
	}

	public Duration getHeaderTimeout() {
		return this.headerTimeout;
	}

	public void setHeaderTimeout(Duration headerTimeout) {
		this.headerTimeout = headerTimeout;
	}

	public Duration getBodyTimeout() {
		return this.bodyTimeout;
	}

	public void setBodyTimeout(Duration bodyTimeout) {
		this.bodyTimeout = bodyTimeout;
	}

	public Duration getSendTimeout() {
		return this.sendTimeout;
	}

	public void setSendTimeout(Duration sendTimeout) {
		this.sendTimeout = sendTimeout;
	}

	public Duration getShutdownQuiet() {
		return this.shutdownQuiet;
	}

	public void setShutdownQuiet(Duration shutdownQuiet) {
		this.shutdownQuiet = shutdownQuiet;
	}

	public DataSize getMaxRequestLineSize() {
		return this.maxRequestLineSize;
	}

	public void setMaxRequestLineSize(DataSize maxRequestLineSize) {
		this.maxRequestLineSize = maxRequestLineSize;
	}

	public DataSize getMaxSwallowSize() {
		return this.maxSwallowSize;
	}

	public void setMaxSwallowSize(DataSize maxSwallowSize) {
		this.maxSwallowSize = maxSwallowSize;
	}

	public int getMaxParameters() {
		return this.maxParameters;
	}

	public void setMaxParameters(int maxParameters) {
		this.maxParameters = maxParameters;
	}

	public DataSize getMaxFormSize() {
		return this.maxFormSize;
	}

	public void setMaxFormSize(DataSize maxFormSize) {
		this.maxFormSize = maxFormSize;
	}

	public int getMaxParts() {
		return this.maxParts;
	}

	public void setMaxParts(int maxParts) {
		this.maxParts = maxParts;
	}

	public DataSize getMaxPartHeaderSize() {
		return this.maxPartHeaderSize;
	}

	public void setMaxPartHeaderSize(DataSize maxPartHeaderSize) {
		this.maxPartHeaderSize = maxPartHeaderSize;
	}

	public DataSize getResponseBufferSize() {
		return this.responseBufferSize;
	}

	public void setResponseBufferSize(DataSize responseBufferSize) {
		this.responseBufferSize = responseBufferSize;
	}

	public @Nullable List<String> getTrustedProxies() {
		return this.trustedProxies;
	}

	public void setTrustedProxies(@Nullable List<String> trustedProxies) {
		this.trustedProxies = trustedProxies;
	}

	public ForwardedHeaders getForwardedHeaders() {
		return this.forwardedHeaders;
	}

	public void setForwardedHeaders(ForwardedHeaders forwardedHeaders) {
		this.forwardedHeaders = forwardedHeaders;
	}

	/** Kinds of header in which proxies tell of the client. */
	public enum ForwardedHeaders {

		/** X-Forwarded-For, X-Forwarded-Proto, X-Forwarded-Host and X-Forwarded-Port. */
		X_FORWARDED,

		/** Forwarded (RFC 7239). */
		FORWARDED

	}

	public StaticFiles getStatic() {
		return this.staticFiles;
	}

	/** Files that the proxy in front sends. */
	public static class StaticFiles {

		/**
		 * URI of the nginx location, declared 'internal', by which nginx sends files of
		 * 'root' in the application's stead (X-Accel-Redirect). Begins and ends with a
		 * slash. Effective for requests that came through one of
		 * 'bridge.trusted-proxies'.
		 */
		private @Nullable String accel;

		/**
		 * Folder that the nginx location of 'accel' serves.
		 */
		private @Nullable File root;

		public @Nullable String getAccel() {
			return this.accel;
		}

		public void setAccel(@Nullable String accel) {
			this.accel = accel;
		}

		public @Nullable File getRoot() {
			return this.root;
		}

		public void setRoot(@Nullable File root) {
			this.root = root;
		}

	}

	/** Kinds of thread that requests can run on. */
	public enum Threads {

		/**
		 * Virtual threads if 'spring.threads.virtual.enabled' asks for them, otherwise
		 * platform threads.
		 */
		AUTO,

		/** A bounded pool of platform threads. */
		PLATFORM,

		/** A virtual thread for each request. Needs Java 21. */
		VIRTUAL,

		/**
		 * Virtual threads that the event loop of the connection carries itself: an
		 * experiment.
		 */
		EVENT_LOOP

	}

}
