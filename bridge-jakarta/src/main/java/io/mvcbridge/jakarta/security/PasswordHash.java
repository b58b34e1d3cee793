package io.mvcbridge.jakarta.security;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;

import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

import org.jspecify.annotations.Nullable;

/**
 * A password as it is kept: salted, and hashed so often that whoever steals it needs long
 * to try a dictionary.
 *
 * @param iterations how often
 * @param salt random octets
 * @param hash what came out
 */
record PasswordHash(int iterations, byte[] salt, byte[] hash) {

	/** What OWASP asks for with this algorithm: a tenth of a second or two. */
	static final int DEFAULT_ITERATIONS = 210_000;

	private static final String ALGORITHM = "PBKDF2WithHmacSHA512";

	private static final String PREFIX = "pbkdf2-sha512";

	private static final int SALT = 16;

	private static final int HASH = 32;

	private static final SecureRandom RANDOM = new SecureRandom();

	static PasswordHash of(String password, int iterations) {
		byte[] salt = new byte[SALT];
		RANDOM.nextBytes(salt);
		return new PasswordHash(iterations, salt, compute(password, salt, iterations));
	}

	/**
	 * Reads a hash back from its text.
	 * @throws IllegalArgumentException if the text is no hash
	 */
	static PasswordHash parse(String text) {
		String[] parts = text.split(":");
		try {
			if (parts.length == 4 && parts[0].equals(PREFIX)) {
				PasswordHash parsed = new PasswordHash(Integer.parseInt(parts[1]), Base64.getDecoder().decode(parts[2]),
						Base64.getDecoder().decode(parts[3]));
				if (parsed.iterations > 0 && parsed.salt.length > 0 && parsed.hash.length == HASH) {
					return parsed;
				}
			}
		}
		catch (IllegalArgumentException ex) {
			throw malformed(ex);
		}
		throw malformed(null);
	}

	private static IllegalArgumentException malformed(@Nullable IllegalArgumentException cause) {
		// Not the text: whoever mistook a password for a hash finds it in no log
		return new IllegalArgumentException("Not a password hash: it has the form '" + PREFIX
				+ ":iterations:salt:hash', as InMemoryIdentities.hash makes it", cause);
	}

	/** Whether this is the password. Takes long on purpose. */
	boolean matches(String password) {
		return MessageDigest.isEqual(this.hash, compute(password, this.salt, this.iterations));
	}

	private static byte[] compute(String password, byte[] salt, int iterations) {
		PBEKeySpec key = new PBEKeySpec(password.toCharArray(), salt, iterations, HASH * Byte.SIZE);
		try {
			return SecretKeyFactory.getInstance(ALGORITHM).generateSecret(key).getEncoded();
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException("The Java platform has no " + ALGORITHM, ex);
		}
		finally {
			key.clearPassword();
		}
	}

	@Override
	public String toString() {
		return PREFIX + ":" + this.iterations + ":" + Base64.getEncoder().encodeToString(this.salt) + ":"
				+ Base64.getEncoder().encodeToString(this.hash);
	}

}
