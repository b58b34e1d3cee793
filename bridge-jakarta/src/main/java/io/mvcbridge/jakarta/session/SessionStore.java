package io.mvcbridge.jakarta.session;

import java.io.IOException;
import java.util.Collection;

/**
 * Keeps sessions while no application runs: across a restart of the process, or from one
 * context to the next in the same process. Called by the thread that starts or ends the
 * context, never while requests run.
 */
public interface SessionStore {

	/**
	 * Hands out what was saved and forgets it, so that a later failure of the process
	 * cannot bring ended sessions back.
	 * @return the sessions, empty if none were saved
	 * @throws IOException if what was saved cannot be read: the context logs it and
	 * starts without
	 */
	Collection<StoredSession> take() throws IOException;

	/**
	 * Keeps sessions until they are taken, in place of what was saved before.
	 * @param sessions the sessions of an application that ended
	 * @throws IOException if they cannot be saved: the context logs that they are lost
	 */
	void save(Collection<StoredSession> sessions) throws IOException;

}
