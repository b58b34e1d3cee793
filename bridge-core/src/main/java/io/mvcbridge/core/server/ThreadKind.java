package io.mvcbridge.core.server;

/** The kinds of thread that an application can run on. */
public enum ThreadKind {

	/** A bounded pool of platform threads. */
	PLATFORM,

	/** One virtual thread for each exchange; needs Java 21. */
	VIRTUAL

}
