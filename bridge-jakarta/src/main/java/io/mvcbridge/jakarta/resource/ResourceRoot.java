package io.mvcbridge.jakarta.resource;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * One place where resources are found. Paths are canonical: they begin with a slash, end
 * with none but that of the root, and have neither empty nor dot segments.
 */
interface ResourceRoot extends Closeable {

	/**
	 * Finds a resource.
	 * @param path its path
	 * @return the resource, null if there is none or it lies outside of this root
	 * @throws IOException if that cannot be found out
	 */
	@Nullable WebResource find(String path) throws IOException;

	/**
	 * Lists a directory.
	 * @param path the path of the directory
	 * @param children where the paths of its children are added, those of directories
	 * with a slash at the end
	 * @return whether there is such a directory
	 * @throws IOException if it cannot be read
	 */
	boolean list(String path, Set<String> children) throws IOException;

	/**
	 * Where a resource lies in the file system, or would lie if there were one.
	 * @param path its path
	 * @return the file, null if this root is not a directory or the path leads out of it
	 */
	@Nullable Path file(String path);

}
