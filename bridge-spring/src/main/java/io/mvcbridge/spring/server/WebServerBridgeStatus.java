package io.mvcbridge.spring.server;

import java.time.Instant;
import java.util.Locale;
import java.util.function.Supplier;

import io.mvcbridge.core.server.ServerSettings;
import io.mvcbridge.spring.BridgeStatus;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.web.server.WebServer;

/** Asks the web server of an application each time it is asked. */
public final class WebServerBridgeStatus implements BridgeStatus {

	private static final String NONE = "none";

	private final Supplier<@Nullable WebServer> webServer;

	/**
	 * Creates a status of the web server that the supplier knows at the moment.
	 * @param webServer returns null before there is one
	 */
	public WebServerBridgeStatus(Supplier<@Nullable WebServer> webServer) {
		this.webServer = webServer;
	}

	private @Nullable ReactorNettyWebServer running() {
		return (this.webServer.get() instanceof ReactorNettyWebServer server) ? server : null;
	}

	@Override
	public String mode() {
		ReactorNettyWebServer server = running();
		return (server != null) ? server.getMode().toString() : NONE;
	}

	@Override
	public String server() {
		return (running() != null) ? "Reactor Netty" : NONE;
	}

	@Override
	public String serverVersion() {
		return Versions.reactorNetty();
	}

	@Override
	public String nettyVersion() {
		return Versions.netty();
	}

	@Override
	public String bridgeVersion() {
		return Versions.bridge();
	}

	@Override
	public String threads() {
		ReactorNettyWebServer server = running();
		return (server != null) ? server.getThreadKind().name().toLowerCase(Locale.ROOT).replace('_', '-') : NONE;
	}

	@Override
	public int port() {
		ReactorNettyWebServer server = running();
		return (server != null) ? server.getPort() : -1;
	}

	@Override
	public int activeExchanges() {
		ReactorNettyWebServer server = running();
		return (server != null) ? server.getActiveExchanges() : 0;
	}

	@Override
	public @Nullable Instant startedAt() {
		ReactorNettyWebServer server = running();
		return (server != null) ? server.getStartedAt() : null;
	}

	@Override
	public @Nullable Settings settings() {
		ReactorNettyWebServer server = running();
		if (server == null) {
			return null;
		}
		ServerSettings settings = server.getSettings();
		return new Settings(server.getServletContext().getContextPath(), settings.maxActive(),
				settings.acquireTimeout(), settings.idleTimeout(), settings.headerTimeout(), settings.bodyTimeout(),
				settings.sendTimeout(), settings.maxRequestLine(), settings.maxHeaderSize(),
				server.getRequestLimits().maxFormSize(), settings.compression() != null, server.isGracefulShutdown());
	}

}
