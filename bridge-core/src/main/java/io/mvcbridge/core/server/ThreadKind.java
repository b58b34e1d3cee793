package io.mvcbridge.core.server;

/** The kinds of thread that an application can run on. */
public enum ThreadKind {

	/** A bounded pool of platform threads. */
	PLATFORM,

	/** One virtual thread for each exchange; needs Java 21. */
	VIRTUAL,

	/**
	 * One virtual thread for each exchange, carried by the event loop that read the
	 * request. An experiment: it rests on internals of Java 21 to 25, which the command
	 * line or the manifest has to open; where they are not to be had, the server warns
	 * and takes {@link #VIRTUAL}. A handler that computes, reads files or resolves names
	 * for long holds the other connections of its loop.
	 */
	EVENT_LOOP

}
