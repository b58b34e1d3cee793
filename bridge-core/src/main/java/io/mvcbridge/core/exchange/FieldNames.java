package io.mvcbridge.core.exchange;

import io.netty.util.AsciiString;

/**
 * Names of the header fields that the server itself sends, in the case that clients have
 * always seen. Field names are case-insensitive (RFC 9110 §5.1) and Netty's constants are
 * lower case, but clients and scripts that look for {@code Content-Length} exist, and
 * worked with the server that was here before.
 */
public final class FieldNames {

	public static final AsciiString ALLOW = AsciiString.cached("Allow");

	public static final AsciiString CONNECTION = AsciiString.cached("Connection");

	public static final AsciiString CONTENT_ENCODING = AsciiString.cached("Content-Encoding");

	public static final AsciiString CONTENT_LENGTH = AsciiString.cached("Content-Length");

	public static final AsciiString CONTENT_TYPE = AsciiString.cached("Content-Type");

	public static final AsciiString DATE = AsciiString.cached("Date");

	public static final AsciiString ETAG = AsciiString.cached("ETag");

	public static final AsciiString RETRY_AFTER = AsciiString.cached("Retry-After");

	public static final AsciiString SERVER = AsciiString.cached("Server");

	public static final AsciiString TRANSFER_ENCODING = AsciiString.cached("Transfer-Encoding");

	public static final AsciiString VARY = AsciiString.cached("Vary");

	private FieldNames() {
	}

}
