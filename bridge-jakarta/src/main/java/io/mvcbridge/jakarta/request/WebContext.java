package io.mvcbridge.jakarta.request;

import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

import io.mvcbridge.jakarta.security.ApplicationSecurity;
import io.mvcbridge.jakarta.session.Sessions;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletRequestAttributeListener;
import jakarta.servlet.http.Cookie;
import org.jspecify.annotations.Nullable;

/**
 * What a request and its response ask of the web application they belong to. Implemented
 * by the context; lets requests know nothing of registrations and mapping.
 */
public interface WebContext extends ServletContext {

	/** The sessions of the application. */
	Sessions sessions();

	/**
	 * Constraints and login of the application; null if it has none, so that nothing is
	 * ever checked.
	 */
	@Nullable ApplicationSecurity security();

	/** Limits for what a request may contain. */
	RequestLimits limits();

	/** The folder whose files the proxy in front sends; null if there is none. */
	@Nullable AcceleratedFolder acceleratedFolder();

	/**
	 * The charset mapped to a locale (Servlet 6.1 §5.5).
	 * @param locale the response's locale
	 * @return the charset, null if none is mapped
	 */
	@Nullable Charset charsetFor(Locale locale);

	/** Where parts of uploads go when their configuration names no place. */
	Path tempDirectory();

	/** Told of every change to a request attribute; empty if there are none. */
	List<ServletRequestAttributeListener> requestAttributeListeners();

	/**
	 * Completes a cookie before it is sent, for instance with a {@code SameSite}
	 * attribute. That of the session is one of them.
	 * @param cookie a cookie of the application's own or a copy, to be changed in place
	 */
	void completeCookie(Cookie cookie);

}
