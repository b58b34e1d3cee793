package io.mvcbridge.jakarta.security;

import org.jspecify.annotations.Nullable;

/**
 * What a session knows of its user: part of the session, but no attribute of it, so that
 * applications and their listeners do not see it and nobody can set it. Ends with the
 * session, and is not stored: who comes back after a restart logs in again.
 * <p>
 * Requests of one session may use it at once. Each field is replaced as a whole; of two
 * logins at once, one counts.
 */
public final class SessionLogin {

	/** Null unless later requests are logged in by this session. */
	private volatile @Nullable Login login;

	/** The user whom the session's identifier was renewed for. */
	private volatile @Nullable String boundTo;

	private volatile @Nullable SavedRequest saved;

	@Nullable Login login() {
		return this.login;
	}

	void login(Identity identity, String authType) {
		this.login = new Login(identity, authType);
	}

	boolean isBoundTo(Identity identity) {
		return identity.name().equals(this.boundTo);
	}

	void bind(Identity identity) {
		this.boundTo = identity.name();
	}

	/** The user has logged out. */
	void clear() {
		this.login = null;
		this.boundTo = null;
		this.saved = null;
	}

	@Nullable SavedRequest saved() {
		return this.saved;
	}

	void saved(@Nullable SavedRequest saved) {
		this.saved = saved;
	}

	/**
	 * A login that lasts as long as the session.
	 *
	 * @param identity the user
	 * @param authType how he logged in
	 */
	record Login(Identity identity, String authType) {

	}

}
