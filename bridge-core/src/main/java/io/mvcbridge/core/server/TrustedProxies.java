package io.mvcbridge.core.server;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.regex.Pattern;

import io.netty.handler.ipfilter.IpFilterRuleType;
import io.netty.handler.ipfilter.IpSubnetFilterRule;
import io.netty.util.NetUtil;
import org.jspecify.annotations.Nullable;

/** The addresses of the proxies that are believed. */
final class TrustedProxies {

	/**
	 * A part of an IPv4 address, alone or behind an IPv6 one, that is not plain decimal.
	 */
	private static final Pattern LEADING_ZERO = Pattern.compile("(?:^|[.:])0[0-9]+(?=\\.)|\\.0[0-9]");

	private final List<String> texts;

	private final IpSubnetFilterRule[] ranges;

	TrustedProxies(List<String> ranges) {
		this.texts = ranges;
		this.ranges = ranges.stream().map(TrustedProxies::range).toArray(IpSubnetFilterRule[]::new);
	}

	boolean contain(SocketAddress peer) {
		return peer instanceof InetSocketAddress address && contain(address);
	}

	boolean contain(InetSocketAddress address) {
		for (IpSubnetFilterRule range : this.ranges) {
			if (range.matches(address)) {
				return true;
			}
		}
		return false;
	}

	@Override
	public String toString() {
		return this.texts.toString();
	}

	/**
	 * Parses an address or a range of addresses.
	 * @param text the address, with the length of the prefix behind a slash for a range
	 * @return what matches the addresses of the range
	 * @throws IllegalArgumentException if it is neither
	 */
	static IpSubnetFilterRule range(String text) {
		int slash = text.indexOf('/');
		InetAddress address = address((slash < 0) ? text : text.substring(0, slash));
		if (address == null) {
			throw new IllegalArgumentException("'" + text
					+ "' is no address and no range of addresses such as 10.0.0.0/8 or fc00::/7 (names are not looked up)");
		}
		int bits = address.getAddress().length * Byte.SIZE;
		int prefix = (slash < 0) ? bits : prefix(text.substring(slash + 1));
		if (prefix < 0 || prefix > bits) {
			throw new IllegalArgumentException("'" + text + "' needs a number from 0 to " + bits + " behind the slash");
		}
		return new IpSubnetFilterRule(address, prefix, IpFilterRuleType.ACCEPT);
	}

	private static int prefix(String text) {
		boolean number = !text.isEmpty() && text.length() <= 3 && text.chars().allMatch((c) -> c >= '0' && c <= '9');
		return number ? Integer.parseInt(text) : -1;
	}

	/**
	 * Reads an address without asking anybody for a name.
	 * @param text an IPv4 address, or an IPv6 address with or without brackets
	 * @return the address, null if it is none
	 */
	static @Nullable InetAddress address(String text) {
		if (LEADING_ZERO.matcher(text).find()) {
			// Octal to some who read it, decimal to others: 010.0.0.1 (RFC 6943 §3.1.1)
			return null;
		}
		byte[] bytes = NetUtil.createByteArrayFromIpAddressString(text);
		if (bytes == null) {
			return null;
		}
		try {
			return InetAddress.getByAddress(bytes);
		}
		catch (UnknownHostException ex) {
			throw new IllegalStateException("An address of " + bytes.length + " bytes", ex);
		}
	}

}
