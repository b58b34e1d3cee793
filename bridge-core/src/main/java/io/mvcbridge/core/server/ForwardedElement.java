package io.mvcbridge.core.server;

import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import io.mvcbridge.core.exchange.Forwarding;
import org.jspecify.annotations.Nullable;

/**
 * What one proxy said in a {@code Forwarded} field (RFC 7239 §4). A field that is
 * malformed anywhere is refused as a whole: behind a quotation mark that a client left
 * open, what the proxy appended would read as the client's.
 *
 * @param client the node that sent the request to the proxy ({@code for})
 * @param proto the scheme
 * @param host the value of the {@code Host} field
 */
record ForwardedElement(@Nullable String client, @Nullable String proto, @Nullable String host) {

	static final ForwardedElement EMPTY = new ForwardedElement(null, null, null);

	/**
	 * Says again what was believed.
	 * @param forwarding what was believed
	 * @return an element that says no more
	 */
	static ForwardedElement of(Forwarding forwarding) {
		InetSocketAddress client = forwarding.client();
		String host = forwarding.host();
		String authority = (host != null && forwarding.port() != -1) ? host + ":" + forwarding.port() : host;
		return new ForwardedElement((client != null) ? node(client) : "unknown", forwarding.scheme(), authority);
	}

	private static String node(InetSocketAddress client) {
		String address = client.getAddress().getHostAddress();
		String node = (client.getAddress() instanceof Inet6Address) ? "[" + address + "]" : address;
		return (client.getPort() > 0) ? node + ":" + client.getPort() : node;
	}

	/** The element as it stands in a field. */
	@Override
	public String toString() {
		StringBuilder field = new StringBuilder();
		append(field, "for", this.client);
		append(field, "proto", this.proto);
		append(field, "host", this.host);
		return field.toString();
	}

	private static void append(StringBuilder field, String name, @Nullable String value) {
		if (value != null) {
			field.append((field.length() > 0) ? ";" : "").append(name).append("=\"").append(value).append('"');
		}
	}

	/**
	 * Parses a field.
	 * @param field the values of all fields of the name, joined with commas
	 * @return its elements in order, without empty ones
	 * @throws MalformedForwardingException if it is malformed
	 */
	static List<ForwardedElement> parse(String field) throws MalformedForwardingException {
		return new Parser(field).elements();
	}

	/** Reads a field from left to right. */
	private static final class Parser {

		private static final String TOKEN_MARKS = "!#$%&'*+-.^_`|~";

		/** Not allowed without quotation marks, but sent by many and harmless. */
		private static final String NODE_MARKS = ":[]";

		private final String field;

		private int position;

		Parser(String field) {
			this.field = field;
		}

		List<ForwardedElement> elements() throws MalformedForwardingException {
			List<ForwardedElement> elements = new ArrayList<>(2);
			Map<String, String> pairs = new HashMap<>(4);
			while (this.position < this.field.length()) {
				skipWhitespace();
				if (!at(';') && !at(',') && this.position < this.field.length()) {
					pair(pairs);
					skipWhitespace();
				}
				if (at(',') || this.position == this.field.length()) {
					add(pairs, elements);
				}
				else if (!at(';')) {
					throw malformed();
				}
				this.position++;
			}
			add(pairs, elements);
			return elements;
		}

		private static void add(Map<String, String> pairs, List<ForwardedElement> elements) {
			if (!pairs.isEmpty()) {
				elements.add(new ForwardedElement(pairs.get("for"), pairs.get("proto"), pairs.get("host")));
				pairs.clear();
			}
		}

		private void pair(Map<String, String> pairs) throws MalformedForwardingException {
			String name = characters("").toLowerCase(Locale.ROOT);
			if (name.isEmpty() || !at('=')) {
				throw malformed();
			}
			this.position++;
			boolean quoted = at('"');
			String value = quoted ? quoted() : characters(NODE_MARKS);
			if ((value.isEmpty() && !quoted) || pairs.put(name, value) != null) {
				throw malformed();
			}
		}

		private String characters(String more) {
			int start = this.position;
			while (this.position < this.field.length() && isTokenCharacter(this.field.charAt(this.position), more)) {
				this.position++;
			}
			return this.field.substring(start, this.position);
		}

		private static boolean isTokenCharacter(char c, String more) {
			return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
					|| TOKEN_MARKS.indexOf(c) != -1 || more.indexOf(c) != -1;
		}

		private String quoted() throws MalformedForwardingException {
			StringBuilder value = new StringBuilder();
			this.position++;
			while (!at('"')) {
				if (at('\\')) {
					this.position++;
				}
				if (this.position >= this.field.length()) {
					throw malformed();
				}
				value.append(this.field.charAt(this.position++));
			}
			this.position++;
			return value.toString();
		}

		private boolean at(char c) {
			return this.position < this.field.length() && this.field.charAt(this.position) == c;
		}

		private void skipWhitespace() {
			while (at(' ') || at('\t')) {
				this.position++;
			}
		}

		private MalformedForwardingException malformed() {
			return new MalformedForwardingException("Forwarded of the proxy is malformed", this.field);
		}

	}

}
