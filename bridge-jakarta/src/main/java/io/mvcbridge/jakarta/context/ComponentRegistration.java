package io.mvcbridge.jakarta.context;

import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

import jakarta.servlet.Registration;
import org.jspecify.annotations.Nullable;

/**
 * What the registrations of servlets and filters have in common (Servlet 6.1 §4.4).
 * Changed by the thread that initialises the context only, and no more afterwards.
 */
abstract class ComponentRegistration implements Registration.Dynamic {

	private final ContextPhase phase;

	private final String name;

	private @Nullable String className;

	private final Map<String, String> initParameters = new LinkedHashMap<>();

	private boolean asyncSupported;

	ComponentRegistration(ContextPhase phase, String name, @Nullable String className) {
		this.phase = phase;
		this.name = name;
		this.className = className;
	}

	/**
	 * Called by every method that changes the registration.
	 * @param method the method's name
	 * @throws IllegalStateException if the context is initialised
	 */
	final void requireConfigurable(String method) {
		this.phase.requireNotInitialized(method + " of '" + this.name + "'");
	}

	@Override
	public final String getName() {
		return this.name;
	}

	@Override
	public final @Nullable String getClassName() {
		return this.className;
	}

	final void className(@Nullable String className) {
		this.className = className;
	}

	@Override
	public final boolean setInitParameter(String name, String value) {
		requireConfigurable("setInitParameter");
		if (name == null || value == null) {
			throw new IllegalArgumentException("Init parameter '" + name + "' of '" + this.name + "' has the value '"
					+ value + "': neither may be null");
		}
		return this.initParameters.putIfAbsent(name, value) == null;
	}

	@Override
	public final Set<String> setInitParameters(Map<String, String> initParameters) {
		requireConfigurable("setInitParameters");
		Set<String> conflicts = new LinkedHashSet<>();
		initParameters.forEach((name, value) -> {
			if (name == null || value == null) {
				throw new IllegalArgumentException("Init parameter '" + name + "' of '" + this.name
						+ "' has the value '" + value + "': neither may be null");
			}
			if (this.initParameters.containsKey(name)) {
				conflicts.add(name);
			}
		});
		if (conflicts.isEmpty()) {
			this.initParameters.putAll(initParameters);
		}
		return conflicts;
	}

	@Override
	public final @Nullable String getInitParameter(String name) {
		return this.initParameters.get(name);
	}

	@Override
	public final Map<String, String> getInitParameters() {
		return Collections.unmodifiableMap(new LinkedHashMap<>(this.initParameters));
	}

	final Enumeration<String> initParameterNames() {
		return Collections.enumeration(this.initParameters.keySet());
	}

	@Override
	public final void setAsyncSupported(boolean asyncSupported) {
		requireConfigurable("setAsyncSupported");
		this.asyncSupported = asyncSupported;
	}

	final boolean isAsyncSupported() {
		return this.asyncSupported;
	}

}
