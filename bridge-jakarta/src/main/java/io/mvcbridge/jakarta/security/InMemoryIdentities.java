package io.mvcbridge.jakarta.security;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import javax.security.auth.x500.X500Principal;

import org.jspecify.annotations.Nullable;

/**
 * A fixed set of users. No password is kept: only its hash (PBKDF2 with HMAC-SHA-512 and
 * a salt), and for DIGEST, if a realm for it is named, the hashes that RFC 7616 needs.
 * <p>
 * To check a password takes a tenth of a second of computing on purpose, but BASIC sends
 * it with every request. So the store keeps, for each user, a seal of the password that
 * he was last let in with: HMAC-SHA-256 under a key that never leaves this object. Who
 * comes with it again costs a microsecond or two. The trade is that somebody who can read
 * the memory of this process finds both the seal and its key, and needs less time to try
 * passwords of users who have logged in; he could as well wait for the passwords
 * themselves.
 * <p>
 * Passwords that are wrong cost the full time, and so do users who do not exist, so that
 * neither the time tells them apart. At most half of the processors compute for that at
 * once: whoever guesses leaves the others to the application. There is no lock after so
 * many failures, which would let anybody lock out anybody.
 */
public final class InMemoryIdentities implements IdentityStore {

	private static final String SEAL_ALGORITHM = "HmacSHA256";

	private final Map<String, User> users;

	private final Map<X500Principal, Identity> certificates;

	private final @Nullable String digestRealm;

	private final PasswordHash nobody;

	private final SecretKeySpec sealKey;

	private final Semaphore computing = new Semaphore(Math.max(1, Runtime.getRuntime().availableProcessors() / 2));

	private InMemoryIdentities(Builder builder) {
		this.users = Map.copyOf(builder.users);
		this.certificates = Map.copyOf(builder.certificates);
		this.digestRealm = builder.digestRealm;
		this.nobody = PasswordHash.of("", builder.iterations);
		byte[] key = new byte[32];
		new SecureRandom().nextBytes(key);
		this.sealKey = new SecretKeySpec(key, SEAL_ALGORITHM);
	}

	public static Builder builder() {
		return new Builder();
	}

	/**
	 * Hashes a password, for configuration that shall not name it.
	 * @param password the password
	 * @return what {@link Builder#hashedUser} takes
	 */
	public static String hash(String password) {
		return PasswordHash.of(password, PasswordHash.DEFAULT_ITERATIONS).toString();
	}

	@Override
	public @Nullable Identity authenticate(String username, String password) {
		User user = this.users.get(username);
		byte[] seal = seal(password);
		if (user != null && user.isSealed(seal)) {
			return user.identity;
		}
		PasswordHash expected = (user != null) ? user.password : this.nobody;
		this.computing.acquireUninterruptibly();
		boolean matches;
		try {
			matches = expected.matches(password);
		}
		finally {
			this.computing.release();
		}
		if (!matches || user == null) {
			return null;
		}
		user.seal = seal;
		return user.identity;
	}

	private byte[] seal(String password) {
		try {
			Mac mac = Mac.getInstance(SEAL_ALGORITHM);
			mac.init(this.sealKey);
			return mac.doFinal(password.getBytes(StandardCharsets.UTF_8));
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException("Every Java platform has " + SEAL_ALGORITHM, ex);
		}
	}

	@Override
	public @Nullable Identity authenticate(List<X509Certificate> chain) {
		return this.certificates.get(chain.get(0).getSubjectX500Principal());
	}

	@Override
	public @Nullable DigestSecret digestSecret(String username, String realm, String algorithm) {
		User user = this.users.get(username);
		String hash = (user != null && realm.equals(this.digestRealm)) ? user.digestHashes.get(algorithm) : null;
		return (hash != null) ? new DigestSecret(user.identity, hash) : null;
	}

	/** The realm that users can log in to by DIGEST, null if there is none. */
	@Nullable String digestRealm() {
		return this.digestRealm;
	}

