package io.mvcbridge.jakarta.context;

/**
 * How far a context has come, and what may be configured at that point (Servlet 6.1
 * §4.4). Moved on by the thread that initialises the context.
 */
final class ContextPhase {

	private volatile Step step = Step.INITIALIZERS;

	void enter(Step step) {
		this.step = step;
	}

	/** Whether a context listener may still be added. */
	boolean takesContextListeners() {
		return this.step == Step.INITIALIZERS;
	}

	/**
	 * Called by every method of the context that registers or configures something.
	 * @param method the method's name
	 * @throws IllegalStateException if the context is initialised
	 * @throws UnsupportedOperationException in {@code contextInitialized} of a listener
	 * that was itself added by a program
	 */
	void requireConfigurable(String method) {
		requireNotInitialized(method);
		requireUnrestricted(method);
	}

	/**
	 * Called by methods that a listener which was added by a program must not use.
	 * @param method the method's name
	 * @throws UnsupportedOperationException in {@code contextInitialized} of such a
	 * listener
	 */
	void requireUnrestricted(String method) {
		if (this.step == Step.RESTRICTED_LISTENER) {
			throw new UnsupportedOperationException(method + " must not be called in contextInitialized of a listener "
					+ "that was added by a program (Servlet 6.1 §4.4): declare the listener, or do it in an initializer");
		}
	}

	void requireNotInitialized(String method) {
		if (this.step == Step.INITIALIZED) {
			throw new IllegalStateException(method + " comes too late: the context is initialised. Do it in an "
					+ "initializer or in contextInitialized of a declared listener");
		}
	}

	/** The steps of a context's start. */
	enum Step {

		/** Container initializers run: everything may be configured. */
		INITIALIZERS,

		/** Declared context listeners are told: all but context listeners. */
		DECLARED_LISTENER,

		/** Context listeners that a program added are told: nothing. */
		RESTRICTED_LISTENER,

		/** Everything is registered: nothing may be configured. */
		INITIALIZED

	}

}
