package io.mvcbridge.jakarta.request;

import java.io.UnsupportedEncodingException;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Locale;

import io.mvcbridge.jakarta.http.ContentType;
import org.jspecify.annotations.Nullable;

/**
 * Content type, charset and locale of a response and how they depend on each other
 * (Servlet 6.1 §5.6). A charset counts in the order: set explicitly, implied by the
 * locale, default of the application, ISO-8859-1. The writer fixes it.
 */
final class ResponseContentType {

	private static final String DEFAULT_CHARSET = "ISO-8859-1";

	private final WebContext context;

	/** Without charset. */
	private @Nullable ContentType type;

	/** What {@code Content-Type} says, null while it has to be put together. */
	private @Nullable String text;

	/** As it was named, known or not. */
	private @Nullable String explicit;

	private @Nullable String byLocale;

	private @Nullable Locale locale;

	/** The charset of the writer, null before there is one. */
	private @Nullable String fixed;

	ResponseContentType(WebContext context) {
		this.context = context;
	}

	void reset() {
		this.type = null;
		this.text = null;
		this.explicit = null;
		this.byLocale = null;
		this.locale = null;
		this.fixed = null;
	}

	/** Forgets the type and charset of a body that gives way to an error page. */
	void clearType() {
		this.type = null;
		this.text = null;
		this.explicit = null;
		this.fixed = null;
	}

	void setType(@Nullable String value) {
		if (value == null) {
			this.type = null;
			this.text = null;
			if (this.fixed == null) {
				this.explicit = null;
				this.byLocale = null;
			}
			return;
		}
		ContentType parsed = ContentType.parse(value);
		String named = parsed.charsetName();
		if (named == null) {
			this.type = parsed;
			this.text = null;
		}
		else if (this.fixed == null) {
			this.type = parsed.withCharset(null);
			this.explicit = named;
			this.text = value;
		}
		else {
			this.type = parsed.withCharset(null);
			this.text = named.equalsIgnoreCase(this.fixed) ? value : null;
		}
	}

	void setCharset(@Nullable String name) {
		if (this.fixed != null) {
			return;
		}
		this.text = null;
		this.explicit = name;
		if (name == null) {
			this.byLocale = null;
		}
	}

	void setLocale(@Nullable Locale locale) {
		this.locale = locale;
		if (this.fixed == null && this.explicit == null) {
			Charset mapped = (locale != null) ? this.context.charsetFor(locale) : null;
			this.byLocale = (mapped != null) ? mapped.name() : null;
			this.text = null;
		}
	}

	@Nullable Locale locale() {
		return this.locale;
	}

	/** What {@code getCharacterEncoding} answers. */
	String charsetName() {
		if (this.fixed != null) {
			return this.fixed;
		}
		if (this.explicit != null) {
			return this.explicit;
		}
		if (this.byLocale != null) {
			return this.byLocale;
		}
		String configured = this.context.getResponseCharacterEncoding();
		return (configured != null) ? configured : DEFAULT_CHARSET;
	}

	/**
	 * The charset for the writer; nothing changes it from now on.
	 * @return the charset
	 * @throws UnsupportedEncodingException if there is none of the name that was set
	 */
	Charset fix() throws UnsupportedEncodingException {
		String name = charsetName();
		Charset charset;
		try {
			charset = Charset.forName(name);
		}
		catch (IllegalCharsetNameException | UnsupportedCharsetException ex) {
			throw (UnsupportedEncodingException) new UnsupportedEncodingException(
					"There is no charset of the name '" + name + "', which was set for this response")
				.initCause(ex);
		}
		if (this.text != null && !name.equals(this.explicit)) {
			this.text = null;
		}
		this.fixed = name;
		return charset;
	}

	/** What {@code getContentType} answers and {@code Content-Type} says. */
	@Nullable String value() {
		ContentType type = this.type;
		if (type == null) {
			return null;
		}
		String text = this.text;
		if (text == null) {
			String charset = (this.fixed != null) ? this.fixed
					: (this.explicit != null) ? this.explicit : this.byLocale;
			text = ((charset != null) ? type.withCharset(charset) : type).toString();
			this.text = text;
		}
		return text;
	}

}
