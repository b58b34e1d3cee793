package io.mvcbridge.jakarta.deploy;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

import io.mvcbridge.jakarta.resource.DirectoryTree;
import org.jspecify.annotations.Nullable;

/**
 * The files of a web archive: a directory, which is used where it is, or a file, which is
 * unpacked to a directory of its own that goes when this is closed.
 */
final class ArchiveFiles implements Closeable {

	private final Path root;

	private final boolean unpacked;

	private ArchiveFiles(Path root, boolean unpacked) {
		this.root = root;
		this.unpacked = unpacked;
	}

	/**
	 * Opens an archive.
	 * @param archive a directory or a file
	 * @param workDirectory where to unpack a file; null for the temporary directory of
	 * the system
	 * @return its files
	 * @throws IOException if the archive is not there, is no archive, or has an entry
	 * that would leave the directory
	 */
	static ArchiveFiles open(Path archive, @Nullable Path workDirectory) throws IOException {
		if (Files.isDirectory(archive)) {
			return new ArchiveFiles(archive.toRealPath(), false);
		}
		if (!Files.isRegularFile(archive)) {
			throw new IOException("There is neither a file nor a directory at " + archive.toAbsolutePath());
		}
		Path root = (workDirectory != null) ? Files.createTempDirectory(Files.createDirectories(workDirectory), "war-")
				: Files.createTempDirectory("mvc-bridge-war-");
		boolean complete = false;
		try {
			unpack(archive, root.toRealPath());
			complete = true;
			return new ArchiveFiles(root.toRealPath(), true);
		}
		finally {
			if (!complete) {
				DirectoryTree.delete(root);
			}
		}
	}

	private static void unpack(Path archive, Path root) throws IOException {
		try (ZipFile zip = new ZipFile(archive.toFile())) {
			for (ZipEntry entry : Collections.list(zip.entries())) {
				unpack(archive, zip, entry, root);
			}
		}
		catch (ZipException ex) {
			throw new IOException("The file " + archive.toAbsolutePath() + " is no web archive: " + ex.getMessage(),
					ex);
		}
	}

	private static void unpack(Path archive, ZipFile zip, ZipEntry entry, Path root) throws IOException {
		Path file = resolve(archive, entry.getName(), root);
		if (entry.isDirectory()) {
			Files.createDirectories(file);
			return;
		}
		Files.createDirectories(file.getParent());
		try (InputStream content = zip.getInputStream(entry)) {
			Files.copy(content, file);
		}
		catch (FileAlreadyExistsException ex) {
			throw new IOException("The web archive " + archive.toAbsolutePath() + " has two entries for the file '"
					+ entry.getName() + "': pack it anew", ex);
		}
		if (entry.getLastModifiedTime() != null) {
			Files.setLastModifiedTime(file, entry.getLastModifiedTime());
		}
	}

	/** Where an entry goes; never to another place than below the root. */
	private static Path resolve(Path archive, String name, Path root) throws IOException {
		Path file = null;
		try {
			file = root.resolve(name).normalize();
		}
		catch (InvalidPathException ex) {
			throw new IOException("The web archive " + archive.toAbsolutePath() + " has an entry '" + name
					+ "', which cannot be the name of a file here", ex);
		}
		if (!file.startsWith(root) || file.equals(root) || name.startsWith("/") || name.indexOf('\\') >= 0
				|| List.of(name.split("/")).contains("..")) {
			throw new IOException("The web archive " + archive.toAbsolutePath() + " has an entry '" + name
					+ "', which would be unpacked to another place: it may have been made to do harm");
		}
		return file;
	}

	/** The directory that the archive is in. */
	Path root() {
		return this.root;
	}

	/** A file of the archive, null if there is none. */
	@Nullable Path file(String name) {
		Path file = this.root.resolve(name);
		return Files.isRegularFile(file) ? file : null;
	}

	/** The directory of its classes, null if it has none. */
	@Nullable Path classes() {
		Path classes = this.root.resolve("WEB-INF/classes");
		return Files.isDirectory(classes) ? classes : null;
	}

	/** The jars of the archive by their names, so that every machine sees one order. */
	List<Path> libraries() throws IOException {
		Path directory = this.root.resolve("WEB-INF/lib");
		if (!Files.isDirectory(directory)) {
			return List.of();
		}
		List<Path> jars = new ArrayList<>();
		try (Stream<Path> children = Files.list(directory)) {
			children.filter(ArchiveFiles::isJar).sorted().forEach(jars::add);
		}
		return jars;
	}

	private static boolean isJar(Path file) {
		return file.getFileName().toString().toLowerCase(Locale.ROOT).endsWith(".jar") && Files.isRegularFile(file);
	}

	@Override
	public void close() {
		if (this.unpacked) {
			DirectoryTree.delete(this.root);
		}
	}

}
