package io.mvcbridge.jakarta.session;

import java.security.SecureRandom;
import java.util.Base64;

/**
 * Makes session identifiers: 192 random bits as 32 characters that need no encoding in a
 * cookie or a path parameter.
 */
final class SessionIds {

	private static final int BYTES = 24;

	private final SecureRandom random = new SecureRandom();

	private final Base64.Encoder encoder = Base64.getUrlEncoder().withoutPadding();

	String next() {
		byte[] bytes = new byte[BYTES];
		this.random.nextBytes(bytes);
		return this.encoder.encodeToString(bytes);
	}

}
