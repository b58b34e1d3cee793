package io.mvcbridge.jakarta.multipart;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.Collection;

import io.mvcbridge.jakarta.http.ContentType;
import jakarta.servlet.http.Part;
import org.jspecify.annotations.Nullable;

/** A part of an upload. Used by the threads of one request, by one at a time. */
public final class BridgePart implements Part {

	private final String name;

	private final PartHeaders headers;

	private final Path location;

	private final PartStorage storage;

	BridgePart(String name, PartHeaders headers, Path location, int threshold) {
		this.name = name;
		this.headers = headers;
		this.location = location;
		this.storage = new PartStorage(location, threshold);
	}

	PartStorage storage() {
		return this.storage;
	}

	/**
	 * Whether this is a plain field of the form, that is, without a file name: such parts
	 * are request parameters too (Servlet 6.1 §3.1.1).
	 */
	public boolean isField() {
		return this.headers.fileName() == null;
	}

	/**
	 * The content as text.
	 * @param fallback the charset that counts if the part names none
	 * @return the text
	 * @throws io.mvcbridge.jakarta.http.RequestRejectedException with 400 if the part
	 * names a charset that does not exist
	 * @throws IOException if the content cannot be read
	 */
	public String text(Charset fallback) throws IOException {
		String contentType = getContentType();
		Charset charset = (contentType == null) ? null : ContentType.parse(contentType).charset();
		try (InputStream content = getInputStream()) {
			return new String(content.readAllBytes(), (charset == null) ? fallback : charset);
		}
	}

	@Override
	public InputStream getInputStream() throws IOException {
		return this.storage.read();
	}

	@Override
	public @Nullable String getContentType() {
		return this.headers.get("Content-Type");
	}

	@Override
	public String getName() {
		return this.name;
	}

	/**
	 * The file name as the client sent it, perhaps with directories: never use it as a
	 * path without a check. {@code filename*} (RFC 8187) stands above {@code filename}.
	 */
	@Override
	public @Nullable String getSubmittedFileName() {
		return this.headers.fileName();
	}

	@Override
	public long getSize() {
		return this.storage.size();
	}

	/**
	 * Writes the content to a file, which is replaced if it exists. Content that is on
	 * disk already is moved and stays readable through this part.
	 * @param fileName an absolute path, or one relative to the location of the multipart
	 * configuration, which it must not leave
	 */
	@Override
	public void write(String fileName) throws IOException {
		Path target = Path.of(fileName);
		if (!target.isAbsolute()) {
			Path base = this.location.toAbsolutePath().normalize();
			target = base.resolve(target).normalize();
			if (!target.startsWith(base)) {
				throw new IOException("The relative file name '" + fileName + "' leaves the upload location " + base
						+ "; give an absolute path if that is intended");
			}
		}
		this.storage.transferTo(target);
	}

	@Override
	public void delete() throws IOException {
		this.storage.delete();
	}

	@Override
	public @Nullable String getHeader(String name) {
		return this.headers.get(name);
	}

	@Override
	public Collection<String> getHeaders(String name) {
		return this.headers.getAll(name);
	}

	@Override
	public Collection<String> getHeaderNames() {
		return this.headers.names();
	}

	@Override
	public String toString() {
		return "part '" + this.name + "' of " + getSize() + " bytes";
	}

}
