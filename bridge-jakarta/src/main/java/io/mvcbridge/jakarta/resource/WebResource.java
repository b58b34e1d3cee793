package io.mvcbridge.jakarta.resource;

import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Path;

import org.jspecify.annotations.Nullable;

/** One file or directory of a web application, as it was when it was found. */
public interface WebResource {

	/** Whether it is a directory, which has no content. */
	boolean isDirectory();

	/** How many bytes the content has. */
	long length();

	/** When it was changed last, in milliseconds since 1970, 0 if that is not known. */
	long lastModified();

	/**
	 * Its path among the resources, links followed.
	 * @return the path, beginning with a slash; other than the path it was found by only
	 * where that led over a link
	 */
	String path();

	/**
	 * Where it can be opened by anybody.
	 * @return the URL, ending with a slash if this is a directory
	 * @throws MalformedURLException if its path cannot be part of a URL
	 */
	URL url() throws MalformedURLException;

	/**
	 * Opens the content.
	 * @return the content from its beginning, to be closed by the caller
	 * @throws IOException if it cannot be opened
	 */
	InputStream open() throws IOException;

	/** Where it lies in the file system, null if it does not. */
	@Nullable Path file();

}
