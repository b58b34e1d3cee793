package io.mvcbridge.jakarta.session;

import java.util.Set;

import io.mvcbridge.jakarta.security.SessionLogin;
import jakarta.servlet.SessionCookieConfig;
import jakarta.servlet.SessionTrackingMode;
import jakarta.servlet.http.HttpSession;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of one web application, as requests use them. May be called from any
 * thread.
 */
public interface Sessions {

	/**
	 * Makes a session with a fresh identifier and tells the session listeners.
	 * @return the session, in use by the calling request until {@link #release}
	 */
	HttpSession create();

	/** Whether there is no session at all, idle or in use. */
	boolean isEmpty();

	/**
	 * Makes a session with the identifier that the client has from another application,
	 * which dispatched here, and tells the session listeners.
	 * @param id the identifier
	 * @return the session, in use until {@link #release}; one that was there already if
	 * another request was faster
	 */
	HttpSession create(String id);

	/**
	 * Finds a valid session and marks it as used now (Servlet 6.1 §7.6): it does not
	 * expire until it was released as often as it was found.
	 * @param id the identifier that a client sent
	 * @return the session, or null if there is none or it has expired
	 */
	@Nullable HttpSession find(String id);

	/**
	 * Whether a session that a request uses was not invalidated meanwhile.
	 * @param session a session that {@link #create} or {@link #find} returned
	 * @return true if it is valid; never throws
	 */
	boolean isValid(HttpSession session);

	/**
	 * The calling request is done with a session that {@link #create} or {@link #find}
	 * returned.
	 * @param session the session, perhaps invalidated meanwhile
	 */
	void release(HttpSession session);

	/**
	 * Gives a session a new identifier and tells the listeners (Servlet 6.1 §7.3.1).
	 * @param session the session
	 * @return the new identifier
	 * @throws IllegalStateException if the session is invalid
	 */
	String changeId(HttpSession session);

	/**
	 * Gives a session the identifier that the client has got from another application,
	 * and tells the listeners.
	 * @param session the session
	 * @param id the new identifier
	 * @return the new identifier
	 * @throws IllegalStateException if the session is invalid, or another session has
	 * that identifier
	 */
	String changeId(HttpSession session, String id);

	/**
	 * What a session knows of its user.
	 * @param session a session that {@link #create} or {@link #find} returned
	 * @return the login, the same object as long as the session lives
	 */
	SessionLogin login(HttpSession session);

	/** How the session cookie is to look. */
	SessionCookieConfig cookieConfig();

	/** The tracking modes in effect. */
	Set<SessionTrackingMode> trackingModes();

}