	/** Collects users. */
	public static final class Builder {

		private final Map<String, User> users = new HashMap<>();

		private final Map<X500Principal, Identity> certificates = new HashMap<>();

		private @Nullable String digestRealm;

		private int iterations = PasswordHash.DEFAULT_ITERATIONS;

		private Builder() {
		}

		/**
		 * Lets users log in by DIGEST, too. Called before the users are added: of a
		 * password that is hashed only, the hashes for DIGEST cannot be made. Whoever
		 * steals them can log in to this realm with them.
		 * @param realm the realm of the login configuration
		 */
		public Builder digestRealm(String realm) {
			requireNoUsers("digestRealm");
			this.digestRealm = realm;
			return this;
		}

		/**
		 * How often passwords are hashed, at least 1 000. Called before the users are
		 * added. The default is {@value PasswordHash#DEFAULT_ITERATIONS}.
		 */
		public Builder iterations(int iterations) {
			requireNoUsers("iterations");
			if (iterations < 1000) {
				throw new IllegalArgumentException(
						"Passwords are to be hashed " + iterations + " times: at least 1000 are needed");
			}
			this.iterations = iterations;
			return this;
		}

		private void requireNoUsers(String method) {
			if (!this.users.isEmpty()) {
				throw new IllegalStateException(method + " has to be called before the first user is added");
			}
		}

		/** Adds a user. His password is hashed at once and not kept. */
		public Builder user(String name, String password, String... roles) {
			Map<String, String> hashes = new HashMap<>();
			if (this.digestRealm != null) {
				String text = name + ":" + this.digestRealm + ":" + password;
				DigestLogin.ALGORITHMS.forEach((algorithm) -> hashes.put(algorithm,
						DigestLogin.hash(algorithm, text, StandardCharsets.UTF_8)));
			}
			return add(name, PasswordHash.of(password, this.iterations), hashes, roles);
		}

		/**
		 * Adds a user whose password is hashed. He cannot log in by DIGEST.
		 * @param name his name
		 * @param hash what {@link InMemoryIdentities#hash} made of the password
		 * @param roles his roles
		 * @return this builder
		 */
		public Builder hashedUser(String name, String hash, String... roles) {
			return add(name, PasswordHash.parse(hash), Map.of(), roles);
		}

		private Builder add(String name, PasswordHash password, Map<String, String> digestHashes, String... roles) {
			if (name.indexOf(':') >= 0) {
				throw new IllegalArgumentException(
						"The user name '" + name + "' has a colon: neither BASIC nor DIGEST can say it (RFC 7617 §2)");
			}
			if (this.users.putIfAbsent(name, new User(Identity.of(name, roles), password, digestHashes)) != null) {
				throw new IllegalArgumentException("The user '" + name + "' is added twice");
			}
			return this;
		}

		/**
		 * Adds a user who logs in by a certificate. His name is that of the certificate.
		 * @param subject the distinguished name of the certificate's subject (RFC 2253)
		 * @param roles his roles
		 * @return this builder
		 */
		public Builder certificate(String subject, String... roles) {
			if (this.certificates.putIfAbsent(new X500Principal(subject), Identity.of(subject, roles)) != null) {
				throw new IllegalArgumentException("The certificate of '" + subject + "' is added twice");
			}
			return this;
		}

		public InMemoryIdentities build() {
			return new InMemoryIdentities(this);
		}

	}

	private static final class User {

		private final Identity identity;

		private final PasswordHash password;

		/** By algorithm. */
		private final Map<String, String> digestHashes;

		/** Of the password that he was last let in with. */
		private volatile byte @Nullable [] seal;

		User(Identity identity, PasswordHash password, Map<String, String> digestHashes) {
			this.identity = identity;
			this.password = password;
			this.digestHashes = Map.copyOf(digestHashes);
		}

		boolean isSealed(byte[] other) {
			byte[] own = this.seal;
			return own != null && MessageDigest.isEqual(own, other);
		}

	}

}
