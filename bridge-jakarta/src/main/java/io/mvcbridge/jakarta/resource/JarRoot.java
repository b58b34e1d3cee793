package io.mvcbridge.jakarta.resource;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;

import io.mvcbridge.jakarta.http.PathEncoding;
import org.jspecify.annotations.Nullable;

/**
 * A folder in a jar. The jar is opened by its URL, so that one inside another is read by
 * whatever handles its protocol; it belongs to this root and is closed with it. Its
 * directory is read once: jars need not have entries for their folders.
 */
final class JarRoot implements ResourceRoot {

	private final URL jarUrl;

	private final JarFile jar;

	/** Path of the folder in the jar; empty, or ends with a slash. */
	private final String prefix;

	/** The children of each directory, by its path. */
	private final Map<String, Set<String>> directories = new HashMap<>();

	/**
	 * Opens a jar.
	 * @param jarUrl its URL, {@code jar:…!/}
	 * @param prefix the folder in it, empty for all of it
	 * @throws IOException if it cannot be opened
	 */
	JarRoot(URL jarUrl, String prefix) throws IOException {
		this.jarUrl = jarUrl;
		this.prefix = prefix;
		URLConnection connection = jarUrl.openConnection();
		if (!(connection instanceof JarURLConnection jarConnection)) {
			throw new IOException("Not a jar: " + jarUrl);
		}
		// Else it would stay open for whoever else asks for it, until the process ends.
		jarConnection.setUseCaches(false);
		this.jar = jarConnection.getJarFile();
		this.jar.stream().map(ZipEntry::getName).forEach(this::index);
	}

	private void index(String entry) {
		if (entry.length() <= this.prefix.length() || !entry.startsWith(this.prefix)) {
			return;
		}
		String path = "/" + entry.substring(this.prefix.length());
		int slash = path.lastIndexOf('/', path.length() - 2);
		String directory = (slash == 0) ? "/" : path.substring(0, slash);
		while (this.directories.computeIfAbsent(directory, (absent) -> new TreeSet<>()).add(path)
				&& !directory.equals("/")) {
			path = directory + "/";
			slash = directory.lastIndexOf('/');
			directory = (slash == 0) ? "/" : directory.substring(0, slash);
		}
		if (entry.endsWith("/")) {
			this.directories.computeIfAbsent("/" + entry.substring(this.prefix.length(), entry.length() - 1),
					(absent) -> new TreeSet<>());
		}
	}

	/** Whether the jar has no such folder, or nothing in it. */
	boolean isEmpty() {
		return this.directories.isEmpty();
	}

	@Override
	public @Nullable WebResource find(String path) {
		if (this.directories.containsKey(path)) {
			return new EntryResource(path, true, 0, 0);
		}
		ZipEntry entry = this.jar.getEntry(this.prefix + path.substring(1));
		if (entry == null || entry.isDirectory()) {
			return null;
		}
		return new EntryResource(path, false, entry.getSize(), Math.max(0, entry.getTime()));
	}

	@Override
	public boolean list(String path, Set<String> children) {
		Set<String> found = this.directories.get(path);
		if (found != null) {
			children.addAll(found);
		}
		return found != null;
	}

	@Override
	public @Nullable Path file(String path) {
		return null;
	}

	@Override
	public void close() throws IOException {
		this.jar.close();
	}

	private final class EntryResource implements WebResource {

		private final String path;

		private final boolean directory;

		private final long length;

		private final long lastModified;

		EntryResource(String path, boolean directory, long length, long lastModified) {
			this.path = path;
			this.directory = directory;
			this.length = length;
			this.lastModified = lastModified;
		}

		@Override
		public boolean isDirectory() {
			return this.directory;
		}

		@Override
		public long length() {
			return this.length;
		}

		@Override
		public long lastModified() {
			return this.lastModified;
		}

		@Override
		public String path() {
			return this.path;
		}

		@Override
		public URL url() throws MalformedURLException {
			String name = name() + ((this.directory && !this.path.equals("/")) ? "/" : "");
			return new URL(JarRoot.this.jarUrl, PathEncoding.encode(name));
		}

		private String name() {
			return JarRoot.this.prefix + this.path.substring(1);
		}

		@Override
		public InputStream open() throws IOException {
			ZipEntry entry = this.directory ? null : JarRoot.this.jar.getEntry(name());
			if (entry == null) {
				throw new FileNotFoundException(this.path + " in " + JarRoot.this.jarUrl + " has no content");
			}
			return JarRoot.this.jar.getInputStream(entry);
		}

		@Override
		public @Nullable Path file() {
			return null;
		}

	}

}
