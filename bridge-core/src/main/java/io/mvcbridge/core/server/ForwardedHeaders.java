package io.mvcbridge.core.server;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;

import io.mvcbridge.core.exchange.Forwarding;
import io.mvcbridge.core.server.ProxySettings.Evaluation;
import io.mvcbridge.core.server.ProxySettings.Family;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.util.AsciiString;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What proxies say of the client, and how much of it is believed. Anybody can send these
 * fields, and most proxies append to what is there, so the end of a list is what the
 * trusted peer wrote and the beginning may be an invention. From the end on, addresses of
 * trusted proxies are passed over; the first other address is the client. What was said
 * of scheme, host and port is taken from the same place, counted from the end, so that a
 * chain whose proxies all append and a first proxy that overwrites are both understood.
 * Where one trusted proxy appends to a field and the next passes it on as it is, while
 * both append the address, the count is wrong, and nothing in the fields tells.
 * <p>
 * Called on the event loop.
 */
final class ForwardedHeaders {

	private static final AsciiString FORWARDED = AsciiString.cached("Forwarded");

	private static final AsciiString FOR = AsciiString.cached("X-Forwarded-For");

	private static final AsciiString PROTO = AsciiString.cached("X-Forwarded-Proto");

	private static final AsciiString HOST = AsciiString.cached("X-Forwarded-Host");

	private static final AsciiString PORT = AsciiString.cached("X-Forwarded-Port");

	/** Read by frameworks, not by us. */
	private static final AsciiString PREFIX = AsciiString.cached("X-Forwarded-Prefix");

	private static final AsciiString SSL = AsciiString.cached("X-Forwarded-Ssl");

	private static final AsciiString[] X_FORWARDED = { FOR, PROTO, HOST, PORT, PREFIX, SSL };

	private static final Logger logger = LoggerFactory.getLogger(ForwardedHeaders.class);

	private final AtomicBoolean strangerTold = new AtomicBoolean();

	private final AtomicBoolean otherFamilyTold = new AtomicBoolean();

	private final TrustedProxies trusted;

	private final Family family;

	private final Evaluation evaluation;

	ForwardedHeaders(ProxySettings settings) {
		this.trusted = new TrustedProxies(settings.trusted());
		this.family = settings.family();
		this.evaluation = settings.evaluation();
	}

	/** Whether what a peer says is believed. */
	boolean isTrusted(SocketAddress peer) {
		return this.trusted.contain(peer);
	}

	/**
	 * Evaluates the fields of a request and takes those out that nobody vouches for.
	 * @param headers the fields of the request, changed by this call
	 * @param peer who sent the request
	 * @param trustedPeer whether the request came from a trusted proxy
	 * @return what the proxy said, null if the request did not come through one
	 * @throws MalformedForwardingException if a trusted proxy said something that makes
	 * no sense
	 */
	@Nullable Forwarding evaluate(HttpHeaders headers, SocketAddress peer, boolean trustedPeer)
			throws MalformedForwardingException {
		if (this.evaluation == Evaluation.SERVER || this.evaluation == Evaluation.APPLICATION) {
			if (!trustedPeer && isForwarded(headers)) {
				tellOfStranger(peer);
			}
			else if (trustedPeer && !isForwarded(headers) && isForwarded(headers, otherFamily())) {
				tellOfOtherFamily(peer);
			}
			removeUntrusted(headers, trustedPeer);
		}
		if (!trustedPeer || !isForwarded(headers)) {
			return null;
		}
		if (this.evaluation != Evaluation.SERVER) {
			return Forwarding.UNEVALUATED;
		}
		if (this.family == Family.FORWARDED) {
			Forwarding forwarding = standard(headers);
			headers.set(FORWARDED, ForwardedElement.of(forwarding).toString());
			return forwarding;
		}
		Forwarding forwarding = customary(headers);
		replaceCustomary(headers, forwarding);
		return forwarding;
	}

	/** A proxy that was forgotten is the likely cause of links that lead nowhere. */
	private void tellOfStranger(SocketAddress peer) {
		if (this.strangerTold.compareAndSet(false, true)) {
			logger.warn(
					"{} sent {} fields and is none of bridge.trusted-proxies {}: the fields are thrown away. "
							+ "If it is your proxy, add its address. This is said once",
					peer, name(this.family), this.trusted);
		}
	}

