package io.mvcbridge.jakarta.resource;

import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * A directory. A path is resolved segment by segment, and where it really leads must lie
 * in the directory too. Another spelling of a file's name, in case or with a dot at the
 * end, is not found even where the file system would find it: rules about paths would not
 * apply to it.
 */
final class DirectoryRoot implements ResourceRoot {

	private final Path root;

	private final Path realRoot;

	DirectoryRoot(Path root) throws IOException {
		this.root = root.toAbsolutePath().normalize();
		this.realRoot = root.toRealPath();
	}

	@Override
	public @Nullable Path file(String path) {
		Path file = this.root;
		int start = 1;
		while (start < path.length()) {
			int slash = path.indexOf('/', start);
			int end = (slash < 0) ? path.length() : slash;
			Path child = child(file, path.substring(start, end));
			if (child == null) {
				return null;
			}
			file = child;
			start = end + 1;
		}
		return file;
	}

	private static @Nullable Path child(Path parent, String name) {
		try {
			Path child = parent.resolve(name);
			// Not so for "..", a drive, or a name with the separators of this system.
			return (parent.equals(child.getParent()) && child.getFileName().toString().equals(name)
					&& !name.equals("..")) ? child : null;
		}
		catch (InvalidPathException ex) {
			return null;
		}
	}

	@Override
	public @Nullable WebResource find(String path) throws IOException {
		Path file = file(path);
		if (file == null) {
			return null;
		}
		try {
			BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
			Path real = file.toRealPath();
			if (!real.startsWith(this.realRoot) || (!attributes.isRegularFile() && !attributes.isDirectory())) {
				return null;
			}
			String realPath = pathOf(real);
			if (!realPath.equals(path) && !leadsOverLink(file)) {
				return null;
			}
			return new FileResource(file, realPath, attributes.isDirectory(), attributes.size(),
					attributes.lastModifiedTime().toMillis());
		}
		catch (NoSuchFileException ex) {
			return null;
		}
		catch (FileSystemException ex) {
			if (ex.getClass() == FileSystemException.class) {
				// Not a directory on the way, a name too long, links in a circle.
				return null;
			}
			throw ex;
		}
	}

	private boolean leadsOverLink(Path file) {
		for (Path step = file; step != null && !step.equals(this.root); step = step.getParent()) {
			if (Files.isSymbolicLink(step)) {
				return true;
			}
		}
		return false;
	}

	private String pathOf(Path real) {
		StringBuilder path = new StringBuilder();
		for (Path segment : this.realRoot.relativize(real)) {
			if (!segment.toString().isEmpty()) {
				path.append('/').append(segment);
			}
		}
		return path.isEmpty() ? "/" : path.toString();
	}

	@Override
	public boolean list(String path, Set<String> children) throws IOException {
		WebResource directory = find(path);
		if (directory == null || !directory.isDirectory()) {
			return false;
		}
		Path file = file(path);
		if (file == null) {
			return false;
		}
		String prefix = path.equals("/") ? "/" : path + "/";
		try (DirectoryStream<Path> stream = Files.newDirectoryStream(file)) {
			for (Path child : stream) {
				children.add(prefix + child.getFileName() + (Files.isDirectory(child) ? "/" : ""));
			}
		}
		return true;
	}

	@Override
	public void close() {
		// Holds nothing open.
	}

	private record FileResource(Path file, String path, boolean isDirectory, long length,
			long lastModified) implements WebResource {

		@Override
		public URL url() throws MalformedURLException {
			return this.file.toUri().toURL();
		}

		@Override
		public InputStream open() throws IOException {
			return Files.newInputStream(this.file);
		}

	}

}
