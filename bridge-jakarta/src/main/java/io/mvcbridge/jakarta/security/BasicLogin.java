package io.mvcbridge.jakarta.security;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Collections;
import java.util.List;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

/**
 * HTTP Basic (Servlet 6.1 §13.6.1, RFC 7617). Credentials that cannot be read are none:
 * the client is asked again. The charset is UTF-8, which the challenge says; octets that
 * are none are read as ISO-8859-1, since clients that do not know the parameter send it.
 */
final class BasicLogin implements LoginMechanism {

	private static final String SCHEME = "Basic ";

	private final IdentityStore store;

	private final String challenge;

	BasicLogin(IdentityStore store, String realm) {
		this.store = store;
		this.challenge = "Basic realm=" + quote(realm) + ", charset=\"UTF-8\"";
	}

	/** A quoted string (RFC 9110 §5.6.4). */
	static String quote(String text) {
		return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
	}

	@Override
	public @Nullable Identity authenticate(SecuredRequest request, HttpServletResponse response) throws IOException {
		Credentials credentials = credentials(request.request());
		Identity identity = (credentials != null)
				? this.store.authenticate(credentials.username(), credentials.password()) : null;
		if (identity == null) {
			response.setHeader("WWW-Authenticate", this.challenge);
			response.sendError(HttpServletResponse.SC_UNAUTHORIZED);
		}
		return identity;
	}

	/**
	 * The credentials of a request.
	 * @param request the request
	 * @return user name and password; null if there are none, if they cannot be read, or
	 * if there are several
	 */
	static @Nullable Credentials credentials(HttpServletRequest request) {
		List<String> fields = Collections.list(request.getHeaders("Authorization"));
		if (fields.size() != 1 || !fields.get(0).regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
			return null;
		}
		byte[] octets;
		try {
			octets = Base64.getDecoder().decode(fields.get(0).substring(SCHEME.length()).strip());
		}
		catch (IllegalArgumentException ex) {
			// Not Base64: nobody can say who that is
			return null;
		}
		String text = decode(octets);
		int colon = text.indexOf(':');
		if (colon < 0 || text.chars().anyMatch(Character::isISOControl)) {
			return null;
		}
		return new Credentials(text.substring(0, colon), text.substring(colon + 1));
	}

	/** Text in UTF-8 if it can be that, else in ISO-8859-1. */
	static String decode(byte[] octets) {
		try {
			return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(octets)).toString();
		}
		catch (CharacterCodingException ex) {
			return new String(octets, StandardCharsets.ISO_8859_1);
		}
	}

	/**
	 * What a client sent.
	 *
	 * @param username the user name, without a colon
	 * @param password the password
	 */
	record Credentials(String username, String password) {

		/** Says nothing of the password. */
		@Override
		public String toString() {
			return this.username;
		}

	}

}
