package io.mvcbridge.core.server;

/** What the server's sockets are made of: the tests of the wire run on each. */
enum Transport {

	NIO, NATIVE;

	boolean isNative() {
		return this == NATIVE;
	}

}
