package io.mvcbridge.benchmarks.application;

/**
 * The 1 MB that both controllers stream, as pieces of 8 KB.
 */
final class Stream {

	static final byte[] CHUNK = new byte[8 * 1024];

	static final int CHUNKS = 128;

	private Stream() {
	}

}
