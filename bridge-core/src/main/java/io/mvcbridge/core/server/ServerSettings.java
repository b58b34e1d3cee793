package io.mvcbridge.core.server;

import java.net.InetAddress;
import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;
import reactor.netty.resources.LoopResources;

/**
 * What a {@link BridgeServer} is configured with. Immutable; made by {@link #builder()}.
 * A time-out of zero or less is none.
 */
public final class ServerSettings {

	private final Builder values;

	private ServerSettings(Builder values) {
		this.values = values;
	}

	public static Builder builder() {
		return new Builder();
	}

	/** The address to bind, null (unless set) for all addresses. */
	public @Nullable InetAddress address() {
		return this.values.address;
	}

	/** The port to bind, 0 for any free one, 8080 unless set. */
	public int port() {
		return this.values.port;
	}

	/**
	 * Limit of the request line in bytes, 8 KB unless set; longer is answered with 414.
	 */
	public int maxRequestLine() {
		return this.values.maxRequestLine;
	}

	/**
	 * Limit of all header fields together in bytes, 8 KB unless set; more is answered
	 * with 431.
	 */
	public int maxHeaderSize() {
		return this.values.maxHeaderSize;
	}

	/** How long a connection may wait for its next request, 75 s unless set. */
	public Duration idleTimeout() {
		return this.values.idleTimeout;
	}

	/**
	 * How long a request head may take from its first byte, 20 s unless set; longer is
	 * answered with 408.
	 */
	public Duration headerTimeout() {
		return this.values.headerTimeout;
	}

	/**
	 * How long a client may send nothing while its body is waited for, 30 s unless set.
	 */
	public Duration bodyTimeout() {
		return this.values.bodyTimeout;
	}

	/**
	 * How long a client may take nothing of a response that is waiting for it, 60 s
	 * unless set.
	 */
	public Duration sendTimeout() {
		return this.values.sendTimeout;
	}

	/**
	 * For how long no request may come, once no connection is accepted any more, before
	 * idle connections are closed, 250 ms unless set; zero closes them at once.
	 */
	public Duration shutdownQuiet() {
		return this.values.shutdownQuiet;
	}

	/**
	 * How many bytes of a body that nobody read are taken in to keep the connection, 2 MB
	 * unless set; negative for any number.
	 */
	public long maxSwallowSize() {
		return this.values.maxSwallowSize;
	}

	/** What applications run on, platform threads unless set. */
	public ThreadKind threads() {
		return this.values.threads;
	}

	/**
	 * How many new exchanges may run at once. Unless set, it is 200 on platform threads
	 * and 10_000 on virtual ones.
	 */
	public int maxActive() {
		Integer maxActive = this.values.maxActive;
		if (maxActive != null) {
			return maxActive;
		}
		return (threads() == ThreadKind.PLATFORM) ? 200 : 10_000;
	}

	/**
	 * How long a new exchange may wait to be admitted before it is answered with 503, 1 s
	 * unless set.
	 */
	public Duration acquireTimeout() {
		return this.values.acquireTimeout;
	}

	/** Value of the {@code Server} header field, null (unless set) for none. */
	public @Nullable String serverHeader() {
		return this.values.serverHeader;
	}

	/** Response compression, null (unless set) for none. */
	public @Nullable CompressionSettings compression() {
		return this.values.compression;
	}

	/**
	 * Which proxies are believed, null (unless set) for none: what they say is then like
	 * any other field, and the log says so once, as for {@code Evaluation.NONE}.
	 */
	public @Nullable ProxySettings proxies() {
		return this.values.proxies;
	}

	/** Number of event loops, 0 (unless set) for one for each core. */
	public int eventLoops() {
		return this.values.eventLoops;
	}

	/** Whether to take the operating system's own transport where there is one. */
	boolean nativeTransport() {
		return this.values.nativeTransport;
	}

	/**
	 * Which responses are compressed.
	 *
	 * @param mimeTypes media types that are worth it, without parameters
	 * @param minResponseSize smallest length in bytes, where the length is known
	 * @param excludedUserAgents regular expressions of user agents that get none
	 */
	public record CompressionSettings(List<String> mimeTypes, long minResponseSize, List<String> excludedUserAgents) {

	}

