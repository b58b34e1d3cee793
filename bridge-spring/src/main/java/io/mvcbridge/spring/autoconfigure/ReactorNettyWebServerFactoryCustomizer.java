package io.mvcbridge.spring.autoconfigure;

import java.time.Duration;
import java.util.List;

import io.mvcbridge.core.server.ProxySettings;
import io.mvcbridge.core.server.ProxySettings.Evaluation;
import io.mvcbridge.core.server.ProxySettings.Family;
import io.mvcbridge.core.server.ServerSettings;
import io.mvcbridge.core.server.ThreadKind;
import io.mvcbridge.jakarta.request.RequestLimits;
import io.mvcbridge.spring.autoconfigure.BridgeProperties.Threads;
import io.mvcbridge.spring.route.OffLoopPaths;
import io.mvcbridge.spring.server.ReactorNettyServletWebServerFactory;
import io.mvcbridge.spring.server.UnavailableFeatureException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.cloud.CloudPlatform;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.system.JavaVersion;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.boot.web.server.autoconfigure.ServerProperties.ForwardHeadersStrategy;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;
import org.springframework.util.unit.DataSize;
import org.springframework.web.util.pattern.PatternParseException;

/**
 * Applies {@code bridge.*}, and those of {@code server.*} that Boot leaves to each
 * server.
 */
