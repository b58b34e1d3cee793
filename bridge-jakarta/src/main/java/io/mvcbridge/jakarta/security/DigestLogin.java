package io.mvcbridge.jakarta.security;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.InstantSource;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import io.mvcbridge.jakarta.http.AuthParameters;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

/**
 * HTTP Digest (Servlet 6.1 §13.6.2, RFC 7616) with {@code qop=auth}, by SHA-256 and, for
 * clients that know nothing better, MD5. Credentials that are malformed or not for this
 * request are answered with 400 (RFC 7616 §3.4.2), those that are wrong with 401, and
 * those that are right but for their nonce with 401 and {@code stale=true}, which
 * browsers follow without asking their user.
 */
final class DigestLogin implements LoginMechanism {

	private static final String SCHEME = "Digest ";

	/** The best first: clients take the first one they know. */
	static final List<String> ALGORITHMS = List.of("SHA-256", "MD5");

	private static final int COUNT_LENGTH = 8;

	private final IdentityStore store;

	private final String realm;

	private final DigestNonces nonces;

	DigestLogin(IdentityStore store, String realm, InstantSource clock) {
		this.store = store;
		this.realm = realm;
		this.nonces = new DigestNonces(clock);
	}

	@Override
	public @Nullable Identity authenticate(SecuredRequest request, HttpServletResponse response) throws IOException {
		List<String> fields = Collections.list(request.request().getHeaders("Authorization"));
		if (fields.isEmpty() || !fields.get(0).regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
			challenge(response, false);
			return null;
		}
		Map<String, String> parameters = (fields.size() == 1) ? AuthParameters.parse(fields.get(0), SCHEME.length())
				: null;
		Credentials credentials = (parameters != null) ? Credentials.of(parameters) : null;
		if (credentials == null || !credentials.isFor(request)) {
			response.sendError(HttpServletResponse.SC_BAD_REQUEST);
			return null;
		}
		DigestSecret secret = credentials.realm().equals(this.realm)
				? this.store.digestSecret(credentials.username(), this.realm, credentials.algorithm()) : null;
		boolean right = credentials.isRight((secret != null) ? secret.hash() : "", request.request().getMethod());
		if (!right || secret == null) {
			challenge(response, false);
			return null;
		}
		if (!this.nonces.use(credentials.nonce(), credentials.count())) {
			challenge(response, true);
			return null;
		}
		return secret.identity();
	}

	private void challenge(HttpServletResponse response, boolean stale) throws IOException {
		String nonce = this.nonces.issue();
		for (String algorithm : ALGORITHMS) {
			String challenge = "Digest realm=" + BasicLogin.quote(this.realm) + ", qop=\"auth\", algorithm=" + algorithm
					+ ", nonce=\"" + nonce + "\", charset=UTF-8" + (stale ? ", stale=true" : "");
			response.addHeader("WWW-Authenticate", challenge);
		}
		response.sendError(HttpServletResponse.SC_UNAUTHORIZED);
	}

	/**
	 * The hash of a text in hexadecimal digits of lower case.
	 * @param algorithm the name of a message digest
	 * @param text the text
	 * @param charset how to make octets of the text
	 * @return the hash
	 */
	static String hash(String algorithm, String text, Charset charset) {
		try {
			return HexFormat.of().formatHex(MessageDigest.getInstance(algorithm).digest(text.getBytes(charset)));
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("Every Java platform has " + algorithm, ex);
		}
	}

	/**
	 * What a client sent, well-formed.
	 *
	 * @param username the user name, decoded
	 * @param realm the realm
	 * @param nonce the nonce
	 * @param uri the target that the client meant
	 * @param cnonce the client's own nonce
	 * @param nc the count as it was sent
	 * @param algorithm one of ours
	 * @param response the proof
	 */
	private record Credentials(String username, String realm, String nonce, String uri, String cnonce, String nc,
			String algorithm, String response) {

		static @Nullable Credentials of(Map<String, String> parameters) {
			String username = username(parameters);
			String realm = parameters.get("realm");
			String nonce = parameters.get("nonce");
			String uri = parameters.get("uri");
			String cnonce = parameters.get("cnonce");
			String nc = parameters.get("nc");
			String response = parameters.get("response");
			String algorithm = parameters.getOrDefault("algorithm", "MD5").toUpperCase(Locale.ROOT);
			if (username == null || realm == null || nonce == null || uri == null || cnonce == null || nc == null
					|| response == null) {
				return null;
			}
			boolean valid = ALGORITHMS.contains(algorithm) && "auth".equals(parameters.get("qop"))
					&& nc.length() == COUNT_LENGTH && nc.chars().allMatch(HexFormat::isHexDigit)
					&& !"true".equalsIgnoreCase(parameters.get("userhash"));
			return valid ? new Credentials(username, text(realm), nonce, uri, cnonce, nc, algorithm, response) : null;
		}

		/** Plain, or by RFC 8187 in {@code username*}; never both (RFC 7616 §3.4). */
		private static @Nullable String username(Map<String, String> parameters) {
			String plain = parameters.get("username");
			String extended = parameters.get("username*");
			if (plain == null && extended != null) {
				return AuthParameters.decodeExtended(extended);
			}
			return (plain != null && extended == null) ? text(plain) : null;
		}

		/** Field values are octets as characters. */
		private static String text(String octets) {
			return BasicLogin.decode(octets.getBytes(StandardCharsets.ISO_8859_1));
		}

		long count() {
			return HexFormat.fromHexDigitsToLong(this.nc);
		}

		/** Whether the target is that of the request (RFC 7616 §3.4.6). */
		boolean isFor(SecuredRequest request) {
			if (this.uri.equals(request.target())) {
				return true;
			}
			String query = request.request().getQueryString();
			String origin = request.request().getRequestURI() + ((query != null) ? "?" + query : "");
			return this.uri.equals(origin)
					|| this.uri.equals(request.request().getRequestURL() + ((query != null) ? "?" + query : ""));
		}

		/** What was sent is hashed octet by octet, as the client did. */
		boolean isRight(String secret, String method) {
			String request = hash(this.algorithm, method + ":" + this.uri, StandardCharsets.ISO_8859_1);
			String expected = hash(this.algorithm,
					secret + ":" + this.nonce + ":" + this.nc + ":" + this.cnonce + ":auth:" + request,
					StandardCharsets.ISO_8859_1);
			return MessageDigest.isEqual(expected.getBytes(StandardCharsets.ISO_8859_1),
					this.response.toLowerCase(Locale.ROOT).getBytes(StandardCharsets.ISO_8859_1));
		}

	}

}
