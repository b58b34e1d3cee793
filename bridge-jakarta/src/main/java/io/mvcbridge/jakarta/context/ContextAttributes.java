package io.mvcbridge.jakarta.context;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;

/** The attributes of a context (Servlet 6.1 §4.5), and who is told when they change. */
final class ContextAttributes {

	private final Map<String, Object> attributes = new ConcurrentHashMap<>();

	private final ContextListeners listeners;

	ContextAttributes(ContextListeners listeners) {
		this.listeners = listeners;
	}

	@Nullable Object get(String name) {
		return this.attributes.get(Objects.requireNonNull(name, "The name of an attribute must not be null"));
	}

	Enumeration<String> names() {
		return Collections.enumeration(new ArrayList<>(this.attributes.keySet()));
	}

	void set(String name, @Nullable Object value) {
		Objects.requireNonNull(name, "The name of an attribute must not be null");
		if (value == null) {
			remove(name);
			return;
		}
		Object old = this.attributes.put(name, value);
		this.listeners.contextAttributeSet(name, value, old);
	}

	void remove(String name) {
		Object old = (name != null) ? this.attributes.remove(name) : null;
		if (old != null) {
			this.listeners.contextAttributeRemoved(name, old);
		}
	}

	/** Lets go of all attributes and tells nobody: the application is over. */
	void clear() {
		this.attributes.clear();
	}

}