class ReactorNettyWebServerFactoryCustomizer
		implements WebServerFactoryCustomizer<ReactorNettyServletWebServerFactory>, Ordered {

	static final int ORDER = 0;

	private static final Logger logger = LoggerFactory.getLogger(ReactorNettyWebServerFactoryCustomizer.class);

	private final Environment environment;

	private final ServerProperties serverProperties;

	private final BridgeProperties properties;

	ReactorNettyWebServerFactoryCustomizer(Environment environment, ServerProperties serverProperties,
			BridgeProperties properties) {
		this.environment = environment;
		this.serverProperties = serverProperties;
		this.properties = properties;
	}

	@Override
	public int getOrder() {
		return ORDER;
	}

	@Override
	public void customize(ReactorNettyServletWebServerFactory factory) {
		checkThreads();
		factory.setMode(this.properties.getMode());
		factory.setRequestLimits(requestLimits());
		factory.setOffLoopPaths(offLoopPaths());
		// Before those of the application, which have the last word.
		factory.getServerCustomizers().add(0, this::configureListener);
	}

	private @Nullable OffLoopPaths offLoopPaths() {
		List<String> patterns = this.properties.getOffLoopPaths();
		try {
			return patterns.isEmpty() ? null : new OffLoopPaths(patterns);
		}
		catch (PatternParseException ex) {
			throw new InvalidConfigurationPropertyValueException("bridge.off-loop-paths", patterns,
					"One is no pattern of paths: " + ex.toDetailedString() + "\nWrite it as in a controller's mapping, "
							+ "for example /reports/** or /users/{id}/export.");
		}
	}

	private void checkThreads() {
		Threads threads = this.properties.getThreads();
		if ((threads == Threads.VIRTUAL || threads == Threads.EVENT_LOOP)
				&& JavaVersion.getJavaVersion().isOlderThan(JavaVersion.TWENTY_ONE)) {
			throw new UnavailableFeatureException(
					"bridge.threads=" + ((threads == Threads.VIRTUAL) ? "virtual" : "event-loop"),
					"Virtual threads need Java 21, this is Java " + Runtime.version().feature() + ".",
					(threads == Threads.VIRTUAL)
							? "Run the application on Java 21 or newer, or set bridge.threads=platform."
							: "Run the application on Java 21 to 25, with the option "
									+ "--add-opens=java.base/java.lang=ALL-UNNAMED, or set bridge.threads=platform.");
		}
	}

	/**
	 * As on Boot's other servers, a cloud platform has a proxy in front unless the
	 * strategy says otherwise; so has an application that names its proxies.
	 */
	private @Nullable ProxySettings proxies() {
		List<String> trusted = this.properties.getTrustedProxies();
		ForwardHeadersStrategy strategy = this.serverProperties.getForwardHeadersStrategy();
		if (strategy == null) {
			CloudPlatform platform = CloudPlatform.getActive(this.environment);
			boolean deduced = trusted != null || (platform != null && platform.isUsingForwardHeaders());
			strategy = deduced ? ForwardHeadersStrategy.NATIVE : ForwardHeadersStrategy.NONE;
		}
		List<String> believed = (trusted != null) ? trusted : ProxySettings.PRIVATE_NETWORKS;
		boolean accelerated = this.properties.getStatic().getAccel() != null;
		if (accelerated && believed.isEmpty()) {
			throw new InvalidConfigurationPropertyValueException("bridge.trusted-proxies", "",
					"Files are left to a trusted proxy alone (bridge.static.accel is set), and this trusts none. "
							+ "Name the proxy, or remove bridge.static.accel and bridge.static.root.");
		}
		// Who may send files in the server's stead has to be known in any case
		List<String> known = accelerated ? believed : List.of();
		return switch (strategy) {
			case NATIVE -> proxies(believed, Evaluation.SERVER);
			// Spring's filter believes everybody: who is not trusted must not reach it
			case FRAMEWORK -> (trusted != null) ? proxies(trusted, Evaluation.APPLICATION)
					: proxies(known, Evaluation.APPLICATION_ALONE);
			case NONE -> accelerated ? proxies(known, Evaluation.NONE) : null;
		};
	}

	private ProxySettings proxies(List<String> trusted, Evaluation evaluation) {
		Family family = Family.valueOf(this.properties.getForwardedHeaders().name());
		try {
			return new ProxySettings(trusted, family, evaluation);
		}
		catch (IllegalArgumentException ex) {
			throw new InvalidConfigurationPropertyValueException("bridge.trusted-proxies", String.join(",", trusted),
					ex.getMessage() + ".");
		}
	}

	private RequestLimits requestLimits() {
		BridgeProperties values = this.properties;
		return new RequestLimits(atLeast(0, "bridge.max-parameters", values.getMaxParameters()),
				bytes(0, "bridge.max-form-size", values.getMaxFormSize()),
				atLeast(0, "bridge.max-parts", values.getMaxParts()),
				bytes(1, "bridge.max-part-header-size", values.getMaxPartHeaderSize()),
				bytes(1, "bridge.response-buffer-size", values.getResponseBufferSize()));
	}

	private void configureListener(ServerSettings.Builder settings) {
		BridgeProperties values = this.properties;
		if (values.getMaxActive() != null) {
			settings.maxActive(atLeast(1, "bridge.max-active", values.getMaxActive()));
		}
		if (values.getThreads() != Threads.AUTO) {
			settings.threads(ThreadKind.valueOf(values.getThreads().name()));
		}
		settings.proxies(proxies())
			.eventLoops(atLeast(0, "bridge.event-loops", values.getEventLoops()))
			.acquireTimeout(notNegative("bridge.acquire-timeout", values.getAcquireTimeout()))
			.idleTimeout(patient("bridge.idle-timeout", values.getIdleTimeout()))
			.headerTimeout(patient("bridge.header-timeout", values.getHeaderTimeout()))
			.bodyTimeout(patient("bridge.body-timeout", values.getBodyTimeout()))
			.sendTimeout(patient("bridge.send-timeout", values.getSendTimeout()))
			.shutdownQuiet(notNegative("bridge.shutdown-quiet", values.getShutdownQuiet()))
			.maxRequestLine(bytes(1, "bridge.max-request-line-size", values.getMaxRequestLineSize()))
			.maxHeaderSize(bytes(1, "server.max-http-request-header-size",
					this.serverProperties.getMaxHttpRequestHeaderSize()))
			.maxSwallowSize(bytes(0, "bridge.max-swallow-size", values.getMaxSwallowSize()));
	}

	private static int atLeast(int least, String name, int value) {
		if (value < least) {
			throw new InvalidConfigurationPropertyValueException(name, value, "It must be " + least + " or more.");
		}
		return value;
	}

	private static int bytes(int least, String name, DataSize value) {
		if (value.toBytes() < least || value.toBytes() > Integer.MAX_VALUE) {
			throw new InvalidConfigurationPropertyValueException(name, value,
					"It must be between " + least + "B and " + Integer.MAX_VALUE + "B.");
		}
		return (int) value.toBytes();
	}

	/** A wait for somebody on the network; one below a second was meant in seconds. */
	private static Duration patient(String name, Duration value) {
		if (value.isNegative() || value.isZero()) {
			throw new InvalidConfigurationPropertyValueException(name, value, "It must be longer than zero.");
		}
		if (value.compareTo(Duration.ofSeconds(1)) < 0) {
			long millis = value.toMillis();
			logger.warn("{} is {} ms, after which connections are closed under clients that are only slow. "
					+ "A number without a unit is milliseconds: for seconds write {}s", name, millis, millis);
		}
		return value;
	}

	private static Duration notNegative(String name, Duration value) {
		if (value.isNegative()) {
			throw new InvalidConfigurationPropertyValueException(name, value, "It must not be negative.");
		}
		return value;
	}

}