	/** Collects settings, each with the default that its setter's getter documents. */
	public static final class Builder implements Cloneable {

		private @Nullable InetAddress address;

		private int port = 8080;

		private int maxRequestLine = 8 * 1024;

		private int maxHeaderSize = 8 * 1024;

		private Duration idleTimeout = Duration.ofSeconds(75);

		private Duration headerTimeout = Duration.ofSeconds(20);

		private Duration bodyTimeout = Duration.ofSeconds(30);

		private Duration sendTimeout = Duration.ofSeconds(60);

		private Duration shutdownQuiet = Duration.ofMillis(250);

		private long maxSwallowSize = 2 * 1024 * 1024;

		private ThreadKind threads = ThreadKind.PLATFORM;

		private @Nullable Integer maxActive;

		private Duration acquireTimeout = Duration.ofSeconds(1);

		private @Nullable String serverHeader;

		private @Nullable CompressionSettings compression;

		private @Nullable ProxySettings proxies;

		private int eventLoops;

		private boolean nativeTransport = LoopResources.DEFAULT_NATIVE;

		private Builder() {
		}

		public Builder address(@Nullable InetAddress address) {
			this.address = address;
			return this;
		}

		public Builder port(int port) {
			this.port = port;
			return this;
		}

		public Builder maxRequestLine(int bytes) {
			this.maxRequestLine = bytes;
			return this;
		}

		public Builder maxHeaderSize(int bytes) {
			this.maxHeaderSize = bytes;
			return this;
		}

		public Builder idleTimeout(Duration timeout) {
			this.idleTimeout = timeout;
			return this;
		}

		public Builder headerTimeout(Duration timeout) {
			this.headerTimeout = timeout;
			return this;
		}

		public Builder bodyTimeout(Duration timeout) {
			this.bodyTimeout = timeout;
			return this;
		}

		public Builder sendTimeout(Duration timeout) {
			this.sendTimeout = timeout;
			return this;
		}

		public Builder shutdownQuiet(Duration time) {
			this.shutdownQuiet = time;
			return this;
		}

		public Builder maxSwallowSize(long bytes) {
			this.maxSwallowSize = bytes;
			return this;
		}

		public Builder threads(ThreadKind threads) {
			this.threads = threads;
			return this;
		}

		public Builder maxActive(@Nullable Integer maxActive) {
			this.maxActive = maxActive;
			return this;
		}

		public Builder acquireTimeout(Duration timeout) {
			this.acquireTimeout = timeout;
			return this;
		}

		public Builder serverHeader(@Nullable String serverHeader) {
			this.serverHeader = serverHeader;
			return this;
		}

		public Builder compression(@Nullable CompressionSettings compression) {
			this.compression = compression;
			return this;
		}

		public Builder proxies(@Nullable ProxySettings proxies) {
			this.proxies = proxies;
			return this;
		}

		public Builder eventLoops(int eventLoops) {
			this.eventLoops = eventLoops;
			return this;
		}

		Builder nativeTransport(boolean nativeTransport) {
			this.nativeTransport = nativeTransport;
			return this;
		}

		/**
		 * Makes the settings.
		 * @return the settings, independent of this builder
		 * @throws IllegalArgumentException if a value is out of its range
		 */
		public ServerSettings build() {
			requireRange("port", this.port, 0, 65535);
			requireRange("maxRequestLine", this.maxRequestLine, 1, Integer.MAX_VALUE);
			requireRange("maxHeaderSize", this.maxHeaderSize, 1, Integer.MAX_VALUE);
			requireRange("eventLoops", this.eventLoops, 0, Integer.MAX_VALUE);
			if (this.maxActive != null) {
				requireRange("maxActive", this.maxActive, 1, Integer.MAX_VALUE);
			}
			return new ServerSettings(copy());
		}

		private static void requireRange(String name, int value, int min, int max) {
			if (value < min || value > max) {
				throw new IllegalArgumentException(
						"%s has to be between %d and %d, not %d".formatted(name, min, max, value));
			}
		}

		private Builder copy() {
			try {
				return (Builder) clone();
			}
			catch (CloneNotSupportedException ex) {
				throw new IllegalStateException(ex);
			}
		}

	}

}
