package io.mvcbridge.jakarta.resource;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The resources of a web application (Servlet 6.1 §4.6): those of its document root, then
 * those below {@code META-INF/resources} of its jars. A path never leads out of a root;
 * it is not percent-decoded, because a file may have any name. May be used by any thread
 * until it is closed.
 */
public final class WebResources implements Closeable {

	private static final Logger logger = LoggerFactory.getLogger(WebResources.class);

	private static final String META_INF_RESOURCES = "META-INF/resources/";

	private final @Nullable ResourceRoot documentRoot;

	private final List<ResourceRoot> roots;

	private final List<String> hidden;

	private WebResources(@Nullable ResourceRoot documentRoot, List<ResourceRoot> roots, List<String> hidden) {
		this.documentRoot = documentRoot;
		this.roots = List.copyOf(roots);
		this.hidden = List.copyOf(hidden);
	}

	/**
	 * Opens the resources of an application.
	 * @param documentRoot a directory, or a jar or war file; null for none
	 * @param jars jars, or directories of classes, whose {@code META-INF/resources} are
	 * resources; those without are left out
	 * @param hidden paths that are not found, nor what is below them
	 * @return the resources
	 * @throws IOException if one of the places cannot be read
	 */
	public static WebResources open(@Nullable Path documentRoot, List<URL> jars, List<String> hidden)
			throws IOException {
		List<ResourceRoot> roots = new ArrayList<>();
		try {
			ResourceRoot first = (documentRoot != null) ? documentRoot(documentRoot) : null;
			if (first != null) {
				roots.add(first);
			}
			for (URL jar : jars) {
				ResourceRoot root = jar(jar);
				if (root != null) {
					roots.add(root);
				}
			}
			return new WebResources(first, roots, hidden);
		}
		catch (IOException | RuntimeException ex) {
			closeAll(roots);
			throw ex;
		}
	}

	private static ResourceRoot documentRoot(Path documentRoot) throws IOException {
		if (Files.isDirectory(documentRoot)) {
			return new DirectoryRoot(documentRoot);
		}
		if (!Files.isRegularFile(documentRoot)) {
			throw new IOException("The document root " + documentRoot.toAbsolutePath()
					+ " is neither a directory nor a jar or war file");
		}
		return new JarRoot(new URL("jar:" + documentRoot.toUri().toURL() + "!/"), "");
	}

	private static @Nullable ResourceRoot jar(URL url) throws IOException {
		try {
			if ("file".equals(url.getProtocol())) {
				Path file = Path.of(url.toURI());
				if (Files.isDirectory(file)) {
					Path resources = file.resolve(META_INF_RESOURCES);
					return Files.isDirectory(resources) ? new DirectoryRoot(resources) : null;
				}
				return nonEmpty(new JarRoot(new URL("jar:" + url + "!/"), META_INF_RESOURCES));
			}
			String text = url.toString();
			int end = text.lastIndexOf("!/");
			if (end < 0) {
				return nonEmpty(new JarRoot(new URL("jar:" + url + "!/"), META_INF_RESOURCES));
			}
			String folder = text.substring(end + 2);
			String slash = (folder.isEmpty() || folder.endsWith("/")) ? "" : "/";
			return nonEmpty(new JarRoot(new URL(url, text.substring(0, end + 2)), folder + slash + META_INF_RESOURCES));
		}
		catch (IOException | URISyntaxException ex) {
			throw new IOException("The resources of " + url + " cannot be read", ex);
		}
	}

	private static @Nullable ResourceRoot nonEmpty(JarRoot root) throws IOException {
		if (root.isEmpty()) {
			root.close();
			return null;
		}
		return root;
	}

	/**
	 * Makes a path canonical: without empty and dot segments and without slash at the
	 * end.
	 * @param path a path that begins with a slash
	 * @return the canonical path; null if the path leads above the root, does not begin
	 * with a slash or has a NUL character
	 */
	public static @Nullable String canonical(String path) {
		if (!path.startsWith("/") || path.indexOf('\0') >= 0) {
			return null;
		}
		if (path.length() == 1) {
			return path;
		}
		if (!path.contains("/.") && !path.contains("//") && !path.endsWith("/")) {
			return path;
		}
		Deque<String> segments = new ArrayDeque<>();
		for (String segment : path.split("/")) {
			if (segment.equals("..")) {
				if (segments.pollLast() == null) {
					return null;
				}
			}
			else if (!segment.isEmpty() && !segment.equals(".")) {
				segments.addLast(segment);
			}
		}
		return "/" + String.join("/", segments);
	}

	/**
	 * Finds a resource.
	 * @param path its path, beginning with a slash; with a slash at the end only a
	 * directory is found
	 * @return the resource, null if there is none
	 */
	public @Nullable WebResource find(String path) {
		String canonical = canonical(path);
		if (canonical == null || isHidden(canonical)) {
			return null;
		}
		try {
			for (ResourceRoot root : this.roots) {
				WebResource found = root.find(canonical);
				if (found != null) {
					return (found.isDirectory() || !path.endsWith("/")) ? found : null;
				}
			}
			return null;
		}
		catch (IOException ex) {
			throw new UncheckedIOException("The resource " + path + " cannot be looked up", ex);
		}
	}

	/**
	 * Lists a directory, in all places that have it.
	 * @param path its path, beginning with a slash
	 * @return the paths of its children, those of directories with a slash at the end;
	 * null if there is no such directory
	 */
	public @Nullable Set<String> list(String path) {
		String canonical = canonical(path);
		if (canonical == null || isHidden(canonical)) {
			return null;
		}
		Set<String> children = new TreeSet<>();
		boolean found = false;
		try {
			for (ResourceRoot root : this.roots) {
				found |= root.list(canonical, children);
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException("The resources below " + path + " cannot be listed", ex);
		}
		children.removeIf((child) -> isHidden(child.endsWith("/") ? child.substring(0, child.length() - 1) : child));
		return found ? children : null;
	}

	/**
	 * Where a resource lies in the file system.
	 * @param path its path, beginning with a slash
	 * @return the file of the first place that has the resource, if it is in the file
	 * system; else where the document root would have it; null if it is no directory
	 */
	public @Nullable Path file(String path) {
		String canonical = canonical(path);
		if (canonical == null || isHidden(canonical)) {
			return null;
		}
		WebResource found = find(canonical);
		if (found != null) {
			return found.file();
		}
		return (this.documentRoot != null) ? this.documentRoot.file(canonical) : null;
	}

	private boolean isHidden(String canonical) {
		for (String prefix : this.hidden) {
			if (canonical.startsWith(prefix)
					&& (canonical.length() == prefix.length() || canonical.charAt(prefix.length()) == '/')) {
				return true;
			}
		}
		return false;
	}

	@Override
	public void close() {
		closeAll(this.roots);
	}

	private static void closeAll(List<ResourceRoot> roots) {
		for (ResourceRoot root : roots) {
			try {
				root.close();
			}
			catch (IOException ex) {
				logger.warn("A jar with resources could not be closed", ex);
			}
		}
	}

}
