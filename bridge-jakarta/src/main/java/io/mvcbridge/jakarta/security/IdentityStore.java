package io.mvcbridge.jakarta.security;

import java.security.cert.X509Certificate;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Knows the users of an application. Called by servlet threads, any number at once, and
 * may block; nothing is locked meanwhile. What it throws fails the request with 500: to
 * know nobody of that name is no failure. BASIC asks with every request, so a store that
 * hashes slowly on purpose should remember for a while whom it has let in, as
 * {@link InMemoryIdentities} does.
 */
public interface IdentityStore {

	/**
	 * Checks a password, for BASIC, FORM and {@code HttpServletRequest.login}.
	 * @param username as the client sent it
	 * @param password as the client sent it
	 * @return the user, null if there is none of that name and password
	 */
	@Nullable Identity authenticate(String username, String password);

	/**
	 * Maps a client certificate to a user, for CLIENT-CERT. The TLS layer has checked
	 * that the client owns it and that a trusted authority stands behind it.
	 * @param chain the client's certificate, then those of its issuers; never empty
	 * @return the user, null if nobody has that certificate; the default knows none
	 */
	default @Nullable Identity authenticate(List<X509Certificate> chain) {
		return null;
	}

	/**
	 * Looks up a user for DIGEST, who sends no password.
	 * @param username as the client sent it
	 * @param realm the realm of the login configuration
	 * @param algorithm the name of a message digest: {@code SHA-256} or {@code MD5}
	 * @return the user and the hash, null if there is none of that name or the store
	 * cannot tell the hash; the default never can
	 */
	default @Nullable DigestSecret digestSecret(String username, String realm, String algorithm) {
		return null;
	}

}