	/** One that sends the right family too has passed on what a client made up. */
	private void tellOfOtherFamily(SocketAddress peer) {
		if (this.otherFamilyTold.compareAndSet(false, true)) {
			logger.warn(
					"{} is one of bridge.trusted-proxies but sent {} fields, and bridge.forwarded-headers={} expects {}: "
							+ "the fields are thrown away. If your proxy sets them, set bridge.forwarded-headers={}; "
							+ "if a client did, let the proxy remove them. This is said once",
					peer, name(otherFamily()), value(this.family), name(this.family), value(otherFamily()));
		}
	}

	private Family otherFamily() {
		return (this.family == Family.FORWARDED) ? Family.X_FORWARDED : Family.FORWARDED;
	}

	private static String name(Family family) {
		return (family == Family.FORWARDED) ? "Forwarded" : "X-Forwarded-*";
	}

	private static String value(Family family) {
		return (family == Family.FORWARDED) ? "forwarded" : "x-forwarded";
	}

	private void removeUntrusted(HttpHeaders headers, boolean trustedPeer) {
		if (!trustedPeer || this.family != Family.FORWARDED) {
			headers.remove(FORWARDED);
		}
		if (!trustedPeer || this.family != Family.X_FORWARDED) {
			removeAll(headers);
		}
	}

	private static void removeAll(HttpHeaders headers) {
		for (AsciiString name : X_FORWARDED) {
			headers.remove(name);
		}
	}

	private boolean isForwarded(HttpHeaders headers) {
		return isForwarded(headers, this.family);
	}

	/** Whether somebody has told of the client in the fields of a family. */
	static boolean isForwarded(HttpHeaders headers, Family family) {
		if (family == Family.FORWARDED) {
			return headers.contains(FORWARDED);
		}
		return headers.contains(FOR) || headers.contains(PROTO) || headers.contains(HOST) || headers.contains(PORT);
	}

	// ---- X-Forwarded-*

	private Forwarding customary(HttpHeaders headers) throws MalformedForwardingException {
		List<String> addresses = list(headers, FOR);
		InetSocketAddress client = null;
		int fromEnd = 0;
		while (fromEnd < addresses.size()) {
			fromEnd++;
			InetSocketAddress address = node(addresses.get(addresses.size() - fromEnd));
			if (address != null) {
				client = address;
			}
			if (address == null || !this.trusted.contain(address)) {
				break;
			}
		}
		String scheme = scheme(said(headers, PROTO, fromEnd), PROTO);
		Authority authority = Authority.of(said(headers, HOST, fromEnd), HOST);
		int port = port(said(headers, PORT, fromEnd));
		return new Forwarding(client, scheme, authority.host(), (port != -1) ? port : authority.port());
	}

	/** What stood in the same place of the chain as the client's address. */
	private static @Nullable String said(HttpHeaders headers, AsciiString name, int fromEnd) {
		List<String> values = list(headers, name);
		if (values.isEmpty()) {
			return null;
		}
		return values.get(Math.max(0, values.size() - Math.max(1, fromEnd)));
	}

	/** The members of all fields of a name, in order, without empty ones. */
	private static List<String> list(HttpHeaders headers, AsciiString name) {
		List<String> members = new ArrayList<>(2);
		for (String field : headers.getAll(name)) {
			int start = 0;
			while (start <= field.length()) {
				int comma = field.indexOf(',', start);
				int end = (comma < 0) ? field.length() : comma;
				String member = field.substring(start, end).trim();
				if (!member.isEmpty()) {
					members.add(member);
				}
				start = end + 1;
			}
		}
		return members;
	}

	/** What is left for an application that reads the fields itself: the same again. */
	private static void replaceCustomary(HttpHeaders headers, Forwarding forwarding) {
		removeAll(headers);
		InetSocketAddress client = forwarding.client();
		if (client != null) {
			headers.set(FOR, client.getAddress().getHostAddress());
		}
		if (forwarding.scheme() != null) {
			headers.set(PROTO, forwarding.scheme());
		}
		if (forwarding.host() != null) {
			headers.set(HOST, forwarding.host());
		}
		if (forwarding.port() != -1) {
			headers.set(PORT, Integer.toString(forwarding.port()));
		}
	}

