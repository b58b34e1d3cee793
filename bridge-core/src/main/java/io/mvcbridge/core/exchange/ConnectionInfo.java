package io.mvcbridge.core.exchange;

import java.net.InetSocketAddress;
import java.net.SocketAddress;

import javax.net.ssl.SSLSession;

import org.jspecify.annotations.Nullable;

/**
 * The connection a request came on, as it was when the request arrived.
 *
 * @param id unique among the connections of this server since it started
 * @param remote the peer's address
 * @param local the address the peer connected to
 * @param tls the TLS session, or null on a plain connection
 * @param remoteText the peer's IP address as text, empty if the peer is no internet peer;
 * made once, since Spring MVC asks for it in every request
 */
public record ConnectionInfo(String id, SocketAddress remote, SocketAddress local, @Nullable SSLSession tls,
		String remoteText) {

	/**
	 * Describes a connection.
	 * @param id unique among the connections of this server since it started
	 * @param remote the peer's address
	 * @param local the address the peer connected to
	 * @param tls the TLS session, or null on a plain connection
	 */
	public ConnectionInfo(String id, SocketAddress remote, SocketAddress local, @Nullable SSLSession tls) {
		this(id, remote, local, tls, (remote instanceof InetSocketAddress address) ? text(address) : "");
	}

	/**
	 * The IP address of an internet address as text.
	 * @param address the address
	 * @return the IP address; the name if it was never resolved
	 */
	public static String text(InetSocketAddress address) {
		return (address.getAddress() != null) ? address.getAddress().getHostAddress() : address.getHostString();
	}

	/**
	 * The peer's IP address and port.
	 * @return the address, or null if the peer is no internet peer
	 */
	public @Nullable InetSocketAddress remoteInternetAddress() {
		return (this.remote instanceof InetSocketAddress address) ? address : null;
	}

	/**
	 * The local IP address and port.
	 * @return the address, or null if the listener is no internet listener
	 */
	public @Nullable InetSocketAddress localInternetAddress() {
		return (this.local instanceof InetSocketAddress address) ? address : null;
	}

}
