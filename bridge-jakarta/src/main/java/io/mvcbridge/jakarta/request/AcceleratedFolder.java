package io.mvcbridge.jakarta.request;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * A folder whose files the proxy in front can send itself. nginx does so where a response
 * names one in the field {@code X-Accel-Redirect}, by a URI of a location that is
 * {@code internal} to it and serves the same folder.
 * <p>
 * Immutable; what the folder really is, links followed, is found out once.
 */
public final class AcceleratedFolder {

	/** Nothing that nginx would decode, cut off or refuse. */
	private static final Pattern PREFIX = Pattern.compile("(/(?!\\.\\.?/)[A-Za-z0-9._~-]+)+/");

	private final Path root;

	private final String prefix;

	/** How the URI of every file in the folder begins. */
	private final String rootUri;

	/**
	 * Describes the folder.
	 * @param root the folder
	 * @param prefix the URI of the proxy's location that serves it, such as
	 * {@code /internal/}
	 * @throws IOException if the folder does not exist, is none or cannot be reached
	 * @throws IllegalArgumentException if the prefix is not the URI of a location
	 */
	public AcceleratedFolder(Path root, String prefix) throws IOException {
		if (!PREFIX.matcher(prefix).matches()) {
			throw new IllegalArgumentException("The URI of a location begins and ends with a slash, and has letters,"
					+ " digits, '-', '.', '_' and '~' between slashes, such as /internal/: not '" + prefix + "'");
		}
		this.root = root.toRealPath();
		if (!Files.isDirectory(this.root)) {
			throw new NotDirectoryException(root.toString());
		}
		this.prefix = prefix;
		this.rootUri = this.root.toUri().getRawPath();
	}

	/** The folder, links followed. */
	public Path root() {
		return this.root;
	}

	/** The URI of the proxy's location that serves the folder. */
	public String prefix() {
		return this.prefix;
	}

	/**
	 * Says where the proxy finds a file.
	 * @param file any path
	 * @return the URI, encoded octet by octet so that decoding gives back the name as it
	 * is in the file system; null if this is no file that can be read, or if it really
	 * lies elsewhere, links followed
	 */
	@Nullable String locationOf(Path file) {
		Path real;
		try {
			real = file.toRealPath();
		}
		catch (IOException ex) {
			// Gone, or out of reach: whoever opens the file says so.
			return null;
		}
		if (!real.startsWith(this.root) || !Files.isRegularFile(real) || !Files.isReadable(real)) {
			return null;
		}
		return this.prefix + real.toUri().getRawPath().substring(this.rootUri.length());
	}

	@Override
	public String toString() {
		return this.root + " at " + this.prefix;
	}

}
