package io.mvcbridge.jakarta.request;

import java.net.InetSocketAddress;

import io.mvcbridge.core.exchange.ConnectionInfo;
import io.mvcbridge.core.exchange.Forwarding;
import io.mvcbridge.core.exchange.HttpExchange;
import io.mvcbridge.jakarta.http.HostHeader;
import io.mvcbridge.jakarta.http.RequestTarget;
import io.netty.handler.codec.http.HttpHeaderNames;
import org.jspecify.annotations.Nullable;

/**
 * Where a request was sent to and where it came from: what a trusted proxy said,
 * authority of an absolute target, {@code Host} field, or the connection, in this order
 * (RFC 9112 §3.3).
 */
final class RequestAddress {

	private static final int HTTP_PORT = 80;

	private static final int HTTPS_PORT = 443;

	private final HttpExchange exchange;

	private final ConnectionInfo connection;

	private final @Nullable Forwarding forwarding;

	private final RequestTarget target;

	private @Nullable HostHeader server;

	RequestAddress(HttpExchange exchange, RequestTarget target) {
		this.exchange = exchange;
		this.connection = exchange.connection();
		this.forwarding = exchange.forwarding();
		this.target = target;
	}

	boolean isSecure() {
		String scheme = forwardedScheme();
		return (scheme != null) ? scheme.equals("https") : this.connection.tls() != null;
	}

	private @Nullable String forwardedScheme() {
		return (this.forwarding != null) ? this.forwarding.scheme() : null;
	}

	String scheme() {
		return isSecure() ? "https" : "http";
	}

	String serverName() {
		return server().host();
	}

	int serverPort() {
		int port = server().port();
		return (port > 0) ? port : defaultPort();
	}

	private int defaultPort() {
		return isSecure() ? HTTPS_PORT : HTTP_PORT;
	}

	private HostHeader server() {
		HostHeader server = this.server;
		if (server == null) {
			server = forwarded(this.forwarding);
			this.server = server;
		}
		return server;
	}

	private HostHeader forwarded(@Nullable Forwarding forwarding) {
		if (forwarding == null) {
			return addressed();
		}
		if (forwarding.host() != null) {
			return new HostHeader(forwarding.host(), forwarding.port());
		}
		HostHeader addressed = addressed();
		return (forwarding.port() != -1) ? new HostHeader(addressed.host(), forwarding.port()) : addressed;
	}

	private HostHeader addressed() {
		String authority = this.target.authority();
		if (authority == null) {
			authority = this.exchange.head().headers().get(HttpHeaderNames.HOST);
		}
		if (authority != null && !authority.isBlank()) {
			return HostHeader.parse(authority);
		}
		// The port here is not the one that a client of the proxy would use
		return new HostHeader(localAddress(), (forwardedScheme() != null) ? -1 : localPort());
	}

	/** Scheme, name and port as they begin a URL; without the port that is implied. */
	String origin() {
		int port = serverPort();
		String origin = scheme() + "://" + serverName();
		return (port == defaultPort()) ? origin : origin + ":" + port;
	}

	String remoteAddress() {
		InetSocketAddress client = (this.forwarding != null) ? this.forwarding.client() : null;
		return (client != null) ? ConnectionInfo.text(client) : this.connection.remoteText();
	}

	int remotePort() {
		return port(remote());
	}

	private @Nullable InetSocketAddress remote() {
		InetSocketAddress client = (this.forwarding != null) ? this.forwarding.client() : null;
		return (client != null) ? client : this.connection.remoteInternetAddress();
	}

	String localAddress() {
		InetSocketAddress local = this.connection.localInternetAddress();
		return (local != null) ? ConnectionInfo.text(local) : "";
	}

	int localPort() {
		return port(this.connection.localInternetAddress());
	}

	private static int port(@Nullable InetSocketAddress address) {
		return (address != null) ? address.getPort() : -1;
	}

}
