package io.mvcbridge.core.exchange;

import java.net.InetSocketAddress;

import org.jspecify.annotations.Nullable;

/**
 * What a trusted proxy said of a request that it forwarded, in the fields of the one
 * family that the server listens to ({@code X-Forwarded-*} or {@code Forwarded}, RFC
 * 7239). Everything else that stood in such fields is not here: it could come from
 * anybody.
 *
 * @param client the client's address, of the hop nearest to it that can be believed; its
 * port is 0 where none was told. Null if the proxy did not tell, or if the server leaves
 * the fields to the application
 * @param scheme {@code http} or {@code https} as the client sees it, null if not told
 * @param host the host as the client sees it, an IPv6 literal with its brackets, null if
 * not told
 * @param port the port as the client sees it, -1 if not told
 */
public record Forwarding(@Nullable InetSocketAddress client, @Nullable String scheme, @Nullable String host, int port) {

	/**
	 * The request came through a trusted proxy, and what that said is for the application
	 * to evaluate.
	 */
	public static final Forwarding UNEVALUATED = new Forwarding(null, null, null, -1);

}
