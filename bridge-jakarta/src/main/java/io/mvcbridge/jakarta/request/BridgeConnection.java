package io.mvcbridge.jakarta.request;

import java.util.Locale;

import jakarta.servlet.ServletConnection;

/**
 * The connection a request came on.
 *
 * @param id unique among the connections of the server
 * @param version the protocol as the request names it
 * @param secure whether it is encrypted
 */
record BridgeConnection(String id, String version, boolean secure) implements ServletConnection {

	@Override
	public String getConnectionId() {
		return this.id;
	}

	/** The ALPN identifier of the protocol. */
	@Override
	public String getProtocol() {
		if (this.version.startsWith("HTTP/2")) {
			return this.secure ? "h2" : "h2c";
		}
		return this.version.toLowerCase(Locale.ROOT);
	}

	/** HTTP/1 and HTTP/2 define none. */
	@Override
	public String getProtocolConnectionId() {
		return "";
	}

	@Override
	public boolean isSecure() {
		return this.secure;
	}

}
