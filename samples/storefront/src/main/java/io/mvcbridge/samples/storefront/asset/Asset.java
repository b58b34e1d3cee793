package io.mvcbridge.samples.storefront.asset;

import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;

import org.jspecify.annotations.Nullable;

import org.springframework.core.io.AbstractResource;
import org.springframework.core.io.Resource;
import org.springframework.http.HttpHeaders;
import org.springframework.web.servlet.resource.HttpResource;

/**
 * A file as it is sent: its content with a date that does not depend on where the
 * application was unpacked, and the header fields that go with it.
 * <p>
 * Spring gives a file with a versioned name a weak tag of its own and compares none. This
 * one has the tag that nginx gives a file of the same date and size.
 */
final class Asset extends AbstractResource implements HttpResource {

	private final Resource content;

	private final @Nullable String filename;

	private final Instant modifiedAt;

	private final long length;

	private final HttpHeaders headers;

	/**
	 * Create an asset.
	 * @param content the bytes to send
	 * @param filename the name that its media type is told from
	 * @param modifiedAt its date, of which full seconds count
	 * @param headers the header fields to send, besides those of every file
	 * @throws IOException if the length of the content cannot be told
	 */
	Asset(Resource content, @Nullable String filename, Instant modifiedAt, HttpHeaders headers) throws IOException {
		this.content = content;
		this.filename = filename;
		this.modifiedAt = modifiedAt;
		this.length = content.contentLength();
		this.headers = headers;
	}

	/**
	 * Return the entity tag.
	 * @return the date in seconds and the length in bytes, both in hexadecimal
	 */
	String etag() {
		return "\"" + Long.toHexString(this.modifiedAt.getEpochSecond()) + "-" + Long.toHexString(this.length) + "\"";
	}

	/** Whether the content is not the file itself but a compressed form of it. */
	boolean isEncoded() {
		return this.headers.containsHeader(HttpHeaders.CONTENT_ENCODING);
	}

	@Override
	public HttpHeaders getResponseHeaders() {
		return this.headers;
	}

	@Override
	public InputStream getInputStream() throws IOException {
		return this.content.getInputStream();
	}

	@Override
	public boolean exists() {
		return true;
	}

	@Override
	public long contentLength() {
		return this.length;
	}

	@Override
	public long lastModified() {
		return this.modifiedAt.toEpochMilli();
	}

	@Override
	public @Nullable String getFilename() {
		return this.filename;
	}

	@Override
	public String getDescription() {
		return "asset of " + this.content.getDescription();
	}

}
