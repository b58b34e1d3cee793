package io.mvcbridge.jakarta.session;

import java.util.List;

import jakarta.servlet.http.HttpSessionAttributeListener;
import jakarta.servlet.http.HttpSessionIdListener;
import jakarta.servlet.http.HttpSessionListener;

/**
 * The application's listeners for sessions, each list in the order of registration.
 *
 * @param lifecycle told in order of a creation, in reverse order of an end (Servlet 6.1
 * §11.3.3)
 * @param attributes told of changes to attributes, in order
 * @param ids told of changed identifiers, in order
 */
public record SessionListeners(List<HttpSessionListener> lifecycle, List<HttpSessionAttributeListener> attributes,
		List<HttpSessionIdListener> ids) {

	/** Nobody listens. */
	public static final SessionListeners NONE = new SessionListeners(List.of(), List.of(), List.of());

	public SessionListeners {
		lifecycle = List.copyOf(lifecycle);
		attributes = List.copyOf(attributes);
		ids = List.copyOf(ids);
	}

}
