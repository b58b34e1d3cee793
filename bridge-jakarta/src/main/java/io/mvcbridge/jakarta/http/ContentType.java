package io.mvcbridge.jakarta.http;

import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Locale;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * A {@code Content-Type} (RFC 9110 §8.3): a media type and its parameters. Parsing never
 * fails; what cannot be understood is kept as it is, so that {@link #toString()} gives
 * back what came in.
 * <p>
 * Immutable. Applications speak of the same few content types in every exchange, so the
 * last ones are kept, with what was made of them.
 */
public final class ContentType {

	/** More than the content types of an application, and a bound to what others send. */
	private static final int KEPT = 64;

	private static final int LONGEST_KEPT = 80;

	/**
	 * By hash. A place belongs to whoever came last; threads that race for one lose
	 * nothing but the other's work.
	 */
	private static final @Nullable ContentType[] kept = new ContentType[KEPT];

	private final String text;

	/** Where the media type ends in the text. */
	private final int typeEnd;

	private final String mediaType;

	private final @Nullable String charsetName;

	private @Nullable Variant variant;

	private ContentType(String text) {
		this.text = text;
		int semicolon = text.indexOf(';');
		int end = (semicolon < 0) ? text.length() : semicolon;
		int start = Syntax.skipWhitespace(text, 0, end);
		this.typeEnd = Syntax.trimEnd(text, start, end);
		this.mediaType = text.substring(start, this.typeEnd).toLowerCase(Locale.ROOT);
		this.charsetName = (semicolon < 0) ? null : unquoted(parameter("charset"));
	}

	/**
	 * Parses a field value.
	 * @param value the value
	 * @return the content type
	 */
	public static ContentType parse(String value) {
		if (value.length() > LONGEST_KEPT) {
			return new ContentType(value);
		}
		int hash = value.hashCode();
		int place = (hash ^ (hash >>> 16)) & (KEPT - 1);
		ContentType type = kept[place];
		if (type == null || !type.text.equals(value)) {
			type = new ContentType(value);
			kept[place] = type;
		}
		return type;
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
		return this.charsetName;
	}

	private static @Nullable String unquoted(@Nullable String charset) {
		String name = charset;
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
		Variant variant = this.variant;
		if (variant == null || !Objects.equals(variant.charset, charset)) {
			variant = new Variant(charset, changed(charset));
			this.variant = variant;
		}
		return variant.type;
	}

	private ContentType changed(@Nullable String charset) {
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
		return parse(changed.toString());
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

	/** What was made of a content type last. */
	private record Variant(@Nullable String charset, ContentType type) {

	}

}
