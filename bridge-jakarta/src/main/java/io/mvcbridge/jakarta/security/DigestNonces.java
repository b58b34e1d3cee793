package io.mvcbridge.jakarta.security;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Base64;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The nonces of DIGEST (RFC 7616 §3.3, §5.4). A nonce is the time it was made and some
 * random octets, under a seal that only this server can make: nothing is kept of one that
 * is handed out, so asking for nonces fills no memory.
 * <p>
 * What is kept are the counts that a nonce was used with, from its first use by a known
 * user on, so that no request can be sent twice. At most {@value #KEPT} nonces are kept.
 * When one has to go, those that were made before it and not used until then are not
 * accepted any more either: else the one that went could be used again. Their clients are
 * told that they are stale and try once more by themselves.
 */
final class DigestNonces {

	static final int KEPT = 4096;

	private static final Duration VALIDITY = Duration.ofMinutes(5);

	private static final int PAYLOAD = 16;

	private static final int SEAL = 16;

	private static final String SEAL_ALGORITHM = "HmacSHA256";

	private final SecureRandom random = new SecureRandom();

	private final SecretKeySpec secret;

	private final InstantSource clock;

	private final ReentrantLock lock = new ReentrantLock();

	/** By nonce, in the order of their first use. */
	private final Map<String, Counts> used = new LinkedHashMap<>();

	/** Nonces made until then are accepted only if they are in use. */
	private long closedUntil = Long.MIN_VALUE;

	DigestNonces(InstantSource clock) {
		this.clock = clock;
		byte[] key = new byte[32];
		this.random.nextBytes(key);
		this.secret = new SecretKeySpec(key, SEAL_ALGORITHM);
	}

	/** A fresh nonce. */
	String issue() {
		byte[] payload = new byte[PAYLOAD];
		this.random.nextBytes(payload);
		ByteBuffer.wrap(payload).putLong(0, this.clock.millis());
		byte[] nonce = Arrays.copyOf(payload, PAYLOAD + SEAL);
		System.arraycopy(seal(payload), 0, nonce, PAYLOAD, SEAL);
		return Base64.getUrlEncoder().withoutPadding().encodeToString(nonce);
	}

	private byte[] seal(byte[] payload) {
		try {
			Mac mac = Mac.getInstance(SEAL_ALGORITHM);
			mac.init(this.secret);
			return Arrays.copyOf(mac.doFinal(payload), SEAL);
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException("Every Java platform has " + SEAL_ALGORITHM, ex);
		}
	}

	/**
	 * Uses a nonce, after everything else about the credentials was found right.
	 * @param nonce the nonce
	 * @param count the count that the client used it with
	 * @return whether it may be used; if not, it is not ours, too old, or was used with
	 * that count before
	 */
	boolean use(String nonce, long count) {
		byte[] octets;
		try {
			octets = Base64.getUrlDecoder().decode(nonce);
		}
		catch (IllegalArgumentException ex) {
			// Not one of ours
			return false;
		}
		// Of two texts for the same octets only one is the nonce that is counted
		if (octets.length != PAYLOAD + SEAL
				|| !Base64.getUrlEncoder().withoutPadding().encodeToString(octets).equals(nonce)
				|| !MessageDigest.isEqual(seal(Arrays.copyOf(octets, PAYLOAD)),
						Arrays.copyOfRange(octets, PAYLOAD, octets.length))) {
			return false;
		}
		long made = ByteBuffer.wrap(octets).getLong();
		if (this.clock.millis() - made > VALIDITY.toMillis()) {
			return false;
		}
		this.lock.lock();
		try {
			return count(nonce, made, count);
		}
		finally {
			this.lock.unlock();
		}
	}

	private boolean count(String nonce, long made, long count) {
		Counts counts = this.used.get(nonce);
		if (counts == null) {
			if (made <= this.closedUntil) {
				return false;
			}
			if (this.used.size() == KEPT) {
				Iterator<Counts> eldest = this.used.values().iterator();
				this.closedUntil = Math.max(this.closedUntil, eldest.next().made);
				eldest.remove();
			}
			counts = new Counts(made);
			this.used.put(nonce, counts);
		}
		return counts.use(count);
	}

	/** How many nonces are kept. */
	int kept() {
		this.lock.lock();
		try {
			return this.used.size();
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * The counts that a nonce was used with. Requests on several connections may overtake
	 * each other, so the last 64 are told apart.
	 */
	private static final class Counts {

		private final long made;

		private long highest;

		/** A bit for each count from the highest down. */
		private long seen;

		Counts(long made) {
			this.made = made;
		}

		boolean use(long count) {
			if (count > this.highest) {
				long ahead = count - this.highest;
				this.seen = (ahead < Long.SIZE) ? this.seen << ahead | 1 : 1;
				this.highest = count;
				return true;
			}
			long behind = this.highest - count;
			if (count < 1 || behind >= Long.SIZE || (this.seen >>> behind & 1) != 0) {
				return false;
			}
			this.seen |= 1L << behind;
			return true;
		}

	}

}