	private static int port(@Nullable String value) throws MalformedForwardingException {
		if (value == null) {
			return -1;
		}
		int port = Authority.port(value, 0);
		if (port < 1) {
			throw new MalformedForwardingException(PORT + " of the proxy is no port", value);
		}
		return port;
	}

	// ---- Forwarded

	private Forwarding standard(HttpHeaders headers) throws MalformedForwardingException {
		List<ForwardedElement> elements = ForwardedElement.parse(String.join(",", headers.getAll(FORWARDED)));
		InetSocketAddress client = null;
		ForwardedElement element = ForwardedElement.EMPTY;
		for (int i = elements.size() - 1; i >= 0; i--) {
			element = elements.get(i);
			InetSocketAddress address = (element.client() != null) ? node(element.client()) : null;
			if (address != null) {
				client = address;
			}
			if (address == null || !this.trusted.contain(address)) {
				break;
			}
		}
		Authority authority = Authority.of(element.host(), FORWARDED);
		return new Forwarding(client, scheme(element.proto(), FORWARDED), authority.host(), authority.port());
	}

	// ---- both

	private static @Nullable String scheme(@Nullable String value, AsciiString field)
			throws MalformedForwardingException {
		if (value == null) {
			return null;
		}
		return switch (value.toLowerCase(Locale.ROOT)) {
			case "http", "ws" -> "http";
			case "https", "wss" -> "https";
			default -> throw new MalformedForwardingException(
					field + " of the proxy names a scheme other than http and https", value);
		};
	}

	/**
	 * Reads a node of a chain.
	 * @param text an address, perhaps with a port, an IPv6 address then in brackets
	 * @return the address, with port 0 if there was none; null for {@code unknown}, a
	 * made-up name (RFC 7239 §6.3) and everything else that is none
	 */
	private static @Nullable InetSocketAddress node(String text) {
		int colon = portColon(text);
		InetAddress address = TrustedProxies.address((colon < 0) ? text : text.substring(0, colon));
		if (address == null) {
			return null;
		}
		// A made-up port (RFC 7239 §6) is none
		int port = (colon < 0) ? 0 : Authority.port(text, colon + 1);
		return new InetSocketAddress(address, Math.max(0, port));
	}

	private static int portColon(String text) {
		if (text.startsWith("[")) {
			int bracket = text.indexOf(']');
			return (bracket != -1 && bracket + 1 < text.length() && text.charAt(bracket + 1) == ':') ? bracket + 1 : -1;
		}
		int colon = text.indexOf(':');
		return (colon == text.lastIndexOf(':')) ? colon : -1;
	}

	/**
	 * A host and a port that a proxy named.
	 *
	 * @param host the host, null if none was named
	 * @param port the port, -1 if none was named
	 */
	private record Authority(@Nullable String host, int port) {

		private static final Authority NONE = new Authority(null, -1);

		static Authority of(@Nullable String value, AsciiString field) throws MalformedForwardingException {
			if (value == null) {
				return NONE;
			}
			if (value.isEmpty() || !HostSyntax.isValid(value)) {
				throw new MalformedForwardingException(field + " of the proxy names an invalid host", value);
			}
			int colon = value.indexOf(':', value.startsWith("[") ? value.indexOf(']') : 0);
			return (colon < 0) ? new Authority(value, -1)
					: new Authority(value.substring(0, colon), port(value, colon + 1));
		}

		/** The port at the end of a text, -1 if there is none. */
		static int port(String text, int start) {
			int length = text.length() - start;
			if (length < 1 || length > 5) {
				return -1;
			}
			int port = 0;
			for (int i = start; i < text.length(); i++) {
				char c = text.charAt(i);
				if (c < '0' || c > '9') {
					return -1;
				}
				port = port * 10 + (c - '0');
			}
			return (port <= 65535) ? port : -1;
		}

	}

}
