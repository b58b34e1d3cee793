package io.mvcbridge.benchmarks.application;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.ReentrantLock;

import org.jspecify.annotations.Nullable;

import org.springframework.stereotype.Component;

/**
 * 64 MB on disk, read in pieces of 64 KB with calls that block. It is made when it is
 * first read and goes with the JVM. By then the system has it in memory: what a reader
 * waits for is the copying, not a disk.
 */
@Component
class LargeFile {

	static final int PIECE = 64 * 1024;

	static final int PIECES = 1024;

	private final ReentrantLock lock = new ReentrantLock();

	private @Nullable Path path;

	/** Reads all of it and tells how many bytes that were. */
	long read() throws IOException {
		byte[] piece = new byte[PIECE];
		long bytes = 0;
		try (InputStream in = Files.newInputStream(path())) {
			int length = in.read(piece);
			while (length >= 0) {
				bytes += length;
				length = in.read(piece);
			}
		}
		return bytes;
	}

	private Path path() throws IOException {
		this.lock.lock();
		try {
			Path made = this.path;
			if (made == null) {
				made = Files.createTempFile("benchmark-", ".bin");
				made.toFile().deleteOnExit();
				try (OutputStream out = Files.newOutputStream(made)) {
					byte[] piece = new byte[PIECE];
					for (int i = 0; i < PIECES; i++) {
						out.write(piece);
					}
				}
				this.path = made;
			}
			return made;
		}
		finally {
			this.lock.unlock();
		}
	}

}
