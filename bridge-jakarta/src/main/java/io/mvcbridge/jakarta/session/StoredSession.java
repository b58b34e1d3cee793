package io.mvcbridge.jakarta.session;

import java.util.Map;

/**
 * A session outside the application it belongs to: free of the application's classes,
 * because every attribute is kept as the bytes of its own serialised form.
 *
 * @param id the identifier
 * @param creationTime when it was made, in milliseconds since 1970
 * @param lastAccessedTime when its last request began, in milliseconds since 1970: from
 * here on it is idle
 * @param maxInactiveInterval how many seconds it may be idle, zero or less for ever
 * @param joined whether a client has sent its identifier back
 * @param attributes the attributes by name, serialised by Java serialisation one by one
 */
public record StoredSession(String id, long creationTime, long lastAccessedTime, int maxInactiveInterval,
		boolean joined, Map<String, byte[]> attributes) {

	public StoredSession {
		attributes = Map.copyOf(attributes);
	}

}
