package io.mvcbridge.core.server;

import java.util.List;

/**
 * Which peers are proxies that are believed, and what becomes of the fields in which
 * proxies tell of the client: {@code X-Forwarded-*}, or {@code Forwarded} (RFC 7239).
 *
 * @param trusted addresses and address ranges in CIDR notation, IPv4 or IPv6; a name is
 * none, because nobody looks names up for each connection
 * @param family the one family of fields that the proxies set; those of the other can
 * come from anybody and are taken out
 * @param evaluation who evaluates the fields
 */
public record ProxySettings(List<String> trusted, Family family, Evaluation evaluation) {

	/**
	 * Loopback, link-local and private addresses: where a proxy of one's own is, and a
	 * client from the internet is not.
	 */
	public static final List<String> PRIVATE_NETWORKS = List.of("127.0.0.0/8", "::1", "10.0.0.0/8", "172.16.0.0/12",
			"192.168.0.0/16", "169.254.0.0/16", "100.64.0.0/10", "fe80::/10", "fc00::/7");

	/**
	 * Checks the addresses.
	 * @throws IllegalArgumentException if one is neither an address nor a range; the
	 * message names it
	 */
	public ProxySettings {
		trusted = List.copyOf(trusted);
		trusted.forEach(TrustedProxies::range);
	}

	/** The fields in which proxies tell of the client. */
	public enum Family {

		/**
		 * {@code X-Forwarded-For}, {@code -Proto}, {@code -Host} and {@code -Port}.
		 */
		X_FORWARDED,

		/** {@code Forwarded} (RFC 7239). */
		FORWARDED

	}

	/** Who evaluates the fields. */
	public enum Evaluation {

		/**
		 * The server: the application sees the client's address, scheme, host and port as
		 * its own, and in the fields only what was believed.
		 */
		SERVER,

		/**
		 * The application: it sees the fields as a trusted proxy sent them, and none from
		 * anybody else.
		 */
		APPLICATION,

		/**
		 * The application, which believes whom it likes: it sees the fields as they came,
		 * from anybody.
		 */
		APPLICATION_ALONE,

		/** Nobody: the fields are like any other. The log says so once when one comes. */
		NONE

	}

}
