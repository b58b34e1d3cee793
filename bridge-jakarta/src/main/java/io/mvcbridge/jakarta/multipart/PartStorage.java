package io.mvcbridge.jakarta.multipart;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;

import org.jspecify.annotations.Nullable;

/**
 * Where the content of one part is: in memory up to a threshold, beyond it in a file of
 * our own, which is removed with the part; or in the file that the application moved it
 * to, which is not.
 */
final class PartStorage {

	private static final byte[] EMPTY = {};

	private final Path directory;

	private final int threshold;

	private byte[] memory = EMPTY;

	private long size;

	private @Nullable Path file;

	private boolean moved;

	private boolean deleted;

	PartStorage(Path directory, int threshold) {
		this.directory = directory;
		this.threshold = threshold;
	}

	/** How many bytes there are. */
	long size() {
		return this.size;
	}

	/** Our own file, null while there is none. */
	@Nullable Path file() {
		return this.file;
	}

	/** Opens the storage to be filled, once. */
	Sink open() {
		return new Sink();
	}

	/** The content from its beginning; may be asked for any number of times. */
	InputStream read() throws IOException {
		checkNotDeleted();
		Path file = this.file;
		return (file != null) ? Files.newInputStream(file) : new ByteArrayInputStream(this.memory, 0, (int) this.size);
	}

	/**
	 * Puts the content into a file, whose content is replaced. A file of our own is moved
	 * there and read from there afterwards.
	 */
	void transferTo(Path target) throws IOException {
		checkNotDeleted();
		Path file = this.file;
		if (file == null) {
			try (OutputStream output = Files.newOutputStream(target)) {
				output.write(this.memory, 0, (int) this.size);
			}
		}
		else if (this.moved) {
			if (!file.equals(target)) {
				Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
			}
		}
		else {
			Files.move(file, target, StandardCopyOption.REPLACE_EXISTING);
			this.file = target;
			this.moved = true;
		}
	}

	/** Gives memory and file up. */
	void delete() throws IOException {
		this.deleted = true;
		this.memory = EMPTY;
		Path file = this.file;
		if (file != null && !this.moved) {
			Files.deleteIfExists(file);
		}
	}

	private void checkNotDeleted() throws IOException {
		if (this.deleted) {
			throw new IOException("The part was deleted: parts live until delete() is called or their request ends;"
					+ " copy the content before if it is needed longer");
		}
	}

	/** Fills the storage. */
	final class Sink implements AutoCloseable {

		private @Nullable OutputStream output;

		void write(byte[] bytes, int count) throws IOException {
			PartStorage storage = PartStorage.this;
			OutputStream output = this.output;
			if (output == null && storage.size + count > storage.threshold) {
				output = spill();
			}
			if (output != null) {
				output.write(bytes, 0, count);
			}
			else {
				append(bytes, count);
			}
			storage.size += count;
		}

		private void append(byte[] bytes, int count) {
			PartStorage storage = PartStorage.this;
			int size = (int) storage.size;
			if (storage.memory.length < size + count) {
				int grown = Math.max(size + count, Math.min(2 * size, storage.threshold));
				storage.memory = Arrays.copyOf(storage.memory, grown);
			}
			System.arraycopy(bytes, 0, storage.memory, size, count);
		}

		private OutputStream spill() throws IOException {
			PartStorage storage = PartStorage.this;
			// A temporary directory may have been swept since the start.
			Files.createDirectories(storage.directory);
			Path file = Files.createTempFile(storage.directory, "upload-", ".part");
			storage.file = file;
			OutputStream output = Files.newOutputStream(file);
			this.output = output;
			output.write(storage.memory, 0, (int) storage.size);
			storage.memory = EMPTY;
			return output;
		}

		@Override
		public void close() throws IOException {
			if (this.output != null) {
				this.output.close();
			}
		}

	}

}
