package io.mvcbridge.jakarta.http;

import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

/**
 * A {@code Content-Type} (RFC 9110 §8.3): a media type and its parameters. Parsing never
 * fails; what cannot be understood is kept as it is, so that {@link #toString()} gives
 * back what came in.
 */
public final class ContentType {

	private final String text;

	/** Where the media type ends in the text. */
	private final int typeEnd;

	private final String mediaType;

	private ContentType(String text) {
		this.text = text;
		int semicolon = text.indexOf(';');
		int end = (semicolon < 0) ? text.length() : semicolon;
		int start = Syntax.skipWhitespace(text, 0, end);
		this.typeEnd = Syntax.trimEnd(text, start, end);
		this.mediaType = text.substring(start, this.typeEnd).toLowerCase(Locale.ROOT);
	}

	/**
	 * Parses a field value.
	 * @param value the value
	 * @return the content type
	 */
	public static ContentType parse(String value) {
		return new ContentType(value);
	}

	/** The media type without parameters, in lower case; perhaps empty. */
	public String mediaType() {
		return this.mediaType;
	}

	/** Whether this is {@code application/x-www-form-urlencoded}. */
	public boolean isForm() {
		return this.mediaType.equals("application/x-www-form-urlencoded");
	}

	/** Whether this is {@code multipart/form-data}. */
	public boolean isMultipartForm() {
		return this.mediaType.equals("multipart/form-data");
	}

	/**
	 * The charset as it was named.
	 * @return the name without quotes, null if there is none
	 */
	public @Nullable String charsetName() {
		String name = parameter("charset");
		if (name == null) {
			return null;
		}
		int length = name.length();
		if (length >= 2 && name.charAt(0) == '\'' && name.charAt(length - 1) == '\'') {
			name = name.substring(1, length - 1);
		}
		return (name.isEmpty()) ? null : name;
	}

	/**
	 * The charset.
	 * @return the charset, null if none is named
	 * @throws RequestRejectedException with 400 if there is no charset of that name
	 */
	public @Nullable Charset charset() {
		String name = charsetName();
		if (name == null) {
			return null;
		}
		try {
			return Charset.forName(name);
		}
		catch (IllegalCharsetNameException | UnsupportedCharsetException ex) {
			throw new RequestRejectedException(400,
					"The content type " + Syntax.show(this.text) + " names a charset that is not supported", ex);
		}
	}

	/**
	 * The boundary of a multipart body.
	 * @return the boundary, null if there is none
	 */
	public @Nullable String boundary() {
		String boundary = parameter("boundary");
		return (boundary == null || boundary.isEmpty()) ? null : boundary;
	}

	/**
	 * A parameter.
	 * @param name the name, in any case
	 * @return the value without quotes, null if there is no such parameter
	 */
	public @Nullable String parameter(String name) {
		HeaderParameters parameters = new HeaderParameters(this.text, this.typeEnd);
		while (parameters.next()) {
			if (parameters.isNamed(name)) {
				return parameters.value();
			}
		}
		return null;
	}

	/**
	 * This content type with another charset, or none. Other parameters stay as they are.
	 * @param charset the name of the charset, or null
	 * @return the content type
	 */
	public ContentType withCharset(@Nullable String charset) {
		StringBuilder changed = new StringBuilder(this.text.length() + 24);
		int kept = 0;
		HeaderParameters parameters = new HeaderParameters(this.text, this.typeEnd);
		while (parameters.next()) {
			if (parameters.isNamed("charset")) {
				changed.append(this.text, kept, parameters.start());
				kept = parameters.end();
			}
		}
		changed.append(this.text, kept, this.text.length());
		if (charset != null) {
			changed.append(";charset=").append(charset);
		}
		return new ContentType(changed.toString());
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof ContentType type && this.text.equals(type.text);
	}

	@Override
	public int hashCode() {
		return this.text.hashCode();
	}

	/** The text as it was parsed. */
	@Override
	public String toString() {
		return this.text;
	}

}
